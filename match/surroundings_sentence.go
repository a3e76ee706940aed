package match

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Limits of the look around a match, in bytes.
const (
	sentenceReach = 400 // to each side
	shortLine     = 40  // a line that is shorter is not broken for want of room
	longLine      = 120 // a line that is longer was not wrapped
	leadInReach   = 1200
)

// Bytes that a sentence may start behind and those that it may stop at; two blanks count as one. The tables are never changed.
const (
	borderBlank = 1 << iota
	borderMark
)

var startBytes, stopBytes = borderBytes("\n.!?;|\t>\x81\x82\x94\x9B\x9F\xA4"), borderBytes("\n.!?;|\t(<\xD8\xDB\xE0\xE3\xEF")

func borderBytes(marks string) (t [256]uint8) {
	for i := range len(marks) {
		t[marks[i]] = borderMark
	}
	t[' '] = borderBlank
	return t
}

// sentenceStart returns where the sentence starts that an offset stands in, at most sentenceReach bytes before it. item tells that it starts
// with an item of a list.
func sentenceStart(t *Text, at int) (lo int, item bool) {
	src := t.Source
	var next uint8
	if at > 0 {
		next = startBytes[src[at-1]]
	}
	for i := at; i > 0 && at-i < sentenceReach; i-- {
		here := next
		if next = 0; i > 1 {
			next = startBytes[src[i-2]]
		}
		if here&(borderMark|next) == 0 {
			continue
		}
		switch c := src[i-1]; c {
		case '\n':
			if start, is := lineStarts(src, i); start {
				return i, is
			}
		case '.', '!', '?':
			if sentenceEndsAt(src, i-1) {
				return i, false
			}
		case ';':
			if !entityEnd(src, i-1) {
				return i, false
			}
		case '|':
			return i, false
		case ' ':
			if i < at && columnEdge(src, i-1) {
				return i, false
			}
		case '\t':
			if i > 1 && src[i-2] != '\n' && src[i-2] != '\t' && src[i-2] != ' ' {
				return i, false
			}
		case '>':
			if t.Reading == normalize.Folded && blockTag(src, i-1) {
				return i, false
			}
		default:
			if r := runeBefore(src, i); wideEnd(r) && !closesQuoted(src, i) {
				return i, false
			}
		}
	}
	if at <= sentenceReach {
		_, item = lineStarts(src, 0)
		return 0, item
	}
	return runeStart(src, at-sentenceReach), false
}

// sentenceStop returns where the sentence ends that an offset stands in, its last mark included, at most sentenceReach bytes behind it.
func sentenceStop(t *Text, at int) int {
	src := t.Source
	var here uint8
	if at > 0 {
		here = stopBytes[src[at-1]]
	}
	for i := at; i < len(src) && i-at < sentenceReach; i++ {
		last := here
		here = stopBytes[src[i]]
		if here&(borderMark|last) == 0 {
			continue
		}
		switch c := src[i]; c {
		case '\n':
			if start, _ := lineStarts(src, i+1); start {
				return i
			}
		case '.', '!', '?':
			if sentenceEndsAt(src, i) {
				return i + 1
			}
		case ';':
			if !entityEnd(src, i) {
				return i
			}
		case '|':
			return i
		case ' ':
			if columnEdge(src, i) {
				return i
			}
		case '(':
			if i > at && src[i-1] == ' ' && itemMark(src, i) > i {
				return i // the next item in the line
			}
		case '\t':
			if i > 0 && src[i-1] != '\n' && src[i-1] != '\t' && src[i-1] != ' ' {
				return i
			}
		case '<':
			if t.Reading == normalize.Folded && blockTag(src, i) {
				return i
			}
		default:
			if r := runeAfter(src, i); wideEnd(r) && !closesQuoted(src, i+utf8.RuneLen(r)) {
				return i + utf8.RuneLen(r)
			}
		}
	}
	return runeStart(src, min(len(src), at+sentenceReach))
}

