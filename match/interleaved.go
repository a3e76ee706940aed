package match

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Interleaver grades quotes between whose words the page has put foreign pieces: running heads and feet, page, verse and line numbers, note
// marks, footnotes, speakers' names. It takes the pieces out of both texts and lets the ladder judge what is left. It keeps its buffers
// between calls and must not be used by two goroutines at once.
type Interleaver struct {
	m             Matcher
	pages, qPages pageReader
	fore, back    walk
	diagonals     []vote
	q, t          []byte // reversed
	qs, ts        []skip
	qm, tm        []skip // mirrored
	text, quote   cutText
	sk            normalize.Skeleton
	cutQuote      Quote
	scan          Scan
	runs          []run
	letters       []int32 // see reached
}

// vote is how many seeds lie on one diagonal.
type vote struct {
	diagonal, count, q, t int
}

// Limits of the search.
const (
	tryDiagonals   = 8       // diagonals that a walk is begun on
	foreignReach   = 1500    // skeleton bytes of foreign text, beyond the quote's own length
	longestLine    = 4096    // bytes to the end of a line that is looked for
	looseLimit     = 1 << 13 // bytes of a quote that is aligned when its words are not all there
	contextMargin  = 512     // source bytes on both sides of a match that are given to the ladder
	looseDiagonals = 2
	seedMiddle     = 3 // a seed is at least twice as long
)

// Places looks for a quote with foreign pieces in one text. seeds are k-mers that both have in common, in any order. f gives what was learnt
// from the text. The list is empty where the quote is not there as form alone but for the pieces, nor within maxEdits; it has several places
// only where it is there as form alone. chained: pages are read only where stretches of the quote follow each other, as Chained tells.
func (x *Interleaver) Places(q *Quote, t *Text, seeds []Seed, chained bool, f func() *Furniture, maxEdits int) []Match {
	if len(q.Skeleton) == 0 || len(t.Skeleton.Bytes) == 0 {
		return nil
	}
	if list := x.around(q, t, seeds, chained, f, maxEdits); len(list) > 0 {
		return list
	}
	m, ok := x.segments(q, t)
	if !ok {
		m, ok = x.inDoubled(q, t, f())
	}
	if !ok {
		return nil
	}
	return []Match{m}
}

// around looks where the seeds are.
func (x *Interleaver) around(q *Quote, t *Text, seeds []Seed, chained bool, f func() *Furniture, maxEdits int) []Match {
	x.count(seeds)
	if chained {
		x.Chained(q.Skeleton, t.Skeleton.Bytes, seeds)
	}
	var furniture *Furniture
	var list []Match
	var w stretch
	at, skipped := 0, false // the diagonal that w is around; whether w was not read
	for k, v := range x.diagonals[:min(len(x.diagonals), tryDiagonals)] {
		if v.count*4 < x.diagonals[0].count {
			break
		}
		fresh := k == 0 || v.diagonal < at-foreignReach/2 || v.diagonal > at+foreignReach/2
		if fresh {
			var ok bool
			if w, ok = x.window(q, t, v); !ok {
				continue
			}
			at = v.diagonal
			if skipped = chained && !x.chainedIn(len(q.Skeleton), w.from, w.to); skipped {
				continue
			}
			if furniture == nil {
				furniture = f()
				x.readQuote(q, furniture)
			}
			x.readText(t, w, furniture)
		} else if skipped {
			continue
		}
		if len(x.ts) == 0 && len(x.qs) == 0 {
			continue
		}
		m, ok := x.exactly(q, t, w, v)
		if !ok && fresh && k < looseDiagonals && len(q.Raw) <= looseLimit {
			m, ok = x.loosely(q, t, w, maxEdits)
		}
		if ok {
			list = withPlace(list, m)
		}
	}
	return list
}

// withPlace adds a match to a list of the best: as many as there are of form alone, or one.
func withPlace(list []Match, m Match) []Match {
	if len(list) == 0 {
		return append(list, m)
	}
	if m.Grade == GradeNormalized && list[0].Grade == GradeNormalized {
		for i := range list {
			if m.Start() < list[i].End() && list[i].Start() < m.End() {
				if m.Better(&list[i]) {
					list[i] = m
				}
				return list
			}
		}
		return append(list, m)
	}
	if m.Better(&list[0]) {
		list = append(list[:0], m)
	}
	return list
}

