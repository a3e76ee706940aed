package verify

import (
	"bytes"
	"errors"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// A quote of a letter or two stands in a text thousands of times. All of its places are counted; these limits say how many of one text are
// mapped to the source and graded, and how many of all texts together. Where the limits of a quote are reached, its search is not complete.
const (
	gradedInText = 256
	mappedInText = 1 << 14
	gradedMost   = 1 << 16
	mappedMost   = 1 << 20
)

var errManyPlaces = errors.New("the quote stands in too many places to look at each")

// places grades the places of a text where the quote's skeleton stands, and keeps those of the best grade, in text order. hits are the
// genuine places of the quote, or nil to search the text.
func (s *searcher) places(q *match.Quote, doc int, t *index.Text, hits []index.Hit) []place {
	if len(q.Skeleton) == 0 {
		return nil
	}
	if q == &s.quote && (hits == nil || len(hits) > gradedInText) {
		if list := s.literalPlaces(doc, t); list != nil {
			return list
		}
	}
	list := s.emptyList()
	also := 0
	for _, r := range [...]normalize.Reading{normalize.Folded, normalize.Literal} {
		mt := s.view(t, r)
		if mt == nil {
			continue
		}
		s.at = s.at[:0]
		if hits != nil {
			for _, h := range hits {
				if h.Reading == mt.Reading {
					s.at = append(s.at, int(h.Pos))
				}
			}
		} else {
			for from := 0; ; {
				i := bytes.Index(mt.Skeleton.Bytes[from:], q.Skeleton)
				if i < 0 {
					break
				}
				s.at = append(s.at, from+i)
				from += i + 1
			}
		}
		if len(s.at) <= gradedInText {
			for _, pos := range s.at {
				list = s.confirm(list, q, doc, t, mt, pos)
			}
			continue
		}
		var more int
		list, more = s.many(list, q, doc, t, mt)
		also = max(also, more) // both readings count the same places
	}
	if list = keepBest(list); len(list) > 0 {
		list[0].also = also
	}
	return s.keep(list)
}

// emptyList gives a list with room for one place, in the searcher's memory where there is some left for the quote in hand.
func (s *searcher) emptyList() []place {
	if s.kept == len(s.lists) {
		return nil
	}
	return s.lists[s.kept : s.kept : s.kept+1]
}

// keep makes sure that the list of emptyList that was filled is not given again before the next quote.
func (s *searcher) keep(list []place) []place {
	if len(list) > 0 && s.kept < len(s.lists) && &list[0] == &s.lists[s.kept] {
		s.kept++
	}
	return list
}

// confirm grades one place and appends it, unless the letters there are other ones.
func (s *searcher) confirm(list []place, q *match.Quote, doc int, t *index.Text, mt *match.Text, pos int) []place {
	if s.graded++; s.graded > gradedMost {
		s.fail(errManyPlaces)
		return list
	}
	if m, ok := s.matcher.Confirm(q, mt, pos); ok {
		list = append(list, place{doc: doc, text: t, reading: mt.Reading, match: m})
	}
	return list
}

// literalPlaces finds the quote's very bytes in a text, on word borders: nothing is better. nil where they are not there.
func (s *searcher) literalPlaces(doc int, t *index.Text) []place {
	s.spans = s.spans[:0]
	for from := 0; ; {
		i := s.literalFrom(t.Source, from)
		if i < 0 {
			break
		}
		s.spans = append(s.spans, match.Span{Start: i, End: i + len(s.raw)})
		from = i + 1
	}
	if len(s.spans) == 0 {
		return nil
	}
	mt := readings(t)[len(readings(t))-1]
	var list []place
	graded := s.likely(t, gradedInText)
	for _, i := range graded {
		if pos := mt.Skeleton.Index(t.Source, mt.Reading, s.spans[i].Start+s.quote.Start); holds(mt.Skeleton.Bytes, s.quote.Skeleton, pos) {
			list = s.confirm(list, &s.quote, doc, t, &mt, pos)
		}
	}
	list = keepBest(list)
	if len(list) == 0 || list[0].match.Grade != match.GradeExact || list[0].match.Partial {
		return nil
	}
	list[0].also = len(s.spans) - len(graded)
	return list
}

// literalFrom finds the next place of the quote's bytes on word borders; -1 where there is none.
func (s *searcher) literalFrom(src []byte, from int) int {
	for {
		i := bytes.Index(src[from:], s.raw)
		if i < 0 {
			return -1
		}
		if from += i; !match.Cut(src, from) && !match.Cut(src, from+len(s.raw)) {
			return from
		}
		from++
	}
}

// many grades the likeliest of the places s.at: whole words before parts of words. also is how many more there are of the kind that is
// best among those graded.
func (s *searcher) many(list []place, q *match.Quote, doc int, t *index.Text, mt *match.Text) (_ []place, also int) {
	most := min(len(s.at), mappedInText)
	if s.mapped += most; s.mapped > mappedMost {
		s.fail(errManyPlaces)
		return list, 0
	}
	spans := make([]match.Span, most)
	var whole, parts []int
	for i, pos := range s.at[:most] {
		lo, hi := mt.Bytes(pos, pos+len(q.Skeleton))
		spans[i] = match.Span{Start: lo, End: hi}
		if match.Cut(t.Source, lo) || match.Cut(t.Source, hi) {
			parts = append(parts, i)
		} else {
			whole = append(whole, i)
		}
	}
	if s.wholeWords {
		parts = nil
	}
	for _, kind := range [...][]int{whole, parts} {
		s.spans = s.spans[:0]
		for _, i := range kind {
			s.spans = append(s.spans, spans[i])
		}
		before := len(list)
		graded := s.likely(t, gradedInText)
		for _, k := range graded {
			list = s.confirm(list, q, doc, t, mt, s.at[kind[k]])
		}
		if slices.ContainsFunc(list[before:], func(p place) bool { return !p.match.Partial }) {
			return list, len(kind) - len(graded)
		}
		also = len(kind) - len(graded)
	}
	return list, also + len(s.at) - most
}

// likely chooses among s.spans those to grade: all of them, or the first and those that the caller's prefix, suffix, page and position
// speak for.
func (s *searcher) likely(t *index.Text, most int) []int {
	all := make([]int, len(s.spans))
	for i := range all {
		all[i] = i
	}
	if len(all) <= most {
		return all
	}
	b := s.asking
	if b == nil || b.q.Prefix == "" && b.q.Suffix == "" && b.q.Page == 0 && b.q.Start <= 0 && b.q.End <= 0 {
		return all[:most]
	}
	b.resolveHint(t.Source)
	p := place{text: t, match: match.Match{Spans: make([]match.Span, 1)}}
	c := b.chooser(&p)
	claims := make([]claim, len(all))
	for i := range all {
		p.match.Spans[0] = s.spans[i]
		claims[i] = c.claim(&p)
	}
	slices.SortStableFunc(all, func(i, j int) int { return claims[i].compare(claims[j]) })
	all = all[:most]
	slices.Sort(all)
	return all
}

// fail notes why the search cannot be complete; the first reason stays.
func (s *searcher) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}
