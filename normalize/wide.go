package normalize

import (
	"math/bits"

	"example.com/verbatim/internal/simd"
)

// The kernels of the skeleton and of the walk along it, generated (go generate ./normalize) by the module in internal/asm. CPU time of plain Go,
// AVX2 and AVX-512 on one machine: skeleton of 64 KB of English 155, 25 and 15 µs, of a quote of 150 bytes 0.31, 0.11 and 0.05 µs, Source 0.28,
// 0.10 and 0.07 µs, HasMarkup of 64 KB 75, 30 and 10 µs. In text of other scripts, where they stop at each character, they cost what plain Go
// does.
//
//go:generate go -C internal/asm run . -out ../../kernel_amd64.s -stubs ../../kernel_amd64.go -pkg normalize

// wideBlock is how many bytes the kernel takes at once.
const wideBlock = 64

// wide says which kernel is used, decided once; tests change it.
var wide = func() kernel {
	switch {
	case simd.AVX512():
		return kernelAVX512
	case simd.AVX2():
		return kernelAVX2
	}
	return kernelNone
}()

// kernel names an implementation of classify.
type kernel uint8

const (
	kernelNone kernel = iota // plain Go, which takes other blocks
	kernelAVX2
	kernelAVX512
)

// classify looks the bytes of src from i on up in a table of the ASCII characters, at most wideBlock of them, and writes the entries that are
// not 0 to dst one behind the other. Bits of kept, special and high say of each byte whether it was one of those, whether its entry has its top
// bit set, and whether it is not ASCII; kept and special mean nothing where high is set. n is how many bytes there are.
func classify(dst *[wideBlock]byte, src []byte, i int, table *[256]byte) (kept, special, high uint64, n int) {
	n = min(len(src)-i, wideBlock)
	entries := (*[128]byte)(table[:])
	switch {
	case wide == kernelAVX512:
		load := ^uint64(0)
		if n < wideBlock {
			load = 1<<n - 1
		}
		kept, special, high = classifyAVX512(dst, &src[i], entries, load)
	case n == wideBlock:
		kept, special, high = classifyAVX2(dst, (*[wideBlock]byte)(src[i:]), entries)
	default:
		var room [wideBlock]byte // 0 is no character that is kept
		copy(room[:], src[i:])
		kept, special, high = classifyAVX2(dst, &room, entries)
	}
	return kept, special, high, n
}

// makeWide writes the skeleton of the bytes of src from i on to dst, up to the first that is special, or that one beyond ASCII may join, and at
// most wideBlock of them. It returns which of them were kept and how many were taken. What dst holds behind them has no meaning.
func makeWide(dst, src []byte, i int, table *[256]byte) (kept uint64, took int) {
	kept, marked, high, took := classify((*[wideBlock]byte)(dst), src, i, table)
	switch stop := bits.TrailingZeros64(marked | high); {
	case stop < wideBlock:
		if took = stop; stop > 0 && high>>stop&1 != 0 {
			took--
		}
	case took == wideBlock && i+wideBlock < len(src) && src[i+wideBlock] >= 0x80:
		took--
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
	for wide != kernelNone && len(src)-i >= wideBlock/2 {
		var room [wideBlock]byte
		_, marked, high, n := classify(&room, src, i, &startsMarkup)
		if marked &^= high; marked != 0 {
			return i + bits.TrailingZeros64(marked)
		}
		i += n
	}
	for i < len(src) && startsMarkup[src[i]] == 0 {
		i++
	}
	return i
}
