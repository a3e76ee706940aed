package match

import (
	"testing"

	"pgregory.net/rapid"
)

// plainShapeCost is the table of shapeCosts.cost without any of its short cuts.
func plainShapeCost(a, b []rune, edit, mark int) int {
	one := func(r rune) int {
		if visible(r) {
			return edit
		}
		return mark
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 && j == 0:
				continue
			case i == 0:
				d[i][j] = d[i][j-1] + one(b[j-1])
				continue
			case j == 0:
				d[i][j] = d[i-1][j] + one(a[i-1])
				continue
			}
			x, y := a[i-1], b[j-1]
			best := min(d[i-1][j]+one(x), d[i][j-1]+one(y))
			switch {
			case x == y:
				best = min(best, d[i-1][j-1])
			case bareEqual(x, y) || !visible(x) && !visible(y):
				best = min(best, d[i-1][j-1]+mark)
			default:
				best = min(best, d[i-1][j-1]+edit)
			}
			for _, list := range confusions().ending {
				for _, c := range list {
					if endsIn(a[:i], c.a) && endsIn(b[:j], c.b) {
						best = min(best, d[i-len(c.a)][j-len(c.b)]+costConfusion)
					}
				}
			}
			d[i][j] = best
		}
	}
	return d[len(a)][len(b)]
}

// confusable draws texts in which shapes are often taken for one another.
func confusable(t *rapid.T) (a, b []rune) {
	piece := rapid.SampledFrom([]string{"rn", "m", "cl", "d", "1", "l", "i", "iii", "ffi", "ch", "ck", "c", "k", "|", "!", "(", "$", "s", " ", "-", "é", "e",
		"\u0301", "н", "и", "日", "目", "ί", "ι", "a", "b", "ы", "ьі"})
	for range rapid.IntRange(0, 12).Draw(t, "pieces") {
		x := []rune(piece.Draw(t, "piece"))
		y := x
		if rapid.IntRange(0, 2).Draw(t, "other") == 0 {
			y = []rune(piece.Draw(t, "for it"))
		}
		a, b = append(a, x...), append(b, y...)
	}
	return a, b
}

// TestShapeCostsAsByThePlainTable: neither the tables of pairs nor the short cuts change a cost or an answer.
func TestShapeCostsAsByThePlainTable(t *testing.T) {
	var s shapeCosts
	rapid.Check(t, func(t *rapid.T) {
		a, b := confusable(t)
		for _, x := range [...][2]int{{costEdit, 0}, {costNever, 0}, {costEdit, 1}} {
			if got, want := s.cost(a, b, int32(x[0]), int32(x[1])), plainShapeCost(a, b, x[0], x[1]); got != want {
				t.Fatalf("cost(%q, %q, %v) = %d, want %d", string(a), string(b), x, got, want)
			}
		}
		want := plainShapeCost(a, b, costNever, 0)
		ok := want < costNever && len(a) <= 3*len(b)+2 && len(b) <= 3*len(a)+2
		if n, got := s.confused(a, b); got != ok || ok && n != want {
			t.Fatalf("confused(%q, %q) = %d, %v; want %d, %v", string(a), string(b), n, got, want, ok)
		}
		x, y := appendVisible(nil, a), appendVisible(nil, b)
		other := len(x) == 0 || len(y) == 0 || 4*plainShapeCost(x, y, costEdit, 0) > costEdit*max(len(x), len(y))
		if got := s.another(x, y); got != other {
			t.Fatalf("another(%q, %q) = %v, want %v", string(x), string(y), got, other)
		}
	})
}

// TestNoShapeStartsTheOneTakenForIt: mayBeConfused rests on it.
func TestNoShapeStartsTheOneTakenForIt(t *testing.T) {
	for _, list := range confusions().ending {
		for _, c := range list {
			if len(c.a) == len(c.b) {
				continue
			}
			same := true
			for i := range min(len(c.a), len(c.b)) {
				same = same && bareEqual(c.a[i], c.b[i])
			}
			if same {
				t.Errorf("%q = %q", string(c.a), string(c.b))
			}
		}
	}
}
