package match

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineNumber is a number that may count verses, lines or paragraphs: it stands at the start of a line, at its end behind a run of spaces,
// or between two sentences.
type lineNumber struct {
	lo, hi int // with its point or brackets, and the chapter before it
	value  int
	line   int  // where it stands at the end of a line: the line, from 1
	edge   bool // at the start or end of a line
	marked bool // in brackets, or with its chapter
	clean  bool // no sentence is open before it, or the words after it start with a capital
	clause bool // it stands within a sentence, before a word that opens a clause
}

// findNumbers takes the numbers that count: each stands in a row with others, or in brackets at the start of a line.
func (p *pageReader) findNumbers() {
	p.numbers = p.numbers[:0]
	for i := range p.lines {
		if p.heads[i] == headNumber {
			if v, ok := numberIn(p.text(i)); ok { // a line number may stand on a line of its own
				p.numbers = append(p.numbers, lineNumber{lo: p.lines[i].lo, hi: p.lines[i].hi, value: v, edge: true})
			}
			continue
		}
		p.lineStart(i)
		p.inline(i)
		p.lineEnd(i)
	}
	for k := range p.numbers {
		x := &p.numbers[k]
		if p.counts(k) {
			p.add(x.lo, x.hi, foreignNumber)
		}
	}
}

func numberIn(s []byte) (int, bool) {
	v, n := 0, 0
	for _, c := range s {
		if c >= '0' && c <= '9' {
			v = v*10 + int(c-'0')
			if n++; n > 5 {
				return 0, false
			}
		}
	}
	return v, n > 0
}

// lineStart reads the number that a line starts with.
func (p *pageReader) lineStart(i int) {
	l := p.lines[i]
	if n := timeMark(p.text(i)); n > 0 {
		p.add(l.lo, l.lo+n, foreignNumber)
		return
	}
	x, ok := p.numeral(l.lo, l.hi, true)
	if !ok {
		x, ok = p.letter(l.lo, l.hi)
	}
	if !ok {
		return
	}
	x.edge = true
	x.clean = x.clean || i == 0 || p.endsSentence(i-1)
	p.numbers = append(p.numbers, x)
	if n := questionLetter(p.src[x.hi:l.hi]); n > 0 { // the Q. and A. of a transcript
		p.add(x.hi, x.hi+n, foreignName)
	}
}

// questionLetter returns the length of the white space and Q. or A. at the start of s.
func questionLetter(s []byte) int {
	t := bytes.TrimLeft(s, " \t")
	if len(t) > 2 && (t[0] == 'Q' || t[0] == 'A') && (t[1] == '.' || t[1] == ':') && t[2] == ' ' {
		return len(s) - len(t) + 2
	}
	return 0
}

// numeral reads a number at an offset, with brackets, a point, the chapter before it, and the space after it; sections: also 2.1. A word
// must follow it.
func (p *pageReader) numeral(lo, hi int, sections bool) (lineNumber, bool) {
	s := p.src[lo:hi]
	i, open := 0, byte(0)
	if len(s) > 0 && (s[0] == '[' || s[0] == '(' || s[0] == '{') {
		open, i = s[0], 1
	}
	x := lineNumber{lo: lo, marked: open != 0}
	digits := 0
	for i < len(s) && digits < 5 {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			x.value = x.value*10 + int(c-'0')
			digits++
		case c == ':' && digits > 0 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' && !x.marked:
			x.value, digits, x.marked = 0, 0, true // chapter and verse
		case c == '.' && digits > 0 && sections && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			x.value, digits = 0, 0 // section and paragraph
		default:
			goto end
		}
		i++
	}
end:
	if digits == 0 || digits > 4 {
		return x, false
	}
	if i < len(s) && s[i] >= 'a' && s[i] <= 'd' && i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == ']') {
		i++ // half a verse
	}
	switch open {
	case '[':
		if i >= len(s) || s[i] != ']' {
			return x, false
		}
		i++
	case '(':
		if i >= len(s) || s[i] != ')' {
			return x, false
		}
		i++
	case '{':
		if i >= len(s) || s[i] != '}' {
			return x, false
		}
		i++
	}
	if i < len(s) && (s[i] == '.' || s[i] == ')') && open == 0 {
		i++
	}
	rest := bytes.TrimLeft(s[i:], " \t\u00a0")
	spaced := len(rest) < len(s)-i
	r, n := utf8.DecodeRune(rest)
	for len(rest) > n && (unicode.IsPunct(r) || r == '¶') && !isDigit(r) {
		rest = rest[n:]
		r, n = utf8.DecodeRune(bytes.TrimLeft(rest, " "))
		rest = bytes.TrimLeft(rest, " ")
	}
	if !unicode.IsLetter(r) || !spaced && unicode.IsLower(r) && open == 0 || x.value >= 1400 && x.value <= 2100 || measured(rest) {
		return x, false
	}
	x.hi = lo + i
	x.clean = !unicode.IsLower(r)
	return x, true
}

