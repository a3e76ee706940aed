package match

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineStarts tells whether the line that starts at an offset starts a sentence: after a blank line, with the mark of an item, a heading or a
// table, or after a line that was not broken for want of room. item is true for an item of a list.
func lineStarts(src []byte, at int) (starts, item bool) {
	lo := at
	for lo < len(src) && (src[lo] == ' ' || src[lo] == '\t' || src[lo] == '\r') {
		lo++
	}
	if lo >= len(src) || src[lo] == '\n' {
		return true, false
	}
	if itemMark(src, lo) > lo {
		return true, true
	}
	if src[lo] == '#' || src[lo] == '|' {
		return true, false
	}
	if at == 0 {
		return true, false
	}
	hi := at - 1
	for hi > 0 && (src[hi-1] == ' ' || src[hi-1] == '\r' || src[hi-1] == '\t') {
		hi--
	}
	if hi == 0 || src[hi-1] == '\n' {
		return true, false
	}
	from := hi
	for from > 0 && hi-from <= longLine && src[from-1] != '\n' {
		from--
	}
	next := runeAfter(src, lo)
	if unicode.IsLower(next) || src[hi-1] == ',' || src[hi-1] == '-' {
		return false, false
	}
	n := hi - from
	if src[from] == '#' && from+1 < hi && (src[from+1] == '#' || src[from+1] == ' ') || src[hi-1] == ':' {
		return true, false
	}
	// a script without cases tells nothing by a capital
	return (n < shortLine && unicode.IsUpper(next) || n > longLine) && !spaceless(next), false
}

// startsItem has the bytes that the mark of an item may start with; it is never changed.
var startsItem = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= utf8.RuneSelf || isASCIIWord(byte(c)) || c == '-' || c == '*' || c == '('
	}
	return t
}()

// itemMark returns where the text of an item of a list starts, at where there is no mark of one.
func itemMark(src []byte, at int) int {
	if at < len(src) && !startsItem[src[at]] {
		return at
	}
	r, n := utf8.DecodeRune(src[at:])
	i := at
	switch {
	case strings.ContainsRune("-*•–—▪◦‣·", r):
		i += n
	case r == '(' || isASCIIWord(byte(min(r, 0x7f))) && r < 0x80:
		if r == '(' {
			i++
		}
		k := i
		for k < len(src) && k-i < 5 && isASCIIWord(src[k]) {
			k++
		}
		if k == i || k >= len(src) || !enumerates(src[i:k]) {
			return at
		}
		if src[k] != ')' && (r == '(' || src[k] != '.') {
			return at
		}
		i = k + 1
	default:
		return at
	}
	if i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
			i++
		}
		return i
	}
	return at
}

// enumerates tells whether a word may count items: 12, b, iv.
func enumerates(w []byte) bool {
	digits := 0
	roman := true
	for _, c := range w {
		if c >= '0' && c <= '9' {
			digits++
		}
		roman = roman && (c == 'i' || c == 'v' || c == 'x' || c == 'I' || c == 'V' || c == 'X')
	}
	return digits == len(w) && digits <= 3 || digits == 0 && (len(w) == 1 || roman)
}

// leadIn returns the line that a list hangs on, which ends in a colon, where the item that starts at lo is of such a list.
func leadIn(src []byte, lo int) (Span, bool) {
	end := lo
	for end > 0 && lo-end < leadInReach {
		// the line before
		hi := end - 1
		from := hi
		for from > 0 && lo-from < leadInReach && src[from-1] != '\n' {
			from--
		}
		line := bytes.TrimSpace(src[from:max(from, hi)])
		if len(line) > 0 {
			first := from + bytes.Index(src[from:hi], line[:1])
			if itemMark(src, first) == first {
				if line[len(line)-1] == ':' {
					return Span{max(from, hi-sentenceReach), hi}, true
				}
				if first == from {
					return Span{}, false // a paragraph between
				}
			}
		}
		end = from
	}
	return Span{}, false
}
