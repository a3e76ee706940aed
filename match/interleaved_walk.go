package match

import (
	"cmp"
	"slices"
)

// skip is a foreign piece in skeleton places of its side: what stands in [lo,hi) may be left out.
type skip struct {
	lo, hi int
	kind   foreignKind
	piece  int // index among the pieces of the side
}

// walk pairs a whole skeleton with a stretch of another from one place on, foreign pieces left out on both sides where the letters do not
// agree otherwise. Letters as they are come first, then known pieces, then cells where they are allowed.
type walk struct {
	q, t   []byte
	qs, ts []skip // by lo
	cells  bool
	failed map[uint64]struct{} // pairs of places behind a skip that lead nowhere
	steps  int                 // left
	path   []step
}

// step is one piece left out, with its skeleton places on its side.
type step struct {
	inQuote bool
	piece   int
	lo, hi  int
}

// skipSide says on which side a piece was left out that ends where the walk stands. A piece of the other side cannot be left out there as well:
// what both have at one place is compared.
type skipSide uint8

const (
	noSkip skipSide = iota
	textSkip
	quoteSkip
)

// walkSteps bounds the work of one walk for each byte of the quote.
const walkSteps = 48

// run walks from quote place i and text place j to the quote's end, and returns the place in the text where it ends.
func (w *walk) run(i, j int) (end int, ok bool) {
	w.path = w.path[:0]
	w.steps = walkSteps*len(w.q) + 1<<12
	if w.failed == nil {
		w.failed = map[uint64]struct{}{}
	} else {
		clear(w.failed)
	}
	return w.from(i, j, noSkip)
}

func (w *walk) from(i, j int, last skipSide) (int, bool) {
	m := 0
	for i+m < len(w.q) && j+m < len(w.t) && w.q[i+m] == w.t[j+m] {
		m++
	}
	if i+m == len(w.q) {
		return j + m, true
	}
	if w.steps -= m + 4; w.steps < 0 {
		return 0, false
	}
	// the piece that was not left out starts where the letters part or before: the nearest first
	qa, qb := within(w.qs, i, i+m)
	ta, tb := within(w.ts, j, j+m)
	for qb > qa || tb > ta {
		inQuote := tb == ta || qb > qa && w.qs[qb-1].lo-i > w.ts[tb-1].lo-j
		var s skip
		x, y, side, here := 0, 0, textSkip, false
		if inQuote {
			qb--
			s = w.qs[qb]
			x, y, side, here = s.hi, j+s.lo-i, quoteSkip, s.lo == i
		} else {
			tb--
			s = w.ts[tb]
			x, y, here = i+s.lo-j, s.hi, s.lo == j
		}
		if s.kind == foreignCell && !w.cells || here && last != noSkip && last != side {
			continue
		}
		key := uint64(x)<<32 | uint64(y)<<1 | uint64(side-textSkip)
		if _, seen := w.failed[key]; seen {
			continue
		}
		w.path = append(w.path, step{inQuote, s.piece, s.lo, s.hi})
		if end, ok := w.from(x, y, side); ok {
			return end, true
		}
		w.path = w.path[:len(w.path)-1]
		w.failed[key] = struct{}{}
		if w.steps--; w.steps < 0 {
			return 0, false
		}
	}
	return 0, false
}

// within returns the range of skips that start in [lo,hi].
func within(list []skip, lo, hi int) (a, b int) {
	at := func(v int) int {
		i, _ := slices.BinarySearchFunc(list, v, func(s skip, v int) int { return s.lo - v })
		return i
	}
	return at(lo), at(hi + 1)
}

// mirrored are the skips of the reversed side of length n.
func mirrored(dst, list []skip, n int) []skip {
	dst = dst[:0]
	for _, s := range list {
		dst = append(dst, skip{n - s.hi, n - s.lo, s.kind, s.piece})
	}
	slices.SortStableFunc(dst, fromEnd)
	return dst
}

// fromEnd orders skips by start. A walk takes them from the end of the list, so that of those that start at one place the shortest comes
// first: the number before the whole line.
func fromEnd(a, b skip) int { return cmp.Or(a.lo-b.lo, b.hi-a.hi, int(b.kind)-int(a.kind)) }
