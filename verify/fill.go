package verify

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/match"
)

// fill writes the place chosen among several into the result.
func (b *inquiry) fill(list []place) {
	b.resolveHint(list[0].text.Source)
	p, r := b.decide(list), b.r
	m := &p.match
	d := b.s.c.snap.Document(p.doc)
	r.SourceID, r.SourceHash = d.ID, p.text.HashName
	r.Grade, r.Method, r.Similarity = m.Grade, m.Method, m.Similarity
	if r.Score = m.Method.Score(); m.Method == match.MethodFuzzy {
		r.Score = m.Similarity
	}
	src := p.text.Source
	r.Spans = b.s.arena.spans.next(len(m.Spans))
	for i, sp := range m.Spans {
		from, to := b.s.o.Offsets.of(src, sp.Start, sp.End)
		text := b.q.Text
		if m.Method != match.MethodString { // else these are its very bytes
			text = b.s.arena.copy(src[sp.Start:sp.End])
		}
		r.Spans[i] = Span{Start: sp.Start, End: sp.End, From: from, To: to, Text: text}
	}
	for _, o := range m.Omitted {
		r.Omitted = append(r.Omitted, string(src[o.Start:o.End]))
	}
	start, end := m.Start(), m.End()
	if len(r.Spans) == 1 {
		r.SourceText = r.Spans[0].Text
	} else {
		r.SourceText = joinSpans(r.Spans)
	}
	b.chosen, b.core = p, coreOf(p)
	r.Context = b.s.context(src, start, end)
	r.Occurrences = len(list) + b.equal + list[0].also
	if n := m.Folds.Len(); n > 0 {
		r.Folds = m.Folds.AppendNames(b.s.arena.names.next(n)[:0])
	}
	b.s.matcher.Surroundings(&b.s.quote, b.s.viewOf(p), m)
	r.Flags, r.FlagDetails, r.Diff, r.ChangedWords, r.MisreadWords = m.Flags, m.Details, m.Diff, m.Words, m.Misread
	if b.unclear {
		r.Flags = r.Flags.Set(match.FlagAmbiguous)
		r.FlagDetails = append(r.FlagDetails, b.twins...)
	}
	b.s.c.pages(p.text).number(r, src, b.q.Page)
	if short(&b.s.quote) {
		r.Flags = r.Flags.Set(match.FlagShort)
	}
	if b.hintStart >= 0 && b.hintApplies(r.SourceHash) && (b.hintStart != start || b.hintEnd >= 0 && b.hintEnd != end) && !b.hintFits(p) {
		r.Flags = r.Flags.Set(match.FlagOffsetsWrong)
	}
}

// resolveHint turns the caller's offsets into bytes of the text.
func (b *inquiry) resolveHint(src []byte) {
	b.hintStart, b.hintEnd = b.q.Start, b.q.End
	if b.q.Start == 0 && b.q.End == 0 {
		b.hintStart, b.hintEnd = -1, -1
		return
	}
	if b.s.o.Offsets != OffsetByte && b.q.Start >= 0 {
		b.hintStart = b.s.o.Offsets.bytes(src, b.q.Start)
		if b.q.End >= 0 {
			b.hintEnd = b.s.o.Offsets.bytes(src, b.q.End)
		}
	}
}

func joinSpans(spans []Span) string {
	var buf []byte
	for i, s := range spans {
		if i > 0 {
			buf = append(buf, " … "...)
		}
		buf = append(buf, s.Text...)
	}
	return string(buf)
}

// hintApplies tells whether the caller's offsets are about the text that matched: those into a version that the quote is pinned to are not
// wrong because the text before the passage grew since.
func (b *inquiry) hintApplies(hash string) bool {
	return b.r.Version != VersionChanged || strings.EqualFold(b.q.SourceHash, hash)
}

// hintFits tells whether the caller's offsets name the same words, give or take white space and marks at the ends.
func (b *inquiry) hintFits(p *place) bool {
	src := p.text.Source
	lo, hi := b.hintStart, b.hintEnd
	if lo < 0 || hi < lo || hi > len(src) {
		return false
	}
	if p.match.Partial && lo >= p.match.Start() && hi <= p.match.End() {
		return true // the span was widened to whole words
	}
	trimLo, trimHi := trimMarks(src, lo, hi)
	lo2, hi2 := trimMarks(src, p.match.Start(), p.match.End())
	return trimLo == lo2 && trimHi == hi2
}

// trimMarks narrows a span by the white space and punctuation at its ends.
func trimMarks(src []byte, lo, hi int) (int, int) {
	for lo < hi {
		r, n := utf8.DecodeRune(src[lo:hi])
		if !unicode.IsSpace(r) && !unicode.IsPunct(r) {
			break
		}
		lo += n
	}
	for hi > lo {
		r, n := utf8.DecodeLastRune(src[lo:hi])
		if !unicode.IsSpace(r) && !unicode.IsPunct(r) {
			break
		}
		hi -= n
	}
	return lo, hi
}

// short tells whether a quote is too short to mean much: fewer than twelve letters and digits and fewer than three words; in scripts
// without word spaces, fewer than four characters.
func short(q *match.Quote) bool {
	n := len(q.Skeleton)
	if n >= 12 {
		return false
	}
	wide := 0
	for _, c := range q.Skeleton {
		if c >= 0x80 {
			wide++
		}
	}
	if wide*2 > n {
		return n < 4
	}
	return len(bytes.Fields(q.Raw)) < 3
}

// contextReach is how many bytes of context are given on each side at most.
const contextReach = 240

// context gives the source text around a match, cut at sentence ends where one is near.
func (s *searcher) context(src []byte, start, end int) *Context {
	lo, hi := max(0, start-contextReach), min(len(src), end+contextReach)
	for lo > 0 && lo < start && !utf8.RuneStart(src[lo]) {
		lo++
	}
	for hi < len(src) && hi > end && !utf8.RuneStart(src[hi]) {
		hi--
	}
	before, after := src[lo:start], src[end:hi]
	// the sentence that the quote stands in, and no more
	for i := len(before) - 2; i > 0; i-- {
		if closesSentence[before[i]] && sentenceEnds(before[i], before[i+1]) {
			before = before[i+1:]
			break
		}
	}
	for i := 0; i+1 < len(after); i++ {
		if closesSentence[after[i]] && sentenceEnds(after[i], after[i+1]) {
			after = after[:i+1]
			break
		}
	}
	c := s.arena.contexts.one()
	c.Before, c.After = s.arena.copy(bytes.TrimLeft(before, " \t\r\n")), s.arena.copy(bytes.TrimRight(after, " \t\r\n"))
	return c
}

// closesSentence marks the bytes that sentenceEnds may take first: few, so that the search for them is guessed right.
var closesSentence = [256]bool{'.': true, '!': true, '?': true, '\n': true}

func sentenceEnds(a, b byte) bool {
	return (a == '.' || a == '!' || a == '?') && (b == ' ' || b == '\n' || b == '\r') || a == '\n' && b == '\n'
}
