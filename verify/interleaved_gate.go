package verify

import (
	"example.com/verbatim/index"
	"example.com/verbatim/normalize"
)

// mayInterleave tells whether a text shares enough with the quote to hold it with foreign pieces between its words. What stands between them
// leaves runs of letters that the table of the text shows; a text that has a phrase in common with the quote shows few. To read a page for
// its furniture costs a hundred times as much as to look at seeds.
func (s *searcher) mayInterleave(t *index.Text) bool {
	q := s.plain()
	n := len(q.Skeleton)
	if n < index.KmerLen {
		return false
	}
	if s.nearOf != t || s.inOrder != t {
		s.near, s.nearOf = s.near[:0], t
		if !s.seed(q, t.Kmers(normalize.Folded), 0, n-index.KmerLen+1) {
			return true // cut short: too many to be counted
		}
	}
	s.inOrder = nil // counting sorts them
	return seedsCover(s.near)*coveredLeast >= n && s.seedsTogether(s.near)*index.KmerStride*coveredLeast >= n &&
		s.pages.Chained(q.Skeleton, t.Skeleton(normalize.Folded).Bytes, s.near)
}