// count groups the seeds by diagonal, those with most seeds first.
func (x *Interleaver) count(seeds []Seed) {
	x.diagonals = x.diagonals[:0]
	for _, s := range seeds {
		x.diagonals = append(x.diagonals, vote{int(s.T) - int(s.Q), 1, int(s.Q), int(s.T)})
	}
	slices.SortFunc(x.diagonals, func(a, b vote) int { return cmp.Or(a.diagonal-b.diagonal, a.q-b.q) })
	out := x.diagonals[:0]
	for i := 0; i < len(x.diagonals); {
		j := i
		for j < len(x.diagonals) && x.diagonals[j].diagonal == x.diagonals[i].diagonal {
			j++
		}
		v := x.diagonals[(i+j)/2] // the first and last may reach into a foreign piece, and so may the ends of each
		v.count, v.q, v.t = j-i, v.q+seedMiddle, v.t+seedMiddle
		out = append(out, v)
		i = j
	}
	slices.SortFunc(out, func(a, b vote) int { return cmp.Or(b.count-a.count, a.diagonal-b.diagonal) })
	x.diagonals = out
}

// stretch is the part of a text that a walk may reach: in skeleton places and in bytes.
type stretch struct{ from, to, lo, hi int }

// window is the stretch around a diagonal, to the ends of its lines.
func (x *Interleaver) window(q *Quote, t *Text, v vote) (stretch, bool) {
	n := len(q.Skeleton)
	reach := foreignReach + n
	w := stretch{from: max(0, v.t-v.q-reach), to: min(len(t.Skeleton.Bytes), v.t+n-v.q+reach)}
	if w.from >= w.to {
		return w, false
	}
	w.lo, w.hi = t.Bytes(w.from, w.to)
	w.lo, w.hi = lineLeft(t.Source, w.lo), lineRight(t.Source, w.hi)
	w.from, w.to = skeletonAt(t, w.lo), skeletonAt(t, w.hi)
	return w, w.from < w.to
}

func lineLeft(src []byte, at int) int {
	for n := 0; at > 0 && n < longestLine && src[at-1] != '\n' && src[at-1] != '\f'; n++ {
		at--
	}
	return runeStart(src, at)
}

func lineRight(src []byte, at int) int {
	for n := 0; at < len(src) && n < longestLine && src[at] != '\n' && src[at] != '\f'; n++ {
		at++
	}
	return runeStart(src, at)
}

func skeletonAt(t *Text, off int) int { return t.Skeleton.Index(t.Source, t.Reading, off) }

// readText finds the foreign pieces of a stretch of the text, by their places in its skeleton.
func (x *Interleaver) readText(t *Text, w stretch, f *Furniture) {
	pieces := x.pages.foreignPieces(t.Source, w.lo, w.hi, f)
	x.ts = skipsOf(x.ts[:0], pieces, func(off int) int { return skeletonAt(t, off) - w.from })
}

// readQuote finds those of the quote.
func (x *Interleaver) readQuote(q *Quote, f *Furniture) {
	x.qs = x.qs[:0]
	x.qPages.quote = true
	pieces := x.qPages.foreignPieces(q.Raw, 0, len(q.Raw), f)
	x.qs = skipsOf(x.qs, pieces, func(off int) int { return q.skeleton.Index(q.Raw, q.Reading, off) })
}

func skipsOf(dst []skip, pieces []foreign, place func(off int) int) []skip {
	for i, p := range pieces {
		if a, b := place(p.lo), place(p.hi); a < b {
			dst = append(dst, skip{a, b, p.kind, i})
		}
	}
	slices.SortStableFunc(dst, fromEnd)
	return dst
}