// columnEdge tells whether the space at an offset is the last of three or more before a capital, a number or a mark: the edge of a column or
// a heading, of which the line break was lost.
func columnEdge(src []byte, at int) bool {
	if at < 2 || src[at-1] != ' ' || src[at-2] != ' ' || at+1 >= len(src) || src[at+1] == ' ' {
		return false
	}
	lo := at
	for lo > 0 && src[lo-1] == ' ' {
		lo--
	}
	if lo > 0 && (src[lo-1] == '\n' || src[lo-1] == ',') {
		return false // an indent
	}
	r := runeAfter(src, at+1)
	return unicode.IsUpper(r) || isDigit(r) || r == '('
}

// wideEnd tells whether a rune beyond ASCII ends a sentence, or a clause as a semicolon does.
func wideEnd(r rune) bool {
	switch r {
	case '。', '！', '？', '；', '؟', '؛', '।', '۔', '．':
		return true
	}
	return false
}

// closesQuoted tells whether the mark that ends at an offset closes words in quotation marks which the sentence goes on after.
func closesQuoted(src []byte, at int) bool {
	switch runeAfter(src, at) {
	case '」', '』':
		n := runeAfter(src, at+3)
		return unicode.In(n, unicode.Hiragana) || n == '，'
	}
	return false
}

// sentenceEndsAt tells whether the mark at an offset (one of .!?) ends a sentence.
func sentenceEndsAt(src []byte, p int) bool {
	j := p + 1
	if j+2 < len(src) && (src[j] == ' ' || src[j] == '\n') && notItem(src[j+2]) {
		switch next := src[j+1]; { // a letter, with what is no mark of an item: iv.
		case next >= 'a' && next <= 'z':
			return false
		case next >= 'A' && next <= 'Z':
			return src[p] != '.' || !pointOfWord(src, p, rune(next), j+1)
		}
	}
	quoted := false
	for j < len(src) {
		r, n := utf8.DecodeRune(src[j:])
		if !strings.ContainsRune("\"')]”’»“", r) || r == '’' && isLetter(runeAfter(src, j+n)) {
			break
		}
		quoted = quoted || r != ')' && r != ']'
		j += n
	}
	if j >= len(src) {
		return true
	}
	j = noteMarks(src, p, j)
	r := runeAfter(src, j)
	if !unicode.IsSpace(r) && r != 0 {
		return spaceless(r)
	}
	lines := 0
	for k := j; k < len(src) && k-j < 16; k++ {
		if itemMark(src, k) > k {
			return true
		} else if src[k] != ' ' && src[k] != '\n' && src[k] != '\t' {
			break
		}
	}
	for j < len(src) {
		r, n := utf8.DecodeRune(src[j:])
		if r == '\n' {
			lines++
		} else if !unicode.IsSpace(r) && !strings.ContainsRune("\"'([“‘«„", r) {
			break
		}
		j += n
	}
	if j >= len(src) || lines > 1 {
		return true
	}
	next := runeAfter(src, j)
	if unicode.IsLower(next) || next == ',' || next == ';' {
		return false
	}
	if src[p] != '.' {
		return true
	}
	if quoted && !unicode.IsUpper(next) {
		return !unicode.IsLower(next)
	}
	return !pointOfWord(src, p, next, j)
}

// notItem tells whether the second byte of a word shows that the word counts no items.
func notItem(c byte) bool {
	return c == ' ' || c >= 'a' && c <= 'z' && c != 'i' && c != 'v' && c != 'x'
}

// noteMarks skips the marks of notes, which may stand behind the end of a sentence without a space.
func noteMarks(src []byte, p, j int) int {
	if !isLetter(runeBefore(src, p)) && runeBefore(src, p) != ')' {
		return j
	}
	k := j
	for k < len(src) && k-j < 24 && (src[k] >= '0' && src[k] <= '9' || src[k] == '[' || src[k] == ']' || src[k] == ',' || src[k] == '-') {
		k++
	}
	if k < len(src) && (src[k] == ' ' || src[k] == '\n') {
		return k
	}
	return j
}

