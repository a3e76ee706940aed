package verify

import (
	"testing"

	"example.com/verbatim/match"
)

// TestSeedsCover: letters in several seeds count once, and so do seeds that stand in several places of the text.
func TestSeedsCover(t *testing.T) {
	for _, c := range []struct {
		name string
		q    []int32
		want int
	}{
		{"none", nil, 0},
		{"one", []int32{5}, 8},
		{"one in three places", []int32{5, 5, 5}, 8},
		{"overlapping", []int32{0, 4, 8}, 16},
		{"apart", []int32{0, 20}, 16},
	} {
		var seeds []match.Seed
		for i, q := range c.q {
			seeds = append(seeds, match.Seed{Q: q, T: int32(100 * i)})
		}
		if got := seedsCover(seeds); got != c.want {
			t.Errorf("%s: %d letters, want %d", c.name, got, c.want)
		}
	}
}
