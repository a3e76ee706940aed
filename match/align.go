package match

import "example.com/verbatim/normalize"

// OpKind says what a run of an alignment does.
type OpKind uint8

// The kinds of runs.
const (
	OpEqual   OpKind = iota // the same runes on both sides
	OpReplace               // as many other runes
	OpInsert                // runes that only the text has
	OpDelete                // runes that only the pattern has
)

// Op is one run of an alignment: pattern[P0:P1] stands against text[T0:T1], in runes. Neighbouring runs have different kinds.
type Op struct {
	Kind           OpKind
	P0, P1, T0, T1 int
}

// Alignment is a best infix alignment: text[Start:End], in runes, is Distance edits from the pattern. Ops cover the pattern and
// text[Start:End] without gaps, and cost Distance; they belong to the Aligner and hold until its next call.
type Alignment struct {
	Start, End int
	Distance   int
	Ops        []Op
}

// Aligner aligns runes by edit distance (Levenshtein: insertions, deletions, replacements of one rune). The zero value is ready. It keeps
// its buffers, allocates nothing once they are large enough, and is not safe for concurrent use. Results depend on nothing but the
// arguments. Memory is linear in pattern and text, whatever the distance (see trace).
type Aligner struct {
	symbols symbols
	m       matrix
	hist    history
	final   []int
	p, t    []uint32 // pattern and text as symbols
	rev     []uint32 // reversed copies, for the matrix
	revText []uint32
	fore    []int // the columns in the middle, where a large part is cut
	aft     []int
	tail    []Op // runs of one part, from its end
	ops     []Op
	stop    func() bool // see Matcher.Stop
}

// Infix aligns the whole pattern with the infix of text that needs the fewest edits; ok is false when that is more than limit.
//
// The place is the first end with the smallest distance, and the start that brings the infix's length nearest to the pattern's. Where
// the pattern could be lengthened to its own length at the same cost it is: a changed last word is then replaced rather than deleted.
// Among the scripts of equal cost a lone insertion or deletion stands at word borders if it can, else as far right as it can, so that
// matches are leftmost.
func (a *Aligner) Infix(pattern, text []rune, limit int) (al Alignment, ok bool) {
	a.ops = a.ops[:0]
	n := len(pattern)
	if limit < 0 {
		return Alignment{}, false
	}
	if n == 0 {
		return Alignment{Ops: a.ops}, true
	}
	a.load(pattern, text)
	a.m.compile(a.p, a.symbols.count)
	s := a.m.start(limit)
	const stride = 1 << 12
	for base := 0; base < len(a.t) && s.limit >= 0 && !(a.stop != nil && a.stop()); base += stride {
		a.m.infix(&s, a.t[base:min(base+stride, len(a.t))], base)
	}
	if s.end < 0 {
		return Alignment{}, false
	}
	start, end := a.place(s.dist, s.end)
	a.script(pattern, text, start, end, s.dist)
	return Alignment{Start: start, End: end, Distance: s.dist, Ops: a.ops}, true
}

// Global aligns the whole pattern with the whole text.
func (a *Aligner) Global(pattern, text []rune) Alignment {
	a.ops = a.ops[:0]
	a.load(pattern, text)
	dist := a.distance(a.p, a.t)
	a.script(pattern, text, 0, len(text), dist)
	return Alignment{End: len(text), Distance: dist, Ops: a.ops}
}

// load turns pattern and text into symbols: those of the pattern count from 1, all others are 0.
func (a *Aligner) load(pattern, text []rune) {
	a.symbols.reset()
	a.p, a.t = resize(a.p, len(pattern)), resize(a.t, len(text))
	for i, r := range pattern {
		a.p[i] = a.symbols.add(r)
	}
	for i, r := range text {
		a.t[i] = a.symbols.get(r)
	}
}

