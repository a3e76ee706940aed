package match

import (
	"slices"

	"example.com/verbatim/normalize"
)

// wordChanges lists the stretches of both texts that differ, each widened to whole words on both sides; those that meet are one. In scripts
// without word spaces a character is a word.
func wordChanges(list []region, qu, su []normalize.Unit, al Alignment) []region {
	for i := 0; i < len(al.Ops); {
		op := al.Ops[i]
		i++
		if op.Kind == OpEqual {
			continue
		}
		c := region{op.P0, op.P1, op.T0, op.T1}
		for inWord(qu, c.p0) || inWord(su, c.t0) { // to the left all is equal, back to the last change, which has taken in its words
			if c.p0 > 0 && c.t0 > al.Start {
				c.p0--
			} else if c.p0 > 0 || !inWord(su, c.t0) {
				break // else the best infix begins inside a word of the source
			}
			c.t0--
		}
		for inWord(qu, c.p1) || inWord(su, c.t1) {
			for i < len(al.Ops) && al.Ops[i].Kind != OpEqual && al.Ops[i].P0 <= c.p1 && al.Ops[i].T0 <= c.t1 {
				c.p1, c.t1 = al.Ops[i].P1, al.Ops[i].T1
				i++
			}
			if i < len(al.Ops) && al.Ops[i].Kind == OpEqual && al.Ops[i].P1 <= c.p1 && al.Ops[i].T1 <= c.t1 {
				i++
				continue
			}
			if !inWord(qu, c.p1) && !inWord(su, c.t1) {
				break
			}
			if c.p1 < len(qu) && c.t1 < al.End {
				c.p1++
			} else if c.p1 < len(qu) || !inWord(su, c.t1) {
				break
			}
			c.t1++
		}
		if l := len(list) - 1; l >= 0 && c.p0 <= list[l].p1 && c.t0 <= list[l].t1 {
			list[l].p1, list[l].t1 = c.p1, c.t1
		} else {
			list = append(list, c)
		}
	}
	for i := range list {
		list[i].trim(qu, su)
	}
	return list
}

// judgeWords measures the difference of a fuzzy match in words: how many are others, whether all is confusion of shapes, and whether words
// stand elsewhere.
func (m *Matcher) judgeWords(r *Match, q *Quote, t *Text, qu, su []normalize.Unit, al Alignment) {
	g := &m.grading
	g.regions = wordChanges(g.regions[:0], qu, su, al)
	changes := g.regions
	asked := 0
	r.Words, r.Misread = g.costs.changedWords(qu, su, changes, t.inText(&asked))
	r.recognition(&g.costs, q.Raw, qu, t.Source, su, changes)
	if r.Words > 0 || len(changes) > 1 {
		r.moved(g, q, qu, t, su, al, changes)
	}
}

// trim takes the white space and marks at its ends out of a region.
func (c *region) trim(qu, su []normalize.Unit) {
	c.p0, c.p1 = trimUnits(qu, c.p0, c.p1)
	c.t0, c.t1 = trimUnits(su, c.t0, c.t1)
}

func trimUnits(u []normalize.Unit, lo, hi int) (int, int) {
	for lo < hi && !visible(u[lo].R) {
		lo++
	}
	for hi > lo && !visible(u[hi-1].R) {
		hi--
	}
	return lo, hi
}

// changedWords counts the words that were added, dropped or replaced, and those that are misread. A word is replaced by another when more than
// a quarter of the letters of the longer one differ; listed confusions of shapes are half a difference. With fewer it is misread, and may be
// another word all the same (statute, statue). Listed confusions alone make no other word, unless known says that it is one (dear, clear).
func (s *shapeCosts) changedWords(qu, su []normalize.Unit, changes []region, known func(w []rune) bool) (replaced, misread int) {
	for _, c := range changes {
		a, b := qu[c.p0:c.p1], su[c.t0:c.t1]
		s.left, s.right = appendKept(s.left[:0], a), appendKept(s.right[:0], b)
		x, y := s.left, s.right
		switch {
		case slices.Equal(x, y): // other word borders, or other marks
		case s.another(x, y):
			replaced += max(countWords(a), countWords(b), 1)
		default:
			if n, ok := s.confused(x, y); !ok || n > 0 && known(x) {
				misread += max(countWords(a), countWords(b), 1)
			}
		}
	}
	return replaced, misread
}

// another tells whether letters are other ones: more than a quarter of the longer text differs.
func (s *shapeCosts) another(x, y []rune) bool {
	n := max(len(x), len(y))
	if len(x) == 0 || len(y) == 0 || n > maxConfused {
		return true
	}
	lead, tail := 0, 0
	for lead < len(x) && lead < len(y) && x[lead] == y[lead] {
		lead++
	}
	for lead+tail < len(x) && lead+tail < len(y) && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	if 4*(n-lead-tail) <= n {
		return false // all that is not equal at the ends together is too little
	}
	return 4*s.cost(x, y, costEdit, 0) > costEdit*n
}

// inText tells whether a word stands somewhere in a text as a word of its own: then a quote that has it for another may have another word,
// and not the same one misread. It looks at so many places, and is asked for so many words of one quote.
func (t *Text) inText(asked *int) func(w []rune) bool {
	return func(w []rune) bool {
		if *asked++; *asked > 8 {
			return true
		}
		sk := make([]byte, 0, len(w))
		for _, r := range w {
			sk = append(sk, normalize.SkeletonByte(r))
		}
		for _, pos := range occurrences(t.Skeleton.Bytes, sk, 64) {
			if start, end := t.Bytes(pos, pos+len(sk)); !Cut(t.Source, start) && !Cut(t.Source, end) {
				return true
			}
		}
		return false
	}
}

// appendKept appends the letters and digits of a text.
func appendKept(dst []rune, u []normalize.Unit) []rune {
	for i := range u {
		if visible(u[i].R) {
			dst = append(dst, u[i].R)
		}
	}
	return dst
}

func countWords(u []normalize.Unit) int {
	n := 0
	for i := range u {
		if visible(u[i].R) && (i == 0 || !inWord(u, i)) {
			n++
		}
	}
	return n
}
