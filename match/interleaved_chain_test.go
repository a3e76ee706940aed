package match

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestReached: no chain is missed because the stretches together hold too few letters of the quote.
func TestReached(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytesOf := rapid.SliceOfN(rapid.SampledFrom([]byte("abcd")), 8, 60)
		q, text := bytesOf.Draw(t, "quote"), bytesOf.Draw(t, "text")
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			lo := rapid.IntRange(0, len(q)-1).Draw(t, "lo")
			text = append(text, q[lo:rapid.IntRange(lo, len(q)).Draw(t, "hi")]...)
			text = append(text, bytesOf.Draw(t, "foreign")...)
		}
		size := rapid.IntRange(3, 8).Draw(t, "size")
		var seeds []Seed
		for d := -len(q); d < len(text); d++ {
			for i := max(0, -d); i+size <= len(q) && i+d+size <= len(text); i++ {
				if string(q[i:i+size]) == string(text[i+d:i+d+size]) {
					seeds = append(seeds, Seed{int32(i), int32(i + d)})
				}
			}
		}
		var x, y Interleaver
		got := x.Chained(q, text, seeds)
		y.runs = runsOf(nil, q, text, seeds)
		slices.SortFunc(y.runs, func(a, b run) int { return cmp.Or(a.lo-b.lo, a.diagonal-b.diagonal) })
		if want := y.chainedIn(len(q), 0, len(text)); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
		for _, r := range y.runs {
			if y.reached(len(q)) < r.chained {
				t.Fatalf("a chain of %d letters of %d", r.chained, y.reached(len(q)))
			}
		}
	})
}
