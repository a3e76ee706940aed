package match

import (
	"strings"

	"example.com/verbatim/normalize"
)

// langs is a set of languages, one bit each; the bits are those of lexicon.bits.
type langs uint32

// maxLanguages leaves one bit of a set for unknownLanguage.
const maxLanguages = 31

// readLanguages reads the languages that the lists know, and the words that tell one.
func (l *lexicon) readLanguages() {
	l.bits, l.frequent = map[string]langs{}, map[string]langs{}
	eachLine("lexicon/languages.txt", func(line string) {
		code, list, _ := strings.Cut(line, ":")
		if len(l.bits) == maxLanguages {
			panic("match: embedded lexicon/languages.txt: more languages than a set holds")
		}
		in := langs(1) << len(l.bits)
		l.bits[code] = in
		for _, w := range strings.Fields(list) {
			l.frequent[w] |= in
		}
	})
}

// language returns the bit of a line such as “[en]”.
func (l *lexicon) language(line string) langs {
	in, ok := l.bits[strings.Trim(line, "[]")]
	if !ok {
		panic("match: embedded lexicon: " + line + " is no language of languages.txt") // a test reads all lists
	}
	return in
}

// votes counts, for each language, the words that speak for it: plane i holds bit i of all the counts, so that one word votes for many
// languages at once. There are at most 1023 words.
type votes [10]langs

func (v *votes) add(in langs) {
	for i := 0; in != 0 && i < len(v); i++ {
		v[i], in = v[i]^in, v[i]&in
	}
}

// most is how many votes the language has that has most.
func (v *votes) most() int {
	n, left := 0, ^langs(0)
	for i := len(v) - 1; i >= 0; i-- {
		if l := left & v[i]; l != 0 {
			left = l
			n |= 1 << i
		}
	}
	return n
}

// with returns the languages that have n votes or more, n of at least one.
func (v *votes) with(n int) langs {
	more, equal := langs(0), ^langs(0)
	for i := len(v) - 1; i >= 0; i-- {
		if n>>i&1 != 0 {
			equal &= v[i]
		} else {
			more |= equal & v[i]
			equal &^= v[i]
		}
	}
	return more | equal
}

// languageReach is how many units of a text are looked at to tell its language.
const languageReach = 1200

// languageOf guesses the language of a text by its frequent words: those that it may be in, 0 where nothing is plain.
func (l *lexicon) languageOf(u []normalize.Unit) langs {
	var v votes
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
		if x := l.lookBytes(b); x != nil {
			v.add(x.frequent)
		}
	}
	best := v.most()
	if best < plainLanguage {
		return 0
	}
	return v.with(best/2 + 1)
}

// plainLanguage is how many frequent words of a language tell that a text is in it.
const plainLanguage = 3

// speaks tells whether a word of some languages may be meant in a text whose language is known, or not known (0).
func (in langs) speaks(known langs) bool { return in == 0 || known == 0 || in&known != 0 }
