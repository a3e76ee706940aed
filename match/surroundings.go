package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// maxGoverning is how many expressions outside of a quote are told at most.
const maxGoverning = 4

// Surroundings raises truncation_risk where the sentence that a match stands in goes on outside of it with words that govern what it says: a
// negation, a condition, an exception, a hedge, a question or an attribution. It is asked once, for the place that was chosen, and reads
// nothing but the source around it.
func (m *Matcher) Surroundings(q *Quote, t *Text, r *Match) {
	if len(r.Spans) == 0 {
		return
	}
	r.cutMeaning(q.Raw, t.Source)
	start, end := r.Start(), r.End()
	lo, item := sentenceStart(t, trimLeft(t.Source, firstLetter(t.Source, start, end)))
	var c vicinity
	if lo < start && frames().suspect(t.Source[lo:start]) {
		c.before(m, t, lo, start, end)
		c.governedFromBefore(r, false)
	}
	if item {
		if s, ok := leadIn(t.Source, lo); ok {
			from, _ := sentenceStart(t, trimMark(t.Source, s.End))
			c.lead(m, t, Span{max(from, s.Start), s.End}, start, end)
			c.governedFromBefore(r, true)
		}
	}
	if !endsWhole(t.Source, end) && !startsAnother(t.Source, start, end) {
		if hi := sentenceStop(t, end); asks(t.Source[end:hi]) || frames().suspect(t.Source[end:hi]) {
			c.after(m, t, start, end, hi)
			c.governedFromBehind(r, q.Raw)
		}
	}
	r.danglingPronoun(t)
}

// firstLetter returns where the first letter or digit of a match stands.
func firstLetter(src []byte, start, end int) int {
	for at := start; at < end; {
		r, n := utf8.DecodeRune(src[at:])
		if isLetter(r) || isDigit(r) {
			return at
		}
		at += n
	}
	return start
}

// startsAnother tells whether a match takes no more than a word of its last sentence, which it was hardly meant to hold.
func startsAnother(src []byte, start, end int) bool {
	at := end
	for at > start && isLetter(runeBefore(src, at)) && end-at < longestWord {
		at -= runeLen(src, at)
	}
	for at > start && (src[at-1] == ' ' || src[at-1] == '\n') && end-at < longestWord {
		at--
	}
	return at < end && at > start && (src[at-1] == '.' || src[at-1] == '!' || src[at-1] == '?') && sentenceEndsAt(src, at-1)
}

// trimLeft moves an offset back over white space and opening marks.
func trimLeft(src []byte, at int) int {
	for at > 0 {
		r, n := utf8.DecodeLastRune(src[:at])
		if r == '\n' || !unicode.IsSpace(r) && r != '"' && r != '“' && r != '«' && r != '„' && r != '‘' && r != '(' {
			break
		}
		at -= n
	}
	return at
}

