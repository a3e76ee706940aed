package verify

import (
	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

// ownMarks looks for the quote in one text with those of its brackets and ellipses taken as they stand that the text has there itself, where
// reading all of them as an editor's gave nothing, or a fuzzy match only.
func (s *searcher) ownMarks(doc int, t *index.Text, e *match.Editorial) (place, bool) {
	q := s.plain()
	p, ok := s.fuzzy(doc, t, e.LiteralEdits(q.Runes(), s.o.Threshold))
	if !ok {
		return place{}, false
	}
	mt := match.Text{Source: t.Source, Reading: p.reading, Turkish: t.Turkish, Skeleton: t.Skeleton(p.reading)}
	m, ok := s.matcher.Literally(e, q, &mt, &p.match, s.o.Threshold)
	p.match = m
	return p, ok
}

// edited tells whether a list of places may be improved on by reading marks literally: it is empty, or read as an editor's and fuzzy.
func edited(list []place) bool {
	return len(list) == 0 || list[0].match.Grade == match.GradeFuzzy && (list[0].match.Flags.Has(match.FlagEllipsis) || list[0].match.Flags.Has(match.FlagAlteration))
}

// ownMarksElsewhere does so in the documents of the scope that share most with the quote.
func (b *inquiry) ownMarksElsewhere(f *found) {
	if len(b.current) > 0 || b.e == nil || !b.e.Marks() || !edited(f.best) {
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
		if p, ok := b.s.ownMarks(doc, t, b.e); ok {
			f.lead([]place{p})
			return
		}
	}
}
