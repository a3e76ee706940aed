package match

import (
	"math/bits"
	"strings"

	"example.com/verbatim/normalize"
)

// langs is a set of languages, one bit each; the bits are those of lexicon.bits.
type langs uint32

// language returns the bit of a line such as “[en]”.
func (l *lexicon) language(line string) langs {
	code := strings.Trim(line, "[]")
	if l.bits == nil {
		l.bits = map[string]langs{}
	}
	if l.bits[code] == 0 && len(l.bits) < 32 {
		l.bits[code] = 1 << len(l.bits)
	}
	return l.bits[code]
}

// languageReach is how many units of a text are looked at to tell its language.
const languageReach = 1200

// languageOf guesses the language of a text by its frequent words: those that it may be in, 0 where nothing is plain.
func (l *lexicon) languageOf(u []normalize.Unit) langs {
	var count [32]int
	var buf [64]byte
	u = u[:min(len(u), languageReach)]
	for i := 0; i < len(u); {
		if !visible(u[i].R) {
			i++
			continue
		}
		b := buf[:0]
		for i < len(u) && visible(u[i].R) {
			b = appendRune(b, u[i].R)
			i++
		}
		for in := l.frequent[string(b)]; in != 0; in &= in - 1 {
			count[bits.TrailingZeros32(uint32(in))]++
		}
	}
	best := 0
	for k := range count {
		best = max(best, count[k])
	}
	var known langs
	for k := range count {
		if best >= plainLanguage && count[k]*2 > best {
			known |= 1 << k
		}
	}
	return known
}

// plainLanguage is how many frequent words of a language tell that a text is in it.
const plainLanguage = 3

// speaks tells whether a word of some languages may be meant in a text whose language is known, or not known (0).
func (in langs) speaks(known langs) bool { return in == 0 || known == 0 || in&known != 0 }
