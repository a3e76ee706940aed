package match

import (
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

// confusions are the pairs of lexicon/ocr.txt by the last rune of a. They are read at first use and never changed.
var confusions = sync.OnceValue(func() map[rune][]confusion {
	list := map[rune][]confusion{}
	eachLine("lexicon/ocr.txt", func(line string) {
		x, y, ok := strings.Cut(line, " = ")
		if !ok {
			return
		}
		a, b := []rune(x), []rune(y)
		list[a[len(a)-1]] = append(list[a[len(a)-1]], confusion{a, b})
		list[b[len(b)-1]] = append(list[b[len(b)-1]], confusion{b, a})
	})
	return list
})

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

// ocrCost is the cost of turning a into b where a listed confusion costs costConfusion and any other edit of a letter or digit edit;
// white space, marks and accents that come or go cost mark.
func ocrCost(a, b []rune, edit, mark int) int {
	one := func(r rune) int {
		if visible(r) {
			return edit
		}
		return mark
	}
	width := len(b) + 1
	d := make([]int, (len(a)+1)*width)
	for j := range b {
		d[j+1] = d[j] + one(b[j])
	}
	pairs := confusions()
	for i, x := range a {
		row, prev := d[(i+1)*width:(i+2)*width], d[i*width:(i+1)*width]
		row[0] = prev[0] + one(x)
		mine := pairs[x]
		for j, y := range b {
			best := min(prev[j+1]+one(x), row[j]+one(y))
			switch {
			case x == y:
				best = min(best, prev[j])
			case bareEqual(x, y) || !visible(x) && !visible(y):
				best = min(best, prev[j]+mark)
			default:
				best = min(best, prev[j]+edit)
			}
			for k := range mine {
				c := &mine[k]
				if c.b[len(c.b)-1] == y && endsIn(a[:i+1], c.a) && endsIn(b[:j+1], c.b) {
					best = min(best, d[(i+1-len(c.a))*width+j+1-len(c.b)]+costConfusion)
				}
			}
			row[j+1] = best
		}
	}
	return d[len(d)-1]
}

// confused counts the confusions that turn a into b when nothing else differs but white space, marks and accents; ok is false where
// something does.
func confused(a, b []rune) (n int, ok bool) {
	if len(a) > maxConfused || len(b) > maxConfused || len(a) > 3*len(b)+2 || len(b) > 3*len(a)+2 {
		return 0, false
	}
	n = ocrCost(a, b, costNever, 0)
	return n, n < costNever
}

// recognition raises ocr where every difference of a fuzzy match is one that character recognition makes, and one at least is a confusion
// of shapes. A match whose differences change the meaning is not called one: “hot” for “not” may be either.
func (m *Match) recognition(q []byte, qu []normalize.Unit, s []byte, su []normalize.Unit, changes []region) {
	if len(changes) == 0 || m.Flags.Has(FlagNegationChanged) || m.Flags.Has(FlagModalityChanged) {
		return
	}
	total := 0
	found := make([]int, len(changes))
	for i, c := range changes {
		n, ok := confused(appendRunes(nil, qu[c.p0:c.p1]), appendRunes(nil, su[c.t0:c.t1]))
		if !ok {
			return
		}
		found[i] = n
		total += n
	}
	if total == 0 {
		return
	}
	if !numeric(qu, su, changes) {
		m.drop(FlagNumberChanged) // “c0w” is no number
	}
	told := 0
	for i, c := range changes {
		if found[i] > 0 && told < maxTold {
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
