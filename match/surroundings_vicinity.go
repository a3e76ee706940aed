package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Marks that stand between two words.
const (
	markComma uint8 = 1 << iota
	markColon
	markDash
	markOpen
	markClose
	markQuoted
	markAsk
)

// outsideWord is a word around a match: bytes [lo,hi) of the source. Where the match has no word of a script with spaces next to the words
// outside, one without bytes stands for it.
type outsideWord struct {
	lo, hi int
	form   string // normalised; empty where it was not asked for yet
	e      *lexeme
	class  wordClass // in plain text
	bit    uint64    // see lexeme.later; in plain text
	roles  role
	marks  uint8 // between it and the word before
	upper  bool  // its first letter is a capital
	digit  bool  // it starts with a digit
	apart  bool  // white space or a dash longer than a hyphen stands before it
}

// vicinity is what is looked at on one side of a match. list holds the words outside and the one of the match next to them. Its room is used
// again for the next match.
type vicinity struct {
	m                *Matcher
	t                *Text
	src              []byte
	match            Span
	list             []outsideWord
	found, governing []expression
	from             int   // bytes [from,to) of the source made the list
	to               int   // 0: there are none
	plain            bool  // of plain text, which holds no script without word spaces
	langs            langs // that the words are of, as far as their frequent words tell; 0: not looked for
	guess            bool  // too few of those tell it
	end              byte  // ? where a question ends behind the match
}

// look turns to a match.
func (c *vicinity) look(m *Matcher, t *Text, match Span) {
	c.m, c.t, c.src, c.match = m, t, t.Source, match
}

// before reads the words of a sentence before the match, from lo on, and the first word of it. It tells whether one of them may govern it.
func (c *vicinity) before(lo int) bool {
	start, end := c.match.Start, c.match.End
	hi := start
	for hi < end && !isLetter(runeAfter(c.src, hi)) && !isDigit(runeAfter(c.src, hi)) {
		hi += sizeAfter(c.src, hi)
	}
	for hi < end && hi-start < 64 && isLetter(runeAfter(c.src, hi)) && !spaceless(runeAfter(c.src, hi)) {
		hi += sizeAfter(c.src, hi)
	}
	hi = max(hi, start)
	if !c.reads(Span{lo, hi}, Span{lo, start}, start) {
		return false
	}
	if n := len(c.list); n == 0 || c.list[n-1].hi <= start {
		c.list = append(c.list, outsideWord{}) // the match starts with no word of a script with spaces
	}
	return true
}

// lead reads the line that a list hangs on as if the match stood behind it.
func (c *vicinity) lead(line Span) {
	if c.plain = c.readPlain(line.Start, line.End); !c.plain {
		c.readUnits(line.Start, line.End)
	}
	c.list = append(c.list, outsideWord{})
}

// after reads the last word of the match and the words of its sentence behind it, up to hi. It tells whether one of them may govern it.
func (c *vicinity) after(hi int) bool {
	start, end := c.match.Start, c.match.End
	lo := end
	for lo > start && !isLetter(runeBefore(c.src, lo)) && !isDigit(runeBefore(c.src, lo)) {
		lo -= runeLen(c.src, lo)
	}
	for lo > start && end-lo < 64 && isLetter(runeBefore(c.src, lo)) && !spaceless(runeBefore(c.src, lo)) {
		lo -= runeLen(c.src, lo)
	}
	if !c.reads(Span{lo, hi}, Span{end, hi}, end) {
		return false
	}
	c.end = 0
	for _, r := range string(c.src[runeStart(c.src, max(end, hi-4)):hi]) {
		if r == '?' || r == '？' || r == '؟' {
			c.end = '?'
		}
	}
	if len(c.list) == 0 || c.list[0].lo >= end {
		c.list = append(c.list, outsideWord{})
		copy(c.list[1:], c.list)
		c.list[0] = outsideWord{}
	}
	return true
}

