package verify

import (
	"cmp"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// What a quote with foreign pieces between its words looks like among the diagonals of one text: stretches of it that follow each other there,
// most of its letters in them. A made-up sentence has stretches as well, short ones, at places far from each other.
const (
	stretchDrop = 6    // a stretch goes on over differing letters up to this loss; a letter that differs costs two that agree
	pieceJump   = 64   // kept characters of the source between two stretches that cost nothing: a number, a short head, a line of a column
	jumpCost    = 12   // letters that a longer jump costs
	jumpReach   = 1500 // kept characters that the source may have between two stretches beyond the quote's own length
	chainedMost = 512  // stretches that are weighed; a quote with more is asked for without
)

// run is a stretch of the quote that stands on one diagonal of a text, but for some letters.
type run struct {
	lo, hi   int // in the skeleton of the quote
	diagonal int // text place − quote place
	letters  int // that agree
	chained  int // of the best chain that ends here, less what its jumps cost
}

// chained tells whether stretches of the quote that stand in the text in the order of the quote, near enough to each other for the page to
// have parted them, hold two in five of its letters. A quote within the threshold has four in five there, and those that stand alone between two
// differences are all that is not in a stretch. The seeds come by diagonal.
func (s *searcher) chained(q, text []byte, seeds []match.Seed) bool {
	n := len(q)
	s.runs = runsOf(s.runs[:0], q, text, seeds)
	if len(s.runs) > chainedMost {
		return true
	}
	slices.SortFunc(s.runs, func(a, b run) int { return cmp.Or(a.lo-b.lo, a.diagonal-b.diagonal) })
	for i := range s.runs {
		x := &s.runs[i]
		x.chained = x.letters
		for j := range s.runs[:i] {
			y := &s.runs[j]
			d := x.diagonal - y.diagonal
			if y.lo+y.diagonal >= x.lo+x.diagonal || d < -n || d > n+jumpReach {
				continue
			}
			gain := x.letters - max(0, y.hi-x.lo, y.hi-d-x.lo) // what both hold counts once
			if gain <= 0 {
				continue
			}
			if abs(d) > pieceJump {
				gain -= jumpCost
			}
			x.chained = max(x.chained, y.chained+gain)
		}
		if x.chained*5 >= n*2 {
			return true
		}
	}
	return false
}

// runsOf grows the seeds to stretches, each once.
func runsOf(dst []run, q, text []byte, seeds []match.Seed) []run {
	for _, x := range seeds {
		d, at := int(x.T-x.Q), int(x.Q)
		k := len(dst) - 1
		for k >= 0 && dst[k].diagonal == d && (at < dst[k].lo || at >= dst[k].hi) {
			k--
		}
		if k >= 0 && dst[k].diagonal == d {
			continue // it is in one of them
		}
		if len(dst) > chainedMost {
			break
		}
		r := run{lo: at, hi: at, diagonal: d}
		most, score, letters, kept := 0, 0, 0, 0
		for i := at; i < len(q) && i+d < len(text) && score >= most-stretchDrop; i++ {
			if q[i] == text[i+d] {
				letters++
				if score++; score > most {
					most, r.hi, kept = score, i+1, letters
				}
			} else {
				score -= 2
			}
		}
		most, score, letters = 0, 0, kept
		for i := at - 1; i >= 0 && i+d >= 0 && score >= most-stretchDrop; i-- {
			if q[i] == text[i+d] {
				letters++
				if score++; score > most {
					most, r.lo, kept = score, i, letters
				}
			} else {
				score -= 2
			}
		}
		r.letters = kept
		dst = append(dst, r)
	}
	return dst
}

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
		s.chained(q.Skeleton, t.Skeleton(normalize.Folded).Bytes, s.near)
}
