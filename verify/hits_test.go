package verify

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/verbatim/index"
	"example.com/verbatim/normalize"
)

// TestSortHits: few hits and many come in the order of document, reading and place.
func TestSortHits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hits := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) index.Hit {
			return index.Hit{Doc: rapid.Uint32Range(0, 5).Draw(t, "doc") * 0x19999999, Pos: rapid.Uint32().Draw(t, "pos"),
				Reading: normalize.Reading(rapid.IntRange(0, 1).Draw(t, "reading"))}
		}), 0, 3*fewHits).Draw(t, "hits")
		want := slices.Clone(hits)
		slices.SortFunc(want, func(a, b index.Hit) int {
			return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Reading, b.Reading), cmp.Compare(a.Pos, b.Pos))
		})
		var s searcher
		if s.sortHits(hits); !slices.Equal(hits, want) {
			t.Fatalf("%v, want %v", hits, want)
		}
	})
}
