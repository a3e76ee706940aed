// Package lanes searches eight parts of a text for one pattern at once, by edit distance: Myers' column of up to 64 rows (see match.Pattern)
// in every lane of a vector.
//
// One word alone waits for its own results most of the time. The lanes are parts of one text rather than several patterns, so that a single
// quote in a single document fills them.
package lanes

import "example.com/verbatim/internal/simd"

// N is the number of lanes.
const N = 8

// State is the column in work of each lane: the rows whose value is one more (PV) or one less (MV) than that of the row above, the value of the
// last row, which is bit 63, and the least value that it had. Scores are below 1<<32.
type State struct{ PV, MV, Score, Least [N]uint64 }

// Start sets the column before the text, for a pattern of the given length: see match.Pattern for the pad bits below it.
func (s *State) Start(length int) {
	for l := range N {
		s.PV[l], s.MV[l], s.Score[l], s.Least[l] = ^uint64(0)<<(64-length), 0, uint64(length), uint64(length)
	}
}

// Forget makes the least value one that the next columns are bound to fall below.
func (s *State) Forget() {
	for l := range N {
		s.Least[l] = 1<<32 - 1
	}
}

// Split tells how a text is best cut into lanes that overlap by that much: lane l is text[l*stride:][:length], and the lanes cover the text.
func Split(text, overlap int) (stride, length int) {
	length = min(text, (text+(N-1)*overlap+N-1)/N)
	for (text-length)%(N-1) != 0 {
		length++
	}
	return (text - length) / (N - 1), length
}

// Fast tells whether Advance has a kernel on this machine.
func Fast() bool { return simd.AVX2() }

// Advance goes on with n columns of the lanes, of which the l-th reads text[l*stride:]. eq has the match bits of each byte.
func Advance(eq *[256]uint64, text []byte, stride, n int, s *State) {
	if n <= 0 {
		return
	}
	_ = text[:(N-1)*stride+n] // what the kernels read
	switch {
	case stride < 0:
		panic("lanes: negative stride")
	case simd.AVX512():
		advanceAVX512(eq, &text[0], stride, n, &s.PV[0])
	case simd.AVX2():
		advanceAVX2(eq, &text[0], stride, n, &s.PV[0])
	default:
		advance(eq, text, stride, n, s)
	}
}

// advance is the twin of the kernels.
func advance(eq *[256]uint64, text []byte, stride, n int, s *State) {
	for l := range N {
		pv, mv, score, least := s.PV[l], s.MV[l], s.Score[l], s.Least[l]
		for _, c := range text[l*stride:][:n] {
			eq := eq[c]
			xv := eq | mv
			xh := (((eq & pv) + pv) ^ pv) | eq
			ph := mv | ^(xh | pv)
			mh := pv & xh
			score += ph>>63 - mh>>63
			least = min(least, score)
			ph <<= 1
			pv = mh<<1 | ^(xv | ph)
			mv = ph & xv
		}
		s.PV[l], s.MV[l], s.Score[l], s.Least[l] = pv, mv, score, least
	}
}

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg lanes
