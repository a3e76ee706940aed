//go:build !nosimd

package simd

import (
	"os"

	"golang.org/x/sys/cpu"
)

var (
	off    = os.Getenv("VERBATIM_NOSIMD") != "" && os.Getenv("VERBATIM_NOSIMD") != "0"
	avx2   = !off && cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	avx512 = avx2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI &&
		cpu.X86.HasAVX512VBMI2
)

// AVX512 tells whether kernels may use AVX-512 as far as F, BW, DQ, VL, VBMI and VBMI2: Ice Lake, Zen 4 and later.
func AVX512() bool { return avx512 }

// AVX2 tells whether kernels may use AVX2, BMI1, BMI2 and POPCNT.
func AVX2() bool { return avx2 }
