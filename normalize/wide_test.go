package normalize

import (
	"bytes"
	"slices"
	"testing"

	"example.com/verbatim/internal/simd"
	"pgregory.net/rapid"
)

// twin runs f with the kernels and without; it skips where the machine has none.
func twin(t testing.TB, f func(wide bool)) {
	if !simd.AVX512() {
		t.Skip("no AVX-512, or it is turned off")
	}
	defer func() { useAVX512 = true }()
	for _, wide := range []bool{true, false} {
		useAVX512 = wide
		f(wide)
	}
}

// checkTwins compares the skeleton, its checkpoints, the source of each byte and the index of each offset.
func checkTwins(t testing.TB, src []byte) {
	for _, r := range []Reading{Literal, Folded} {
		var made [2]Skeleton
		var places [2][]int
		var marked [2]bool
		twin(t, func(wide bool) {
			k := 0
			if wide {
				k = 1
			}
			made[k].Make(src, r)
			for i := range made[k].Bytes {
				start, end := made[k].Source(src, r, i)
				places[k] = append(places[k], start, end)
			}
			for off := 0; off <= len(src); off += 1 + len(src)/50 {
				places[k] = append(places[k], made[k].Index(src, r, off))
			}
			marked[k] = HasMarkup(src)
		})
		if !bytes.Equal(made[0].Bytes, made[1].Bytes) || !slices.Equal(made[0].Checkpoints, made[1].Checkpoints) {
			t.Fatalf("%q: the kernel's skeleton is %q %v, want %q %v", src, made[1].Bytes, made[1].Checkpoints, made[0].Bytes, made[0].Checkpoints)
		}
		if !slices.Equal(places[0], places[1]) || marked[0] != marked[1] {
			t.Fatalf("%q: the kernel's places are %v %t, want %v %t", src, places[1], marked[1], places[0], marked[0])
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
