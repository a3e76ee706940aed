package match

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPartsOfASheet: the part of a text that was split as a whole has the words that it has by itself, also where it cuts one.
func TestPartsOfASheet(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("ab n't 1,.' 他不е\u0301-")), 0, 60, -1)
	var s sheet
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(text.Draw(t, "text"))
		u := unitsOf(string(src))
		s.read(u, src)
		lo := rapid.IntRange(0, len(u)).Draw(t, "lo")
		hi := rapid.IntRange(lo, len(u)).Draw(t, "hi")
		part := s.side(lo, hi)
		if want := split(u[lo:hi]); !slices.Equal(part.words, want) {
			t.Fatalf("%q[%d:%d]: words %v, want %v", src, lo, hi, part.words, want)
		}
		if got, want := s.tokens(nil, lo, hi), tokens(u[lo:hi]); !slices.Equal(got, want) {
			t.Fatalf("%q[%d:%d]: tokens %v, want %v", src, lo, hi, got, want)
		}
		if got, want := s.script.of(lo, hi), string(appendRunes(nil, u[lo:hi])); got != want {
			t.Fatalf("%q[%d:%d] is %q, want %q", src, lo, hi, got, want)
		}
		if hi > lo {
			if got, want := part.nextTo(hi-lo), nextWord(u, hi); got != want {
				t.Fatalf("%q: the word after %d is %q, want %q", src, hi, got, want)
			}
		}
	})
}

// TestListedWords: what is looked up at once is what the lists say one by one.
func TestListedWords(t *testing.T) {
	l := words()
	for w, x := range l.listedWords {
		_, negates := l.negation[w]
		_, number := l.numbers[w]
		_, unit := l.units[w]
		if l.look(w) != x || l.lookBytes([]byte(w)) != x || x.negates != negates || x.isNumber != number || x.isUnit != unit ||
			x.frequent != l.frequent[w] || x.classes != grammar().classes[w] || len(x.modal) != len(l.modal[w]) || x.phrases != l.phrases[w] {
			t.Errorf("%q: %+v", w, x)
		}
	}
	for _, w := range [...]string{"", "x'", "grommet"} {
		if l.look(w) != nil {
			t.Errorf("%q is in no list", w)
		}
	}
}
