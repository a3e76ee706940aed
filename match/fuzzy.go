package match

import (
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// windowMargin is how many source bytes beyond the place found on skeletons are looked at for each edit and at least.
const windowMargin = 16

// nearMiss is the similarity from which the difference to a passage that does not match is worth showing.
const nearMiss = 0.5

// Fuzzy grades a quote near a place of a source text that was found on skeletons: t.Skeleton.Bytes[from:to], within edits of the quote's.
// ok is false where the best alignment of the normalised texts there needs more than maxEdits.
func (m *Matcher) Fuzzy(q *Quote, t *Text, from, to, edits, maxEdits int) (Match, bool) {
	if len(t.Skeleton.Bytes) == 0 {
		return Match{}, false
	}
	from = min(from, len(t.Skeleton.Bytes)-1)
	to = min(max(to, from+1), len(t.Skeleton.Bytes))
	start, end := t.Bytes(from, to)
	margin := windowMargin + 3*edits
	return m.within(q, t, max(0, start-margin), min(len(t.Source), end+margin), maxEdits, 2*edits+4, true)
}

// Near measures how near a quote comes at a place, as Fuzzy does, without asking what the differences mean: for the passage that is shown
// when nothing matched.
func (m *Matcher) Near(q *Quote, t *Text, from, to int) (Match, bool) {
	n := len(t.Skeleton.Bytes)
	if from = max(0, from); from >= min(to, n) {
		return Match{}, false
	}
	start, end := t.Bytes(from, min(to, n))
	return m.within(q, t, start, end, q.Runes(), q.Runes(), false)
}

// Anywhere grades a quote at its best place in the whole text, which is normalised for it: slow, and right where white space and
// punctuation outweigh the letters, so that the best place on skeletons is not the best one.
func (m *Matcher) Anywhere(q *Quote, t *Text, maxEdits int) (Match, bool) {
	return m.within(q, t, 0, len(t.Source), maxEdits, maxEdits, true)
}

// within aligns a quote with a stretch of source bytes; judge asks what the differences mean. likely is how many edits it takes most often: a
// search for fewer is faster, and finds the same.
func (m *Matcher) within(q *Quote, t *Text, lo, hi, maxEdits, likely int, judge bool) (Match, bool) {
	lo, hi = runeStart(t.Source, lo), runeStart(t.Source, hi)
	turkish := q.Turkish || t.Turkish
	qu := q.Units(turkish)
	m.su = normalize.AppendUnits(m.su[:0], t.Source, lo, hi, normalize.Options{Reading: t.Reading, Turkish: turkish})
	m.runes = appendRunes(m.runes[:0], m.su)
	if len(qu) == 0 || len(m.su) == 0 {
		return Match{}, false
	}
	m.aligner.stop = m.Stop
	al, ok := m.aligner.Infix(q.runes, m.runes, min(likely, maxEdits))
	if !ok && likely < maxEdits {
		al, ok = m.aligner.Infix(q.runes, m.runes, maxEdits)
	}
	if !ok || al.Start == al.End {
		return Match{}, false
	}
	return m.grade(q, t, qu, m.su, al, judge), true
}

// grade makes the fuzzy match of an alignment: span, flags and difference.
func (m *Matcher) grade(q *Quote, t *Text, qu, su []normalize.Unit, al Alignment, judge bool) Match {
	r := Match{Grade: GradeFuzzy, Method: MethodFuzzy, Edits: al.Distance, Similarity: similarity(al.Distance, len(qu))}
	a, b := anchors(qu, su, al)
	for a < b && su[a].R == ' ' {
		a++
	}
	for b > a && su[b-1].R == ' ' {
		b--
	}
	// a best infix may drop or cut the words at its ends; what they were decides about numbers and negations
	for inWord(su, a) {
		a--
	}
	for inWord(su, b) {
		b++
	}
	if a >= b {
		a, b = al.Start, al.End
	}
	r.Spans = []Span{{int(su[a].Start), int(su[b-1].End)}}
	r.characters(t.Source, t.Reading)
	if !judge {
		if r.Similarity >= nearMiss {
			m.difference(&r, q, t, qu, su, al)
		}
		return r
	}
	m.grading.quoted.read(qu, q.Raw)
	m.grading.sourced.read(su, t.Source)
	for _, op := range al.Ops {
		for k := 0; op.Kind == OpEqual && k < op.P1-op.P0; k++ {
			x, y := &qu[op.P0+k], &su[op.T0+k]
			if x.Folds|y.Folds != 0 && !sameBytes(x, q.Raw, y, t.Source) {
				r.Folds |= x.Folds | y.Folds
			}
		}
	}
	if al.Distance <= 32 && al.Distance > 2 && restated(&m.grading.quoted, &m.grading.sourced, al.Ops) {
		r.Grade, r.Method = GradeNormalized, MethodPunctuation
		r.foldFlags(q.Raw, t.Source)
		return r
	}
	r.cutWords(q, t, qu, su, al, a, b)
	wide := widen(su, a, b)
	m.changedMeaning(&r, q, t, qu, su, al, wide)
	r.joinedSentences(q, t, qu, su, al.Ops)
	r.foldFlags(q.Raw, t.Source)
	m.difference(&r, q, t, qu, su, al)
	m.judgeWords(&r, q, t, qu, su, al)
	return r
}

// inWord tells whether the border before unit i lies inside a word of a script with word spaces; an apostrophe between letters is inside.
func inWord(u []normalize.Unit, i int) bool {
	if i <= 0 || i >= len(u) {
		return false
	}
	l, r := u[i-1].R, u[i].R
	if l == ' ' || r == ' ' {
		return false
	}
	switch kl, kr := visible(l), visible(r); {
	case kl && kr:
		return !spaceless(l) && !spaceless(r)
	case kl && r == '\'':
		return i+1 < len(u) && visible(u[i+1].R)
	case kr && l == '\'':
		return i > 1 && visible(u[i-2].R)
	}
	return false
}

// widen takes in the signs and currencies beside a span: they belong to the numbers at its ends.
func widen(su []normalize.Unit, a, b int) [2]int {
	for n := 0; n < 2 && a > 0 && !visible(su[a-1].R) && su[a-1].R != ' '; n++ {
		a--
	}
	for n := 0; n < 2 && b < len(su) && !visible(su[b].R) && su[b].R != ' '; n++ {
		b++
	}
	return [2]int{a, b}
}

// difference fills in the diff of a fuzzy match, in the words of quote and source, and the flags that are read off it.
func (m *Matcher) difference(r *Match, q *Quote, t *Text, qu, su []normalize.Unit, al Alignment) {
	accents, others, spaces := 0, 0, 0
	for _, op := range al.Ops {
		switch op.Kind {
		case OpReplace:
			for k := 0; k < op.P1-op.P0 && k < op.T1-op.T0; k++ {
				if bareEqual(qu[op.P0+k].R, su[op.T0+k].R) {
					accents++
				} else {
					others++
				}
			}
		case OpDelete:
			accents, others, spaces = tally(qu[op.P0:op.P1], accents, others, spaces)
		case OpInsert:
			accents, others, spaces = tally(su[op.T0:op.T1], accents, others, spaces)
		}
	}
	form := numFlags // what all changes together are, where they are of one kind
	switch {
	case others > 0:
	case accents > 0:
		form = FlagDiacriticsChanged
	case spaces > 0:
		form = FlagSpacingChanged
	}
	g := &m.grading
	g.edits, g.joined = appendDiff(g.edits[:0], g.joined[:0], al.Ops, q.runes, m.runes)
	if len(g.edits) == 0 || al.Start == al.End {
		return
	}
	// one string for all parts of both texts
	lo := su[al.Start].Start
	hi := lo
	for i := al.Start; i < al.End; i++ {
		lo, hi = min(lo, su[i].Start), max(hi, su[i].End)
	}
	var texts strings.Builder
	texts.Grow(len(q.Raw) + int(hi-lo))
	texts.Write(q.Raw)
	texts.Write(t.Source[lo:hi])
	both := texts.String()
	r.Diff = make([]Change, 0, len(g.edits))
	for _, e := range g.edits {
		c := Change{Kind: e.Kind}
		if e.P1 > e.P0 {
			u := qu[e.P0:e.P1]
			c.Quote = both[u[0].Start:max(u[len(u)-1].End, u[0].End)]
		}
		if e.T1 > e.T0 {
			u, at := su[e.T0:e.T1], len(q.Raw)-int(lo)
			c.Source = both[at+int(u[0].Start) : at+int(max(u[len(u)-1].End, u[0].End))]
		}
		r.Diff = append(r.Diff, c)
		if form < numFlags && c.Kind != OpEqual {
			r.flag(form, c.Quote, c.Source)
		}
	}
}

func tally(u []normalize.Unit, accents, others, spaces int) (int, int, int) {
	for i := range u {
		switch {
		case combining(u[i].R):
			accents++
		case u[i].R == ' ':
			spaces++
		default:
			others++
		}
	}
	return accents, others, spaces
}

// region is a stretch of both texts around one or more differences, with the words beside them.
type region struct{ p0, p1, t0, t1 int }

// changedMeaning compares numbers, negations, modal words and names around each difference. Elsewhere the texts are equal, and so are those.
func (m *Matcher) changedMeaning(r *Match, q *Quote, t *Text, qu, su []normalize.Unit, al Alignment, wide [2]int) {
	c := &m.grading.meaning
	c.reset(r, qu, q.Raw, t.Source)
	var g region
	open, prefix, letters := false, false, false
	values := valueRegions{qu: qu, su: su, quote: q.Raw, source: t.Source, wide: wide, list: m.grading.regions[:0],
		quoted: &m.grading.quoted, sourced: &m.grading.sourced, numbers: &m.grading.numbers}
	judge := func() {
		switch {
		case !open:
		case letters || meaningIn(qu[g.p0:g.p1], prefix) || meaningIn(su[g.t0:g.t1], prefix):
			c.add(m.grading.quoted.side(g.p0, g.p1), m.grading.sourced.side(g.t0, g.t1))
		}
		if open {
			values.add(g)
		}
		open, prefix, letters = false, false, false
	}
	// before and after are as many units beside the difference as are equal on both sides: each side takes in as many of them as the other
	add := func(x region, before, after int) {
		w := region{wordsLeft(qu, x.p0, 0), wordsRight(qu, x.p1, len(qu)), wordsLeft(su, x.t0, wide[0]), wordsRight(su, x.t1, wide[1])}
		l := min(before, max(x.p0-w.p0, x.t0-w.t0))
		n := min(after, max(w.p1-x.p1, w.t1-x.t1))
		x = region{min(w.p0, x.p0-l), max(w.p1, x.p1+n), min(w.t0, x.t0-l), max(w.t1, x.t1+n)}
		if open && (x.p0 <= g.p1 || x.t0 <= g.t1) {
			g.p1, g.t1 = max(g.p1, x.p1), max(g.t1, x.t1)
			return
		}
		judge()
		g, open = x, true
	}
	if wide[0] < al.Start {
		add(region{0, 0, wide[0], al.Start}, 0, 0)
	}
	equal := func(i int) int {
		if i < 0 || i >= len(al.Ops) || al.Ops[i].Kind != OpEqual {
			return 0
		}
		return al.Ops[i].P1 - al.Ops[i].P0
	}
	for i, op := range al.Ops {
		if op.Kind != OpEqual {
			add(region{op.P0, op.P1, op.T0, op.T1}, equal(i-1), equal(i+1))
			// a prefix such as un- or non- comes or goes as a run of two letters or more
			prefix = prefix || op.P1-op.P0 >= 2 || op.T1-op.T0 >= 2
			letters = letters || anyVisible(qu[op.P0:op.P1]) || anyVisible(su[op.T0:op.T1])
		}
	}
	if wide[1] > al.End {
		add(region{len(qu), len(qu), al.End, wide[1]}, 0, 0)
	}
	judge()
	m.grading.regions = values.list
	values.compare(r)
	c.settle()
}

func anyVisible(u []normalize.Unit) bool {
	for i := range u {
		if visible(u[i].R) {
			return true
		}
	}
	return false
}

// meaningNear tells whether a word that [lo,hi) touches, or the one before or after it, may be a number or a negation.
func meaningNear(u []normalize.Unit, lo, hi int) bool {
	return meaningIn(u[wordsLeft(u, lo, 0):wordsRight(u, hi, len(u))], false)
}

// meaningIn tells whether a text may hold a number or a negation; prefix asks for words with a negative prefix as well.
func meaningIn(u []normalize.Unit, prefix bool) bool {
	lex := words()
	var buf [64]byte
	for i, hi := 0, len(u); i < hi; {
		r := u[i].R
		switch {
		case r >= '0' && r <= '9' || r == '!' || r == '<' || r == '=' || r == '$' || r == '%' || r == '+':
			return true
		case r >= 0x80 && (isDigit(r) || spaceless(r) || hangul(r) || unicode.IsSymbol(r) || r == '‰'):
			return true
		case !visible(r):
			i++
			continue
		}
		b := buf[:0]
		for i < hi && !isDigit(u[i].R) && (visible(u[i].R) || combining(u[i].R) || u[i].R == '\'') {
			b = appendRune(b, u[i].R)
			i++
		}
		if x := lex.lookBytes(b); x != nil && (x.negates || x.isNumber && x.number.alone()) {
			return true
		}
		if lex.isCompound(b) {
			return true
		}
		if prefix && negativePrefix(b) || len(b) > 2 && b[0] == 'n' && b[1] == '\'' {
			return true
		}
	}
	return false
}

// wordsLeft moves left over the word that at lies in or after and over the one before it, not beyond lo; wordsRight does the same to the
// right.
func wordsLeft(u []normalize.Unit, at, lo int) int {
	at = max(at, lo)
	for at > lo && unbroken(u, at) {
		at--
	}
	for at > lo {
		at--
		if visible(u[at].R) {
			break
		}
	}
	for at > lo && unbroken(u, at) {
		at--
	}
	return at
}

func wordsRight(u []normalize.Unit, at, hi int) int {
	at = min(at, hi)
	for at < hi && unbroken(u, at) {
		at++
	}
	for at < hi {
		at++
		if visible(u[at-1].R) {
			break
		}
	}
	for at < hi && unbroken(u, at) {
		at++
	}
	return at
}