// place finds the infix, given its distance and its first end.
func (a *Aligner) place(dist, end int) (start, last int) {
	n := len(a.p)
	if dist == 0 {
		return end - n, end
	}
	// The start, by the reversed pattern, without what is equal at the end.
	same := 0
	for same < n-1 && same < end && a.p[n-1-same] == a.t[end-1-same] {
		same++
	}
	a.rev = reversed(a.rev, a.p[:n-same])
	a.revText = reversed(a.revText, a.t[max(0, end-n-dist):end-same])
	a.m.compile(a.rev, a.symbols.count)
	a.final = resize(a.final, len(a.revText)+1)
	a.m.global(a.revText, dist, a.final, nil)
	length := same + nearest(a.final, n-same, dist)
	start = end - length
	if length >= n || end == len(a.t) {
		return start, end
	}
	// A later end of the same distance, up to the pattern's length.
	longer := a.t[start:min(start+n, len(a.t))]
	a.m.compile(a.p, a.symbols.count)
	a.final = resize(a.final, len(longer)+1)
	a.m.global(longer, dist, a.final, nil)
	for e := len(longer); e > length; e-- {
		if a.final[e] == dist {
			return start, start + e
		}
	}
	return start, end
}

// distance is the distance of two whole sequences of symbols: bands of doubling width (Ukkonen 1985).
func (a *Aligner) distance(p, t []uint32) int {
	n, m := len(p), len(t)
	if n == 0 || m == 0 {
		return n + m
	}
	a.m.compile(p, a.symbols.count)
	a.final = resize(a.final, m+1)
	for k := max(64, n-m, m-n); ; k *= 2 {
		a.m.global(t, k, a.final, nil)
		if d := a.final[m]; d <= k {
			return d
		}
	}
}

// historyWords bounds what is kept for the way back (4 MiB).
const historyWords = 1 << 19

// script makes the runs that turn the pattern into text[start:end], which is dist edits away.
func (a *Aligner) script(pattern, text []rune, start, end, dist int) {
	a.trace(0, len(a.p), start, end, dist)
	slide(a.ops, pattern, text)
	a.ops = merged(a.ops)
}

// trace appends the runs of pattern[p0:p1] against text[t0:t1], dist edits apart. A part whose history is small is computed whole and
// traced back; a larger one is first cut in two where a best alignment crosses the middle of its text (Hirschberg 1975).
func (a *Aligner) trace(p0, p1, t0, t1, dist int) {
	lead := 0
	for p0+lead < p1 && t0+lead < t1 && a.p[p0+lead] == a.t[t0+lead] {
		lead++
	}
	a.push(OpEqual, p0, p0+lead, t0, t0+lead)
	p0, t0 = p0+lead, t0+lead
	p2, t2 := p1, t1
	for p2 > p0 && t2 > t0 && a.p[p2-1] == a.t[t2-1] {
		p2--
		t2--
	}
	switch {
	case p0 == p2 || t0 == t2:
		a.push(OpDelete, p0, p2, t0, t0)
		a.push(OpInsert, p2, p2, t0, t2)
	case dist == p2-p0 && dist == t2-t0:
		a.push(OpReplace, p0, p2, t0, t2)
	default:
		p, t := a.p[p0:p2], a.t[t0:t2]
		a.m.compile(p, a.symbols.count)
		if 2*a.m.strideFor(dist)*len(t) <= historyWords {
			a.final = resize(a.final, len(t)+1)
			a.m.global(t, dist, a.final, &a.hist)
			a.back(p0, p2, t0, t2)
		} else {
			i, d := a.cut(p, t, dist)
			a.trace(p0, p0+i, t0, t0+len(t)/2, d)
			a.trace(p0+i, p2, t0+len(t)/2, t2, dist-d)
		}
	}
	a.push(OpEqual, p2, p1, t2, t1)
}