// reads reads the words of a stretch of the source, of which a part lies outside of the match, unless nothing there may govern it. at is the
// end of the match between the two. What asks, behind the match, is read in any case.
func (c *vicinity) reads(all, outside Span, at int) bool {
	suspect, plain := c.suspectPlain(outside)
	asked := false
	if at == outside.Start {
		asked = bytes.IndexByte(c.src[at:outside.End], '?') >= 0 || (suspect || !plain) && asks(c.src[at:outside.End]) // the others are not plain
	}
	if plain && !suspect && !asked {
		return false
	}
	if c.plain = plain && c.readPlain(all.Start, all.End) && !c.cuts(at); c.plain {
		return asked || c.listed(outside)
	}
	if !asked && !frames().suspect(c.src[outside.Start:outside.End]) {
		return false
	}
	c.readUnits(all.Start, all.End)
	return true
}

// is tells whether word i is in a class.
func (c *vicinity) is(i int, k wordClass) bool {
	if c.plain {
		return c.list[i].class&k != 0
	}
	return k.has(c.list[i].form)
}

// cuts tells whether an end of the match cuts a word in two.
func (c *vicinity) cuts(at int) bool {
	for i := range c.list {
		if c.list[i].lo < at && at < c.list[i].hi {
			return true
		}
	}
	return false
}

// text returns word i in normal form.
func (c *vicinity) text(i int) string {
	x := &c.list[i]
	if x.form == "" && x.hi > x.lo {
		x.form = string(appendPlainWord(nil, c.src[x.lo:x.hi]))
	}
	return x.form
}

// readUnits splits a stretch of the source into words.
func (c *vicinity) readUnits(lo, hi int) {
	u := normalize.AppendUnits(c.m.su[:0], c.src, lo, hi, normalize.Options{Reading: c.t.Reading, Turkish: c.t.Turkish})
	c.m.su = u
	c.list, c.langs, c.guess, c.from, c.to = c.list[:0], 0, false, 0, 0
	if len(u) > 0 {
		c.from, c.to = int(u[0].Start), int(u[len(u)-1].End)
	}
	lex := frames()
	last := 0
	for _, w := range split(u) {
		x := outsideWord{lo: int(u[w.lo].Start), hi: int(u[w.hi-1].End), form: w.text, digit: isDigit(u[w.lo].R)}
		for i := last; i < w.lo; i++ {
			x.marks |= markOf(u[i].R)
			x.apart = x.apart || u[i].R == ' ' || longDash(c.src, int(u[i].Start))
		}
		last = w.hi
		x.e = lex.words[w.text]
		if x.e == nil && len(w.text) > 4 {
			x.e = lex.attached(w.text)
		}
		x.upper = unicode.IsUpper(runeAfter(c.src, x.lo))
		c.list = append(c.list, x)
	}
}

// attached looks up a word without what is written in one with it: French l' and Arabic w- and f-.
func (l *surroundingLexicon) attached(w string) *lexeme {
	switch r, n := utf8.DecodeRuneInString(w); r {
	case 'و', 'ف':
		return l.words[w[n:]]
	case 'n':
		if w[1] == '\'' {
			return l.words["ne"]
		}
	case 'q':
		if len(w) > 3 && w[:3] == "qu'" {
			return l.words["que"]
		}
	}
	return nil
}

func markOf(r rune) uint8 {
	switch r {
	case ',', '、', '،', '，':
		return markComma
	case ':', '：':
		return markColon
	case '-':
		return markDash
	case '(', '[':
		return markOpen
	case ')', ']':
		return markClose
	case '"', '«', '»', '“', '”', '「', '」':
		return markQuoted
	case '?', '¿', '？', '؟':
		return markAsk
	}
	return 0
}

// longDash tells whether a dash that is longer than a hyphen stands at an offset: —.
func longDash(src []byte, at int) bool {
	return src[at] == 0xE2 && at+2 < len(src) && (src[at+2] == 0x94 || src[at+2] == 0x95)
}

// sizeAfter returns how many bytes the rune at an offset takes.
func sizeAfter(src []byte, at int) int {
	_, n := utf8.DecodeRune(src[at:])
	return n
}
