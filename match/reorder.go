package match

import (
	"slices"
	"strings"

	"example.com/verbatim/normalize"
)

// reach is how far, in runes, beyond the ends of a match the first or last words of the quote are looked for.
const reach = 60

// moved raises reordered where words of the quote stand elsewhere in the source: a word that is gone at one place of the difference and
// comes at another, or just outside the match in the same sentence, or words that changed places within one. Function words come and go for
// many reasons and say nothing of order; a negation that moved has its own flag.
func (m *Match) moved(g *grading, q *Quote, qu []normalize.Unit, t *Text, su []normalize.Unit, al Alignment, changes []region) {
	if len(changes) == 0 || len(changes) > maxTold {
		return // too many differences to tell words that moved from words that occur again
	}
	g.changes = besideEachOther(g.changes[:0], changes, qu)
	changes = g.changes
	days := rewrittenDays{qu: qu, su: su, quote: q.Raw, source: t.Source}
	shared, any := g.movedWords(changes, &days)
	if !any {
		return
	}
	if shared {
		m.movedInside(q, qu, t, su, changes, &days)
	}
	first, last := changes[0], changes[len(changes)-1]
	lead, trail := trimUnits(qu, 0, len(qu))
	if first.p0 <= lead {
		m.movedTo(g, q, first.p0, first.p1, t, al.End, min(len(su), al.End+first.p1+reach))
	}
	if last.p1 >= trail {
		m.movedTo(g, q, last.p0, last.p1, t, max(0, al.Start-(last.p1-last.p0)-reach), al.Start)
	}
	if m.Flags.Has(FlagReordered) {
		return
	}
	for k := range changes { // what the best infix leaves out at its end, as the words there take fewer edits to drop
		c := changes[len(changes)-1-k]
		if g.left = g.quoted.tokens(g.left[:0], c.p0, c.p1); len(g.left) > 1 {
			m.movedTo(g, q, c.p0, c.p1, t, al.End, min(len(su), al.End+(c.p1-c.p0)+2))
			return
		}
	}
}

// manyPairs is the number of pairs of words up to which they are compared one by one.
const manyPairs = 1 << 12

// movedWords tells whether the changes have any word on both sides, whether or not at one place, and whether the quote has any that may have
// moved: without a word of both sides none did.
func (g *grading) movedWords(changes []region, days *rewrittenDays) (shared, any bool) {
	g.left, g.right = g.left[:0], g.right[:0]
	for _, c := range changes {
		n := len(g.left)
		g.left = g.quoted.tokens(g.left, c.p0, c.p1)
		g.right = g.sourced.tokens(g.right, c.t0, c.t1)
		any = any || len(g.left) > n+1
		for i := n; i < len(g.left) && !any; i++ {
			any = mayMove(g.left[i], c, days)
		}
	}
	if len(g.left)*len(g.right) > manyPairs {
		return true, any
	}
	for i := range g.left {
		for k := range g.right {
			if g.left[i].text == g.right[k].text {
				return true, any
			}
		}
	}
	return false, any
}

// mayMove tells whether a word of the quote says something of order.
func mayMove(w token, c region, days *rewrittenDays) bool {
	if len(w.text) <= 1 || lesser(w.text) {
		return false
	}
	if x := words().look(w.text); x != nil && x.negates {
		return false
	}
	return !dated(w.text) || !days.hold(c.p0+w.lo)
}

// movedInside raises reordered for the words that moved within the match.
func (m *Match) movedInside(q *Quote, qu []normalize.Unit, t *Text, su []normalize.Unit, changes []region, days *rewrittenDays) {
	type entry struct{ at, p0, p1 int }
	gone := map[string][]entry{} // words of the quote that the source lacks at that place
	for i, c := range changes {
		ws := tokens(qu[c.p0:c.p1])
		if len(ws) > 1 {
			gone[bag(ws)] = []entry{{i, c.p0, c.p1}} // a phrase of whatever words
		}
		for _, w := range ws {
			if mayMove(w, c, days) {
				gone[w.text] = append(gone[w.text], entry{i, c.p0 + w.lo, c.p0 + w.hi})
			}
		}
	}
	for i, c := range changes {
		turned := false
		ws := tokens(su[c.t0:c.t1])
		if len(ws) > 1 {
			for _, e := range gone[bag(ws)] {
				if e.at != i {
					m.flag(FlagReordered, between(q.Raw, qu[e.p0:e.p1]), between(t.Source, su[c.t0:c.t1]))
				}
			}
		}
		for _, w := range ws {
			for _, e := range gone[w.text] {
				if saysAgain(qu, q.Raw, e.p0, e.p1) && saysAgain(su, t.Source, c.t0+w.lo, c.t0+w.hi) {
					continue
				}
				if e.at == i {
					turned = true
					continue
				}
				m.flag(FlagReordered, between(q.Raw, qu[e.p0:e.p1]), between(t.Source, su[c.t0+w.lo:c.t0+w.hi]))
			}
		}
		if turned && !sameOrder(qu[c.p0:c.p1], su[c.t0:c.t1]) {
			m.flag(FlagReordered, between(q.Raw, qu[c.p0:c.p1]), between(t.Source, su[c.t0:c.t1]))
		}
	}
}

