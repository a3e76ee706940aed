package normalize

import (
	"math/bits"

	"example.com/verbatim/internal/simd"
)

// The kernel of the skeleton and of the walk along it, generated (go generate ./normalize) by the module in internal/asm. Against plain Go, CPU
// time: skeleton of 64 KB of English 8 times less, of a quote of 150 bytes 1.1 to 0.11 µs, Source 0.67 to 0.07 µs, HasMarkup of 64 KB 46 times
// less; text of other scripts, where it stops at each character, costs the same.
//
//go:generate go -C internal/asm run . -out ../../kernel_amd64.s -stubs ../../kernel_amd64.go -pkg normalize

// wideBlock is how many bytes the kernel takes at once.
const wideBlock = 64

// useAVX512 is decided once; tests turn it off.
var useAVX512 = simd.AVX512()

// makeWide writes the skeleton of the bytes of src from i on to dst, up to the first that is special, or that one beyond ASCII may join, and at
// most wideBlock of them. It returns which of them were kept and how many were taken. What dst holds behind them has no meaning.
func makeWide(dst, src []byte, i int, table *[256]byte) (kept uint64, took int) {
	load := ^uint64(0)
	if took = len(src) - i; took < wideBlock {
		load = 1<<took - 1
	}
	kept, marked, high := classifyAVX512((*[wideBlock]byte)(dst), &src[i], (*[128]byte)(table[:]), load)
	switch stop := bits.TrailingZeros64(marked | high); {
	case stop < wideBlock:
		if took = stop; stop > 0 && high>>stop&1 != 0 {
			took--
		}
	case took > wideBlock && src[i+wideBlock] >= 0x80:
		took = wideBlock - 1
	default:
		took = min(took, wideBlock)
	}
	if took < wideBlock {
		kept &= 1<<took - 1
	}
	return kept, took
}

// nthBit returns the place of the k-th bit of x that is set, from 0 on.
func nthBit(x uint64, k int) int {
	at := 0
	for n := bits.OnesCount8(uint8(x)); k >= n; n = bits.OnesCount8(uint8(x)) {
		k -= n
		x >>= 8
		at += 8
	}
	for ; k > 0; k-- {
		x &= x - 1
	}
	return at + bits.TrailingZeros64(x)
}

// nextMarkup returns the offset of the first character from i on that may start markup, len(src) where there is none.
func nextMarkup(src []byte, i int) int {
	for useAVX512 && len(src)-i >= wideBlock/2 {
		var room [wideBlock]byte
		load, n := ^uint64(0), len(src)-i
		if n < wideBlock {
			load = 1<<n - 1
		}
		_, marked, high := classifyAVX512(&room, &src[i], (*[128]byte)(startsMarkup[:]), load)
		if marked &^= high; marked != 0 { // the table is looked up by seven bits
			return i + bits.TrailingZeros64(marked)
		}
		i += min(n, wideBlock)
	}
	for i < len(src) && startsMarkup[src[i]] == 0 {
		i++
	}
	return i
}
