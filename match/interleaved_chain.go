package match

import (
	"cmp"
	"slices"
)

// What a quote with foreign pieces between its words looks like among the diagonals of one text: stretches of it that follow each other there,
// most of its letters in them. A made-up sentence has stretches as well, short ones, at places far from each other.
const (
	stretchDrop = 6   // a stretch goes on over differing letters up to this loss; a letter that differs costs two that agree
	pieceJump   = 64  // kept characters of the source between two stretches that cost nothing: a number, a short head, a line of a column
	jumpCost    = 12  // letters that a longer jump costs
	chainedMost = 512 // stretches that are weighed; a quote with more is asked for without
)

// run is a stretch of the quote that stands on one diagonal of a text, but for some letters.
type run struct {
	lo, hi   int // in the skeleton of the quote
	diagonal int // text place − quote place
	letters  int // that agree
	chained  int // of the best chain that ends here, less what its jumps cost
}

// Chained tells whether stretches of the quote that stand in the text in the order of the quote, near enough to each other for the page to
// have parted them, hold two in five of its letters. A quote within the threshold has four in five there, and those that stand alone between two
// differences are all that is not in a stretch. The seeds come by diagonal.
func (x *Interleaver) Chained(q, text []byte, seeds []Seed) bool {
	x.runs = runsOf(x.runs[:0], q, text, seeds)
	if len(x.runs) <= chainedMost && x.reached(len(q))*5 < len(q)*2 {
		x.runs = x.runs[:0] // nor is there one in a part of the text
		return false
	}
	slices.SortFunc(x.runs, func(a, b run) int { return cmp.Or(a.lo-b.lo, a.diagonal-b.diagonal) })
	return x.chainedIn(len(q), 0, len(text))
}

// reached counts the letters of a quote of n that stand in any of the stretches. No chain has more: a stretch that adds something to a chain
// ends behind the one before, begins no earlier, and counts what both hold once.
func (x *Interleaver) reached(n int) int {
	x.letters = append(x.letters[:0], make([]int32, n+1)...)
	for i := range x.runs {
		x.letters[x.runs[i].lo]++
		x.letters[x.runs[i].hi]--
	}
	count, open := 0, int32(0)
	for _, d := range x.letters {
		if open += d; open > 0 {
			count++
		}
	}
	return count
}

// chainedIn tells the same of the part of the text between two places of its skeleton, for a quote of n letters whose stretches were found.
func (x *Interleaver) chainedIn(n, from, to int) bool {
	if len(x.runs) > chainedMost {
		return true
	}
	for i := range x.runs {
		r, before := &x.runs[i], x.runs[:i]
		r.chained = 0
		if r.hi+r.diagonal <= from || r.lo+r.diagonal >= to {
			continue
		}
		r.chained = r.letters
		for j := range before {
			y := &before[j]
			d := r.diagonal - y.diagonal
			if y.chained == 0 || y.lo+y.diagonal >= r.lo+r.diagonal || d < -n || d > n+foreignReach {
				continue
			}
			gain := r.letters - max(0, y.hi-r.lo, y.hi-d-r.lo) // what both hold counts once
			if gain <= 0 {
				continue
			}
			if d > pieceJump || d < -pieceJump {
				gain -= jumpCost
			}
			r.chained = max(r.chained, y.chained+gain)
		}
		if r.chained*5 >= n*2 {
			return true
		}
	}
	return false
}

// runsOf grows the seeds to stretches, each once.
func runsOf(dst []run, q, text []byte, seeds []Seed) []run {
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
