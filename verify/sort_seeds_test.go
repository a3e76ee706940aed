package verify

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSortSeeds: packed into numbers or not, keys come in the same order, with their weights.
func TestSortSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := searcher{often: make([]int32, 1<<12)}
		for i := range s.often {
			s.often[i] = int32(1 + i%7)
		}
		doc, q := rapid.SampledFrom([]uint64{3, 1<<21 - 1, 1 << 21}).Draw(t, "docs"), rapid.SampledFrom([]uint32{5, 1<<11 - 1, 1 << 11}).Draw(t, "quote")
		for range rapid.IntRange(0, 60).Draw(t, "keys") {
			k := seedKey{doc: rapid.Uint64Range(0, doc).Draw(t, "doc"), diagonal: rapid.Int32().Draw(t, "diagonal")/rapid.SampledFrom([]int32{1, 1 << 30}).Draw(t, "near") + 1,
				q: rapid.Uint32Range(0, q).Draw(t, "q")}
			k.weight = loneSeed / s.often[k.q]
			s.keys = append(s.keys, k)
		}
		want := slices.Clone(s.keys)
		slices.SortFunc(want, func(a, b seedKey) int {
			switch {
			case a.doc < b.doc || a.doc == b.doc && (a.diagonal < b.diagonal || a.diagonal == b.diagonal && a.q < b.q):
				return -1
			case a == b:
				return 0
			}
			return 1
		})
		if s.sortSeeds(); !slices.Equal(s.keys, want) {
			t.Fatalf("%v, want %v", s.keys, want)
		}
	})
}
