//go:build !amd64 || nosimd

package grams

// marksAVX512 is never called: there is no AVX-512.
func marksAVX512(dst *uint64, text *byte, words int, set, hash *byte) { panic("grams: no kernel") }
