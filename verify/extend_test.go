package verify

import (
	"testing"

	"pgregory.net/rapid"
)

// TestExtension: a seed grows over single differences, and stops where the texts part.
func TestExtension(t *testing.T) {
	for _, x := range []struct {
		quote, text string
		q, at       int
		want        int
	}{
		{"seedbed", "seedbed", 0, 0, 7},
		{"seedbed", "seedbed", 4, 4, 7},
		{"aseedb", "xseedy", 1, 1, 4},
		{"theoldmillpond", "theoldhillpond", 0, 0, 11}, // 6 equal, one other, 7 equal
		{"theoldmillpond", "theoldhillpond", 13, 13, 11},
		{"abcdefgh", "abcdxxxxxxxxefgh", 0, 0, 4}, // an insertion parts them
		{"abc", "", 0, 0, 0},
		{"abc", "abc", 3, 3, 3},
	} {
		if got := extension([]byte(x.quote), []byte(x.text), x.q, x.at); got != x.want {
			t.Errorf("%q at %d of %q, %d: %d, want %d", x.quote, x.q, x.text, x.at, got, x.want)
		}
	}
}

// TestExtensionRapid: reversing both texts changes nothing, and no extension scores more than it has letters.
func TestExtensionRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.ByteRange('a', 'c'), 0, 40)
		q, text := letters.Draw(t, "quote"), letters.Draw(t, "text")
		i, at := rapid.IntRange(0, len(q)).Draw(t, "q"), rapid.IntRange(0, len(text)).Draw(t, "at")
		got := extension(q, text, i, at)
		back := extension(reversed(q), reversed(text), len(q)-i, len(text)-at)
		if got != back {
			t.Fatalf("%q %q: %d forwards, %d backwards", q, text, got, back)
		}
		if got < 0 || got > min(len(q), len(text)) {
			t.Fatalf("%q %q: %d", q, text, got)
		}
	})
}

func reversed(b []byte) []byte {
	r := make([]byte, len(b))
	for i, c := range b {
		r[len(b)-1-i] = c
	}
	return r
}
