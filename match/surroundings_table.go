package match

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// plainLongest is the longest word of the table of plain words, in bytes. No expression has a longer one.
const plainLongest = 16

// plainKey is a word of plain text of at most plainLongest bytes, each with bit 5 set: letters in lower case.
type plainKey struct{ a, b uint64 }

// plainTable finds the words of the lists, the later words of their expressions and those of lexicon/grammar.txt from the bytes of the source:
// no string is made. It is a hash table with open addressing, less than half full.
type plainTable struct {
	slots []uint16 // index in words plus one
	words []plainWord
	long  map[string]*plainWord // those that have no key
}

// plainWord is a word of the table.
type plainWord struct {
	key   plainKey
	form  string
	e     *lexeme   // nil: no more than a later word of an expression, or of a class
	class wordClass // of the word, or 0
	bit   uint64    // one of 64, for lexeme.later
}

const lowerBits = 0x2020202020202020

// plainTableBits gives the size of the table of slots.
const plainTableBits = 14

func newPlainTable(words map[string]*lexeme) plainTable {
	t := plainTable{slots: make([]uint16, 1<<plainTableBits), long: map[string]*plainWord{}}
	entry := func(w string) *plainWord {
		if !isPlainWord(w) || w == "" {
			return new(plainWord)
		}
		if len(w) > plainLongest || !isKey([]byte(w)) {
			if t.long[w] == nil {
				t.long[w] = &plainWord{form: w, bit: 1 << (len(t.long) % 64)}
			}
			return t.long[w]
		}
		k := plainKeyOf([]byte(w))
		i := t.slot(k)
		if t.slots[i] == 0 {
			t.words = append(t.words, plainWord{key: k, form: w, bit: 1 << (len(t.words) % 64)})
			t.slots[i] = uint16(len(t.words))
		}
		return &t.words[t.slots[i]-1]
	}
	for w, class := range grammar().classes {
		entry(w).class = class
	}
	for w, e := range words {
		entry(w).e = e
	}
	for _, e := range words {
		for i := range e.frames {
			lag := slices.IndexFunc(e.frames[i].words, func(w string) bool { return w[0] != '*' })
			if lag >= len(e.later) {
				panic("match: embedded lexicon: an expression lets too many words stand between its own") // a test reads all lists
			}
			if lag >= 0 {
				e.later[lag] |= entry(e.frames[i].words[lag]).bit // none where plain text cannot hold it
			}
			for _, w := range e.frames[i].words {
				entry(w)
			}
		}
	}
	return t
}

// slot returns the slot that has the key or is free for it.
func (t *plainTable) slot(k plainKey) int {
	i := int((k.a ^ k.b*0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93 >> (64 - plainTableBits))
	for {
		if n := t.slots[i]; n == 0 || t.words[n-1].key == k {
			return i
		}
		i = (i + 1) & (1<<plainTableBits - 1)
	}
}

// find returns the word src[lo:hi], which is plain and has only straight apostrophes; nil where the lists do not have it.
func (t *plainTable) find(src []byte, lo, hi int) *plainWord {
	n := hi - lo
	if n > plainLongest {
		return t.long[string(appendPlainWord(nil, src[lo:hi]))]
	}
	var k plainKey
	if lo+plainLongest <= len(src) {
		k.a, k.b = binary.LittleEndian.Uint64(src[lo:]), binary.LittleEndian.Uint64(src[lo+8:])
		k.a |= lowerBits
		k.b |= lowerBits
		if n <= 8 {
			k.a &= 1<<(8*n) - 1 // a shift by 64 gives 0, and so all bits
			k.b = 0
		} else {
			k.b &= 1<<(8*(n-8)) - 1
		}
	} else {
		k = plainKeyOf(src[lo:hi])
	}
	if i := t.slots[t.slot(k)]; i != 0 {
		return &t.words[i-1]
	}
	return nil
}

// plainKeyOf returns the key of a word of at most plainLongest bytes.
func plainKeyOf(w []byte) plainKey {
	var b [plainLongest]byte
	for i, c := range w {
		b[i] = c | 0x20
	}
	return plainKey{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])}
}

// isKey tells whether a plain word has a key: bit 5 is no matter of case in letters of Latin Extended-A.
func isKey(w []byte) bool { return bytes.IndexByte(w, 0xC4) < 0 && bytes.IndexByte(w, 0xC5) < 0 }

// isPlainWord tells whether a word in normal form may stand in plain text.
func isPlainWord(w string) bool {
	for i := 0; i < len(w); i++ {
		switch c := w[i]; plainClass[c] {
		case plainLetter, plainApostrophe:
			if c >= 'A' && c <= 'Z' {
				return false
			}
		case plainLatin:
			if i++; i == len(w) || !latinLetter(w[i]) {
				return false
			}
		case plainExtended:
			if i++; i == len(w) || !extendedLetter(c, w[i]) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
