// Command asm generates the kernels of package normalize: go generate ./normalize. It is a module of its own, so that nothing else needs avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!nosimd")
	classifyAVX512()
	classifyAVX2()
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

// classifyAVX2 does the same for 64 bytes with the instructions of AVX2 and BMI2: the table is looked up in its eight parts of 16 entries, and
// what is kept is packed eight bytes at a time.
func classifyAVX2() {
	TEXT("classifyAVX2", NOSPLIT, "func(dst *[64]byte, src *[64]byte, table *[128]byte) (kept, special, high uint64)")
	Pragma("noescape")
	Doc("classifyAVX2 does what classifyAVX512 does, for 64 bytes. Bytes that are not ASCII are not kept, and what stands in dst behind the entries has",
		"no meaning.")
	dst, src, table := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("table"), GP64())
	top := YMM() // 0x70: added with saturation, it leaves the top bit clear in the 16 values of a part only
	fill := GP32()
	MOVL(U32(0x70), fill)
	VMOVD(fill, top.AsX())
	VPBROADCASTB(top.AsX(), top)
	step := YMM() // 0x10
	MOVL(U32(0x10), fill)
	VMOVD(fill, step.AsX())
	VPBROADCASTB(step.AsX(), step)
	text := [2]VecVirtual{YMM(), YMM()}
	t := [2]VecVirtual{YMM(), YMM()}
	for k := range text {
		VMOVDQU(Mem{Base: src, Disp: 32 * k}, text[k])
		VPXOR(t[k], t[k], t[k])
	}
	part, base := YMM(), YMM()
	VPXOR(base, base, base)
	for h := range 8 {
		VBROADCASTI128(Mem{Base: table, Disp: 16 * h}, part)
		for k := range text {
			x := YMM()
			VPXOR(base, text[k], x)
			VPADDUSB(top, x, x)
			VPSHUFB(x, part, x)
			VPOR(x, t[k], t[k])
		}
		if h < 7 {
			VPADDB(step, base, base)
		}
	}
	zero := YMM()
	VPXOR(zero, zero, zero)
	mask := func(of [2]VecVirtual) Register {
		lo, hi := GP64(), GP64()
		VPMOVMSKB(of[0], lo.As32())
		VPMOVMSKB(of[1], hi.As32())
		SHLQ(Imm(32), hi)
		ORQ(hi, lo)
		return lo
	}
	high := mask(text)
	Store(high, Return("high"))
	special := mask(t)
	Store(special, Return("special"))
	dropped := [2]VecVirtual{YMM(), YMM()}
	for k := range t {
		VPCMPEQB(t[k], zero, dropped[k])
	}
	kept := mask(dropped).(GPVirtual)
	NOTQ(kept)
	Store(kept, Return("kept"))
	// packed in place: what is written ends before what is still to be read
	for k := range t {
		VMOVDQU(t[k], Mem{Base: dst, Disp: 32 * k})
	}
	VZEROUPPER()
	ones, out := GP64(), GP64()
	MOVQ(U64(0x0101010101010101), ones)
	MOVQ(dst, out)
	for k := range 8 {
		bits, n, word := GP64(), GP64(), GP64()
		MOVBLZX(kept.As8(), n.As32())
		PDEPQ(ones, n, bits)
		POPCNTL(n.As32(), n.As32())
		IMUL3Q(Imm(0xFF), bits, bits)
		MOVQ(Mem{Base: dst, Disp: 8 * k}, word)
		PEXTQ(bits, word, word)
		MOVQ(word, Mem{Base: out})
		ADDQ(n, out)
		SHRQ(Imm(8), kept)
	}
	RET()
}
