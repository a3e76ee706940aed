package lanes

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"example.com/verbatim/internal/simd"
)

// table has the match bits of a pattern of up to 64 bytes, ending at bit 63.
func table(pattern []byte) *[256]uint64 {
	pad := 64 - len(pattern)
	var eq [256]uint64
	for c := range eq {
		eq[c] = 1<<pad - 1
	}
	for i, c := range pattern {
		eq[c] |= 1 << (pad + i)
	}
	return &eq
}

// least is the smallest distance of the pattern to an infix of the text that ends in text[from:], by the plain programme.
func least(pattern, text []byte, from int) int {
	column := make([]int, len(pattern)+1)
	for i := range column {
		column[i] = i
	}
	best := 1<<32 - 1
	for j, c := range text {
		diagonal := 0
		for i, p := range pattern {
			d := diagonal
			if p != c {
				d++
			}
			diagonal = column[i+1]
			column[i+1] = min(d, diagonal+1, column[i]+1)
		}
		if j >= from {
			best = min(best, column[len(pattern)])
		}
	}
	return best
}

func kernels(t testing.TB) map[string]func(eq *[256]uint64, text []byte, stride, n int, s *State) {
	all := map[string]func(eq *[256]uint64, text []byte, stride, n int, s *State){"twin": advance, "dispatched": Advance}
	if simd.AVX2() {
		all["AVX2"] = func(eq *[256]uint64, text []byte, stride, n int, s *State) {
			advanceAVX2(eq, &text[0], stride, n, &s.PV[0])
		}
	}
	if simd.AVX512() {
		all["AVX-512"] = func(eq *[256]uint64, text []byte, stride, n int, s *State) {
			advanceAVX512(eq, &text[0], stride, n, &s.PV[0])
		}
	}
	return all
}

// check compares all kernels with the twin, and the twin with the plain programme, in two chunks.
func check(t *rapid.T, pattern, text []byte, overlap, cut int) {
	stride, length := Split(len(text), overlap)
	if stride < 0 || 7*stride+length != len(text) || stride > 0 && length-stride < overlap {
		t.Fatalf("Split(%d, %d) = %d, %d", len(text), overlap, stride, length)
	}
	cut = min(cut, length)
	eq := table(pattern)
	var want [2]State
	want[0].Start(len(pattern))
	want[0].Forget()
	advance(eq, text, stride, cut, &want[0])
	want[1] = want[0]
	want[1].Forget()
	advance(eq, text[cut:], stride, length-cut, &want[1])
	for l := range N {
		lane := text[l*stride:][:length]
		if got, want := int(want[0].Least[l]), least(pattern, lane[:cut], 0); got != want {
			t.Fatalf("lane %d: least of the first columns %d, want %d", l, got, want)
		}
		if got, want := int(want[1].Least[l]), least(pattern, lane, cut); got != want {
			t.Fatalf("lane %d: least of the last columns %d, want %d", l, got, want)
		}
	}
	for name, f := range kernels(nil) {
		var got State
		got.Start(len(pattern))
		got.Forget()
		if cut > 0 {
			f(eq, text, stride, cut, &got)
		}
		if got != want[0] {
			t.Fatalf("%s: %v, want %v", name, got, want[0])
		}
		got.Forget()
		if length > cut {
			f(eq, text[cut:], stride, length-cut, &got)
		}
		if got != want[1] {
			t.Fatalf("%s: %v, want %v", name, got, want[1])
		}
	}
}

func TestRapidAdvance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]byte("ab\x00\xff"))
		pattern := rapid.SliceOfN(letters, 1, 64).Draw(t, "pattern")
		text := rapid.SliceOfN(letters, 1, 400).Draw(t, "text")
		check(t, pattern, text, rapid.IntRange(0, 130).Draw(t, "overlap"), rapid.IntRange(0, 200).Draw(t, "cut"))
	})
}

func FuzzAdvance(f *testing.F) {
	f.Add([]byte("the big cat"), []byte("see the cat run"), 3, 5)
	f.Fuzz(func(t *testing.T, pattern, text []byte, overlap, cut int) {
		if len(pattern) == 0 || len(pattern) > 64 || len(text) == 0 || len(text) > 1000 || overlap < 0 || overlap > 1000 || cut < 0 {
			t.Skip()
		}
		rapid.MakeCheck(func(r *rapid.T) { check(r, pattern, text, overlap, cut) })(t)
	})
}

// BenchmarkAdvance gives the time for one byte of text and one pattern of 64 bytes.
func BenchmarkAdvance(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	text, pattern := make([]byte, 16<<10), make([]byte, 64)
	for i := range text {
		text[i] = byte('a' + r.IntN(26))
	}
	copy(pattern, text[100:])
	eq := table(pattern)
	for name, f := range kernels(b) {
		b.Run(name, func(b *testing.B) {
			var s State
			s.Start(64)
			for b.Loop() {
				f(eq, text, len(text)/N, len(text)/N, &s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
		})
	}
}
