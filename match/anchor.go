package match

import "example.com/verbatim/normalize"

// Limits of the search for the true ends of a match, in runes.
const (
	anchorRun  = 5  // equal runes that no change of the ends reaches over
	anchorSpan = 40 // how far outside of the best infix an end may lie, beside what the quote has there
)

// anchors returns the ends of a match in the source. The best infix leaves out what is dearer to take in than to drop: of “He has not, of
// course, paid” it takes “course, paid” for “He has paid”. Where the first or last words of the quote stand a little outside, with
// no sentence end between, the match reaches to them: what stands between decides about the meaning.
func anchors(qu, su []normalize.Unit, al Alignment) (a, b int) {
	a, b = al.Start, al.End
	if head := changedHead(al.Ops); head > 2 {
		w := qu[:firstWords(qu[:head])]
		for at := min(al.Start, len(su)-len(w)); at >= max(0, al.Start-head-anchorSpan) && len(w) > 2; at-- {
			if at < al.Start && endsSentence(su, at, su[at].R) {
				break
			}
			if equalRunes(su[at:at+len(w)], w) && !inWord(su, at) && !inWord(su, at+len(w)) {
				a = at
				break
			}
		}
	}
	if tail := changedTail(al.Ops); tail > 2 {
		w := qu[len(qu)-tail:]
		w = w[lastWords(w):]
		for at := max(0, al.End-len(w)); at+len(w) <= min(len(su), al.End+tail+anchorSpan) && len(w) > 2; at++ {
			if equalRunes(su[at:at+len(w)], w) && !inWord(su, at) && !inWord(su, at+len(w)) {
				b = at + len(w)
				break
			}
			if at >= al.End && endsSentence(su, at, su[at].R) {
				break
			}
		}
	}
	return a, b
}

// endsSentence tells whether unit at ends a sentence.
func endsSentence(u []normalize.Unit, at int, r rune) bool {
	return (r == '.' || r == '!' || r == '?') && at+1 < len(u) && u[at+1].R == ' '
}

// changedHead counts the runes of the quote before the first run of equal ones that is long enough to hold; changedTail those after the last.
func changedHead(ops []Op) int {
	for _, op := range ops {
		if op.Kind == OpEqual && op.P1-op.P0 >= anchorRun {
			return op.P0
		}
	}
	return 0
}

func changedTail(ops []Op) int {
	if len(ops) == 0 {
		return 0
	}
	end := ops[len(ops)-1].P1
	for i := len(ops) - 1; i >= 0; i-- {
		if op := ops[i]; op.Kind == OpEqual && op.P1-op.P0 >= anchorRun {
			return end - op.P1
		}
	}
	return 0
}

// firstWords returns the end of the first two words of u, or of the one that it has; lastWords the start of the last two.
func firstWords(u []normalize.Unit) int {
	end, words := 0, 0
	for i := 0; i < len(u) && words < 2; i++ {
		if visible(u[i].R) && (i+1 == len(u) || !visible(u[i+1].R)) {
			end = i + 1
			words++
		}
	}
	return end
}

func lastWords(u []normalize.Unit) int {
	start, words := len(u), 0
	for i := len(u) - 1; i >= 0 && words < 2; i-- {
		if visible(u[i].R) && (i == 0 || !visible(u[i-1].R)) {
			start = i
			words++
		}
	}
	return start
}
