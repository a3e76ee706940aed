package normalize

import (
	"bytes"
	"slices"
	"testing"

	"example.com/verbatim/internal/simd"
	"pgregory.net/rapid"
)

// kernels are those that this machine has, plain Go first; it is alone with VERBATIM_NOSIMD=1.
func kernels() []kernel {
	list := []kernel{kernelNone}
	if simd.AVX2() {
		list = append(list, kernelAVX2)
	}
	if simd.AVX512() {
		list = append(list, kernelAVX512)
	}
	return list
}

// checkTwins compares the skeleton, its checkpoints, the source of each byte and the index of each offset.
func checkTwins(t testing.TB, src []byte) {
	defer func(k kernel) { wide = k }(wide)
	for _, r := range []Reading{Literal, Folded} {
		var want Skeleton
		var wantPlaces []int
		for _, k := range kernels() {
			wide = k
			var made Skeleton
			var places []int
			made.Make(src, r)
			for i := range made.Bytes {
				start, end := made.Source(src, r, i)
				places = append(places, start, end)
			}
			for off := 0; off <= len(src); off += 1 + len(src)/50 {
				places = append(places, made.Index(src, r, off))
			}
			for i := 0; i < len(src); i = nextMarkup(src, i) + 1 {
				places = append(places, i)
			}
			if k == kernelNone {
				want, wantPlaces = made, places
				continue
			}
			if !bytes.Equal(made.Bytes, want.Bytes) || !slices.Equal(made.Checkpoints, want.Checkpoints) {
				t.Fatalf("%q: kernel %d makes %q %v, want %q %v", src, k, made.Bytes, made.Checkpoints, want.Bytes, want.Checkpoints)
			}
			if !slices.Equal(places, wantPlaces) {
				t.Fatalf("%q: kernel %d finds the places %v, want %v", src, k, places, wantPlaces)
			}
		}
	}
}

// TestWideTwin: the kernels and plain Go make the same of any text.
func TestWideTwin(t *testing.T) {
	piece := rapid.OneOf(
		rapid.StringMatching(`[A-Za-z0-9 ,.\n]{0,90}`),
		rapid.SampledFrom([]string{"é", "e\u0301", "=\u0338", "ß", "不明", "[", "[[PAGE_BREAK]]", "[12]", "<b>", "</b>", "&amp;", "*", "_", "`", "\\emph{", "}", "~",
			"x^2", "\x00", "\xff", "\xc3", "Ã©", "\u00ad", "ﬁ", "½", "-\n", "a\u0327\u0301", "\x7f"}),
	)
	rapid.Check(t, func(rt *rapid.T) {
		var src []byte
		for _, p := range rapid.SliceOfN(piece, 0, 12).Draw(rt, "text") {
			src = append(src, p...)
		}
		lo := rapid.IntRange(0, min(len(src), 70)).Draw(rt, "lo") // any alignment
		checkTwins(t, src[lo:])
	})
}

// FuzzWideTwin: the same for bytes of any kind.
func FuzzWideTwin(f *testing.F) {
	f.Add([]byte("The mill was sold to the widow of the baker, who let it to the town for nine years; it burned down in the tenth. <i>Ünter</i>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) < 4096 {
			checkTwins(t, src)
		}
	})
}

// TestNthBit: the places of the bits that are set, one after the other.
func TestNthBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, k := rapid.Uint64().Draw(t, "x"), 0
		for i := range 64 {
			if x>>i&1 != 0 {
				if at := nthBit(x, k); at != i {
					t.Fatalf("bit %d of %b is at %d, want %d", k, x, at, i)
				}
				k++
			}
		}
	})
}