// besideEachOther makes one of changes with nothing but blanks between them: a word that comes and goes beside a word that is written otherwise
// (or 5%, or five percent) did not move, unless their order says so.
func besideEachOther(list, changes []region, qu []normalize.Unit) []region {
	for _, c := range changes {
		if n := len(list); n > 0 && !slices.ContainsFunc(qu[list[n-1].p1:c.p0], func(u normalize.Unit) bool { return visible(u.R) }) {
			list[n-1].p1, list[n-1].t1 = c.p1, c.t1
			continue
		}
		list = append(list, c)
	}
	return list
}

// saysAgain tells whether the number at [lo,hi) stands beside the same number in parentheses, or in such itself: ten (10), 10 (ten).
func saysAgain(u []normalize.Unit, text []byte, lo, hi int) bool {
	value := func(lo, hi int) string {
		if list := numbers(u[lo:hi], text); len(list) == 1 {
			return list[0].value
		}
		return ""
	}
	v := value(lo, hi)
	if v == "" {
		return false
	}
	const near = 24
	ws := tokens(u[max(0, lo-near):min(len(u), hi+near)])
	from := max(0, lo-near)
	for i := range ws[:max(0, len(ws)-1)] {
		a, b := ws[i], ws[i+1]
		if from+a.lo != lo && from+b.lo != lo || !inParensBetween(u[from+a.hi:from+b.lo]) {
			continue
		}
		if value(from+a.lo, from+a.hi) == v && value(from+b.lo, from+b.hi) == v {
			return true
		}
	}
	return false
}

// inParensBetween tells whether nothing but the opening of a parenthesis stands between two words.
func inParensBetween(u []normalize.Unit) bool {
	opens := false
	for i := range u {
		opens = opens || u[i].R == '('
		if u[i].R != '(' && u[i].R != ' ' {
			return false
		}
	}
	return opens
}

// bag is one text for the same words in whatever order.
func bag(ws []token) string {
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.text
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

// movedTo raises reordered where the words at an end of the quote stand in a stretch of the source just beyond the other end of the match,
// and takes them into the span.
func (m *Match) movedTo(g *grading, q *Quote, p0, p1 int, t *Text, lo, hi int) {
	g.left = g.quoted.tokens(g.left[:0], p0, p1)
	w, su := g.left, g.sourced.u
	content := false
	for i := range w {
		content = content || !lesser(w[i].text)
	}
	if !content || lo >= hi || len(w)*(hi-lo) > 1<<13 {
		return
	}
	g.right = g.sourced.tokens(g.right[:0], lo, hi)
	s := g.right
	if !slices.ContainsFunc(s, func(x token) bool { return x.text == w[0].text }) {
		return
	}
	words := bag(w)
next:
	for at := 0; at+len(w) <= len(s); at++ {
		if bag(s[at:at+len(w)]) != words {
			continue
		}
		from, to := lo+s[at].lo, lo+s[at+len(w)-1].hi
		a, b := from, to // what lies between the match and the words
		span := m.Spans[0]
		if start := int(su[from].Start); start >= span.End {
			for a = from; a > 0 && int(su[a-1].Start) >= span.End; a-- {
			}
			b = from
			span.End = int(su[to-1].End)
		} else if end := int(su[to-1].End); end <= span.Start {
			for b = to; b < len(su) && int(su[b].End) <= span.Start; b++ {
			}
			a = to
			span.Start = start
		} else {
			continue // it is inside of the match
		}
		for i := max(a, 1); i < b; i++ {
			if endsSentence(su, i, su[i].R) {
				continue next
			}
		}
		m.Spans[0] = span
		m.flag(FlagReordered, between(q.Raw, g.quoted.u[p0:p1]), between(t.Source, su[from:to]))
		return
	}
}

// sameOrder tells whether the words that two short texts share stand in the same order in both.
func sameOrder(a, b []normalize.Unit) bool {
	x, y := tokens(a), tokens(b)
	last := -1
	for _, w := range x {
		at := -1
		for j := range y {
			if y[j].text == w.text && (at < 0 || j > last && at <= last) {
				at = j
			}
		}
		if at < 0 {
			continue
		}
		if at <= last {
			return false
		}
		last = at
	}
	return true
}
