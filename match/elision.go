package match

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
)

// longElision is the number of source bytes an ellipsis may leave out before a reader must be told.
const longElision = 1500

// clauseWindow is how many source bytes beside an ellipsis at an end of the quote are looked at for the rest of the clause.
const clauseWindow = 300

// judgeGap adds the next span of a chain and says what its gap left out.
func (m *Matcher) judgeGap(r *Match, p *Piece, t *Text, next Span) {
	last := &r.Spans[len(r.Spans)-1]
	gap := Span{last.End, max(next.Start, last.End)}
	omitted := t.units(gap.Start, gap.End, false)
	if p.before != gapEllipsis {
		last.End = max(last.End, next.End)
		switch p.before {
		case gapBracket:
			r.bracketGap(p.bracket, p.attached, t, gap)
		case gapCitation:
			r.citationGap(t, gap, omitted)
		case gapNote:
			r.noteGap(p.bracket, t, omitted)
		}
		return
	}
	r.Spans = append(r.Spans, next)
	r.Omitted = append(r.Omitted, trimmed(t.Source, gap))
	ws := split(omitted)
	apart := setOff(t.Source[gap.Start:gap.End])
	for _, x := range negations(omitted, ws) {
		f := FlagNegationChanged
		if apart || closesSentence(t.Source, Span{int(omitted[x.hi-1].End), gap.End}) {
			f = FlagElisionRisk // it does not govern the words quoted after it
		}
		r.flag(f, "", between(t.Source, omitted[x.lo:x.hi]))
	}
	for i := range ws {
		if words().conditions[ws[i].text] {
			r.flag(FlagElisionRisk, "", between(t.Source, omitted[ws[i].lo:ws[i].hi]))
		}
		if n := exceptionAt(ws, i); n > 0 {
			f := FlagNegationChanged
			if apart || closesSentence(t.Source, Span{int(omitted[ws[i].hi-1].End), gap.End}) {
				f = FlagElisionRisk
			}
			r.flag(f, "", between(t.Source, omitted[ws[i].lo:ws[i+n-1].hi]))
		}
	}
	if at := sentenceEndIn(t.Source, gap); at >= 0 && len(ws) > 0 {
		r.flag(FlagElisionRisk, "", string(bytes.TrimSpace(t.Source[wordBefore(t.Source, at):min(at+1, gap.End)])))
	}
	if clause := newClause(t.Source[gap.Start:gap.End]); clause != "" && !apart {
		r.flag(FlagElisionRisk, "", clause)
	}
	r.cutNumber(t, gap.Start)
	r.cutNumber(t, gap.End)
	if gap.End-gap.Start > longElision {
		r.flag(FlagElisionRisk, "", "")
	}
}

// elidedExceptions are the words and phrases of lexicon/elided_exceptions.txt, by their first word.
var elidedExceptions = sync.OnceValue(func() map[string][][]string {
	list := map[string][][]string{}
	eachLine("lexicon/elided_exceptions.txt", func(line string) {
		if f := strings.Fields(line); line[0] != '[' {
			list[f[0]] = append(list[f[0]], f)
		}
	})
	return list
})

// exceptionAt returns how many words from word i make an exception, 0 where they make none.
func exceptionAt(ws []word, i int) int {
	for _, phrase := range elidedExceptions()[ws[i].text] {
		n := 0
		for n < len(phrase) && i+n < len(ws) && ws[i+n].text == phrase[n] {
			n++
		}
		if n == len(phrase) {
			return n
		}
	}
	return 0
}

// trimmed narrows a span by the white space at its ends.
func trimmed(src []byte, s Span) Span {
	text := src[s.Start:s.End]
	start := s.Start + len(text) - len(bytes.TrimLeftFunc(text, unicode.IsSpace))
	return Span{start, start + len(bytes.TrimSpace(text))}
}

// sentenceEndIn returns where a sentence ends inside omitted text, with more after it, -1 where none does.
func sentenceEndIn(src []byte, gap Span) int {
	for i := gap.Start; i < gap.End; i++ {
		switch {
		case src[i] == '.' || src[i] == '!' || src[i] == '?':
			if i > 0 && isLetter(runeBefore(src, i)) && !unicode.IsSpace(runeAfter(src, i+1)) && runeAfter(src, i+1) != 0 && !strings.ContainsRune("\"')”’", runeAfter(src, i+1)) {
				continue // inside a word
			}
			if lo := wordBefore(src, i); knownAbbreviation.has(strings.ToLower(string(src[lo:i]))) || i-lo == 1 || src[i] == '.' && isDigit(runeBefore(src, i)) {
				continue
			}
			return i
		case bytes.HasPrefix(src[i:gap.End], []byte("。")):
			return i
		}
	}
	return -1
}

// wordBefore returns the start of the word that ends at an offset.
func wordBefore(src []byte, at int) int {
	for at > 0 && isLetter(runeBefore(src, at)) {
		at -= runeLen(src, at)
	}
	return at
}

