package match

import (
	"slices"

	"example.com/verbatim/match/internal/grams"
	"example.com/verbatim/match/internal/lanes"
)

// Seed says that the pattern at byte offset Q and the text at byte offset T hold the same k-mer.
type Seed struct{ Q, T int32 }

// Scan finds the best place of one pattern in one text, and proves what it does not find. The zero value is ready. It keeps its
// buffers, allocates nothing once they are large enough, and is not safe for concurrent use.
//
// The scan is lossless by the pigeonhole principle. Cut the pattern into j disjoint pieces (what lies between the pieces is only left
// out of account). An alignment of the whole with at most k edits spends its edits on the pieces and between them, so that one piece
// at least is aligned with at most ⌊k/j⌋. Searching j pieces for ⌊k/j⌋ edits each, in any order, and looking with the whole pattern at
// every neighbourhood where one is found, therefore misses nothing, whatever the lengths of pieces and pattern: they only decide how
// often a piece is found by chance. Where that would be often (a piece that may lose half of its bytes: short patterns, or k near the
// pattern's length or over it) the whole pattern is searched instead.
type Scan struct {
	// Stop is asked now and then during long searches; when it says true they end, and what they did not find is not proven absent. nil: never.
	Stop func() bool

	whole    Pattern // see all
	compiled bool
	piece    Pattern
	lanes    lanes.State
	grams    counter

	pattern, text []byte
	limit         int // the k of the caller
	best          place
	done          []span // neighbourhoods that were searched, sorted, disjoint
	looked        int    // their length together

	keys   []uint64 // seeds by diagonal and pattern offset
	blocks []int32  // votes of each block of the pattern
}

// place is the best infix so far: its distance and first end, or none when end < 0.
type place struct{ dist, end int }

type span struct{ lo, hi int }

// pieceEdits sets the number of pieces: j = ⌊k/pieceEdits⌋ + 1. Any value loses nothing. The nearest place of 64 bytes of prose in a
// foreign text of 23 KB was at 41 edits in half of 532 trials, and at 35 or fewer in one of a hundred: with less than 30 a piece is
// hardly found by chance, and few pieces make a fast scan.
const pieceEdits = 30

// Best returns the infix of text with the fewest edits to pattern: of several the one with the first end, and for it the start that
// Pattern.Start chooses. When ok is false it is proven that every infix is more than k edits away.
func (s *Scan) Best(pattern, text []byte, k int) (start, end, dist int, ok bool) {
	s.begin(pattern, text, k)
	s.search(k)
	return s.result()
}

func (s *Scan) begin(pattern, text []byte, k int) {
	s.pattern, s.text, s.limit = pattern, text, k
	s.compiled = false
	s.best.end = -1
	s.done, s.looked = s.done[:0], 0
}

// all is the whole pattern, compiled when it is first searched: that a text does not hold it is mostly shown without.
func (s *Scan) all() *Pattern {
	if !s.compiled {
		s.compiled = true
		s.whole.stop = s.Stop
		s.whole.Compile(s.pattern)
	}
	return &s.whole
}

func (s *Scan) result() (start, end, dist int, ok bool) {
	if s.best.end < 0 {
		return 0, 0, 0, false
	}
	return s.all().Start(s.text, s.best.end, s.best.dist), s.best.end, s.best.dist, true
}

// need is the distance that a place ending at or after end must have to be better than the best one: equal if it ends before that.
func (s *Scan) need(k, end int) int {
	switch {
	case s.best.end < 0:
		return k
	case end < s.best.end:
		return min(k, s.best.dist)
	}
	return min(k, s.best.dist-1)
}

// look searches text[lo:hi] with the whole pattern for what is better than the best, unless that was done before.
func (s *Scan) look(lo, hi int) {
	lo, hi = max(lo, 0), min(hi, len(s.text))
	if lo >= hi || s.covered(lo, hi) {
		return
	}
	s.cover(lo, hi)
	dist, end, ok := s.all().Distance(s.text[lo:hi], s.need(s.limit, lo))
	if !ok {
		return
	}
	if end += lo; s.best.end < 0 || dist < s.best.dist || dist == s.best.dist && end < s.best.end {
		s.best = place{dist, end}
	}
}

