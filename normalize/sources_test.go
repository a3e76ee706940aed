package normalize

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSources: the places of all skeleton bytes are those of each by itself.
func TestSources(t *testing.T) {
	alphabet := []rune("ab Z9.,'\n[<&;\\~]`^*_e\u0301\u00e9\u00ad\ufb01\u95e8\u00bd-")
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(rapid.StringOfN(rapid.SampledFrom(alphabet), 0, 300, -1).Draw(t, "source"))
		for _, r := range []Reading{Literal, Folded} {
			var s Skeleton
			s.Make(src, r)
			places := s.Sources(src, r, nil)
			if len(places) != len(s.Bytes) {
				t.Fatalf("%q: %d places of %d bytes", src, len(places), len(s.Bytes))
			}
			for i, p := range places {
				if start, end := s.Source(src, r, i); p != (Place{start, end}) {
					t.Fatalf("%q: byte %d at %v, want %d %d", src, i, p, start, end)
				}
			}
		}
	})
}