// pointOfWord tells whether the full stop at p belongs to an abbreviation or an ordinal; next is what follows it, at j.
func pointOfWord(src []byte, p int, next rune, j int) bool {
	if lo := asciiWordBefore(src, p); p-lo > 1 {
		switch w := frames().plain.find(src, lo, p); {
		case w == nil:
			return false
		case w.class&abbreviationNumber != 0:
			return isDigit(next)
		case w.class&abbreviationLast != 0:
			return !opensClause(src, j)
		default:
			return w.class&knownAbbreviation != 0
		}
	}
	lo := p
	for lo > 0 && p-lo < 24 && isLetter(runeBefore(src, lo)) {
		lo -= runeLen(src, lo)
	}
	if lo == p {
		if n := runeBefore(src, p); isDigit(n) { // 3. Mai
			d := p
			for d > 0 && src[d-1] >= '0' && src[d-1] <= '9' {
				d--
			}
			hi := j
			for hi < len(src) && hi-j < 24 && isLetter(runeAfter(src, hi)) {
				_, n := utf8.DecodeRune(src[hi:])
				hi += n
			}
			return p-d <= 2 && words().numbers[strings.ToLower(string(src[j:hi]))].kind == "month"
		}
		return false
	}
	w := strings.ToLower(string(src[lo:p]))
	switch {
	case utf8.RuneCountInString(w) == 1 && isDigit(runeBefore(src, lo)):
		return false
	case utf8.RuneCountInString(w) == 1:
		// an initial, or the end of U.S.: a sentence may start behind it, and most do so with a word of the lists
		if lo > 1 && src[lo-1] == '.' {
			return !opensClause(src, j)
		}
		return !spaceless(runeAfter(src, lo))
	case abbreviationNumber.has(w):
		return isDigit(next)
	case abbreviationLast.has(w):
		return !opensClause(src, j)
	}
	return knownAbbreviation.has(w)
}

// asciiWordBefore returns where the letters start that end at p, p where there are others than those of ASCII.
func asciiWordBefore(src []byte, p int) int {
	lo := p
	for lo > 0 && p-lo < 24 && isLetter(rune(src[lo-1]&0x7F)) && src[lo-1] < utf8.RuneSelf {
		lo--
	}
	if lo > 0 && src[lo-1] >= utf8.RuneSelf {
		return p
	}
	return lo
}

// opensClause tells whether the word at an offset is one that often opens a sentence.
func opensClause(src []byte, at int) bool {
	hi := at
	for hi < len(src) && hi-at < 16 && isLetter(runeAfter(src, hi)) {
		_, n := utf8.DecodeRune(src[hi:])
		hi += n
	}
	e := frames().words[strings.ToLower(string(src[at:hi]))]
	if e == nil {
		return false
	}
	for _, r := range e.roles {
		if r.role&(roleSubject|roleWhich|roleBut|roleAnd|roleAlso) != 0 {
			return true
		}
	}
	return len(e.frames) > 0
}

// entityEnd tells whether a semicolon ends an entity such as &amp;.
func entityEnd(src []byte, at int) bool {
	i := bytes.LastIndexByte(src[max(0, at-10):at], '&')
	return i >= 0 && bytes.IndexByte(src[max(0, at-10)+i:at], ' ') < 0
}

// blockTag tells whether the tag that holds an offset starts or ends a block of text.
func blockTag(src []byte, at int) bool {
	lo := at
	for lo > 0 && at-lo < 160 && src[lo] != '<' {
		lo--
	}
	if src[lo] != '<' {
		return false
	}
	name := src[lo+1 : min(len(src), lo+12)]
	name = bytes.TrimPrefix(name, []byte("/"))
	n := 0
	for n < len(name) && (isASCIIWord(name[n])) {
		n++
	}
	switch strings.ToLower(string(name[:n])) {
	case "p", "div", "li", "ul", "ol", "td", "th", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "section", "article", "dd", "dt",
		"title", "body", "html", "pre", "hr", "figcaption", "caption":
		return true
	}
	return false
}
