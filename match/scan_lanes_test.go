package match

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestRapidScanLanes has texts that are long enough for lanes, with damaged copies anywhere: also where two lanes meet, and several as near.
func TestRapidScanLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 160).Draw(t, "pattern")
		letters := rapid.SampledFrom([]int{2, 4, 26}).Draw(t, "letters")
		random := func(n int) []byte {
			b := make([]byte, n)
			for i := range b {
				b[i] = 'a' + byte(r.IntN(letters))
			}
			return b
		}
		pattern := random(n)
		text := random(rapid.IntRange(lanesLeast, 4*distanceLanesLeast).Draw(t, "text"))
		for range rapid.IntRange(0, 4).Draw(t, "copies") {
			i := r.IntN(len(text))
			copy(text[i:], damage(r, pattern, r.IntN(1+n/3), letters))
		}
		k := rapid.IntRange(0, n/rapid.SampledFrom([]int{2, 5, 10}).Draw(t, "fewer")+1).Draw(t, "k")
		var s Scan
		if err := checkScan(&s, pattern, text, k, 4+r.IntN(5), 1+r.IntN(8)); err != nil {
			t.Fatal(err)
		}
		var p Pattern
		dist, ends := naiveInfix(pattern, text)
		if err := checkPattern(&p, pattern, text, k, dist, ends[0]); err != nil {
			t.Fatal(err)
		}
	})
}

// TestGramsParts has a damaged copy wherever two of the parts meet in which trigrams are counted.
func TestGramsParts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var s Scan
	var p Pattern
	for i := range rounds(t, 400) {
		n := 60 + r.IntN(300)
		pattern := prose(r, n)
		text := prose(r, 3*gramsPart)
		at := gramsPart*(1+i%2) - r.IntN(2*n+200)
		copy(text[at:], damage(r, pattern, r.IntN(n/6), 26))
		p.Compile(pattern)
		dist, end, ok := p.Distance(text, n/5)
		_, end2, dist2, ok2 := s.Best(pattern, text, n/5)
		if ok != ok2 || ok && (dist != dist2 || end != end2) {
			t.Fatalf("case %d: Best = %d, %d, %v, want %d, %d, %v", i, end2, dist2, ok2, end, dist, ok)
		}
	}
}