// cut returns how much of p a best alignment has used up in the middle of t, and its distance so far.
func (a *Aligner) cut(p, t []uint32, dist int) (i, d int) {
	half := len(t) / 2
	a.final = resize(a.final, len(t)+1)
	first, last, score := a.m.global(t[:half], dist, a.final[:half+1], nil)
	a.fore = a.m.values(a.fore, first, last, score, half)
	a.rev, a.revText = reversed(a.rev, p), reversed(a.revText, t[half:])
	a.m.compile(a.rev, a.symbols.count)
	first, last, score = a.m.global(a.revText, dist, a.final[:len(t)-half+1], nil)
	a.aft = a.m.values(a.aft, first, last, score, len(t)-half)
	for i, d := range a.fore {
		if d+a.aft[len(p)-i] == dist {
			return i, d
		}
	}
	panic("match: no alignment of the given distance")
}

// back walks from the end of pattern[p0:p1] and text[t0:t1] to their start along the history: equal runes first, then replacement,
// then deletion, then insertion, whichever keeps to the distance. All are told from the two bits of a cell, as an insertion is only
// taken where neither a replacement nor a deletion is possible.
func (a *Aligner) back(p0, p1, t0, t1 int) {
	a.tail = a.tail[:0]
	pad, h := a.m.pad, &a.hist
	i, j := p1, t1
	for i > p0 && j > t0 {
		if a.p[i-1] == a.t[j-1] {
			e := 1
			for i-e > p0 && j-e > t0 && a.p[i-e-1] == a.t[j-e-1] {
				e++
			}
			a.tail = append(a.tail, Op{OpEqual, i - e, i, j - e, j})
			i, j = i-e, j-e
			continue
		}
		r, c := i-p0-1+pad, j-t0-1
		at := 2 * (c*h.stride + r>>6 - int(h.first[c]))
		up, diag := h.words[at]>>(r&63)&1, h.words[at+1]>>(r&63)&1
		switch {
		case diag == 0:
			a.tail = append(a.tail, Op{OpReplace, i - 1, i, j - 1, j})
			i, j = i-1, j-1
		case up != 0:
			a.tail = append(a.tail, Op{OpDelete, i - 1, i, j, j})
			i--
		default:
			a.tail = append(a.tail, Op{OpInsert, i, i, j - 1, j})
			j--
		}
	}
	a.push(OpDelete, p0, i, t0, t0)
	a.push(OpInsert, i, i, t0, j)
	for k := len(a.tail) - 1; k >= 0; k-- {
		o := a.tail[k]
		a.push(o.Kind, o.P0, o.P1, o.T0, o.T1)
	}
}

// push appends a run, which joins the one before if that is of the same kind. Empty runs are dropped.
func (a *Aligner) push(kind OpKind, p0, p1, t0, t1 int) {
	if p0 == p1 && t0 == t1 {
		return
	}
	if l := len(a.ops) - 1; l >= 0 && a.ops[l].Kind == kind {
		a.ops[l].P1, a.ops[l].T1 = p1, t1
		return
	}
	a.ops = append(a.ops, Op{kind, p0, p1, t0, t1})
}

// slide moves each insertion or deletion that stands between equal runs to the best of the places where it costs the same: with both
// ends at word borders, then with one, then anywhere; of equal places the rightmost.
func slide(ops []Op, pattern, text []rune) {
	for i := range ops {
		o := &ops[i]
		var s []rune
		var lo, hi int
		switch o.Kind {
		case OpDelete:
			s, lo, hi = pattern, o.P0, o.P1
		case OpInsert:
			s, lo, hi = text, o.T0, o.T1
		default:
			continue
		}
		if i == 0 || i+1 == len(ops) || ops[i-1].Kind != OpEqual || ops[i+1].Kind != OpEqual {
			continue
		}
		left, right := ops[i-1].P1-ops[i-1].P0, ops[i+1].P1-ops[i+1].P0
		best, by := -1, 0
		try := func(d int) {
			if v := borderAt(s, lo+d) + borderAt(s, hi+d); v > best {
				best, by = v, d
			}
		}
		r := 0
		for r < right && s[lo+r] == s[hi+r] {
			r++
		}
		for d := r; d >= 0; d-- {
			try(d)
		}
		for d := 1; d <= left && s[lo-d] == s[hi-d]; d++ {
			try(-d)
		}
		o.P0, o.P1, o.T0, o.T1 = o.P0+by, o.P1+by, o.T0+by, o.T1+by
		ops[i-1].P1, ops[i-1].T1 = o.P0, o.T0
		ops[i+1].P0, ops[i+1].T0 = o.P1, o.T1
	}
}

