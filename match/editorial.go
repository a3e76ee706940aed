package match

import (
	"bytes"

	"example.com/verbatim/normalize"
)

// maxAnchors bounds the occurrences of one piece that a chain is started from.
const maxAnchors = 256

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
	if e.omits && !e.Ellipsis {
		if cut, at, ok := m.citations(e, t); ok {
			return m.joined(cut, t, at)
		}
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
	if e.notes {
		r.Folds = r.Folds.With(normalize.NoteMarks)
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
	case gapNote:
		return 0
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
			r.leadingBracket(p.bracket, t, &x.Spans[0])
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
		r.trailingBracket(e.last, e.attached, t, &r.Spans[len(r.Spans)-1])
	}
	r.elided(e, t)
	m.finishEditorial(e, &r)
	r.Similarity = similarity(r.Edits, runes)
	r.settle()
	return r, true
}

// append adds the facts of a piece.
func (m *Matcher) append(r *Match, x *Match) {
	r.Edits += x.Edits
	r.Words += x.Words
	r.Folds |= x.Folds
	r.Flags |= x.Flags
	r.Details = append(r.Details, x.Details...)
	r.Diff = append(r.Diff, x.Diff...)
	r.Partial = r.Partial || x.Partial
	if x.Grade == GradeFuzzy {
		r.Grade, r.Method = GradeFuzzy, MethodFuzzy
	}
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