// exactly walks from a seed to both ends of the quote, first over known pieces alone, then over cells as well.
func (x *Interleaver) exactly(q *Quote, t *Text, w stretch, v vote) (Match, bool) {
	text := t.Skeleton.Bytes[w.from:w.to]
	n := len(q.Skeleton)
	x.q, x.t = reversedBytes(x.q, q.Skeleton), reversedBytes(x.t, text)
	x.qm, x.tm = mirrored(x.qm, x.qs, n), mirrored(x.tm, x.ts, len(text))
	for _, cells := range [...]bool{false, true} {
		x.fore.q, x.fore.t, x.fore.qs, x.fore.ts, x.fore.cells = q.Skeleton, text, x.qs, x.ts, cells
		x.back.q, x.back.t, x.back.qs, x.back.ts, x.back.cells = x.q, x.t, x.qm, x.tm, cells
		end, ok := x.fore.run(v.q, v.t-w.from)
		if !ok {
			continue
		}
		start, ok := x.back.run(n-v.q, len(text)-(v.t-w.from))
		if !ok || len(x.fore.path)+len(x.back.path) == 0 {
			continue
		}
		start = len(text) - start
		return x.judge(q, t, w, w.from+start, w.from+end)
	}
	return Match{}, false
}

// judge takes the pieces of both walks out of the texts and lets the ladder compare the rest.
func (x *Interleaver) judge(q *Quote, t *Text, w stretch, from, to int) (Match, bool) {
	lo, hi := t.Bytes(from, to)
	var inText, inQuote []foreign
	for _, path := range [...][]step{x.fore.path, x.back.path} {
		for _, s := range path {
			if s.inQuote {
				inQuote = append(inQuote, x.qPages.pieces[s.piece])
			} else {
				inText = append(inText, x.pages.pieces[s.piece])
			}
		}
	}
	if x.replaced(q, t, from-w.from, to-w.from, lo, hi) {
		return Match{}, false
	}
	start := lo
	lo, hi = runeStart(t.Source, max(0, lo-contextMargin)), runeStart(t.Source, min(len(t.Source), hi+contextMargin))
	vq, vt := x.without(q, t, lo, hi, inText, inQuote)
	if len(vq.Skeleton) == 0 {
		return Match{}, false
	}
	pos := vt.Skeleton.Index(vt.Source, vt.Reading, x.text.place(start))
	if !hasAt(vt.Skeleton.Bytes, vq.Skeleton, pos) {
		return Match{}, false
	}
	r, ok := x.m.Confirm(vq, &vt, pos)
	if !ok {
		return r, false
	}
	if r.Grade != GradeFuzzy {
		r.Grade, r.Method = GradeNormalized, MethodInterleaved
	}
	x.finish(&r, q, t)
	return r, true
}

func hasAt(text, part []byte, at int) bool {
	return at >= 0 && at+len(part) <= len(text) && string(text[at:at+len(part)]) == string(part)
}

// without makes quote and text anew, without the pieces.
func (x *Interleaver) without(q *Quote, t *Text, lo, hi int, inText, inQuote []foreign) (*Quote, Text) {
	x.text.cut(t.Source, lo, hi, inText)
	vq := q
	x.quote.gone = x.quote.gone[:0]
	if len(inQuote) > 0 {
		x.quote.cut(q.Raw, 0, len(q.Raw), inQuote)
		x.cutQuote.Prepare(x.quote.bytes, q.Reading)
		vq = &x.cutQuote
	}
	x.sk.Make(x.text.bytes, t.Reading)
	return vq, Text{Source: x.text.bytes, Reading: t.Reading, Turkish: t.Turkish, Skeleton: &x.sk}
}

// finish gives a match in the cut text the offsets of the text, and says what was left out.
func (x *Interleaver) finish(r *Match, q *Quote, t *Text) {
	crossed := x.text.restore(r, t.Source)
	for _, p := range crossed {
		x.report(r, p, "", string(t.Source[p.lo:p.hi]))
	}
	for _, p := range x.quote.gone {
		x.report(r, p, string(q.Raw[p.lo:p.hi]), "")
	}
	r.settle()
}

