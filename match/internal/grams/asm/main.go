// Command asm generates the kernel of package grams: go generate ./match/internal/grams. It is a module of its own, so that nothing else
// needs avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!nosimd")
	TEXT("marksAVX512", NOSPLIT, "func(dst *uint64, text *byte, words int, set, hash *byte)")
	Pragma("noescape")
	Doc("marksAVX512 sets the bits of words of dst, words > 0, whose trigrams of the text may be in the set. It reads two bytes more of the text",
		"than it sets bits.")
	dst, text := Load(Param("dst"), GP64()), Load(Param("text"), GP64())
	words := Load(Param("words"), GP64())
	set, hash := Mem{Base: Load(Param("set"), GP64())}, Mem{Base: Load(Param("hash"), GP64())}
	load := func(m Mem) VecVirtual {
		z := ZMM()
		VMOVDQU8(m, z)
		return z
	}
	var low, high [3]VecVirtual
	for i := range 3 {
		low[i], high[i] = load(hash.Offset(64*i)), load(hash.Offset(192+64*i))
	}
	bit := load(hash.Offset(384))
	var sets [4]VecVirtual
	for i := range sets {
		sets[i] = load(set.Offset(64 * i))
	}
	Label("loop")
	a, b, c := load(Mem{Base: text}), load(Mem{Base: text, Disp: 1}), load(Mem{Base: text, Disp: 2})
	mix := func(t [3]VecVirtual) VecVirtual {
		x, y, z := ZMM(), ZMM(), ZMM()
		VPERMB(t[0], a, x)
		VPERMB(t[1], b, y)
		VPERMB(t[2], c, z)
		VPTERNLOGQ(Imm(0x96), y, z, x) // x ^ y ^ z
		return x
	}
	l, h := mix(low), mix(high)
	upper := K()
	VPMOVB2M(h, upper)
	first, second := ZMM(), h
	VMOVDQA64(h, first)
	VPERMI2B(sets[1], sets[0], first)
	VPERMI2B(sets[3], sets[2], second)
	VMOVDQU8(second, upper, first)
	VPERMB(bit, l, l)
	found := K()
	VPTESTMB(l, first, found)
	KMOVQ(found, Mem{Base: dst})
	ADDQ(Imm(64), text)
	ADDQ(Imm(8), dst)
	DECQ(words)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
	Generate()
}