// letter reads the letter of an item of a list, (a) or a), as a number of a row of its own.
func (p *pageReader) letter(lo, hi int) (lineNumber, bool) {
	s := p.src[lo:hi]
	i := 0
	if len(s) > 3 && s[0] == '(' {
		i++
	}
	if len(s) < i+4 || s[i] < 'a' || s[i] > 'z' || s[i+1] != ')' || s[i+2] != ' ' {
		return lineNumber{}, false
	}
	const letters = 1 << 20 // apart from the numbers
	return lineNumber{lo: lo, hi: lo + i + 2, value: letters + int(s[i]), clean: true}, true
}

// timeMark returns the length of [00:12:40] at the start of s.
func timeMark(s []byte) int {
	colons := 0
	for i := 1; i < len(s) && i < 16 && s[0] == '['; i++ {
		switch c := s[i]; {
		case c == ':':
			colons++
		case c == ']' && colons > 0:
			return i + 1
		case c != '.' && c != ',' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// mayNumber are the bytes that a number within a line may begin with.
var mayNumber = [256]bool{'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'[': true, '(': true, '{': true}

// inline reads the numbers within a line that stand between two sentences, before a capital.
func (p *pageReader) inline(i int) {
	l := p.lines[i]
	for at := l.lo + 1; at < l.hi; at++ {
		c, before := p.src[at], p.src[at-1]
		if !mayNumber[c] {
			continue
		}
		if !(c >= '0' && c <= '9' || c == '[' || c == '(' || c == '{') || before >= '0' && before <= '9' || before == '[' || before == '(' || before == '{' || before == ':' || before == '.' && at > l.lo+1 && isNumeral(rune(p.src[at-2])) {
			continue
		}
		w := bytes.TrimRight(p.src[l.lo:at], " \t\"')")
		r, _ := utf8.DecodeLastRune(w)
		if len(w) == 0 || !unicode.IsPunct(r) || strings.ContainsRune("-–—/$%#&@(", r) {
			continue
		}
		x, ok := p.numeral(at, l.hi, false)
		switch {
		case !ok:
			continue
		case x.clean || !x.marked && r != ',':
		case !p.quote && beforeClause(p.src[x.hi:l.hi]):
			x.clause = true
		default:
			continue
		}
		p.numbers = append(p.numbers, x)
		at = x.hi - 1
	}
}

// lineEnd reads the number in the right margin of a line of verse.
func (p *pageReader) lineEnd(i int) {
	l := p.lines[i]
	s := p.text(i)
	at := len(s)
	for at > 0 && s[at-1] >= '0' && s[at-1] <= '9' {
		at--
	}
	if n := len(s) - at; n == 0 || n > 4 || at < 3 || s[at-1] != '\t' && !(s[at-1] == ' ' && (s[at-2] == ' ' || s[at-2] == '\t')) {
		return
	}
	v, _ := numberIn(s[at:])
	p.numbers = append(p.numbers, lineNumber{lo: l.lo + at, hi: l.hi, value: v, line: i + 1, edge: true, clean: true})
}

// neighbours is how many numbers before and after one are looked at for the row that it stands in.
const neighbours = 3

// counts tells whether number k stands in a row: the one before or after it is less or more by one, or by five.
func (p *pageReader) counts(k int) bool {
	x := &p.numbers[k]
	if x.clause {
		return p.countsOn(k)
	}
	row := 0
	for d := 1; d <= neighbours; d++ {
		if k-d >= 0 && p.follows(&p.numbers[k-d], x, d) {
			row++
		}
		if k+d < len(p.numbers) && p.follows(x, &p.numbers[k+d], d) {
			row++
		}
	}
	switch {
	case x.marked && x.edge && p.src[x.lo] == '[':
		return true
	case row >= 2:
		return true
	}
	return row == 1 && x.clean
}

// countsOn tells whether number k, which stands within a sentence, is one of three in a row or more that each are one more than the last,
// one at least of them at the start of a sentence or line.
func (p *pageReader) countsOn(k int) bool {
	const longest = 32
	step := func(i int) bool {
		return i > 0 && i < len(p.numbers) && p.numbers[i].value == p.numbers[i-1].value+1 && p.numbers[i].line == p.numbers[i-1].line
	}
	lo, hi := k, k
	for lo > 0 && k-lo < longest && step(lo) {
		lo--
	}
	for hi-k < longest && step(hi+1) {
		hi++
	}
	for i := lo; i <= hi && hi-lo >= 2; i++ {
		if !p.numbers[i].clause {
			return true
		}
	}
	return false
}

// beforeClause tells whether a text goes on with a word that opens a clause, so that the number before it counts nothing (13 and the
// people), and no further number after that (12, 13 and 14).
func beforeClause(s []byte) bool {
	s = s[:min(len(s), 64)]
	first := bytes.TrimLeft(s, " \t\u00a0")
	word, rest, _ := bytes.Cut(first, []byte(" "))
	r, _ := utf8.DecodeRune(rest)
	return clauseWords()[string(word)] && unicode.IsLetter(r)
}

func (p *pageReader) follows(a, b *lineNumber, d int) bool {
	step := b.value - a.value
	if a.line > 0 || b.line > 0 { // in the margin: as many lines apart as they say, or they are amounts
		return a.line > 0 && step > 0 && step == b.line-a.line
	}
	return step > 0 && step <= d || a.edge && b.edge && step%5 == 0 && b.value%5 == 0 && step > 0 && step <= 5*d
}
