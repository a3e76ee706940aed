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
func (m *Match) moved(q *Quote, qu []normalize.Unit, t *Text, su []normalize.Unit, al Alignment, changes []region) {
	if len(changes) == 0 || len(changes) > maxTold {
		return // too many differences to tell words that moved from words that occur again
	}
	type entry struct{ at, p0, p1 int }
	days := rewrittenDays{qu: qu, su: su, quote: q.Raw, source: t.Source}
	gone := map[string][]entry{} // words of the quote that the source lacks at that place
	for i, c := range changes {
		ws := tokens(qu[c.p0:c.p1])
		if len(ws) > 1 {
			gone[bag(ws)] = []entry{{i, c.p0, c.p1}} // a phrase of whatever words
		}
		for _, w := range ws {
			if _, negates := words().negation[w.text]; len(w.text) > 1 && !negates && !lesser(w.text) {
				if dated(w.text) && days.hold(c.p0+w.lo) {
					continue
				}
				gone[w.text] = append(gone[w.text], entry{i, c.p0 + w.lo, c.p0 + w.hi})
			}
		}
	}
	if len(gone) == 0 {
		return
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
	first, last := changes[0], changes[len(changes)-1]
	if after, _ := trimUnits(qu, 0, len(qu)); first.p0 <= after {
		m.movedTo(q, qu[first.p0:first.p1], t, su, al.End, min(len(su), al.End+first.p1+reach))
	}
	if _, before := trimUnits(qu, 0, len(qu)); last.p1 >= before {
		m.movedTo(q, qu[last.p0:last.p1], t, su, max(0, al.Start-(last.p1-last.p0)-reach), al.Start)
	}
	if m.Flags.Has(FlagReordered) {
		return
	}
	for k := range changes { // what the best infix leaves out at its end, as the words there take fewer edits to drop
		c := changes[len(changes)-1-k]
		if len(tokens(qu[c.p0:c.p1])) > 1 {
			m.movedTo(q, qu[c.p0:c.p1], t, su, al.End, min(len(su), al.End+(c.p1-c.p0)+2))
			return
		}
	}
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
func (m *Match) movedTo(q *Quote, part []normalize.Unit, t *Text, su []normalize.Unit, lo, hi int) {
	w := tokens(part)
	content := false
	for i := range w {
		content = content || !lesser(w[i].text)
	}
	if !content || lo >= hi || len(w)*(hi-lo) > 1<<13 {
		return
	}
	s := tokens(su[lo:hi])
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
		m.flag(FlagReordered, between(q.Raw, part), between(t.Source, su[from:to]))
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

// reorderedWords tells whether the words of the quote are those of one sentence, or of a stretch inside one, in another order, and finds the
// stretch. At most one word in ten, and one at least, may be a function word that only one of them has.
func (d *damaged) reorderedWords() bool {
	qw := said(d.qu, d.qw)
	if len(qw) < 4 {
		return false
	}
	for _, id := range d.sentences(d.qu, qw, d.q.Raw) {
		if id > 0 {
			return false // the words of several sentences in a new relation are other sentences
		}
	}
	allowed := max(1, len(qw)/10)
	ids := d.sentences(d.su, d.sw, d.t.Source)
	for lo := 0; lo < len(d.sw); {
		hi := lo + 1
		for hi < len(d.sw) && ids[hi] == ids[lo] {
			hi++
		}
		sw := said(d.su, d.sw[lo:hi])
		if a, b, ok := sameWordsIn(qw, sw, allowed); ok {
			d.lo, d.hi = sw[a].lo, sw[b-1].hi
			return true
		}
		lo = hi
	}
	return false
}

// sameWordsIn finds the shortest run of words that holds all content words of the quote, and no other words than the quote's but for allowed
// function words that one of them lacks.
func sameWordsIn(qw, sw []token, allowed int) (first, last int, ok bool) {
	need := map[string]int{} // of each word of the quote, less those in the run
	content, distinct := 0, 0
	for _, w := range qw {
		need[w.text]++
		if !lesser(w.text) {
			content++
			if need[w.text] == 1 {
				distinct++
			}
		}
	}
	if distinct < 3 || len(sw) < len(qw)-allowed {
		return 0, 0, false
	}
	best := len(sw) + 1
	lo, missing := 0, content
	for hi := range sw {
		w := sw[hi].text
		if k, mine := need[w]; mine && k > 0 && !lesser(w) {
			missing--
		}
		if _, mine := need[w]; mine {
			need[w]--
		}
		for missing == 0 {
			if n := hi + 1 - lo; n < best {
				best, first, last = n, lo, hi+1
			}
			out := sw[lo].text
			if _, mine := need[out]; mine {
				if need[out]++; need[out] > 0 && !lesser(out) {
					missing++
				}
			}
			lo++
		}
	}
	if best > len(sw) {
		return 0, 0, false
	}
	// function words of the quote that stand at the ends of the run
	clear(need)
	for _, w := range qw {
		need[w.text]++
	}
	for _, w := range sw[first:last] {
		need[w.text]--
	}
	for first > 0 && need[sw[first-1].text] > 0 {
		first--
		need[sw[first].text]--
	}
	for last < len(sw) && need[sw[last].text] > 0 {
		need[sw[last].text]--
		last++
	}
	differ := 0
	for w, n := range need {
		if n != 0 && !lesser(w) {
			return 0, 0, false
		}
		differ += max(n, -n)
	}
	if differ > allowed {
		return 0, 0, false
	}
	return first, last, scattered(qw, sw[first:last])
}

// scattered tells whether two runs of the same words differ in their order. In a script without word spaces a character is not yet a word:
// there most characters must still stand beside the ones that they stand beside in the source.
func scattered(qw, sw []token) bool {
	pairs := map[[2]string]int{}
	for i := 1; i < len(sw); i++ {
		pairs[[2]string{sw[i-1].text, sw[i].text}]++
	}
	if inOrder(qw, sw) {
		return false
	}
	broken, narrow := 0, 0
	for i := 1; i < len(qw); i++ {
		k := [2]string{qw[i-1].text, qw[i].text}
		if pairs[k] > 0 {
			pairs[k]--
		} else {
			broken++
		}
		if r := []rune(qw[i].text); len(r) == 1 && spaceless(r[0]) {
			narrow++
		}
	}
	return 2*narrow < len(qw) || 3*broken <= len(qw)
}

// inOrder tells whether the content words of two runs are the same in the same order.
func inOrder(a, b []token) bool {
	i, j := 0, 0
	for {
		for i < len(a) && lesser(a[i].text) {
			i++
		}
		for j < len(b) && lesser(b[j].text) {
			j++
		}
		switch {
		case i == len(a) || j == len(b):
			return i == len(a) && j == len(b)
		case a[i].text != b[j].text:
			return false
		}
		i++
		j++
	}
}

// reorderedSentences grades a quote of several whole sentences that stand side by side in the source in another order. Each is measured by
// itself, as the pieces of an ellipsis are.
func (m *Matcher) reorderedSentences(d *damaged) (Match, bool) {
	ids := d.sentences(d.qu, d.qw, d.q.Raw)
	if len(ids) == 0 || ids[len(ids)-1] == 0 {
		return Match{}, false
	}
	starts := d.sentences(d.su, d.sw, d.t.Source)
	type run struct{ lo, hi int } // words of the source
	var found []run
	var pieces []Span // of the quote's bytes
	for lo := 0; lo < len(d.qw); {
		hi := lo + 1
		for hi < len(d.qw) && ids[hi] == ids[lo] {
			hi++
		}
		at := sentenceAt(d.qw[lo:hi], d.sw, starts)
		if at < 0 {
			return Match{}, false
		}
		found = append(found, run{at, at + hi - lo})
		end := len(d.q.Raw)
		if hi < len(d.qw) {
			end = int(d.qu[d.qw[hi].lo].Start)
		}
		pieces = append(pieces, Span{int(d.qu[d.qw[lo].lo].Start), end})
		lo = hi
	}
	first, last, words, ordered := len(d.sw), 0, 0, true
	for i, f := range found {
		first, last, words = min(first, f.lo), max(last, f.hi), words+f.hi-f.lo
		ordered = ordered && (i == 0 || f.lo >= found[i-1].hi)
	}
	for _, w := range d.sw[first:last] {
		if isNumber(w.text) {
			words++ // the items of a list may be numbered
		}
	}
	if ordered || words < last-first || len(d.qw) < 2*leastIntact {
		return Match{}, false
	}
	r := Match{Grade: GradeFuzzy, Method: MethodFuzzy}
	runes := 0
	for i, f := range found {
		var q Quote
		q.Prepare(d.q.Raw[pieces[i].Start:pieces[i].End], d.q.Reading)
		lo, hi := int(d.su[d.sw[f.lo].lo].Start), int(d.su[d.sw[f.hi-1].hi-1].End)
		su := m.su
		m.su = nil // d.su is still needed
		x, ok := m.within(&q, d.t, lo, min(hi+4, len(d.t.Source)), q.Runes(), true)
		m.su = su
		if !ok {
			return Match{}, false
		}
		runes += q.Runes()
		m.append(&r, &x)
		r.Words += x.Words
		r.Spans = append(r.Spans, x.Spans[0])
	}
	r.Grade, r.Method, r.Similarity = GradeFuzzy, MethodFuzzy, similarity(r.Edits, runes)
	r.flag(FlagReordered, "", "")
	return r, true
}

// sentenceAt finds the words of a whole sentence as a whole sentence of the source; -1: nowhere.
func sentenceAt(qw, sw []token, ids []int) int {
next:
	for at := 0; at+len(qw) <= len(sw); at++ {
		end := at + len(qw)
		if sw[at].text != qw[0].text || at > 0 && ids[at-1] == ids[at] && !isNumber(sw[at-1].text) || end < len(sw) && ids[end] == ids[end-1] {
			continue
		}
		for k := range qw {
			if sw[at+k].text != qw[k].text {
				continue next
			}
		}
		return at
	}
	return -1
}

func isNumber(w string) bool {
	for _, r := range w {
		if !isDigit(r) {
			return false
		}
	}
	return w != ""
}
