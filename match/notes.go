package match

import (
	"bytes"
	"unicode"
)

// noteInBrackets tells whether the bracket of n bytes at b[i:] is the mark of a note or the number of a reference: digits, or one letter,
// right after a word or its punctuation, with nothing of a word behind it.
func noteInBrackets(b []byte, i, n int, content []byte) bool {
	if i == 0 || len(content) == 0 || len(content) > 12 {
		return false
	}
	if l := runeBefore(b, i); unicode.IsSpace(l) || isDigit(l) || unicode.IsSymbol(l) || l == '[' || l == '(' {
		return false
	}
	if r := runeAfter(b, i+n); isLetter(r) || isDigit(r) || r == '(' {
		return false
	}
	c := bytes.TrimPrefix(content, []byte("^"))
	if len(c) == 1 && (c[0] >= 'a' && c[0] <= 'z' || c[0] == '*') {
		return !isLetter(runeBefore(b, i)) || len(c) < len(content) // agree[d] is an ending
	}
	digits := 0
	for k, x := range c {
		switch {
		case isDigit(rune(x)):
			digits++
		case k == 0 || x != ',' && x != '-' && x != ' ' && x != ';':
			return false
		}
	}
	return digits > 0
}

// maxItem is the length of the number of an item.
const maxItem = 6

// itemNumbers lists the numbers of items (1. 2. 3., (a) (b) (c)) that stand at the starts of lines, each as start and end with the space
// after it. There are at least two, and they count up by one: what a list shows of itself when it is copied.
func itemNumbers(b []byte) [][2]int {
	if bytes.IndexByte(b, '\n') < 0 {
		return nil
	}
	var list [][2]int
	last := 0
	for at := 0; at < len(b); {
		lo := at
		for lo < len(b) && (b[lo] == ' ' || b[lo] == '\t') {
			lo++
		}
		if hi, v := itemNumber(b, lo); v > 0 && (len(list) == 0 || v == last+1) {
			list = append(list, [2]int{lo, hi})
			last = v
		}
		n := bytes.IndexByte(b[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// itemNumber reads the number of an item at lo; value is 0 where there is none.
func itemNumber(b []byte, lo int) (hi, value int) {
	at := lo
	open := at < len(b) && b[at] == '('
	if open {
		at++
	}
	start := at
	for at < len(b) && at-start < maxItem && b[at] >= '0' && b[at] <= '9' {
		value = value*10 + int(b[at]-'0')
		at++
	}
	if at == start && at < len(b) && b[at] >= 'a' && b[at] <= 'z' {
		value = int(b[at]-'a') + 1
		at++
	}
	if at == start || at+1 >= len(b) || b[at] != ')' && (open || b[at] != '.') || b[at+1] != ' ' && b[at+1] != '\t' {
		return lo, 0
	}
	return at + 2, value
}
