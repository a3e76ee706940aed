//go:build !amd64 || nosimd

package lanes

// The kernels are never called here: there is no AVX2.

func advanceAVX512(eq *[256]uint64, text *byte, stride, n int, state *uint64) {
	panic("lanes: no kernel")
}

func advanceAVX2(eq *[256]uint64, text *byte, stride, n int, state *uint64) {
	panic("lanes: no kernel")
}
