package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"
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
	c := &m.vicinity
	c.look(m, t, Span{start, end})
	if lo < start && c.before(lo) {
		c.governedFromBefore(r, false)
	}
	if item {
		if s, ok := leadIn(t.Source, lo); ok {
			from, _ := sentenceStart(t, trimMark(t.Source, s.End))
			c.lead(Span{max(from, s.Start), s.End})
			c.governedFromBefore(r, true)
		}
	}
	if !endsWhole(t.Source, end) && !startsAnother(t.Source, start, end) {
		if c.after(sentenceStop(t, end)) {
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
