package match

import (
	"testing"

	"pgregory.net/rapid"
)

// The changes of an alignment, widened to words, are in order, do not overlap, and what lies between them is equal.
func TestWordChangesCoverTheDifference(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("abc ab 他. '")), 0, 40, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "quote"), text.Draw(t, "source")
		q, s := unitsOf(a), unitsOf(b)
		var al Aligner
		p, i := 0, 0
		for _, c := range append(wordChanges(nil, q, s, al.Global(appendRunes(nil, q), appendRunes(nil, s))), region{len(q), len(q), len(s), len(s)}) {
			if c.p0 < p || c.t0 < i || c.p1 < c.p0 || c.t1 < c.t0 || c.p1 > len(q) || c.t1 > len(s) {
				t.Fatalf("%q for %q: change %v after (%d, %d)", a, b, c, p, i)
			}
			if x, y := string(appendKept(nil, q[p:c.p0])), string(appendKept(nil, s[i:c.t0])); x != y {
				t.Fatalf("%q for %q: %q and %q are between changes", a, b, x, y)
			}
			p, i = c.p1, c.t1
		}
	})
}

// Nothing that stands in a text with damage or without it makes the look for damage fail.
func TestDamagedTakesAnything(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"um,", "the", "mill", "failed", "to", "close.", "Not", "他", "不来", "負担しない。", "1.", "and", "\n\n", "rn", "l0", "ς", "\xff", "שלום", "[", "…", ","}), 0, 14)
	rapid.Check(t, func(t *rapid.T) {
		join := func(ws []string) string {
			s := ""
			for _, w := range ws {
				s += w + " "
			}
			return s
		}
		q, s := join(words.Draw(t, "quote")), join(words.Draw(t, "source"))
		var c climber
		m := c.climb(s, q, 0.8)
		if m.Grade == GradeFuzzy && len(m.Spans) == 0 {
			t.Fatalf("%q in %q: fuzzy without a span", q, s)
		}
		for _, sp := range m.Spans {
			if sp.Start < 0 || sp.Start > sp.End || sp.End > len(s) {
				t.Fatalf("%q in %q: span %v", q, s, sp)
			}
		}
	})
}
