package match

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestMayCountMissesNoNumber: where it says that no number has a part in a region, none has.
func TestMayCountMissesNoNumber(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("a A b i I x the and of to Le De did Mix mild two hundred forty-one Second per second metres cubic 12 1,000 3.5 $5 5% USD m k " +
		"(a) (ii) (30) thirty May 2022 article Article IV Henry VIII XVIIIe p.m. a.m. b.c. No. #4f0a = -> + +3 and/or é 十 fünfundzwanzig treatment nine't 'n' 1990s 2er half dozen " +
		"degrees Celsius square foot miles hour Appendix C mm million bn v. chr."))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 1, 14).Draw(t, "words"), rapid.SampledFrom([]string{" ", "  ", ", "}).Draw(t, "between"))
		u := unitsOf(text)
		if len(u) == 0 {
			return
		}
		at := rapid.IntRange(0, len(u)).Draw(t, "at")
		to := rapid.IntRange(at, min(len(u), at+6)).Draw(t, "to")
		lo, hi := wordsLeft(u, at, 0), wordsRight(u, to, len(u))
		if mayCount(u[lo:hi]) {
			return
		}
		for _, n := range touched(numbers(u, []byte(text)), lo, hi) {
			t.Fatalf("%q[%d:%d] %q: number %+v", text, lo, hi, text[u[lo].Start:u[hi-1].End], n)
		}
	})
}
