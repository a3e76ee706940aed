// Package grams marks where a text has trigrams of a pattern. It hashes, and so marks a few places too many and none too few: what a filter by
// the lemma of q-grams may do (Jokinen, Ukkonen 1991).
package grams

import "example.com/verbatim/internal/simd"

// Q is the length of a gram.
const Q = 3

// tables are the parts of the hash: of the six low bits of each byte of a trigram, eight bits that choose a byte of the set (high) and three
// that choose its bit (low).
type tables struct {
	low, high [Q][64]uint8
	bit       [64]uint8 // 1 << (i&7)
}

var hash = func() *tables {
	t := new(tables)
	x := uint64(1)
	next := func() uint8 { // Steele, Lea, Flood 2014: SplitMix
		x += 0x9e3779b97f4a7c15
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return uint8(z >> 56)
	}
	for i := range 64 {
		for q := range Q {
			t.low[q][i], t.high[q][i] = next(), next()
		}
		t.bit[i] = 1 << (i & 7)
	}
	return t
}()

// both holds high<<8 | low, for what is not the kernel.
var both = func() (b [Q][64]uint16) {
	for q := range Q {
		for i := range 64 {
			b[q][i] = uint16(hash.high[q][i])<<8 | uint16(hash.low[q][i])
		}
	}
	return b
}()

func hashOf(a, b, c byte) (at, bit uint8) {
	x := both[0][a&63] ^ both[1][b&63] ^ both[2][c&63]
	return uint8(x >> 8), 1 << (x & 7)
}

// Set holds the trigrams of a pattern: 2,048 bits, of which those of a sentence fill one in twenty.
type Set [256]uint8

// Fill makes s the set of the trigrams of a pattern.
func (s *Set) Fill(pattern []byte) {
	*s = Set{}
	for i := 0; i+Q <= len(pattern); i++ {
		at, bit := hashOf(pattern[i], pattern[i+1], pattern[i+2])
		s[at] |= bit
	}
}

// Fast tells whether Mark has a kernel on this machine.
func Fast() bool { return simd.AVX512() }

// Mark sets bit i%64 of dst[i/64] where the trigram text[i:i+Q] may be in the set, and clears the others. dst has a bit for each.
func (s *Set) Mark(dst []uint64, text []byte) {
	done := 0
	if words := (len(text) - (Q - 1)) / 64; words > 0 && simd.AVX512() {
		_ = dst[words-1]
		marksAVX512(&dst[0], &text[0], words, &s[0], &hash.low[0][0])
		done = words
	}
	s.mark(dst[done:], text[64*done:])
}

// mark is the twin of the kernel.
func (s *Set) mark(dst []uint64, text []byte) {
	for w := range dst {
		x := uint64(0)
		for i := 64 * w; i < min(64*w+64, len(text)-(Q-1)); i++ {
			at, bit := hashOf(text[i], text[i+1], text[i+2])
			if s[at]&bit != 0 {
				x |= 1 << (i & 63)
			}
		}
		dst[w] = x
	}
}

//go:generate go -C asm run . -out ../kernel_amd64.s -stubs ../kernel_amd64.go -pkg grams
