package match

import (
	"slices"
	"strings"
	"sync"

	"example.com/verbatim/normalize"
)

// Costs of edits where confusions of shapes are told from other edits. A listed confusion is half an edit.
const (
	costEdit      = 2
	costConfusion = 1
	costNever     = 1 << 20
)

// maxConfused is the number of runes of one changed stretch up to which confusions are looked for.
const maxConfused = 256

// maxTold bounds the words that are named for a flag that says what all differences are.
const maxTold = 32

// confusion is a pair of shapes; the list has each pair both ways.
type confusion struct{ a, b []rune }

// shapeList is lexicon/ocr.txt. It is read at first use and never changed.
type shapeList struct {
	ending   map[rune][]confusion // by the last rune of a
	starting map[rune][]confusion // by the first
	// of ASCII runes x and y, whether a pair ends in them, and whether one starts with them
	ends, starts [128][2]uint64
	marks        map[rune]bool // those of the shapes that are no letters or digits
	longest      int
}

var confusions = sync.OnceValue(func() *shapeList {
	l := &shapeList{ending: map[rune][]confusion{}, starting: map[rune][]confusion{}, marks: map[rune]bool{}}
	eachLine("lexicon/ocr.txt", func(line string) {
		x, y, ok := strings.Cut(line, " = ")
		if !ok {
			return
		}
		a, b := []rune(x), []rune(y)
		l.add(confusion{a, b})
		l.add(confusion{b, a})
	})
	return l
})

func (l *shapeList) add(c confusion) {
	x, y, last := c.a[0], c.b[0], c.a[len(c.a)-1]
	l.ending[last] = append(l.ending[last], c)
	l.starting[x] = append(l.starting[x], c)
	if x < 128 && y < 128 {
		l.starts[x][y>>6] |= 1 << (y & 63)
	}
	if z := c.b[len(c.b)-1]; last < 128 && z < 128 {
		l.ends[last][z>>6] |= 1 << (z & 63)
	}
	for _, r := range c.a {
		if !visible(r) {
			l.marks[r] = true
		}
	}
	l.longest = max(l.longest, len(c.a))
}

// mayEnd tells whether a pair may end in two runes; those that are not both ASCII are not told apart.
func (l *shapeList) mayEnd(x, y rune) bool {
	return x >= 128 || y >= 128 || l.ends[x][y>>6]>>(y&63)&1 != 0
}

func (l *shapeList) mayStart(x, y rune) bool {
	return x >= 128 || y >= 128 || l.starts[x][y>>6]>>(y&63)&1 != 0
}

func endsIn(s, end []rune) bool {
	if len(end) > len(s) {
		return false
	}
	for i, r := range end {
		if s[len(s)-len(end)+i] != r {
			return false
		}
	}
	return true
}

func startsWith(s, start []rune) bool {
	return len(start) <= len(s) && slices.Equal(s[:len(start)], start)
}

// shapeCosts compares short texts by the confusions of their characters. It keeps its buffers.
type shapeCosts struct {
	x, y []rune // the letters and digits of two texts
	d    []int32
	b    []shape

	left, right []rune // for the caller: the texts to compare
}

// shape is a rune of the second text.
type shape struct {
	r, bare rune
	cost    int32 // where it comes or goes
	visible bool
}

// cost is the cost of turning a into b where a listed confusion costs costConfusion and any other edit of a letter or digit edit;
// white space, marks and accents that come or go cost mark.
func (s *shapeCosts) cost(a, b []rune, edit, mark int32) int {
	one := func(r rune) int32 {
		if visible(r) {
			return edit
		}
		return mark
	}
	width := len(b) + 1
	s.d, s.b = resize(s.d, (len(a)+1)*width), resize(s.b, len(b))
	d := s.d
	d[0] = 0
	for j, y := range b {
		s.b[j] = shape{y, bare(y), one(y), visible(y)}
		d[j+1] = d[j] + s.b[j].cost
	}
	list := confusions()
	for i, x := range a {
		row, prev := d[(i+1)*width:(i+2)*width], d[i*width:(i+1)*width]
		cost, plain, shown := one(x), bare(x), visible(x)
		row[0] = prev[0] + cost
		for j := range s.b {
			y := &s.b[j]
			best := min(prev[j+1]+cost, row[j]+y.cost)
			switch {
			case x == y.r:
				best = min(best, prev[j])
			case plain == y.bare || !shown && !y.visible:
				best = min(best, prev[j]+mark)
			default:
				best = min(best, prev[j]+edit)
			}
			if list.mayEnd(x, y.r) {
				mine := list.ending[x]
				for k := range mine {
					c := &mine[k]
					if c.b[len(c.b)-1] == y.r && endsIn(a[:i+1], c.a) && endsIn(b[:j+1], c.b) {
						best = min(best, d[(i+1-len(c.a))*width+j+1-len(c.b)]+costConfusion)
					}
				}
			}
			row[j+1] = best
		}
	}
	return int(d[(len(a)+1)*width-1])
}