func (s *Scan) covered(lo, hi int) bool {
	i := s.after(lo)
	return i > 0 && s.done[i-1].hi >= hi
}

// after is the index of the first span that begins after lo.
func (s *Scan) after(lo int) int {
	i, j := 0, len(s.done)
	for i < j {
		if h := (i + j) / 2; s.done[h].lo <= lo {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

// cover adds a span. Spans that overlap stay apart, unless one holds the other: an infix across the seam of two was not searched.
func (s *Scan) cover(lo, hi int) {
	s.looked += hi - lo
	i := s.after(lo)
	j := i
	for j < len(s.done) && s.done[j].hi <= hi {
		j++
	}
	if i > 0 && s.done[i-1].lo == lo {
		i--
	}
	s.done = slices.Replace(s.done, i, j, span{lo, hi})
}

// search finds what is better than the best so far and has at most k edits.
func (s *Scan) search(k int) {
	n, m := len(s.pattern), len(s.text)
	if k = min(k, s.need(k, 0)); k < 0 || n-m > k {
		return
	}
	if n <= k || m == 0 {
		s.searchAll(k)
		return
	}
	if m >= gramsLeast && grams.Fast() && s.searchGrams(k) {
		return
	}
	if k = s.need(k, 0); k < 0 {
		return
	}
	j := k/pieceEdits + 1
	size := min(64, n/j)
	if 2*(k/j) >= size || m < 2*n {
		s.searchAll(k)
		return
	}
	for x := range j {
		from := x * n / j
		s.piece.Compile(s.pattern[from : from+size])
		if !s.scan(from, from+size, k, j) {
			s.searchAll(k)
			return
		}
	}
}

// searchAll searches the whole text with the whole pattern.
func (s *Scan) searchAll(k int) {
	if k = s.need(k, 0); k < 0 {
		return
	}
	dist, end, ok := s.all().Distance(s.text, k)
	if ok && (s.best.end < 0 || dist < s.best.dist || end < s.best.end) {
		s.best = place{dist, end}
	}
}

// scan searches the text for pattern[from:to], one of j pieces, and looks around each place where it is found. It gives up when it has
// looked at more than the length of the text: looking at the whole once is then cheaper.
func (s *Scan) scan(from, to, k, j int) bool {
	n, m := len(s.pattern), len(s.text)
	size := to - from
	if m >= lanesLeast && lanes.Fast() {
		return s.scanLanes(from, to, k, j)
	}
	// Two halves of the text at once: one alone waits most of the time for its own results. A place of the piece that ends in the second
	// half begins at most size + k/j before it.
	half := (m + size + k/j + 1) / 2
	lanes := [2]lane{newLane(&s.piece, 0), newLane(&s.piece, max(0, m-half))}
	half = min(half, m)
	for i := 0; i < half && !(s.Stop != nil && s.Stop()); {
		i += s.piece.pair(s.text[i:half], s.text[lanes[1].base+i:], &lanes, s.need(k, 0)/j)
		for l := range lanes {
			end := lanes[l].base + i
			k := s.need(k, end)
			if k < 0 && l == 0 {
				return true
			}
			if k < 0 || lanes[l].score > k/j || s.covered(max(0, end-to-k), min(m, end+n-to+k)) {
				continue
			}
			// Some columns more than needed, for the piece is mostly found at several neighbouring ends.
			s.look(end-to-k, end+n-to+k+16+k/j)
			if s.looked > m {
				return false
			}
		}
	}
	return true
}

// lane is a search for a piece at one place of the text.
type lane struct {
	pv, mv uint64
	score  int
	base   int
}

func newLane(p *Pattern, base int) lane { return lane{pv: ^p.rest, score: len(p.pat), base: base} }

// pair goes on with two searches over texts of equal length until a score is at most limit, and returns how far it came.
func (p *Pattern) pair(a, b []byte, lanes *[2]lane, limit int) int {
	b = b[:len(a)]
	eqs := &p.one
	pv0, mv0, pv1, mv1 := lanes[0].pv, lanes[0].mv, lanes[1].pv, lanes[1].mv
	// Scores are kept over the limit: negative means found.
	s0, s1 := lanes[0].score-limit-1, lanes[1].score-limit-1
	i := 0
	for i < len(a) {
		eq := eqs[a[i]]
		xv := eq | mv0
		xh := (((eq & pv0) + pv0) ^ pv0) | eq
		ph := mv0 | ^(xh | pv0)
		mh := pv0 & xh
		s0 += int(ph>>63) - int(mh>>63)
		ph <<= 1
		pv0 = mh<<1 | ^(xv | ph)
		mv0 = ph & xv

		eq = eqs[b[i]]
		xv = eq | mv1
		xh = (((eq & pv1) + pv1) ^ pv1) | eq
		ph = mv1 | ^(xh | pv1)
		mh = pv1 & xh
		s1 += int(ph>>63) - int(mh>>63)
		ph <<= 1
		pv1 = mh<<1 | ^(xv | ph)
		mv1 = ph & xv
		i++
		if s0|s1 < 0 {
			break
		}
	}
	lanes[0].pv, lanes[0].mv, lanes[0].score = pv0, mv0, s0+limit+1
	lanes[1].pv, lanes[1].mv, lanes[1].score = pv1, mv1, s1+limit+1
	return i
}

// Second returns the best infix with at most k edits that lies wholly before or after text[start:end], the place Best returned for the
// same pattern: the runner-up. Of equal ones it is that with the first end.
func (s *Scan) Second(pattern, text []byte, start, end, k int) (start2, end2, dist int, ok bool) {
	start2, end2, dist, ok = s.Best(pattern, text[:start], k)
	if ok {
		k = dist - 1
	}
	if a, b, d, better := s.Best(pattern, text[end:], k); better {
		return a + end, b + end, d, true
	}
	return start2, end2, dist, ok
}

// BestSeeded gives the same result as Best, and is faster when the seeds lead to the place. minRun is the length of which the seeds
// promise that every run of so many equal bytes of pattern and text holds a seed, at Q and T of the first bytes of an equal k-mer inside
// the run; 0 if they promise nothing (a capped or sampled list).
//
// The text is first searched around the diagonals (T−Q) with most votes. What is found, at d edits, is then proven the best: of the
// ⌊n/minRun⌋ disjoint blocks of the pattern an edit damages at most one, so that a place with at most e edits has ⌊n/minRun⌋−e intact
// blocks, all with seeds, on diagonals not more than e apart. If that number is positive for what could be better, all places where
// so many blocks have votes are searched, and the text need not be scanned. Otherwise it is scanned, for fewer edits than d.
func (s *Scan) BestSeeded(pattern, text []byte, k int, seeds []Seed, minRun int) (start, end, dist int, ok bool) {
	s.begin(pattern, text, k)
	n := len(pattern)
	if n == 0 || k < 0 || len(text) == 0 {
		s.search(k)
		return s.result()
	}
	s.sort(seeds)
	if n <= k {
		s.best = place{n, 0}
	}
	s.vote(min(k, n-1), max(minRun, 8))
	if minRun > 0 {
		blocks, e := n/minRun, s.need(k, 0)
		// At the edge only better places are bound to have seeds, equal ones before the best are not.
		edge := e == blocks && s.best.end >= 0 && e == s.best.dist
		if edge {
			e--
		}
		if e < blocks {
			s.clusters(e, minRun, blocks-e)
			if edge && s.best.dist > e {
				s.before()
			}
			return s.result()
		}
	}
	s.search(k)
	return s.result()
}

// tryReach bounds what Try looks at: so many times the length of the text. Where one phrase fills text and pattern every diagonal has votes, and
// to look around each would take the square of the length.
const tryReach = 8

// Try searches only around the groups of diagonals that have most votes, at least two, and gives the best place within k edits that it
// finds there. It proves nothing: neither that the place is the best one nor, with ok=false, that there is none.
func (s *Scan) Try(pattern, text []byte, k int, seeds []Seed) (start, end, dist int, ok bool) {
	s.begin(pattern, text, k)
	n := len(pattern)
	if n == 0 || k < 0 || n <= k || len(text) == 0 {
		return 0, 0, 0, false
	}
	s.sort(seeds)
	const size = 8
	width, most := min(k, 4+n/16), 1
	s.runs(width, size, func(_, _, votes int) { most = max(most, votes) })
	if most < 2 {
		return 0, 0, 0, false
	}
	s.runs(width, size, func(lo, hi, votes int) {
		if votes > most/2 && s.looked <= tryReach*len(text) {
			s.look(lo-k, hi+n+k)
		}
	})
	return s.result()
}

// Seed takes in pattern, text and seeds without searching, for Densest.
func (s *Scan) Seed(pattern, text []byte, seeds []Seed) {
	s.pattern, s.text = pattern, text
	s.sort(seeds)
}

// Densest tells where the seeds of the last call lie closest together: the stretch of the text that shares most with the
// pattern. ok is false where there were none.
func (s *Scan) Densest() (start, end int, ok bool) {
	n, most := len(s.pattern), 0
	if n == 0 {
		return 0, 0, false
	}
	s.runs(4+n/8, 8, func(lo, hi, votes int) {
		if votes > most {
			start, end, most = lo, hi+n, votes
		}
	})
	return max(start, 0), min(end, len(s.text)), most > 0 && end > 0 && start < len(s.text)
}

// before scans the text before the best place for places as good as it.
func (s *Scan) before() {
	if s.best.end > 0 {
		text := s.text
		s.text = text[:s.best.end-1]
		s.search(s.best.dist)
		s.text = text
	}
}

// sort fills keys with the seeds by diagonal, then by pattern offset. Diagonals may be negative.
func (s *Scan) sort(seeds []Seed) {
	s.keys = s.keys[:0]
	for _, e := range seeds {
		if e.Q >= 0 && int(e.Q) < len(s.pattern) {
			s.keys = append(s.keys, uint64(int64(e.T)-int64(e.Q)+1<<31)<<31|uint64(e.Q))
		}
	}
	slices.Sort(s.keys)
}

func diagonal(key uint64) int { return int(key>>31) - 1<<31 }

// runs calls f for each group of seeds that lie on diagonals not more than width apart, with the number of blocks of size bytes of the
// pattern that have a seed in it. A group begins at every diagonal that has a seed.
func (s *Scan) runs(width, size int, f func(lo, hi, votes int)) {
	s.blocks = resize(s.blocks, len(s.pattern)/size+1)
	clear(s.blocks)
	const mask = 1<<31 - 1
	votes, j := 0, 0
	for i, key := range s.keys {
		if i == 0 || diagonal(key) != diagonal(s.keys[i-1]) {
			for j < len(s.keys) && diagonal(s.keys[j])-diagonal(key) <= width {
				b := &s.blocks[int(s.keys[j]&mask)/size]
				if *b++; *b == 1 {
					votes++
				}
				j++
			}
			f(diagonal(key), diagonal(s.keys[j-1]), votes)
		}
		b := &s.blocks[int(key&mask)/size]
		if *b--; *b == 0 {
			votes--
		}
	}
}

// vote searches around the group of diagonals with most votes. What it finds is good, but need not be the best.
func (s *Scan) vote(k, size int) {
	most, at, to := 0, 0, 0
	s.runs(min(k, 4+len(s.pattern)/16), size, func(lo, hi, votes int) {
		if votes > most {
			most, at, to = votes, lo, hi
		}
	})
	if most > 0 {
		s.look(at-k, to+len(s.pattern)+k)
	}
}

// clusters searches all places with at most e edits, given that such a place has at least votes blocks with seeds.
func (s *Scan) clusters(e, size, votes int) {
	if e < 0 {
		return
	}
	lo, hi := 0, -1
	s.runs(e, size, func(d, _, v int) {
		if v < votes {
			return
		}
		if d-e > hi {
			s.look(lo, hi)
			lo = d - e
		}
		hi = d + e + len(s.pattern)
	})
	s.look(lo, hi)
}
