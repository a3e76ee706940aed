package match

import (
	"bytes"
	"strings"

	"example.com/verbatim/normalize"
)

// Matcher climbs down the ladder. It keeps its buffers between calls and must not be used by two goroutines at once.
type Matcher struct {
	// Stop is asked now and then while a quote is aligned with a long text; when it says true nothing more is found. nil: never.
	Stop func() bool

	aligner Aligner
	su      []normalize.Unit
	runes   []rune
	spans   []Span           // that were not given to a match yet
	graded  Match            // the one that Confirm works on
	beside  []normalize.Unit // room for the marks beside it

	edges    edgeRoom // of edgeNumbers
	vicinity vicinity // of Surroundings
	grading  grading
}

// Span gives a match its one span. Matches are kept by callers: no span is given twice.
func (m *Matcher) Span(start, end int) []Span {
	if len(m.spans) == 0 {
		m.spans = make([]Span, 64)
	}
	s := m.spans[:1:1]
	m.spans = m.spans[1:]
	s[0] = Span{start, end}
	return s
}

// Confirm grades a quote at a place whose skeleton equals the quote's: t.Skeleton.Bytes[pos:pos+len(q.Skeleton)]. ok is false where the
// equality was one of hashed bytes only, so that the letters differ.
func (m *Matcher) Confirm(q *Quote, t *Text, pos int) (Match, bool) {
	start, end := t.Skeleton.Source(t.Source, t.Reading, pos)
	r := &m.graded
	*r = Match{}
	if m.exact(q, t.Source, start, r) {
		r.borders(t.Source, t.Reading)
		if q.numberAtEdge() {
			r.edgeNumbers(q, t, &m.edges)
		}
		if r.Partial {
			m.wholeWords(q, t, r)
		}
		r.struck(q, t)
		r.settle()
		return *r, true
	}
	if n := len(q.Skeleton); n > 1 {
		_, end = t.Skeleton.Source(t.Source, t.Reading, pos+n-1)
	}
	return m.normalized(q, t, pos, start, end)
}

// exact is the first rung: the quote's bytes stand in the source, where its first kept character stands at start.
func (m *Matcher) exact(q *Quote, src []byte, start int, r *Match) bool {
	from := start - q.Start
	to := from + len(q.Raw)
	if from < 0 || to > len(src) || !bytes.Equal(src[from:to], q.Raw) {
		return false
	}
	r.Grade, r.Method, r.Similarity = GradeExact, MethodString, 1
	r.Spans = m.Span(from, to)
	return true
}

// numberAtEdge tells whether the quote may start or end with a number in digits.
func (q *Quote) numberAtEdge() bool {
	digit := func(b byte) bool { return b >= '0' && b <= '9' || b >= 0x80 }
	return digit(q.Skeleton[0]) || digit(q.Skeleton[len(q.Skeleton)-1])
}

// normalized is the second rung, and the third where punctuation differs: the texts are compared under the profile.
func (m *Matcher) normalized(q *Quote, t *Text, pos, start, end int) (Match, bool) {
	turkish := q.Turkish || t.Turkish
	if m.beside == nil {
		m.beside = make([]normalize.Unit, 0, 32)
	}
	qu := q.Units(turkish)
	m.su = normalize.AppendUnits(m.su[:0], t.Source, start, end, normalize.Options{Reading: t.Reading, Turkish: turkish})
	qc, lead, trail := core(qu)
	sc, _, _ := core(m.su)
	sc = sc[min(before(t, pos, start), len(sc)):]
	if end > 0 && t.Source[end-1] >= 0x80 {
		sc = firstKept(sc, len(q.Skeleton))
	}
	r := &m.graded
	*r = Match{Grade: GradeNormalized, Method: MethodNormalized}
	c := comparison{m: r, quote: q.Raw, source: t.Source, qu: qc, su: sc, scratch: m.beside[:0]}
	c.walk()
	if !c.same && !c.accents {
		return Match{}, false
	}
	r.Spans = m.Span(start, end)
	c.edge(lead, t, &r.Spans[0], true)
	c.edge(trail, t, &r.Spans[0], false)
	switch {
	case c.ellipsis || c.brackets:
		r.Method = MethodEditorial
	case c.marks:
		r.Method = MethodPunctuation
	}
	if c.ellipsis {
		r.flag(FlagEllipsis, "", "")
	}
	if c.brackets {
		r.flag(FlagAlteration, "", "")
	}
	if c.spacing || c.deep {
		r.compareForm(sideOf(spacedLike(qc, sc), q.Raw), sideOf(spacedLike(sc, qc), t.Source))
	}
	if c.parens {
		r.parentheses(qc, q.Raw, sc, t.Source)
	}
	r.foldFlags(q.Raw, t.Source)
	r.borders(t.Source, t.Reading)
	if q.numberAtEdge() {
		r.edgeNumbers(q, t, &m.edges)
	}
	if r.Partial {
		m.wholeWords(q, t, r)
	}
	n := max(len(qu), 1)
	r.Edits = c.edits
	r.Similarity = similarity(c.edits, n)
	if c.carries || !c.same {
		r.Grade, r.Method = GradeFuzzy, MethodFuzzy
		r.Words = 1 // max_rate is no maxrate
	}
	r.struck(q, t)
	r.settle()
	return *r, true
}