// confused counts the confusions that turn a into b when nothing else differs but white space, marks and accents; ok is false where
// something does.
func (s *shapeCosts) confused(a, b []rune) (n int, ok bool) {
	if len(a) > maxConfused || len(b) > maxConfused || len(a) > 3*len(b)+2 || len(b) > 3*len(a)+2 {
		return 0, false
	}
	if !s.mayBeConfused(a, b) {
		return 0, false
	}
	n = s.cost(a, b, costNever, 0)
	return n, n < costNever
}

// mayBeConfused tells at little cost that two texts are not each other with confusions of shapes, where they are not. Marks and accents come
// and go for nothing, so that without marks that are shapes only letters and digits count. They are equal up to some place, and as no
// shape is the start of the one that is taken for it, a confusion that starts there or a little before it, at the same place of
// both, must reach over it.
func (s *shapeCosts) mayBeConfused(a, b []rune) bool {
	list := confusions()
	for _, t := range [...][]rune{a, b} {
		for _, r := range t {
			if !visible(r) && r != ' ' && list.marks[r] {
				return true
			}
		}
	}
	s.x, s.y = appendVisible(s.x[:0], a), appendVisible(s.y[:0], b)
	x, y := s.x, s.y
	at := 0
	for at < len(x) && at < len(y) && bareEqual(x[at], y[at]) {
		at++
	}
	if at == len(x) && at == len(y) {
		return true
	}
	for i := max(0, at-list.longest+1); i <= at && i < len(x) && i < len(y); i++ {
		if !list.mayStart(x[i], y[i]) {
			continue
		}
		for _, c := range list.starting[x[i]] {
			if startsWith(x[i:], c.a) && startsWith(y[i:], c.b) {
				return true
			}
		}
	}
	return false
}

func appendVisible(dst, s []rune) []rune {
	for _, r := range s {
		if visible(r) {
			dst = append(dst, r)
		}
	}
	return dst
}

// recognition raises ocr where every difference of a fuzzy match is one that character recognition makes, and one at least is a confusion
// of shapes. A match whose differences change the meaning is not called one: “hot” for “not” may be either.
func (m *Match) recognition(costs *shapeCosts, q []byte, qu []normalize.Unit, s []byte, su []normalize.Unit, changes []region) {
	if len(changes) == 0 || m.Flags.Has(FlagNegationChanged) || m.Flags.Has(FlagModalityChanged) {
		return
	}
	total := 0
	count := func(c region) (int, bool) {
		costs.left, costs.right = appendRunes(costs.left[:0], qu[c.p0:c.p1]), appendRunes(costs.right[:0], su[c.t0:c.t1])
		return costs.confused(costs.left, costs.right)
	}
	for _, c := range changes {
		n, ok := count(c)
		if !ok {
			return
		}
		total += n
	}
	if total == 0 {
		return
	}
	if !numeric(qu, su, changes) {
		m.drop(FlagNumberChanged) // “c0w” is no number
	}
	told := 0
	for _, c := range changes {
		if told == maxTold {
			break
		}
		if n, _ := count(c); n > 0 {
			m.flag(FlagOCR, between(q, qu[c.p0:c.p1]), between(s, su[c.t0:c.t1]))
			told++
		}
	}
}

// numeric tells whether a number stands in one of the changes: a word that is digits for the greater part.
func numeric(qu, su []normalize.Unit, changes []region) bool {
	for _, c := range changes {
		for _, u := range [...][]normalize.Unit{qu[c.p0:c.p1], su[c.t0:c.t1]} {
			for _, w := range tokens(u) {
				digits := 0
				for _, r := range w.text {
					if isDigit(r) {
						digits++
					}
				}
				if digits > 0 && 2*digits >= len(w.text) {
					return true
				}
			}
		}
	}
	return false
}

// drop takes a flag back, with what was said for it.
func (m *Match) drop(f Flag) {
	m.Flags &^= 1 << f
	list := m.Details[:0]
	for _, d := range m.Details {
		if d.Flag != f {
			list = append(list, d)
		}
	}
	m.Details = list
}
