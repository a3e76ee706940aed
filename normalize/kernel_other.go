//go:build !amd64 || nosimd

package normalize

// classifyAVX512 is never called: useAVX512 is false.
func classifyAVX512(dst *[64]byte, src *byte, table *[128]byte, load uint64) (kept uint64, special uint64, high uint64) {
	panic("normalize: no kernel in this build")
}
