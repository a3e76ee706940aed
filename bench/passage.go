package bench

import (
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// passage is a stretch of a document: text[start:end], in bytes.
type passage struct{ doc, start, end int }

// lengths tabulates the log-uniform distribution, so that a draw needs no floating point.
func lengths(lo, hi int) []int {
	t := make([]int, 1024)
	for i := range t {
		t[i] = int(math.Round(float64(lo) * math.Pow(float64(hi)/float64(lo), (float64(i)+0.5)/1024)))
	}
	return t
}

// tries bounds the search for a passage, and for one that a class can be made of.
const tries = 400

// passage draws a stretch of at least MinLen and at most MaxLen characters that starts and ends on word borders and is text rather than a
// table or a rule. Prose also has no markup, which damage could make or break.
func (g *Generator) passage(r *rand.Rand, prose bool) (passage, bool) {
	for range tries {
		x := r.IntN(g.total)
		doc := sort.SearchInts(g.ends, x+1)
		text := g.docs[doc].Text
		at := x - (g.ends[doc] - len(text))
		want := g.lengths[r.IntN(len(g.lengths))]
		start, ok := wordStart(text, at)
		if !ok {
			continue
		}
		end, n := wordEnd(text, start, want)
		if n < g.cfg.MinLen || !readable(text[start:end], n, prose) {
			continue
		}
		return passage{doc, start, end}, true
	}
	return passage{}, false
}

// border says that a word may end at a and another start at b: white space, or both in a script that has none between words. Zero is
// the end of the text.
func border(a, b rune) bool {
	if a == 0 || b == 0 || unicode.IsSpace(a) || unicode.IsSpace(b) {
		return true
	}
	return unspaced(a) && unspaced(b)
}

// unspaced leaves out Thai and its like: their vowel signs must not be parted from the letters.
func unspaced(c rune) bool {
	return c >= 0x2e80 && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// wordStart returns the first border at or after offset at that is no white space, within 200 bytes.
func wordStart(text string, at int) (int, bool) {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	prev, _ := utf8.DecodeLastRuneInString(text[:at])
	if at == 0 {
		prev = 0
	}
	for i := at; i < len(text) && i < at+200; {
		c, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsSpace(c) && !unicode.IsMark(c) && border(prev, c) {
			return i, true
		}
		prev = c
		i += n
	}
	return 0, false
}

// wordEnd returns the last border at most want characters after start that follows no white space, and the characters up to it.
func wordEnd(text string, start, want int) (end, chars int) {
	end, n := start, 0
	var prev rune
	i := start
	for ; i < len(text) && n <= want; n++ {
		c, size := utf8.DecodeRuneInString(text[i:])
		if n > 0 && !unicode.IsSpace(prev) && border(prev, c) && !unicode.IsMark(c) {
			end, chars = i, n
		}
		prev = c
		i += size
	}
	if i == len(text) && n <= want && !unicode.IsSpace(prev) {
		end, chars = i, n
	}
	return end, chars
}

const markup = "<>&\\`~|{}*_#[]^="

// readable says that a stretch of n characters is text: mostly letters, at least five words or a script without them, no rules or
// leaders.
func readable(t string, n int, prose bool) bool {
	letters, fields, run := 0, 0, 0
	var prev rune
	wide := false
	for _, c := range t {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c == ' ':
			letters++
		case c < 0x80:
			if prose && strings.IndexByte(markup, byte(c)) >= 0 {
				return false
			}
			if c == '\n' {
				letters++
			}
		case c == utf8.RuneError:
			return false
		case unicode.IsLetter(c) || unicode.IsMark(c):
			letters++
			wide = wide || unspaced(c)
		}
		if c == prev {
			if run++; run >= 5 {
				return false
			}
		} else {
			run = 0
		}
		if unicode.IsSpace(prev) && !unicode.IsSpace(c) {
			fields++
		}
		prev = c
	}
	return letters*100 >= 78*n && (fields >= 4 || wide)
}
