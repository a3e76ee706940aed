//go:build !amd64 || nosimd

package simd

// AVX512 tells whether kernels may use AVX-512: this build has none.
func AVX512() bool { return false }

// AVX2 tells whether kernels may use AVX2: this build has none.
func AVX2() bool { return false }
