package match

import (
	"bytes"
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// maxAnchors bounds the occurrences of one piece that a chain is started from.
const maxAnchors = 256

// longElision is the number of source bytes an ellipsis may leave out before a reader must be told.
const longElision = 1500

// Editorial grades a quote with editorial marks against a text: its pieces must stand there in order. Pieces that are not there as they
// are may be there as fuzzy matches, each with a similarity of at least threshold. ok is false where a piece is not there at all.
func (m *Matcher) Editorial(e *Editorial, t *Text, threshold float64) (Match, bool) {
	if e.Kept != nil {
		if r, ok := m.whole(e, t); ok {
			return r, true
		}
	}
	if len(e.Pieces) == 0 {
		return Match{}, false
	}
	at, ok := m.chain(e, t)
	if ok {
		return m.joined(e, t, at)
	}
	return m.loose(e, t, threshold)
}

// whole tries the quote in one piece, with what stands in its brackets.
func (m *Matcher) whole(e *Editorial, t *Text) (Match, bool) {
	var q Quote
	q.Prepare(e.Kept, normalize.Literal)
	if len(q.Skeleton) == 0 {
		return Match{}, false
	}
	var best Match
	for _, pos := range occurrences(t.Skeleton.Bytes, q.Skeleton, maxAnchors) {
		r, ok := m.Confirm(&q, t, pos)
		if ok && !r.Partial && r.Better(&best) {
			best = r
		}
	}
	if best.Grade == GradeNone {
		return Match{}, false
	}
	m.finishEditorial(e, &best)
	best.settle()
	return best, true
}

func (m *Matcher) finishEditorial(e *Editorial, r *Match) {
	if e.Ellipsis {
		r.flag(FlagEllipsis, "", "")
	}
	if e.Alteration {
		r.flag(FlagAlteration, "", "")
	}
	if r.Grade != GradeFuzzy {
		r.Grade, r.Method = GradeNormalized, MethodEditorial
	}
}

// occurrences lists where part stands in whole, at most limit places.
func occurrences(whole, part []byte, limit int) []int {
	var at []int
	for from := 0; len(at) < limit; {
		i := bytes.Index(whole[from:], part)
		if i < 0 {
			break
		}
		at = append(at, from+i)
		from += i + 1
	}
	return at
}

// chain finds the pieces in order, as close together as they stand anywhere. at holds the skeleton place of each piece.
func (m *Matcher) chain(e *Editorial, t *Text) (best []int, ok bool) {
	sk := t.Skeleton.Bytes
	lists := make([][]int, len(e.Pieces))
	for i := range e.Pieces {
		p := &e.Pieces[i]
		if len(p.Quote.Skeleton) == 0 {
			return nil, false
		}
		for _, pos := range occurrences(sk, p.Quote.Skeleton, maxAnchors) {
			if m.onBorders(e, i, t, pos) {
				lists[i] = append(lists[i], pos)
			}
		}
		if len(lists[i]) == 0 {
			return nil, false
		}
	}
	at := make([]int, len(e.Pieces))
	span := 0
	for _, first := range lists[0] {
		at[0] = first
		end := first + len(e.Pieces[0].Quote.Skeleton)
		whole := true
		for i := 1; i < len(e.Pieces) && whole; i++ {
			next := after(lists[i], end)
			whole = next >= 0 && next-end <= gapLimit(e.Pieces[i].before)
			at[i] = next
			end = next + len(e.Pieces[i].Quote.Skeleton)
		}
		if whole && (best == nil || end-first < span) {
			best, span = append(best[:0], at...), end-first
		}
	}
	return best, best != nil
}

// onBorders tells whether a piece stands on word borders at a place; a bracket may cut the word beside it.
func (m *Matcher) onBorders(e *Editorial, i int, t *Text, pos int) bool {
	start, end := t.Bytes(pos, pos+len(e.Pieces[i].Quote.Skeleton))
	last := i+1 == len(e.Pieces)
	return (e.Pieces[i].before == gapBracket || !Cut(t.Source, start)) && (!last && e.Pieces[i+1].before == gapBracket || !Cut(t.Source, end))
}

func after(list []int, end int) int {
	for _, p := range list {
		if p >= end {
			return p
		}
	}
	return -1
}

func gapLimit(k gapKind) int {
	switch k {
	case gapBracket:
		return maxBracketGap
	case gapCitation:
		return maxCitationGap
	}
	return 1 << 40
}

// joined grades a chain of pieces.
func (m *Matcher) joined(e *Editorial, t *Text, at []int) (Match, bool) {
	r := Match{Grade: GradeNormalized, Method: MethodEditorial, Similarity: 1}
	runes := 0
	for i, pos := range at {
		p := &e.Pieces[i]
		x, ok := m.Confirm(&p.Quote, t, pos)
		if !ok {
			return Match{}, false
		}
		if i == 0 && p.before == gapBracket {
			start := x.Spans[0].Start
			m.leadingBracket(&r, p, t, &x.Spans[0])
			r.compareBracket(p.bracket, t, Span{x.Spans[0].Start, start})
		}
		if x.Partial && (p.before == gapBracket || i+1 < len(at) && e.Pieces[i+1].before == gapBracket) {
			start, end := t.Bytes(pos, pos+len(p.Quote.Skeleton))
			x.Spans, x.Partial, x.Flags, x.Details = []Span{wholeCharacters(t.Source, Span{start, end})}, false, 0, nil
			x.Grade = GradeNormalized
		}
		runes += p.Quote.Runes()
		m.append(&r, &x)
		if i > 0 {
			m.judgeGap(&r, p, t, x.Spans[0])
		} else {
			r.Spans = append(r.Spans, x.Spans[0])
		}
	}
	if e.trailing {
		last := &r.Spans[len(r.Spans)-1]
		end := last.End
		if w := nextSourceWord(t, last.End); replaceable(w.text, nil) {
			last.End = w.hi
		}
		r.compareBracket(e.last, t, Span{end, last.End})
	}
	m.finishEditorial(e, &r)
	r.Similarity = similarity(r.Edits, runes)
	r.settle()
	return r, true
}

// leadingBracket takes the word that a bracket at the start of the quote replaces into the span, where it is one that may be replaced.
func (m *Matcher) leadingBracket(r *Match, p *Piece, t *Text, span *Span) {
	u := t.units(span.Start-40, span.Start, false)
	ws := split(u)
	if len(ws) == 0 {
		return
	}
	w := ws[len(ws)-1]
	if replaceable(w.text, nil) {
		span.Start = int(u[w.lo].Start)
	}
}

// compareBracket raises the flags of numbers and negations that a bracket at an end of the quote adds to what it stands for, or hides.
func (m *Match) compareBracket(bracket []byte, t *Text, replaced Span) {
	var b Quote
	b.Prepare(bracket, normalize.Literal)
	m.compareMeaning(sideOf(b.Units(false), bracket), sideOf(t.units(replaced.Start, replaced.End, false), t.Source))
}

// nextSourceWord returns the word after an offset, lo and hi in source bytes.
func nextSourceWord(t *Text, at int) word {
	u := t.units(at, at+40, false)
	ws := split(u)
	if len(ws) == 0 {
		return word{lo: at, hi: at, text: "…"}
	}
	return word{lo: int(u[ws[0].lo].Start), hi: int(u[ws[0].hi-1].End), text: ws[0].text}
}

// append adds the facts of a piece.
func (m *Matcher) append(r *Match, x *Match) {
	r.Edits += x.Edits
	r.Folds |= x.Folds
	r.Flags |= x.Flags
	r.Details = append(r.Details, x.Details...)
	r.Diff = append(r.Diff, x.Diff...)
	r.Partial = r.Partial || x.Partial
	if x.Grade == GradeFuzzy {
		r.Grade, r.Method = GradeFuzzy, MethodFuzzy
	}
}

// judgeGap adds the next span of a chain and says what its gap left out.
func (m *Matcher) judgeGap(r *Match, p *Piece, t *Text, next Span) {
	last := &r.Spans[len(r.Spans)-1]
	gap := Span{last.End, max(next.Start, last.End)}
	omitted := t.units(gap.Start, gap.End, false)
	if p.before != gapEllipsis {
		last.End = max(last.End, next.End)
		if p.before == gapBracket {
			m.bracketGap(r, p, t, omitted)
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
	}
	if at := sentenceEndIn(t.Source, gap); at >= 0 {
		r.flag(FlagElisionRisk, "", string(bytes.TrimSpace(t.Source[wordBefore(t.Source, at):min(at+1, gap.End)])))
	}
	if gap.End-gap.Start > longElision {
		r.flag(FlagElisionRisk, "", "")
	}
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
			if lo := wordBefore(src, i); knownAbbreviation(strings.ToLower(string(src[lo:i]))) || i-lo == 1 || src[i] == '.' && isDigit(runeBefore(src, i)) {
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

// bracketGap judges a bracketed alteration: it is honest where it replaces a pronoun, an article or an ending, or adds words; where it
// replaces a content word the match is fuzzy, and numbers and negations are compared.
func (m *Matcher) bracketGap(r *Match, p *Piece, t *Text, omitted []normalize.Unit) {
	var b Quote
	b.Prepare(p.bracket, normalize.Literal)
	bu := b.Units(false)
	bracket, left := sideOf(bu, p.bracket), sideOf(omitted, t.Source)
	r.compareMeaning(bracket, left)
	for _, w := range left.words {
		if !replaceable(w.text, bracket.words) {
			r.Grade, r.Method = GradeFuzzy, MethodFuzzy
			r.Diff = append(r.Diff, Change{OpReplace, string(p.bracket), between(t.Source, omitted)})
			r.Edits += max(len(bu), len(omitted))
			return
		}
	}
}

// replaceable tells whether a bracket may stand for a word of the source: a pronoun, an article or demonstrative, or a word that the
// bracket only inflects.
func replaceable(w string, bracket []word) bool {
	switch w {
	case "he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs", "i", "we", "us", "our", "ours", "me", "my", "mine",
		"you", "your", "yours", "this", "that", "these", "those", "who", "whom", "whose", "which", "such", "the", "a", "an", "said", "one",
		"er", "sie", "es", "ihn", "ihm", "ihr", "der", "die", "das", "dieser", "diese", "dieses", "il", "elle", "ils", "elles", "lui", "leur", "le", "la",
		"les", "ce", "cette", "él", "ella", "ellos", "ellas", "lo", "los", "las", "egli", "ella ", "essa", "essi", "ele", "ela", "eles", "elas":
		return true
	}
	for _, b := range bracket {
		n := 0
		for n < len(b.text) && n < len(w) && b.text[n] == w[n] {
			n++
		}
		if n >= 3 && n >= len(w)-4 || len(bracket) == 1 && len(b.text) <= 3 && len(w) <= 3 {
			return true
		}
	}
	return false
}

// loose finds each piece as it is or as a fuzzy match, in whatever order, and flags the order where it is not the quote's.
func (m *Matcher) loose(e *Editorial, t *Text, threshold float64) (Match, bool) {
	r := Match{Grade: GradeFuzzy, Method: MethodFuzzy}
	runes, from := 0, 0
	ordered := true
	var scan Scan
	for i := range e.Pieces {
		p := &e.Pieces[i]
		n := p.Quote.Runes()
		x, end, ok := m.place(&p.Quote, t, from, threshold, &scan)
		if !ok {
			if x, end, ok = m.place(&p.Quote, t, 0, threshold, &scan); !ok {
				return Match{}, false
			}
			ordered = false
		}
		runes += n
		from = end
		m.append(&r, &x)
		// the texts may align a little before the place found on skeletons
		ordered = ordered && (i == 0 || x.Spans[0].Start >= r.Spans[len(r.Spans)-1].Start)
		if i > 0 && ordered {
			m.judgeGap(&r, p, t, x.Spans[0])
		} else {
			r.Spans = append(r.Spans, x.Spans[0])
		}
	}
	if !ordered {
		r.flag(FlagReordered, "", "")
	}
	m.finishEditorial(e, &r)
	r.Grade, r.Method = GradeFuzzy, MethodFuzzy
	r.Similarity = similarity(r.Edits, runes)
	return r, true
}

// place finds one piece at or after a skeleton place: as it is, else as the best fuzzy match. end is the skeleton place after it.
func (m *Matcher) place(q *Quote, t *Text, from int, threshold float64, scan *Scan) (Match, int, bool) {
	sk := t.Skeleton.Bytes
	if from >= len(sk) || len(q.Skeleton) == 0 {
		return Match{}, 0, false
	}
	for _, pos := range occurrences(sk[from:], q.Skeleton, 8) {
		if x, ok := m.Confirm(q, t, from+pos); ok && !x.Partial {
			return x, from + pos + len(q.Skeleton), true
		}
	}
	k := MaxEdits(q.Runes(), threshold)
	start, end, d, ok := scan.Best(q.Skeleton, sk[from:], k)
	if !ok {
		return Match{}, 0, false
	}
	x, ok := m.Fuzzy(q, t, from+start, from+end, d, k)
	return x, from + end, ok
}

// MaxEdits is the number of edits that a quote of n normalised runes may have at a similarity of at least threshold.
func MaxEdits(n int, threshold float64) int {
	return int((1-threshold)*float64(n) + 1e-9)
}
