package match

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// seedsOf lists the equal k-mers of pattern and text at every stride-th byte of text: every run of k+stride-1 equal bytes holds one.
func seedsOf(pattern, text []byte, k, stride int) (seeds []Seed, minRun int) {
	for t := 0; t+k <= len(text); t += stride {
		for q := 0; q+k <= len(pattern); q++ {
			if bytes.Equal(pattern[q:q+k], text[t:t+k]) {
				seeds = append(seeds, Seed{int32(q), int32(t)})
			}
		}
	}
	return seeds, k + stride - 1
}

type found struct {
	start, end, dist int
	ok               bool
}

func foundOf(start, end, dist int, ok bool) found { return found{start, end, dist, ok} }

func naiveBest(pattern, text []byte, k int) found {
	dist, ends := naiveInfix(pattern, text)
	if dist > k {
		return found{}
	}
	return found{naiveStart(pattern, text, ends[0], dist), ends[0], dist, true}
}

// checkScan compares all of Scan with the plain programme. k-mers and stride make the seeds.
func checkScan(s *Scan, pattern, text []byte, k, kmer, stride int) error {
	want := naiveBest(pattern, text, k)
	if got := foundOf(s.Best(pattern, text, k)); got != want {
		return fmt.Errorf("Best(%q, %q, %d) = %v, want %v", pattern, text, k, got, want)
	}
	seeds, run := seedsOf(pattern, text, kmer, stride)
	if got := foundOf(s.BestSeeded(pattern, text, k, seeds, run)); got != want {
		return fmt.Errorf("BestSeeded(%q, %q, %d, %v, %d) = %v, want %v", pattern, text, k, seeds, run, got, want)
	}
	if len(seeds) > 3 {
		seeds = slices.Clone(seeds[len(seeds)/2:])
	}
	if got := foundOf(s.BestSeeded(pattern, text, k, seeds, 0)); got != want {
		return fmt.Errorf("BestSeeded(%q, %q, %d, %v, 0) = %v, want %v", pattern, text, k, seeds, got, want)
	}
	if !want.ok {
		return nil
	}
	second := naiveBest(pattern, text[:want.start], k)
	if right := naiveBest(pattern, text[want.end:], k); right.ok && (!second.ok || right.dist < second.dist) {
		second = found{right.start + want.end, right.end + want.end, right.dist, true}
	}
	if got := foundOf(s.Second(pattern, text, want.start, want.end, k)); got != second {
		return fmt.Errorf("Second(%q, %q, %d, %d, %d) = %v, want %v", pattern, text, want.start, want.end, k, got, second)
	}
	return nil
}

func TestScanAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	var s Scan
	for i := range rounds(t, 6_000) {
		pattern, text := randomCase(r)
		dist, _ := naiveInfix(pattern, text)
		if err := checkScan(&s, pattern, text, limitFor(r, len(pattern), dist), 1+r.IntN(8), 1+r.IntN(4)); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
	}
}

// TestScanPlanted has long texts with several damaged copies, so that the pieces and the two halves of the text are at work.
func TestScanPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	var s Scan
	for i := range rounds(t, 300) {
		n := 20 + r.IntN(260)
		source := prose(r, n)
		var text []byte
		for range 1 + r.IntN(4) {
			text = append(text, prose(r, r.IntN(1500))...)
			text = append(text, damage(r, source, r.IntN(1+n/3), 26)...)
		}
		text = append(text, prose(r, r.IntN(200)*r.IntN(2))...)
		k := r.IntN(1 + n*2/5)
		if err := checkScan(&s, source, text, k, 4+r.IntN(5), 1+r.IntN(8)); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
	}
}

func TestRapidScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]byte("abc"))
		pattern := rapid.SliceOfN(letters, 0, 140).Draw(t, "pattern")
		text := rapid.SliceOfN(letters, 0, 300).Draw(t, "text")
		k := rapid.IntRange(-1, 150).Draw(t, "k")
		var s Scan
		if err := checkScan(&s, pattern, text, k, rapid.IntRange(1, 8).Draw(t, "kmer"), rapid.IntRange(1, 4).Draw(t, "stride")); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzScan(f *testing.F) {
	f.Add([]byte("the big cat"), []byte("see the cat run"), 9)
	f.Add([]byte(""), []byte(""), 0)
	f.Add(bytes.Repeat([]byte("ab"), 40), bytes.Repeat([]byte("ba"), 300), 3)
	f.Fuzz(func(t *testing.T, pattern, text []byte, k int) {
		if len(pattern) > 200 || len(text) > 600 {
			return
		}
		var s Scan
		if err := checkScan(&s, pattern, text, k, 4, 4); err != nil {
			t.Fatal(err)
		}
		var p Pattern
		dist, ends := naiveInfix(pattern, text)
		if err := checkPattern(&p, pattern, text, k, dist, ends[0]); err != nil {
			t.Fatal(err)
		}
	})
}

// TestScanRepeats bounds the work on a text that holds the pieces of the pattern everywhere.
func TestScanRepeats(t *testing.T) {
	text := bytes.Repeat([]byte("abcdefgh"), 2_000)
	pattern := append(bytes.Repeat([]byte("abcdefgh"), 12), bytes.Repeat([]byte("x"), 40)...)
	var s Scan
	got := foundOf(s.Best(pattern, text, 39))
	if got.ok {
		t.Fatalf("Best = %v, want none", got)
	}
	if s.looked > 2*len(text) {
		t.Errorf("looked at %d bytes of %d", s.looked, len(text))
	}
}

// TestTryIsBounded: where one phrase fills pattern and text, every diagonal has votes, and Try does not look around all of them.
func TestTryIsBounded(t *testing.T) {
	phrase := []byte("thetenantshallnotpay")
	text, pattern := bytes.Repeat(append(phrase, 'x'), 2000), bytes.Repeat(phrase, 100)
	var seeds []Seed
	for q := 0; q+8 <= len(pattern); q += 4 {
		for at := 0; at+8 <= len(text); at += 21 * 8 {
			if i := bytes.Index(text[at:min(at+64, len(text))], pattern[q:q+8]); i >= 0 {
				seeds = append(seeds, Seed{Q: int32(q), T: int32(at + i)})
			}
		}
	}
	var s Scan
	s.Try(pattern, text, len(pattern)/25, seeds)
	if most := (tryReach + 1) * len(text); s.looked > most {
		t.Errorf("looked at %d bytes of a text of %d", s.looked, len(text))
	}
}
