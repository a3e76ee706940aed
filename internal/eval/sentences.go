package eval

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// terminators end sentences; those of scripts without word spaces need no space after them.
const (
	terminators     = ".!?…؟।॥։።。！？"
	wideTerminators = "。！？"
	closers         = "\"'”’»)]）」』›"
)

// endsSentence says that a sentence ends just before offset i: after a terminator and what closes it, before white space and no small
// letter, and not after what looks like an abbreviation; or at a blank line. It is a guess, and a wrong one costs nothing: a passage then starts
// or ends at another word border.
func endsSentence(src []byte, i int) bool {
	if i == 0 || i > len(src) {
		return false
	}
	if i < len(src) && src[i] == '\n' && blankLine(src, i) {
		return true
	}
	t := src[:i]
	c, n := utf8.DecodeLastRune(t)
	if i < len(src) {
		if next, _ := utf8.DecodeRune(src[i:]); strings.ContainsRune(closers, next) || strings.ContainsRune(terminators, next) {
			return false
		}
	}
	for strings.ContainsRune(closers, c) && len(t) > n {
		t = t[:len(t)-n]
		c, n = utf8.DecodeLastRune(t)
	}
	switch {
	case !strings.ContainsRune(terminators, c):
		return false
	case strings.ContainsRune(wideTerminators, c):
		return true
	case i < len(src) && !spaceAt(src, i):
		return false
	case c == '.' && abbreviation(t[:len(t)-n]):
		return false
	}
	j := skipSpace(src, i)
	if j == len(src) {
		return true
	}
	next, _ := utf8.DecodeRune(src[j:])
	return !unicode.IsLower(next)
}

func spaceAt(src []byte, i int) bool {
	c, _ := utf8.DecodeRune(src[i:])
	return unicode.IsSpace(c)
}

// blankLine says that nothing stands between the line break at i and the next one.
func blankLine(src []byte, i int) bool {
	for j := i + 1; j < len(src) && j < i+80; j++ {
		switch src[j] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return false
}

// abbreviation says that the word at the end of t is one letter, or a short capitalised word such as Mr or No.
func abbreviation(t []byte) bool {
	n := 0
	var first rune
	for len(t) > 0 && n < 4 {
		c, size := utf8.DecodeLastRune(t)
		if !unicode.IsLetter(c) {
			break
		}
		first = c
		n++
		t = t[:len(t)-size]
	}
	return n == 1 || n > 0 && n < 4 && unicode.IsUpper(first)
}
