// Command asm generates the kernels of package normalize: go generate ./normalize. It is a module of its own, so that nothing else needs avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

func main() {
	ConstraintExpr("amd64,!nosimd")
	classifyAVX512()
	Generate()
}

// classifyAVX512 looks up to 64 bytes up in a table of the ASCII characters, and packs what it gives for those that are kept.
func classifyAVX512() {
	TEXT("classifyAVX512", NOSPLIT, "func(dst *[64]byte, src *byte, table *[128]byte, load uint64) (kept, special, high uint64)")
	Pragma("noescape")
	Doc("classifyAVX512 looks the bytes of src whose bits are set in load up in table and writes the entries that are not 0 to dst, one behind",
		"the other, padded with 0. kept, special and high have the bits of the bytes whose entry is not 0, whose entry has its top bit set, and that",
		"are not ASCII. Bytes that load leaves out are not touched.")
	dst, src, table := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("table"), GP64())
	load := Load(Param("load"), GP64())
	k := K()
	KMOVQ(load, k)
	text, low, high, t := ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU8_Z(Mem{Base: src}, k, text)
	VMOVDQU64(Mem{Base: table}, low)
	VMOVDQU64(Mem{Base: table, Disp: 64}, high)
	VMOVDQA64(text, t)
	VPERMI2B(high, low, t) // the low seven bits of each byte choose
	beyond, special, kept := K(), K(), K()
	VPMOVB2M(text, beyond)
	VPMOVB2M(t, special)
	VPTESTMB(t, t, kept)
	packed := ZMM()
	VPCOMPRESSB_Z(t, kept, packed)
	VMOVDQU64(packed, Mem{Base: dst})
	for _, x := range []struct {
		mask interface{}
		name string
	}{{kept, "kept"}, {special, "special"}, {beyond, "high"}} {
		r := GP64()
		KMOVQ(x.mask.(Op), r)
		Store(r, Return(x.name))
	}
	VZEROUPPER()
	RET()
}
