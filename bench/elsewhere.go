package bench

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"
)

// misattribute cites another document, one that does not hold the passage in any form.
func (g *Generator) misattribute(r *rand.Rand, q *Labelled, text string, doc int) bool {
	for range 20 {
		o := r.IntN(len(g.docs))
		if d := &g.docs[o]; d.ID != g.docs[doc].ID && d.Text != "" && !(g.filters[o].mayHold(d.Text, text) && holds(d.Text, text)) {
			q.SourceID = d.ID
			return true
		}
	}
	return false
}

// filter is a one-hash Bloom filter of a document's words, half a bit a byte of text, made when it is first asked. It spares nearly every
// look at the text itself.
type filter struct {
	once sync.Once
	set  []uint64
}

// mayHold is false when a word of the passage is not in the document.
func (f *filter) mayHold(doc, text string) bool {
	f.once.Do(func() {
		f.set = make([]uint64, 1<<bits.Len(uint(len(doc)/128)))
		for h := range foldedWords(doc) {
			f.set[h/64&uint64(len(f.set)-1)] |= 1 << (h % 64)
		}
	})
	for h := range foldedWords(text) {
		if f.set[h/64&uint64(len(f.set)-1)]&(1<<(h%64)) == 0 {
			return false
		}
	}
	return true
}

// foldedWords yields a hash of each word, ASCII case apart, with words that are broken over a line end joined.
func foldedWords(s string) func(yield func(uint64) bool) {
	return func(yield func(uint64) bool) {
		const basis, prime = 14695981039346656037, 1099511628211 // FNV-1a
		h, open := uint64(basis), false
		for i := 0; i < len(s); i++ {
			if c := folded(s[i]); c != 0 {
				h = (h ^ uint64(c)) * prime
				open = true
				continue
			}
			if s[i] == '-' && i+1 < len(s) && (s[i+1] == '\n' || s[i+1] == '\r') {
				i++
				if i+1 < len(s) && s[i+1] == '\n' {
					i++
				}
				continue
			}
			if open && !yield(h^h>>29) {
				return
			}
			h, open = basis, false
		}
		if open {
			yield(h ^ h>>29)
		}
	}
}

// folded returns the byte in lower case, 0 for ASCII that is neither letter nor digit.
func folded(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c | 0x20
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
		return c
	}
	return 0
}

// holds says that the document has the passage, whatever the case, white space and punctuation of its ASCII.
func holds(doc, text string) bool {
	return strings.Contains(doc, text) || bytes.Contains(squeeze(doc), squeeze(text))
}

func squeeze(s string) []byte {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := folded(s[i]); c != 0 {
			b = append(b, c)
		}
	}
	return b
}
