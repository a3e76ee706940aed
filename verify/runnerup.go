package verify

import (
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// closeBy is how near a second place must come to the best one to be shown.
const closeBy = 0.05

// secondFuzzy finds the next best place of the quote in the text that a fuzzy match was found in, where one comes close: there is no proof
// that there is none.
func (s *searcher) secondFuzzy(p *place) (place, bool) {
	q := s.plain()
	sk := p.text.Skeleton(p.reading)
	if len(p.match.Spans) != 1 || len(q.Skeleton) < index8 || sk == nil {
		return place{}, false
	}
	src := p.text.Source
	mt := match.Text{Source: src, Reading: p.reading, Turkish: p.text.Turkish, Skeleton: sk}
	from, to := sk.Index(src, p.reading, p.match.Start()), sk.Index(src, p.reading, p.match.End())
	k := p.match.Edits + int(closeBy*float64(q.Runes()))
	var a, b, d int
	var ok bool
	if n := len(q.Skeleton); n < 3*sample && len(sk.Bytes) <= 1<<18 {
		a, b, d, ok = s.scan.Second(q.Skeleton, sk.Bytes, from, to, k)
	} else {
		a, b, d, ok = s.seededSecond(q, p, sk.Bytes, from, to, k)
	}
	if !ok {
		return place{}, false
	}
	m, ok := s.matcher.Fuzzy(q, &mt, a, b, d, k)
	if !ok || m.Similarity < p.match.Similarity-closeBy || m.Start() < p.match.End() && p.match.Start() < m.End() {
		return place{}, false
	}
	return place{doc: p.doc, text: p.text, reading: p.reading, match: m}, true
}

// index8 is the shortest quote that has a k-mer.
const index8 = 8

// seededSecond looks for the second place where the k-mers of the quote stand, before and after the best one.
func (s *searcher) seededSecond(q *match.Quote, p *place, text []byte, from, to, k int) (a, b, d int, ok bool) {
	s.near, s.nearOf = s.near[:0], nil
	s.seed(q, p.text.Kmers(p.reading), 0, len(q.Skeleton)-7)
	before, after := s.near[:0], s.after[:0]
	for _, x := range s.near {
		switch {
		case int(x.T) >= to:
			after = append(after, match.Seed{Q: x.Q, T: x.T - int32(to)})
		case int(x.T) < from:
			before = append(before, x)
		}
	}
	s.after = after
	if len(before) > 1 { // Try wants two seeds at least
		if a, b, d, ok = s.scan.Try(q.Skeleton, text[:from], k, before); ok {
			k = d - 1
		}
	}
	if len(after) < 2 {
		return a, b, d, ok
	}
	if a2, b2, d2, better := s.scan.Try(q.Skeleton, text[to:], k, after); better {
		return a2 + to, b2 + to, d2, true
	}
	return a, b, d, ok
}

// whoOrHowMuch are the flags of the differences that tell two look-alikes apart: the names and the numbers.
const whoOrHowMuch = match.Flags(1<<match.FlagNumberChanged | 1<<match.FlagNameChanged)

// lookAlike tells whether two places of about equal similarity differ in a name or a number, and the quote does not say which is meant:
// it has neither's. The details are the words in question.
func (s *searcher) lookAlike(best, second *place) ([]match.Detail, bool) {
	if best.match.Grade == match.GradeExact || best.match.Flags&whoOrHowMuch == 0 {
		return nil, false // what the quote says stands there
	}
	var sk normalize.Skeleton
	a := best.text.Source[best.match.Start():best.match.End()]
	sk.Make(a, normalize.Literal)
	var q match.Quote
	q.Prepare(second.text.Source[second.match.Start():second.match.End()], normalize.Literal)
	mt := match.Text{Source: a, Reading: normalize.Literal, Turkish: best.text.Turkish, Skeleton: &sk}
	m, ok := s.matcher.Anywhere(&q, &mt, q.Runes())
	if !ok || m.Flags&whoOrHowMuch == 0 {
		return nil, false
	}
	var list []match.Detail
	said := ""
	for _, d := range best.match.Details {
		if whoOrHowMuch.Has(d.Flag) {
			said = d.Quote
			break
		}
	}
	for _, d := range m.Details {
		if whoOrHowMuch.Has(d.Flag) {
			list = append(list, match.Detail{Flag: match.FlagAmbiguous, Quote: said, Source: d.Source},
				match.Detail{Flag: match.FlagAmbiguous, Quote: said, Source: d.Quote})
		}
	}
	return list, true
}

// decide chooses among the places, fills in the runner-up and says whether the choice was one: of two fuzzy places that are equally near,
// and of two that differ in a name or a number that the quote has otherwise, neither is chosen silently.
func (b *inquiry) decide(list []place) *place {
	i, second, clear := b.choose(list)
	best := &list[i]
	var other *place
	if second >= 0 {
		other = &list[second]
	} else if best.match.Grade == match.GradeFuzzy {
		if p, ok := b.s.secondFuzzy(best); ok {
			best, other, clear = b.between(best, &p)
		}
	}
	if other == nil && b.rival != nil && b.rival.match.Similarity >= best.match.Similarity-closeBy {
		other = b.rival
	}
	if other == nil {
		return best
	}
	if best.match.Similarity-other.match.Similarity <= closeBy {
		b.r.RunnerUp = b.passage(other)
	}
	if best.match.Grade == match.GradeFuzzy || best.match.Method != other.match.Method {
		if details, alike := b.s.lookAlike(best, other); alike && !b.told(best, other) {
			clear = false
			b.twins = details
		}
	}
	b.unclear = !clear
	return best
}

// between chooses between two fuzzy places of a text.
func (b *inquiry) between(p, o *place) (best, second *place, clear bool) {
	if o.match.Edits != p.match.Edits || o.match.Partial != p.match.Partial {
		if _, alike := b.s.lookAlike(p, o); alike && b.told(o, p) {
			return o, p, true // the surroundings say that the other one is meant
		}
		return p, o, true
	}
	b.equal++
	list := []place{*p, *o}
	if o.match.Start() < p.match.Start() {
		list[0], list[1] = *o, *p
	}
	i, j, clear := b.choose(list)
	return &list[i], &list[j], clear
}

// told tells whether surroundings, page or position speak for the first of two places.
func (b *inquiry) told(p, o *place) bool {
	if p.text != o.text {
		return false
	}
	c := b.chooser(p)
	x, y := c.claim(p), c.claim(o)
	x.method, x.edits, y.method, y.edits = 0, 0, 0, 0
	return x.compare(y) < 0
}
