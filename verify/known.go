package verify

import (
	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// compete keeps a place as the rival of the best one when it is the best of those.
func (f *found) compete(p *place) {
	if len(f.best) > 0 && p.doc == f.best[0].doc {
		return
	}
	if f.rival == nil || p.match.Better(&f.rival.match) {
		f.rival = p
	}
}

// sameAs is the place of another text that has the very words of a place, of that size, at start.
func (s *searcher) sameAs(p *place, doc int, t *index.Text, r normalize.Reading, start, size int) *place {
	list := append(s.emptyList(), place{doc: doc, text: t, reading: r, match: p.match})
	x := &s.keep(list)[0]
	x.match.Spans = s.matcher.Span(start, start+size)
	x.match.Flags, x.match.Details, x.match.Omitted, x.match.Diff = 0, nil, nil, nil
	return x
}

// grades remembers the surroundings of places that were graded and are not form alone. The same passage in other texts has the same grade,
// so boilerplate that thousands of documents share is graded once.
type grades struct {
	known map[string]bool
	buf   []byte
}

// A grade depends on the source from a few characters before the quote's first letter or digit to a few behind its last: marks, currencies and
// the rest of a number or a word that is cut.
const (
	gradeReach = 12   // bytes on each side
	gradesKept = 1024 // surroundings
)

// key is the source at a genuine hit of a quote, and what else of a text decides about its grade.
func (g *grades) key(q *match.Quote, t *index.Text, h index.Hit) []byte {
	sk, src := t.Skeleton(h.Reading), t.Source
	start, _ := sk.Source(src, h.Reading, int(h.Pos))
	_, end := sk.Source(src, h.Reading, int(h.Pos)+len(q.Skeleton)-1)
	lo, hi := max(0, start-gradeReach), min(len(src), end+gradeReach)
	// beside a letter, a blank ends what matters: boilerplate stands behind section numbers that differ
	if isLetter(q.Raw[0]) && start > 0 && isBlank(src[start-1]) {
		lo = start - 1
	}
	if isLetter(q.Raw[len(q.Raw)-1]) && end < len(src) && isBlank(src[end]) {
		hi = end + 1
	}
	g.buf = append(g.buf[:0], byte(h.Reading), byte(btoi(t.Turkish)), byte(start-lo))
	return append(g.buf, src[lo:hi]...)
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' }

// all tells whether the surroundings of all hits of a text are known.
func (g *grades) all(q *match.Quote, t *index.Text, hits []index.Hit) bool {
	if len(g.known) == 0 {
		return false
	}
	for _, h := range hits {
		if !g.known[string(g.key(q, t, h))] {
			return false
		}
	}
	return true
}

// add remembers the surroundings of the hits of a text.
func (g *grades) add(q *match.Quote, t *index.Text, hits []index.Hit) {
	if g.known == nil {
		g.known = map[string]bool{}
	}
	for _, h := range hits {
		if len(g.known) < gradesKept {
			g.known[string(g.key(q, t, h))] = true
		}
	}
}
