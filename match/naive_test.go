package match

// The brute-force twin: plain dynamic programming, O(nm), no cut-off and no bits. Everything bit-parallel is compared with it.

// naiveInfix returns the distance of p to the best infix of t, and all ends of infixes that have it.
func naiveInfix[E comparable](p, t []E) (dist int, ends []int) {
	col := naiveFirst(len(p))
	dist, ends = len(p), []int{0}
	for j := range t {
		naiveNext(p, t[j], col, 0)
		switch v := col[len(p)]; {
		case v < dist:
			dist, ends = v, []int{j + 1}
		case v == dist:
			ends = append(ends, j+1)
		}
	}
	return dist, ends
}

// naiveStarts returns all s for which t[s:end] is dist edits from p.
func naiveStarts[E comparable](p, t []E, end, dist int) (starts []int) {
	p, t = naiveReverse(p), naiveReverse(t[:end])
	col := naiveFirst(len(p))
	if col[len(p)] == dist {
		starts = append(starts, end)
	}
	for j := range t {
		naiveNext(p, t[j], col, j+1)
		if col[len(p)] == dist {
			starts = append(starts, end-j-1)
		}
	}
	return starts
}

// naiveGlobal returns the distance of p and t.
func naiveGlobal[E comparable](p, t []E) int {
	col := naiveFirst(len(p))
	for j := range t {
		naiveNext(p, t[j], col, j+1)
	}
	return col[len(p)]
}

func naiveFirst(n int) []int {
	col := make([]int, n+1)
	for i := range col {
		col[i] = i
	}
	return col
}

func naiveNext[E comparable](p []E, c E, col []int, top int) {
	diag := col[0]
	col[0] = top
	for i, x := range p {
		v := diag
		if x != c {
			v++
		}
		diag = col[i+1]
		col[i+1] = min(v, diag+1, col[i]+1)
	}
}

func naiveReverse[E any](s []E) []E {
	out := make([]E, len(s))
	for i, v := range s {
		out[len(s)-1-i] = v
	}
	return out
}

// naiveStart is the start that Pattern.Start documents.
func naiveStart[E comparable](p, t []E, end, dist int) int {
	best, off := -1, 0
	for _, s := range naiveStarts(p, t, end, dist) {
		d := end - s - len(p)
		d = max(d, -d)
		if best < 0 || d < off || d == off && s > best {
			best, off = s, d
		}
	}
	return best
}
