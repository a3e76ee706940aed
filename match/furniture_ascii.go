package match

import (
	"sync"
	"unicode/utf8"
)

// Most lines of most texts are plain prose in ASCII: what tells that they are no furniture is seen here without a copy of them.

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func asciiSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// asciiPunct are the ASCII bytes that unicode.IsPunct holds.
var asciiPunct = func() (t [256]bool) {
	for _, c := range []byte(`!"#%&'()*,-./:;?@[\]_{}`) {
		t[c] = true
	}
	return t
}()

// longestASCIIWord is how many letters of a word are read; no word of the lists has more.
const longestASCIIWord = 48

// smallWord is a word in small letters.
type smallWord struct {
	b [longestASCIIWord]byte
	n int
}

func (w *smallWord) letters() []byte { return w.b[:w.n] }

// asciiWord reads the letters that a text starts with, in small letters; false where the word is longer than what is read or may go on with
// a letter or mark beyond ASCII.
func asciiWord(s []byte) (w smallWord, ok bool) {
	for _, c := range s {
		switch {
		case c >= utf8.RuneSelf || w.n == longestASCIIWord:
			return w, false
		case !asciiLetter(c):
			return w, true
		}
		w.b[w.n] = c | 0x20
		w.n++
	}
	return w, true
}

// pageLetters are the letters that are words for page by themselves.
var pageLetters = sync.OnceValue(func() (t [256]bool) {
	for c := byte('a'); c <= 'z'; c++ {
		t[c] = pageWords()[string(rune(c))] == "page"
	}
	return t
})

// startsWithWord tells whether the first word of a line shows that the line is no bare number: letters of which not all belong to a Roman
// numeral or are words for page, and no word of the list. False says nothing.
func startsWithWord(s []byte) bool {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	w, ok := asciiWord(s)
	if !ok || w.n < 2 {
		return false
	}
	if w.n < len(s) {
		switch s[w.n] {
		case ' ', '\t', '-', '[', ']', '(', ')', '|', '/', '.', '*', '~', '_':
		default:
			return false // other marks are a part of the word
		}
	}
	letters, roman, page := pageLetters(), true, true
	for _, c := range w.letters() {
		roman = roman && (c == 'i' || c == 'v' || c == 'x' || c == 'l' || c == 'c')
		page = page && letters[c]
	}
	return !roman && !page && pageWords()[string(w.letters())] == ""
}

// ordinary tells whether a line of several words in ASCII is no title: its first word, or one of more than four letters that does not stand
// beside a page number, begins with a small letter, or more words do so than with a capital. False says nothing.
func ordinary(s []byte) bool {
	capital, small, words := 0, 0, 0
	for i := 0; i < len(s); {
		for i < len(s) && asciiSpace(s[i]) {
			i++
		}
		from := i
		for i < len(s) && !asciiSpace(s[i]) {
			if s[i] >= utf8.RuneSelf {
				return false
			}
			i++
		}
		if from == i {
			break
		}
		w := s[from:i]
		k := 0
		for k < len(w) && asciiPunct[w[k]] {
			k++
		}
		words++
		switch {
		case k == len(w):
		case w[k] >= 'A' && w[k] <= 'Z':
			capital++
		case w[k] >= 'a' && w[k] <= 'z':
			end := len(w)
			for end > k && asciiPunct[w[end-1]] {
				end--
			}
			if words > 1 && besideNumber(w[k:end]) && moreWords(s[i:]) {
				continue
			}
			small++
			if words == 1 || len(w) > 4 {
				return true
			}
		}
	}
	return words > 1 && (capital == 0 || small > capital)
}

// besideNumber tells whether a word of a title in small letters stands beside a page number: page, of.
func besideNumber(w []byte) bool {
	var b [longestASCIIWord]byte
	if len(w) > len(b) {
		return false
	}
	for i, c := range w {
		if b[i] = c; c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	kind := pageWords()[string(b[:len(w)])]
	return kind == "page" || kind == "between"
}

func moreWords(s []byte) bool {
	for _, c := range s {
		if !asciiSpace(c) {
			return true
		}
	}
	return false
}
