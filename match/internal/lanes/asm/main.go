// Command asm generates the kernels of package lanes: go generate ./match/internal/lanes. It is a module of its own, so that nothing else
// needs avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const lanes = 8

// Offsets in lanes.State.
const (
	offPV    = 0
	offMV    = 8 * lanes
	offScore = 16 * lanes
	offLeast = 24 * lanes
)

func main() {
	ConstraintExpr("amd64,!nosimd")
	advance("advanceAVX512", "one vector of eight lanes, AVX-512", avx512)
	advance("advanceAVX2", "two vectors of four lanes, AVX2", avx2)
	Generate()
}

// advance writes the function around a kernel: it loads the arguments and goes over the columns. A kernel loads the state, and returns
// what is done for a column, given the places of the match bits of each lane, and what stores the state.
func advance(name, how string, kernel func(state Mem) (column func(eqs [lanes]Mem), done func())) {
	TEXT(name, NOSPLIT, "func(eq *[256]uint64, text *byte, stride, n int, state *uint64)")
	Pragma("noescape")
	Doc(name + " goes on with n columns, n > 0, of the lanes, of which the l-th reads text[l*stride:]: " + how + ".")
	eq, text := Load(Param("eq"), GP64()), Load(Param("text"), GP64())
	stride, n := Load(Param("stride"), GP64()), Load(Param("n"), GP64())
	state := Mem{Base: Load(Param("state"), GP64())}
	text3, text6 := GP64(), GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, text6) // 3 strides
	LEAQ(Mem{Base: text, Index: text6, Scale: 1}, text3)
	LEAQ(Mem{Base: text3, Index: text6, Scale: 1}, text6)
	at := [lanes]Mem{
		{Base: text}, {Base: text, Index: stride, Scale: 1}, {Base: text, Index: stride, Scale: 2}, {Base: text3},
		{Base: text, Index: stride, Scale: 4}, {Base: text3, Index: stride, Scale: 2}, {Base: text6}, {Base: text3, Index: stride, Scale: 4},
	}
	column, done := kernel(state)
	Label(name + "_loop")
	var eqs [lanes]Mem
	for l := range eqs {
		c := GP64()
		MOVBLZX(at[l], c.As32())
		eqs[l] = Mem{Base: eq, Index: c, Scale: 8}
	}
	column(eqs)
	INCQ(text)
	INCQ(text3)
	INCQ(text6)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	done()
	VZEROUPPER()
	RET()
}

// four gathers the match bits of four lanes. Plain loads in pairs are as fast here as a gather, on every processor.
func four(eqs []Mem) VecVirtual {
	low, high, all := XMM(), XMM(), YMM()
	VMOVQ(eqs[0], low)
	VMOVHPS(eqs[1], low, low)
	VMOVQ(eqs[2], high)
	VMOVHPS(eqs[3], high, high)
	VINSERTI128(Imm(1), high, low.AsY(), all)
	return all
}

func avx512(state Mem) (func([lanes]Mem), func()) {
	pv, mv, score, least := ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU64(state.Offset(offPV), pv)
	VMOVDQU64(state.Offset(offMV), mv)
	VMOVDQU64(state.Offset(offScore), score)
	VMOVDQU64(state.Offset(offLeast), least)
	column := func(eqs [lanes]Mem) {
		eq := ZMM()
		VINSERTI64X4(Imm(1), four(eqs[4:]), four(eqs[:4]).AsZ(), eq)
		xv, xh, mh, x := ZMM(), ZMM(), ZMM(), ZMM()
		VPORQ(mv, eq, xv)
		VPANDQ(pv, eq, xh)
		VPADDQ(pv, xh, xh)
		VPTERNLOGQ(Imm(0xbe), eq, pv, xh) // xh ^ pv | eq
		VPANDQ(pv, xh, mh)
		ph := xh
		VPTERNLOGQ(Imm(0xab), mv, pv, ph) // mv | ^(xh | pv)
		VPSRLQ(Imm(63), ph, x)
		VPADDQ(x, score, score)
		VPSRLQ(Imm(63), mh, x)
		VPSUBQ(x, score, score)
		VPMINUD(score, least, least)
		VPADDQ(ph, ph, ph)
		VPADDQ(mh, mh, pv)
		VPTERNLOGQ(Imm(0xf1), ph, xv, pv) // mh | ^(xv | ph)
		VPANDQ(xv, ph, mv)
	}
	return column, func() {
		VMOVDQU64(pv, state.Offset(offPV))
		VMOVDQU64(mv, state.Offset(offMV))
		VMOVDQU64(score, state.Offset(offScore))
		VMOVDQU64(least, state.Offset(offLeast))
	}
}

func avx2(state Mem) (func([lanes]Mem), func()) {
	ones := YMM()
	VPCMPEQQ(ones, ones, ones)
	var pv, mv, score, least [2]VecVirtual
	for v := range 2 {
		pv[v], mv[v], score[v], least[v] = YMM(), YMM(), YMM(), YMM()
		VMOVDQU(state.Offset(offPV+32*v), pv[v])
		VMOVDQU(state.Offset(offMV+32*v), mv[v])
		VMOVDQU(state.Offset(offScore+32*v), score[v])
		VMOVDQU(state.Offset(offLeast+32*v), least[v])
	}
	column := func(eqs [lanes]Mem) {
		for v := range 2 {
			eq := four(eqs[4*v : 4*v+4])
			pv, mv, score, least := pv[v], mv[v], score[v], least[v]
			xv, xh, ph, x := YMM(), YMM(), YMM(), YMM()
			VPOR(mv, eq, xv)
			VPAND(pv, eq, xh)
			VPADDQ(pv, xh, xh)
			VPXOR(pv, xh, xh)
			VPOR(eq, xh, xh)
			VPOR(pv, xh, ph)
			VPXOR(ones, ph, ph)
			VPOR(mv, ph, ph)
			mh := xh
			VPAND(pv, xh, mh)
			VPSRLQ(Imm(63), ph, x)
			VPADDQ(x, score, score)
			VPSRLQ(Imm(63), mh, x)
			VPSUBQ(x, score, score)
			VPMINUD(score, least, least)
			VPADDQ(ph, ph, ph)
			VPADDQ(mh, mh, mh)
			VPOR(xv, ph, pv)
			VPXOR(ones, pv, pv)
			VPOR(mh, pv, pv)
			VPAND(xv, ph, mv)
		}
	}
	return column, func() {
		for v := range 2 {
			VMOVDQU(pv[v], state.Offset(offPV+32*v))
			VMOVDQU(mv[v], state.Offset(offMV+32*v))
			VMOVDQU(score[v], state.Offset(offScore+32*v))
			VMOVDQU(least[v], state.Offset(offLeast+32*v))
		}
	}
}
