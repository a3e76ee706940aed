package verify

import (
	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// ownMarks looks for the quote in one text with those of its brackets and ellipses taken as they stand that the text has there itself, where
// reading all of them as an editor's gave nothing, or a fuzzy match only.
func (s *searcher) ownMarks(doc int, t *index.Text, e *match.Editorial) (place, bool) {
	q := s.plain()
	if len(q.Skeleton) == 0 {
		return place{}, false
	}
	mt := readings(t)[0]
	edits := e.LiteralEdits(q.Runes(), s.o.Threshold)
	// only where the text shares most with the quote: a search of all of it would cost a quote that is no quote of it more than all else
	s.near, s.nearOf = s.near[:0], t
	s.seed(q, t.Kmers(normalize.Folded), 0, len(q.Skeleton)-index.KmerLen+1)
	from, to, d, ok := 0, 0, 0, false
	if text := mt.Skeleton.Bytes; len(text) <= scannedWhole {
		from, to, d, ok = s.scan.Best(q.Skeleton, text, edits)
	}
	if !ok {
		s.scan.Seed(q.Skeleton, mt.Skeleton.Bytes, s.near)
		from, to, ok = s.scan.Densest()
		d = len(q.Skeleton)/32 + 8
	}
	if !ok {
		return place{}, false
	}
	near, ok := s.matcher.Fuzzy(q, &mt, from, to, d, edits)
	if !ok {
		return place{}, false
	}
	m, ok := s.matcher.Literally(e, q, &mt, &near, s.o.Threshold)
	return place{doc: doc, text: t, reading: mt.Reading, match: m}, ok
}

// edited tells whether a list of places may be improved on by reading marks literally: it is empty, or read as an editor's and fuzzy.
func edited(list []place) bool {
	return len(list) == 0 || list[0].match.Grade == match.GradeFuzzy && (list[0].match.Flags.Has(match.FlagEllipsis) || list[0].match.Flags.Has(match.FlagAlteration))
}

// ownMarksElsewhere does so in the documents of the scope that share most with the quote.
func (b *inquiry) ownMarksElsewhere(f *found) {
	if len(b.current) > 0 || !edited(f.best) {
		return
	}
	e := b.marks.get()
	if e == nil || !e.Marks() {
		return
	}
	if f.clusters == nil {
		f.clusters = b.s.clusters(b.sc, b.cited)
	}
	for i := range f.clusters[:min(len(f.clusters), rivals)] {
		doc := int(f.clusters[i].doc)
		t := b.s.text(doc)
		if t == nil {
			continue
		}
		if p, ok := b.s.ownMarks(doc, t, e); ok {
			f.lead([]place{p})
			return
		}
	}
}
