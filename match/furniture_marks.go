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
	if !unicode.IsLetter(r) || !spaced && unicode.IsLower(r) && open == 0 || measured(rest) || x.value >= 1400 && x.value <= 2100 {
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

// inline reads the numbers within a line that stand between two sentences, before a capital.
func (p *pageReader) inline(i int) {
	l := p.lines[i]
	for at := l.lo + 1; at < l.hi; at++ {
		c, before := p.src[at], p.src[at-1]
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

// findMarks takes the marks of notes: numbers in brackets against a word or its punctuation, and digits against a word that stand in a row.
func (p *pageReader) findMarks(lo, hi int) {
	type fused struct {
		lo, hi, value int
		lone          bool // known without a row
	}
	var row []fused
	for i := lo; i < hi; i++ {
		c := p.src[i]
		switch {
		case c == '[' && i > lo:
			n := bracketMark(p.src[i:hi])
			if end := bytes.IndexByte(p.src[i:min(hi, i+24)], ']'); n == 0 && end > 3 && !p.quote && bareNumber(p.src[i+1:i+end]) {
				p.add(i, i+end+1, foreignHead) // [page 12]
			}
			if n == 0 || p.quote && p.src[i-1] == ' ' || measured(p.src[i+n:hi]) {
				continue
			}
			p.add(i, i+n, foreignMark)
			i += n - 1
		case c == '(' && i > lo:
			if n := parenMark(p.src[i:hi]); n > 0 && p.markPlace(lo, i, i+n) {
				v, _ := numberIn(p.src[i : i+n])
				row = append(row, fused{i, i + n, v, false})
				i += n - 1
			}
		case c >= '0' && c <= '9':
			j := i
			for j < hi && p.src[j] >= '0' && p.src[j] <= '9' {
				j++
			}
			if j-i <= 3 && i > lo {
				v, _ := numberIn(p.src[i:j])
				if raised(p.src[lo:i]) > 0 && p.markPlace(lo, i, j) {
					p.add(i, j, foreignMark)
				} else if p.markPlace(lo, i, j) {
					row = append(row, fused{i, j, v, p.loneMark(lo, i, j, hi)})
				}
			}
			i = j - 1
		}
	}
	for k, x := range row {
		if x.lone || k > 0 && x.value-row[k-1].value == 1 || k+1 < len(row) && row[k+1].value-x.value == 1 {
			p.add(x.lo, x.hi, foreignMark)
		}
	}
}

// parenMark returns the length of (1) to (999) at the start of s.
func parenMark(s []byte) int {
	n := 1
	for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n > 1 && n < len(s) && s[n] == ')' {
		return n + 1
	}
	return 0
}

// raised returns the length of the tags that raise what follows them, at the end of s.
func raised(s []byte) int {
	end := len(s)
	for n := 0; n < 2 && end > 0 && s[end-1] == '>'; n++ {
		at := bytes.LastIndexByte(s[max(0, end-128):end], '<')
		if at < 0 {
			break
		}
		at += max(0, end-128)
		tag := s[at:end]
		end = at
		if bytes.HasPrefix(tag, []byte("<sup")) {
			return len(s) - at
		}
	}
	return 0
}

// bracketMark returns the length of [12], [3, 4], [5–7] or [^2] at the start of s.
func bracketMark(s []byte) int {
	digits := 0
	for i := 1; i < len(s) && i < 24; i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if digits++; digits > 3 {
				return 0
			}
		case c == '^' && i == 1:
		case c == ',' || c == ' ' || c == '-' || c >= 0x80:
			digits = 0
		case c == ']':
			if i > 1 && (s[i-1] >= '0' && s[i-1] <= '9') {
				return i + 1
			}
			return 0
		default:
			return 0
		}
	}
	return 0
}

// loneMark tells whether digits [i,j) where a note mark may stand are one though no other is near: against the mark that ends a sentence
// behind a word in small letters, which is none that numbers follow (fig.3), and before a new sentence or the end of the text.
func (p *pageReader) loneMark(lo, i, j, hi int) bool {
	at := i
	for at > lo && unicode.IsPunct(runeBefore(p.src, at)) {
		at -= runeLen(p.src, at)
	}
	if at == i || !bytes.ContainsAny(p.src[at:i], ".!?") {
		return false
	}
	end := at
	for at > lo && unicode.IsLower(runeBefore(p.src, at)) {
		at -= runeLen(p.src, at)
	}
	word := string(p.src[at:end])
	if at > lo && !unicode.IsSpace(runeBefore(p.src, at)) || words().labels[word] || pageWords()[word] != "" || p.src[i] == '0' {
		return false
	}
	rest := bytes.TrimLeft(p.src[j:hi], " \t\r\n\f\"'(")
	r, _ := utf8.DecodeRune(rest)
	return len(rest) == 0 || len(rest) < hi-j && !unicode.IsLower(r) && (unicode.IsLetter(r) || unicode.IsPunct(r))
}

// markPlace tells whether digits [i,j) stand where a note mark does: against a word in small letters or its punctuation, and before none.
func (p *pageReader) markPlace(lo, i, j int) bool {
	r := runeAfter(p.src, j)
	if unicode.IsLetter(r) || r == '%' || r == '-' || r == '(' || (r == '.' || r == ',') && isDigit(runeAfter(p.src, j+1)) || measured(p.src[j:]) {
		return false
	}
	at, letters, marks := i-raised(p.src[lo:i]), 0, 0
	for at > lo && letters < 4 {
		r := runeBefore(p.src, at)
		switch {
		case unicode.IsLower(r) || unicode.IsLetter(r) && !unicode.IsUpper(r):
			letters++
		case letters == 0 && marks < 3 && unicode.IsPunct(r) && r != '-' && r != '(' && r != '[' && r != '/' && r != '#':
			marks++
		default:
			return letters >= 3 && !isDigit(r) && (unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsUpper(r))
		}
		at -= runeLen(p.src, at)
	}
	return letters >= 3
}

// findNames takes the names of speakers: lines of their own, or what opens a line and several others of the text.
func (p *pageReader) findNames() {
	speakers, questions := 0, 0
	for i := range p.lines {
		if s := p.text(i); len(s) > 3 && questionLetter(s) > 0 {
			questions++
		}
	}
	for i := range p.lines {
		s := p.text(i)
		if n := questionLetter(s); n > 0 && questions > 1 {
			p.add(p.lines[i].lo, p.lines[i].lo+n, foreignName)
			continue
		}
		n := nameLength(s)
		l := p.lines[i]
		if n == 0 && len(s) <= longestName && allCaps(s) && p.f.line(s).count >= 2 && !bytes.ContainsAny(s, "0123456789,;") && !binds(s) {
			n = len(s) // without a mark
			if i > 0 && !p.endsSentence(i-1) && !l.blank {
				n = 0
			}
		}
		if n == 0 {
			continue
		}
		switch name := s[:n]; {
		case negates(name):
		case n == len(s) && (p.f.opens(name) || p.f.line(s).count >= 2):
			speakers++
			p.add(l.lo, l.hi, foreignName)
		case n == len(s) && allCaps(s) && l.blank && p.f != nil && len(p.f.names) > 0 && p.proven(i):
			p.add(l.lo, l.hi, foreignName)
		case p.f.opens(name) && (i == 0 || p.endsSentence(i-1) || l.blank):
			speakers++
			p.add(l.lo, l.lo+n, foreignName)
		}
	}
	if speakers == 0 {
		return
	}
	for i := range p.lines { // stage directions on lines of their own
		s := p.text(i)
		a, b := s[0], s[len(s)-1]
		if len(s) > 2 && (a == '[' && b == ']' || a == '(' && b == ')' || a == '_' && b == '_') && !negates(s) && p.proven(i) {
			p.add(p.lines[i].lo, p.lines[i].hi, foreignName)
		}
	}
}

// findCells takes what stands between line ends or runs of spaces where two lines in a row have runs of spaces inside, as columns and
// tables have, and lines set apart by empty ones. None of these is known for foreign.
func (p *pageReader) findCells() {
	for i, l := range p.lines {
		s := p.text(i)
		if len(s) > 2*longestHead {
			continue
		}
		if p.lines[i].blank && i > 0 && i+1 < len(p.lines) && p.lines[i+1].blank && len(s) <= longestHead && !p.startsLower(i) {
			p.add(l.lo, l.hi, foreignCell)
		}
		if gutter(s, 0) < 0 {
			p.splice(i)
			continue
		}
		if !(i > 0 && gutter(p.text(i-1), 0) >= 0 || i+1 < len(p.lines) && gutter(p.text(i+1), 0) >= 0) {
			continue
		}
		for from := 0; from < len(s); {
			to := gutter(s, from)
			if to < 0 {
				to = len(s)
			}
			p.add(l.lo+from, l.lo+to, foreignCell)
			for from = to; from < len(s) && (s[from] == ' ' || s[from] == '\t'); from++ {
			}
		}
	}
}

// gutter returns where the next run of two spaces or a tab starts in a line, -1 where there is none.
func gutter(s []byte, from int) int {
	for i := from; i+1 < len(s); i++ {
		if s[i] == '\t' || s[i] == ' ' && s[i+1] == ' ' {
			return i
		}
	}
	return -1
}

// splice takes what follows a word that is broken in the middle of a line: the next column was joined to it.
func (p *pageReader) splice(i int) {
	l, s := p.lines[i], p.text(i)
	if i+1 >= len(p.lines) || !p.startsLower(i+1) {
		return
	}
	if at := bytes.LastIndex(s, []byte("- ")); at > 0 && len(s)-at <= longestName && unicode.IsLower(runeBefore(s, at)) {
		if r, _ := utf8.DecodeRune(s[at+2:]); !unicode.IsLower(r) {
			p.add(l.lo+at+2, l.hi, foreignCell)
		}
	}
}

// raisedVerse tells whether the raised digits at an offset stand before a word, as the number of a verse does.
func raisedVerse(src []byte, at int) bool {
	for at < len(src) {
		r, n := utf8.DecodeRune(src[at:])
		if !isSuperscript(r) {
			return unicode.IsLetter(r)
		}
		at += n
	}
	return false
}