// before returns how many kept characters of the source character at start come before skeleton place pos: one that the profile writes as
// several (ß as ss) may be matched from its middle.
func before(t *Text, pos, start int) int {
	n := 0
	for t.Source[start] >= 0x80 && pos-n > 0 {
		if s, _ := t.Skeleton.Source(t.Source, t.Reading, pos-n-1); s != start {
			break
		}
		n++
	}
	return n
}

// firstKept cuts units after the n-th kept character.
func firstKept(u []normalize.Unit, n int) []normalize.Unit {
	for i := range u {
		if visible(u[i].R) {
			if n--; n == 0 {
				return u[:i+1]
			}
		}
	}
	return u
}

// similarity is max(0, 1 − edits/runes).
func similarity(edits, runes int) float64 {
	return max(0, 1-float64(edits)/float64(max(runes, 1)))
}

// core cuts units to the first and last kept character; lead and trail are what stands outside.
func core(u []normalize.Unit) (kept, lead, trail []normalize.Unit) {
	lo, hi := 0, len(u)
	for lo < hi && !visible(u[lo].R) {
		lo++
	}
	for hi > lo && !visible(u[hi-1].R) {
		hi--
	}
	return u[lo:hi], u[:lo], u[hi:]
}

// edge compares the marks at an end of the quote with those at that place of the source, and takes those that agree into the span.
func (c *comparison) edge(marks []normalize.Unit, t *Text, span *Span, before bool) {
	n, letters := 0, *span
	if s := string(appendRunes(nil, marks)); hasEllipsis(strings.ReplaceAll(s, " ", "")) {
		// an ellipsis at an end leaves out what is not quoted anyway; its points are not those of the source
		c.ellipsis, c.marks = true, true
		c.m.elidedEdge(t, *span, before)
		return
	}
	for n < len(marks) {
		u := marks[n]
		if before {
			u = marks[len(marks)-1-n]
		}
		if u.R == ' ' {
			n++
			continue
		}
		next, ok := c.takeMark(t, span, u.R, before)
		if !ok {
			break
		}
		*span = next
		n++
	}
	rest, taken := marks[n:], marks[:n]
	if before {
		rest, taken = marks[:len(marks)-n], marks[len(marks)-n:]
	}
	if grown := span.End - span.Start - (letters.End - letters.Start); grown != n { // not mark for mark: blanks stand on one side
		lo, hi := letters.End, span.End
		if before {
			lo, hi = span.Start, letters.Start
		}
		c.edits += smallDistance(taken, t.units(lo, hi, false))
	}
	if len(rest) == 0 {
		return
	}
	kept := make([]rune, 0, len(rest))
	for _, u := range rest {
		if u.R != ' ' {
			kept = append(kept, u.R)
		}
	}
	c.edits += len(rest)
	c.marks = true
	s := string(kept)
	if !before {
		c.mood(s, t, span.End)
	}
	if strings.ContainsRune(s, override) {
		c.carries = true
		c.m.flag(FlagReordered, "", "")
	}
	c.brackets = c.brackets || bytes.ContainsAny([]byte(s), "[]")
	if s == "\"" || s == "'" {
		c.m.Folds = c.m.Folds.With(normalize.EnclosingQuotes)
	}
}

