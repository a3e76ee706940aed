// Package simd decides, once for all kernels, whether vector instructions may be used. VERBATIM_NOSIMD=1 in the environment, or the build tag
// nosimd, runs everything on the Go twins, which give the same results bit by bit.
package simd