// report raises the flags of one piece that was left out.
func (x *Interleaver) report(r *Match, p foreign, quote, source string) {
	switch p.kind {
	case foreignHead, foreignNote:
		r.Folds = r.Folds.With(normalize.PageFurniture)
		r.flag(FlagCrossPage, clipped(quote), clipped(source))
	default:
		r.flag(FlagInterleaved, clipped(quote), clipped(source))
		switch p.kind {
		case foreignName:
			r.Folds = r.Folds.With(normalize.PageFurniture)
		case foreignNumber, foreignMark:
			r.Folds = r.Folds.With(normalize.NoteMarks)
		}
	}
	if p.kind == foreignCell {
		r.Grade, r.Method = GradeFuzzy, MethodFuzzy
		r.Words += len(bytes.Fields([]byte(source)))
		var s Match // what it says might belong to the sentence after all
		a, b := literalUnits([]byte(quote)), literalUnits([]byte(source))
		s.comparePair(sideOf(a, []byte(quote)), sideOf(b, []byte(source)))
		for _, d := range s.Details {
			r.flag(d.Flag, d.Quote, d.Source)
		}
	}
}

// longestDetail is how many bytes of a foreign piece are shown.
const longestDetail = 80

func clipped(s string) string { return clip([]byte(s), 0, len(s), longestDetail) }

func reversedBytes(dst, s []byte) []byte {
	dst = append(dst[:0], s...)
	slices.Reverse(dst)
	return dst
}

// loosely takes every known piece that the quote has no trace of out of the text and aligns the rest, for quotes that have other damage
// beside.
func (x *Interleaver) loosely(q *Quote, t *Text, w stretch, maxEdits int) (Match, bool) {
	var inText []foreign
	for _, s := range x.ts {
		p := x.pages.pieces[s.piece]
		if p.kind == foreignCell || bytes.Contains(q.Skeleton, t.Skeleton.Bytes[w.from+s.lo:w.from+s.hi]) {
			continue
		}
		inText = append(inText, p)
	}
	if len(inText) == 0 {
		return Match{}, false
	}
	vq, vt := x.without(q, t, w.lo, w.hi, inText, nil)
	start, end, d, ok := x.scan.Best(vq.Skeleton, vt.Skeleton.Bytes, maxEdits)
	if !ok {
		return Match{}, false
	}
	r, ok := x.m.Fuzzy(vq, &vt, start, end, d, maxEdits)
	if !ok {
		return r, false
	}
	before := len(r.Spans)
	x.finish(&r, q, t)
	return r, len(r.Spans) > before || len(r.Omitted) > 0
}

// Interrupted tells whether a fuzzy match may be one with foreign pieces: it crosses a page, or one side has something that the other has
// nothing for and that a page may put there: a number, a negation, a line end, a parenthesis, more than one letter with a capital among
// them, or some words, such as those of the quote behind a piece that the alignment did not reach over. A letter put for another is no such
// thing, whatever flag it raises.
func Interrupted(m *Match) bool {
	if m.Flags.Has(FlagCrossPage) {
		return true
	}
	for _, d := range m.Details {
		if (d.Flag == FlagNumberChanged || d.Flag == FlagNegationChanged) && (d.Quote == "" || d.Source == "") {
			return true
		}
	}
	for _, c := range m.Diff {
		if c.Kind == OpEqual {
			continue
		}
		if interrupts(c.Source, c.Quote) || interrupts(c.Quote, c.Source) {
			return true
		}
	}
	return len(m.Diff) == 0
}

// someWords is how many characters more one side of a difference has where it may be words, and not letters of one.
const someWords = 8

// interrupts tells whether a difference has more on one side than on the other, and in it what a page may have put there.
func interrupts(long, short string) bool {
	n, k := utf8.RuneCountInString(long), utf8.RuneCountInString(short)
	if strings.TrimSpace(short) == "" {
		k = 0
	}
	if n >= k+someWords {
		return true
	}
	for _, r := range long {
		if r == '\n' || r == '\f' || r > 0x2E80 || n > k && (isDigit(r) || r == ')') || unicode.IsUpper(r) && n > k+1 {
			return true
		}
	}
	return false
}