// borderAt is 1 where a word begins or ends at s[i], else 0.
func borderAt(s []rune, i int) int {
	if i == 0 || i == len(s) || normalize.IsWord(s[i-1]) != normalize.IsWord(s[i]) {
		return 1
	}
	return 0
}

// merged drops the empty runs that sliding left and joins the neighbours of one kind.
func merged(ops []Op) []Op {
	out := ops[:0]
	for _, o := range ops {
		if o.P0 == o.P1 && o.T0 == o.T1 {
			continue
		}
		if l := len(out) - 1; l >= 0 && out[l].Kind == o.Kind {
			out[l].P1, out[l].T1 = o.P1, o.T1
			continue
		}
		out = append(out, o)
	}
	return out
}

func reversed(dst, s []uint32) []uint32 {
	dst = resize(dst, len(s))
	for i, v := range s {
		dst[len(s)-1-i] = v
	}
	return dst
}

// symbols numbers the runes of a pattern from 1: a table for ASCII, open addressing for the rest.
type symbols struct {
	count int
	ascii [128]uint32
	used  []uint32 // runes in ascii, or 128 + slots of keys
	keys  []uint32 // a power of two, at most half of them in use; 0 is free
	vals  []uint32
	wide  int // runes in keys
}

func (s *symbols) reset() {
	for _, u := range s.used {
		if u < 128 {
			s.ascii[u] = 0
		} else {
			s.keys[u-128] = 0
		}
	}
	s.used, s.count, s.wide = s.used[:0], 0, 0
}

func (s *symbols) get(r rune) uint32 {
	if uint32(r) < 128 {
		return s.ascii[r]
	}
	if s.wide == 0 {
		return 0
	}
	return s.vals[s.slot(uint32(r))]
}

// slot is where the key stands, or the free place where it would; the value of a free place is 0.
func (s *symbols) slot(key uint32) int {
	mask := uint32(len(s.keys) - 1)
	for i := key * 0x9E3779B1 >> 7 & mask; ; i = (i + 1) & mask {
		if s.keys[i] == key {
			return int(i)
		}
		if s.keys[i] == 0 {
			s.vals[i] = 0
			return int(i)
		}
	}
}

func (s *symbols) add(r rune) uint32 {
	if uint32(r) < 128 {
		if s.ascii[r] == 0 {
			s.count++
			s.ascii[r] = uint32(s.count)
			s.used = append(s.used, uint32(r))
		}
		return s.ascii[r]
	}
	if 2*(s.wide+1) > len(s.keys) {
		s.grow()
	}
	i := s.slot(uint32(r))
	if s.keys[i] == 0 {
		s.count++
		s.wide++
		s.keys[i], s.vals[i] = uint32(r), uint32(s.count)
		s.used = append(s.used, uint32(128+i))
	}
	return s.vals[i]
}

func (s *symbols) grow() {
	keys, vals := s.keys, s.vals
	s.keys, s.vals = make([]uint32, max(64, 2*len(keys))), make([]uint32, max(64, 2*len(keys)))
	kept := s.used[:0]
	for _, u := range s.used {
		if u < 128 {
			kept = append(kept, u)
			continue
		}
		i := s.slot(keys[u-128])
		s.keys[i], s.vals[i] = keys[u-128], vals[u-128]
		kept = append(kept, uint32(128+i))
	}
	s.used = kept
}