// trimMark moves an offset back over white space and one mark of punctuation.
func trimMark(src []byte, at int) int {
	s := bytes.TrimRight(src[:at], " \t\r\n")
	if len(s) > 0 && s[len(s)-1] < 0x80 && !isASCIIWord(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return len(s)
}

// asks tells whether a stretch of text holds a question mark.
func asks(text []byte) bool {
	return bytes.IndexByte(text, '?') >= 0 || bytes.Contains(text, []byte("？")) || bytes.Contains(text, []byte("؟"))
}

// endsWhole tells whether a match ends with the mark that ends its sentence.
func endsWhole(src []byte, end int) bool {
	i := end
	for i > 0 {
		r, n := utf8.DecodeLastRune(src[:i])
		switch r {
		case '"', '\'', ')', ']', '”', '’', '»', ' ', '\n', '\t', '\r', '」', '』':
			i -= n
			continue
		case '.', '!', '?':
			return sentenceEndsAt(src, i-1)
		case ';':
			return !entityEnd(src, i-1)
		}
		return wideEnd(r) && !closesQuoted(src, i)
	}
	return false
}

// cutMeaning raises the flag where the match starts inside of a word that negates the word quoted (legal of illegal), or ends inside of one
// that is longer by more than an ending (act of actuarial).
func (r *Match) cutMeaning(quote, src []byte) {
	if !r.Partial {
		return
	}
	start, end := r.Start(), r.End()
	if q, s := firstLetters(quote), firstLetters(src[start:min(end, start+longestWord)]); len(q) > 0 && len(s) > len(q) &&
		bytes.EqualFold(s[len(s)-len(q):], q) && prefixed(string(bytes.ToLower(s)), string(bytes.ToLower(q))) {
		r.flag(FlagTruncationRisk, string(q), string(s))
	}
	if q, s := lastLetters(quote), lastLetters(src[max(start, end-longestWord):end]); len(q) >= 3 && len(s) >= len(q)+4 && bytes.EqualFold(s[:len(q)], q) {
		r.flag(FlagTruncationRisk, string(q), string(s))
	}
}

// firstLetters and lastLetters return the run of letters that a text starts or ends with, marks at its ends aside.
func firstLetters(text []byte) []byte {
	text = bytes.TrimLeftFunc(text, func(r rune) bool { return !isLetter(r) })
	if i := bytes.IndexFunc(text, func(r rune) bool { return !isLetter(r) }); i >= 0 {
		return text[:i]
	}
	return text
}

func lastLetters(text []byte) []byte {
	text = bytes.TrimRightFunc(text, func(r rune) bool { return !isLetter(r) })
	if i := bytes.LastIndexFunc(text, func(r rune) bool { return !isLetter(r) }); i >= 0 {
		_, n := utf8.DecodeRune(text[i:])
		return text[i+n:]
	}
	return text
}

// danglingPronoun raises the flag where an ellipsis leaves out the sentence that a pronoun which is quoted after it points at.
func (r *Match) danglingPronoun(t *Text) {
	for i := 1; i < len(r.Spans); i++ {
		gap := Span{r.Spans[i-1].End, r.Spans[i].Start}
		if gap.Start >= gap.End || gap.End > len(t.Source) || !closesSentence(t.Source, Span{max(gap.Start, gap.End-8), gap.End}) {
			continue
		}
		at := gap.End
		hi := min(at+24, r.Spans[i].End)
		first := firstLetters(t.Source[at:hi])
		if len(first) > 1 && first[0] < 'a' && first[1] >= 'a' && pointing.has(string(bytes.ToLower(first))) {
			next := bytes.ToLower(firstLetters(t.Source[at+bytes.Index(t.Source[at:hi], first)+len(first) : hi]))
			if e := frames().words[string(next)]; e != nil && len(e.roles) > 0 && e.roles[0].role == roleFinite {
				r.flag(FlagTruncationRisk, string(first), string(bytes.TrimSpace(t.Source[max(gap.Start, runeStart(t.Source, gap.End-160)):gap.End])))
			}
		}
	}
}

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

// outsideWord is a word around a match.
type outsideWord struct {
	word
	e     *lexeme
	roles role
	marks uint8 // between it and the word before
	upper bool  // its first letter is a capital
}

// vicinity is what is looked at on one side of a match. list holds the words outside and the one of the match next to them.
type vicinity struct {
	m     *Matcher
	u     []normalize.Unit
	src   []byte
	list  []outsideWord
	langs langs // that the words are of, as far as their frequent words tell; 0: not looked for
	guess bool  // too few of those tell it
	match Span
	t     *Text
	end   byte // ? where a question ends behind the match
}

// before reads the words of a sentence before a match and the first word of it.
func (c *vicinity) before(m *Matcher, t *Text, lo, start, end int) {
	hi := start
	for hi < end && !isLetter(runeAfter(t.Source, hi)) && !isDigit(runeAfter(t.Source, hi)) {
		_, n := utf8.DecodeRune(t.Source[hi:])
		hi += n
	}
	for hi < end && hi-start < 64 && isLetter(runeAfter(t.Source, hi)) && !spaceless(runeAfter(t.Source, hi)) {
		_, n := utf8.DecodeRune(t.Source[hi:])
		hi += n
	}
	c.read(m, t, lo, max(hi, start), Span{start, end})
	if len(c.list) == 0 || int(c.u[c.list[len(c.list)-1].hi-1].End) <= start {
		c.list = append(c.list, outsideWord{word: word{lo: len(c.u), hi: len(c.u)}}) // the match starts with no word of a script with spaces
	}
}

// lead reads the line that a list hangs on as if the match stood behind it.
func (c *vicinity) lead(m *Matcher, t *Text, line Span, start, end int) {
	c.read(m, t, line.Start, line.End, Span{start, end})
	c.list = append(c.list, outsideWord{word: word{lo: len(c.u), hi: len(c.u)}})
}

// after reads the last word of a match and the words of its sentence behind it.
func (c *vicinity) after(m *Matcher, t *Text, start, end, hi int) {
	lo := end
	for lo > start && !isLetter(runeBefore(t.Source, lo)) && !isDigit(runeBefore(t.Source, lo)) {
		lo -= runeLen(t.Source, lo)
	}
	for lo > start && end-lo < 64 && isLetter(runeBefore(t.Source, lo)) && !spaceless(runeBefore(t.Source, lo)) {
		lo -= runeLen(t.Source, lo)
	}
	c.read(m, t, lo, hi, Span{start, end})
	c.end = 0
	for _, r := range string(t.Source[runeStart(t.Source, max(end, hi-4)):hi]) {
		if r == '?' || r == '？' || r == '؟' {
			c.end = '?'
		}
	}
	if len(c.list) == 0 || int(c.u[c.list[0].lo].Start) >= end {
		c.list = append([]outsideWord{{}}, c.list...)
	}
}

// read splits a stretch of the source into words.
func (c *vicinity) read(m *Matcher, t *Text, lo, hi int, match Span) {
	m.su = normalize.AppendUnits(m.su[:0], t.Source, lo, hi, normalize.Options{Reading: t.Reading, Turkish: t.Turkish})
	c.m, c.u, c.src, c.match, c.t = m, m.su, t.Source, match, t
	c.list, c.langs, c.guess = c.list[:0], 0, false
	lex := frames()
	last := 0
	words := split(c.u)
	if cap(c.list) <= len(words) {
		c.list = make([]outsideWord, 0, len(words)+1) // callers add the match where it has no word of its own
	}
	for _, w := range words {
		x := outsideWord{word: w}
		for _, u := range c.u[last:w.lo] {
			x.marks |= markOf(u.R)
		}
		last = w.hi
		x.e = lex.words[w.text]
		if x.e == nil && len(w.text) > 4 {
			x.e = lex.attached(w.text)
		}
		x.upper = unicode.IsUpper(runeAfter(c.src, int(c.u[w.lo].Start)))
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
