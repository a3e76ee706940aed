package index

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// TestGramsRapid: a stretch of the text is never denied, and most others are.
func TestGramsRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.ByteRange('a', 'f'), 0, 200).Draw(t, "text")
		g := newGrams(text)
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		if !g.May(text[from:to]) {
			t.Fatalf("%q of %q is denied", text[from:to], text)
		}
		q := rapid.SliceOfN(rapid.ByteRange('a', 'f'), 0, 12).Draw(t, "query")
		if bytes.Contains(text, q) && !g.May(q) {
			t.Fatalf("%q of %q is denied", q, text)
		}
	})
}

func TestGramsDeny(t *testing.T) {
	text := bytes.Repeat([]byte("thekeeperoftheweirshallopenthelowergatewhenevertheriverstands"), 40)
	g := newGrams(text)
	for _, q := range []string{"qzxjkvbwmp", "lantern", "overthedoor"} {
		if g.May([]byte(q)) {
			t.Errorf("%q may stand in the text", q)
		}
	}
	if !g.May([]byte("short")) || !g.May(nil) {
		t.Error("what is too short to be known was denied")
	}
}
