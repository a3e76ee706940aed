//go:build !amd64 || nosimd

package normalize

// No kernel is ever called here: wide is kernelNone.

func classifyAVX512(dst *[64]byte, src *byte, table *[128]byte, load uint64) (kept uint64, special uint64, high uint64) {
	panic("normalize: no kernel in this build")
}

func classifyAVX2(dst *[64]byte, src *[64]byte, table *[128]byte) (kept uint64, special uint64, high uint64) {
	panic("normalize: no kernel in this build")
}