// takeMark widens a span by the mark next to it where that is r under the profile.
func (c *comparison) takeMark(t *Text, span *Span, r rune, before bool) (Span, bool) {
	if before {
		lo := span.Start
		for n := 0; n < 4 && lo > 0; n++ {
			lo -= runeLen(t.Source, lo)
			u := normalize.AppendUnits(c.scratch, t.Source, lo, span.Start, normalize.Options{Reading: t.Reading})
			if len(u) > 0 && u[0].R == r {
				return Span{int(u[0].Start), span.End}, true
			}
			if len(u) > 0 && u[0].R != ' ' {
				return *span, false
			}
		}
		return *span, false
	}
	hi := min(span.End+16, len(t.Source))
	u := normalize.AppendUnits(c.scratch, t.Source, span.End, runeStart(t.Source, hi), normalize.Options{Reading: t.Reading})
	for k := range u {
		if u[k].R == r {
			return Span{span.Start, int(u[k].End)}, true
		}
		if u[k].R != ' ' {
			break
		}
	}
	return *span, false
}

// wholeWords compares numbers and negations anew after a span was widened to whole words. A number of which the quote has no digit and no
// word (“o groups” of “two groups”) was cut, not changed.
func (m *Matcher) wholeWords(q *Quote, t *Text, r *Match) {
	turkish := q.Turkish || t.Turkish
	su := t.units(r.Spans[0].Start, r.Spans[0].End, turkish)
	var wide Match
	wide.compareForm(sideOf(q.Units(turkish), q.Raw), sideOf(su, t.Source))
	for _, d := range wide.Details {
		if d.Flag != FlagNumberChanged || d.Quote != "" {
			r.flag(d.Flag, d.Quote, d.Source)
		}
	}
}

// parentheses raises negation_changed where a parenthesis around a negation stands on one side only.
func (m *Match) parentheses(qu []normalize.Unit, quote []byte, su []normalize.Unit, source []byte) {
	a, b := negations(qu, split(qu)), negations(su, split(su))
	for i := range min(len(a), len(b)) {
		if inParens(qu, a[i]) != inParens(su, b[i]) {
			m.flag(FlagNegationChanged, between(quote, qu[a[i].lo:a[i].hi]), between(source, su[b[i].lo:b[i].hi]))
		}
		if x, y := negatesAll(qu, a[i].hi), negatesAll(su, b[i].hi); (x != 0) != (y != 0) {
			m.flag(FlagNegationChanged, between(quote, qu[a[i].lo:max(x, a[i].hi)]), between(source, su[b[i].lo:max(y, b[i].hi)]))
		}
	}
}

// negatesAll gives the end of a parenthesis that opens right after a negation and holds a conjunction, as in not (a and b): without it the
// negation has a only. 0 where none does.
func negatesAll(u []normalize.Unit, at int) int {
	for at < len(u) && u[at].R == ' ' {
		at++
	}
	if at == len(u) || u[at].R != '(' {
		return 0
	}
	const longest = 200
	for end := at + 1; end < min(len(u), at+longest); end++ {
		if u[end].R == ')' {
			for _, w := range split(u[at+1 : end]) {
				if conjunction.has(w.text) {
					return end + 1
				}
			}
			return 0
		}
	}
	return 0
}

// inParens tells whether a word stands in parentheses: one opens before it, after the last that closed, or closes after it that was opened
// outside.
func inParens(u []normalize.Unit, n negative) bool {
	for i := n.lo - 1; i >= 0; i-- {
		switch u[i].R {
		case '(':
			return true
		case ')':
			return false
		}
	}
	for i := n.hi; i < len(u); i++ {
		switch u[i].R {
		case '(':
			return false
		case ')':
			return true
		}
	}
	return false
}

// foldFlags raises the flags that say which folds of the page were crossed. The fold of a hyphen at the end of a page takes the end with it.
func (m *Match) foldFlags(quote, source []byte) {
	if m.Folds.Has(normalize.Hyphenation) || m.Folds.Has(normalize.SoftHyphen) {
		m.flag(FlagHyphenation, "", "")
		if m.Folds.Has(normalize.Hyphenation) && pageEnd(source[m.Spans[0].Start:m.Spans[0].End]) != pageEnd(quote) {
			m.Folds = m.Folds.With(normalize.PageBreak)
		}
	}
	if m.Folds.Has(normalize.PageBreak) {
		m.flag(FlagCrossPage, "", "")
	}
}

func pageEnd(b []byte) bool { return bytes.IndexByte(b, '\f') >= 0 || bytes.Contains(b, pageMark) }