// setOff tells whether omitted text is an insertion between commas, dashes or parentheses.
func setOff(gap []byte) bool {
	g := strings.TrimSpace(string(gap))
	open := strings.IndexAny(g, ",;(—–-") == 0
	return open && len(g) > 1 && strings.LastIndexAny(g, ",;)—–-") >= len(g)-3
}

// closesSentence tells whether a sentence or a paragraph ends in a stretch of the source, its last character included.
func closesSentence(src []byte, s Span) bool {
	text := src[s.Start:s.End]
	if bytes.Contains(text, []byte("\n\n")) || bytes.Contains(text, []byte("。")) {
		return true
	}
	for i, b := range text {
		if (b == '.' || b == '!' || b == '?' || b == ';') && (i+1 == len(text) || strings.IndexByte(" \t\r\n\"')", text[i+1]) >= 0 || text[i+1] >= 0x80) {
			return true
		}
	}
	return false
}

// elided looks at what an ellipsis at an end of the quote leaves out of the clause.
func (m *Match) elided(e *Editorial, t *Text) {
	if e.Pieces[0].before == gapEllipsis {
		m.elidedEdge(t, m.Spans[0], true)
	}
	if e.openEnd {
		m.elidedEdge(t, m.Spans[len(m.Spans)-1], false)
	}
}

// elidedEdge raises elision_risk where an ellipsis at an end of the quote leaves out words of the same clause that govern it: a negation
// before it, a negation or a condition right after it. A number that is cut there is another number.
func (m *Match) elidedEdge(t *Text, span Span, before bool) {
	var rest Span
	if before {
		rest = Span{clauseStart(t.Source, span.Start), span.Start}
		m.cutNumber(t, span.Start)
	} else {
		rest = Span{span.End, clauseEnd(t.Source, span.End)}
		m.cutNumber(t, span.End)
	}
	if rest.Start >= rest.End {
		return
	}
	u := t.units(rest.Start, rest.End, false)
	ws := split(u)
	for _, x := range negations(u, ws) {
		if before || len(ws) > 0 && x.lo <= ws[min(2, len(ws)-1)].lo {
			m.flag(FlagElisionRisk, "", between(t.Source, u[x.lo:x.hi]))
		}
	}
	for i := range ws {
		if words().conditions[ws[i].text] {
			m.flag(FlagElisionRisk, "", between(t.Source, u[ws[i].lo:ws[i].hi]))
		}
	}
}

// clauseStart returns where the clause that goes on at an offset starts: after the end of a sentence, or after a comma that does not close an
// insertion before the offset.
func clauseStart(src []byte, at int) int {
	lo := runeStart(src, max(0, at-clauseWindow))
	text := src[lo:at]
	start := 0
	if i := bytes.LastIndex(text, []byte("\n\n")); i >= 0 {
		start = i + 2
	}
	for i := start; i < len(text); {
		end := sentenceEndIn(src, Span{lo + i, at})
		if end < 0 {
			break
		}
		i = end + 1 - lo
		start = i
	}
	rest := text[start:]
	if i := bytes.LastIndexAny(rest, ",;:"); i >= 0 && len(bytes.TrimSpace(rest[i+1:])) > 0 {
		start += i + 1
	}
	return lo + start
}

// clauseEnd returns where the sentence that goes on at an offset ends.
func clauseEnd(src []byte, at int) int {
	hi := runeStart(src, min(len(src), at+clauseWindow))
	if i := bytes.Index(src[at:hi], []byte("\n\n")); i >= 0 {
		hi = at + i
	}
	if end := sentenceEndIn(src, Span{at, hi}); end >= 0 {
		return end
	}
	return hi
}

// cutNumber raises number_changed where an ellipsis cuts a number of the source in two: twenty … five.
func (m *Match) cutNumber(t *Text, at int) {
	u := t.units(at-40, at+40, false)
	list := numbers(u, t.Source)
	for i := range list {
		lo, hi := int(u[list[i].lo].Start), int(u[list[i].hi-1].End)
		if lo < at && at < hi && !(lo <= at-40) {
			m.flag(FlagNumberChanged, "", string(t.Source[lo:hi]))
		}
	}
}

// newClause returns the words with which omitted text starts a clause that the words quoted after the ellipsis belong to, whose subject was
// left out with it; "" where it starts none.
func newClause(gap []byte) string {
	text := strings.TrimSpace(string(gap))
	if text == "" || len(text) > longElision || strings.ContainsAny(text[len(text)-1:], ",;:.)") {
		return ""
	}
	fields := strings.Fields(text)
	for i := len(fields) - 2; i >= 1; i-- {
		if joins := conjunction.has(strings.ToLower(fields[i])); !joins && !strings.HasSuffix(fields[i], ";") {
			continue
		} else if joins && !strings.HasSuffix(fields[i-1], ",") && !hasAuxiliary(fields[:i]) {
			continue
		} else if joins && strings.Count(text, ",") > 1 && !hasAuxiliary(fields[:i]) {
			continue // the last of a list
		}
		return strings.Join(fields[i:], " ")
	}
	return ""
}

func hasAuxiliary(ws []string) bool {
	for _, w := range ws {
		if auxiliary.has(strings.ToLower(strings.Trim(w, ",.;"))) {
			return true
		}
	}
	return false
}
