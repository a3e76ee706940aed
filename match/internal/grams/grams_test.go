package grams

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// check compares the kernel with its twin, and looks that no trigram of the pattern is missed.
func check(t *rapid.T, pattern, text []byte) {
	var s Set
	s.Fill(pattern)
	n := max(0, len(text)-(Q-1))
	got, want := make([]uint64, (n+63)/64), make([]uint64, (n+63)/64)
	for i := range got {
		got[i] = ^uint64(0)
	}
	s.Mark(got, text)
	s.mark(want, text)
	if !slices.Equal(got, want) {
		t.Fatalf("Mark = %x, twin %x", got, want)
	}
	for i := range n {
		for j := 0; j+Q <= len(pattern); j++ {
			if string(pattern[j:j+Q]) == string(text[i:i+Q]) && got[i/64]>>(i%64)&1 == 0 {
				t.Fatalf("the trigram at %d is missed", i)
			}
		}
	}
	if n%64 != 0 && got[n/64]>>(n%64) != 0 {
		t.Fatalf("bits behind the text: %x", got[n/64])
	}
}

func TestRapidMark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]byte("abcdefz09\x00\x80\xff"))
		check(t, rapid.SliceOfN(letters, 0, 100).Draw(t, "pattern"), rapid.SliceOfN(letters, 0, 400).Draw(t, "text"))
	})
}

func FuzzMark(f *testing.F) {
	f.Add([]byte("the big cat"), []byte("see the cat run"))
	f.Fuzz(func(t *testing.T, pattern, text []byte) {
		if len(pattern) > 200 || len(text) > 1000 {
			t.Skip()
		}
		rapid.MakeCheck(func(r *rapid.T) { check(r, pattern, text) })(t)
	})
}

// TestFew: most trigrams that are not in the set are not marked.
func TestFew(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 64*200+Q-1)
	for i := range text {
		text[i] = byte('a' + r.IntN(26))
	}
	var s Set
	s.Fill(text[:112])
	dst := make([]uint64, 200)
	s.Mark(dst, text)
	n := 0
	for i := 128; i < 64*200; i++ {
		n += int(dst[i/64] >> (i % 64) & 1)
	}
	if n > 64*200/12 {
		t.Errorf("%d of %d trigrams are marked", n, 64*200)
	}
}

func BenchmarkMark(b *testing.B) {
	text := make([]byte, 64*256+Q-1)
	for i := range text {
		text[i] = byte('a' + i*i%26)
	}
	dst := make([]uint64, 256)
	var s Set
	s.Fill(text[:112])
	for name, f := range map[string]func([]uint64, []byte){"dispatched": s.Mark, "twin": s.mark} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f(dst, text)
			}
		})
	}
}
