package match

import "bytes"

// editorialReach is how many bytes around an editorial match are read without their running heads, at most.
const editorialReach = 1 << 16

// Editorial grades a quote with editorial marks where it was found as near, with the heads, feet and notes of the pages there taken out of
// the source. ok is false where that is no better.
func (x *Interleaver) Editorial(e *Editorial, t *Text, near *Match, f *Furniture, threshold float64) (Match, bool) {
	lo, hi := max(0, near.Start()-contextMargin), min(len(t.Source), near.End()+contextMargin)
	if hi-lo > editorialReach {
		return Match{}, false
	}
	lo, hi = lineLeft(t.Source, lo), lineRight(t.Source, hi)
	var heads []foreign
	for _, p := range x.pages.foreignPieces(t.Source, lo, hi, f) {
		// a bracket of the source's own, such as a stage direction that repeats, is what a bracket of the quote may stand for
		if p.kind <= foreignNote && p.hi > near.Start() && p.lo < near.End() && bytes.IndexByte(t.Source[p.lo:p.hi], '[') < 0 {
			heads = append(heads, p)
		}
	}
	if len(heads) == 0 {
		return Match{}, false
	}
	x.text.cut(t.Source, lo, hi, heads)
	x.sk.Make(x.text.bytes, t.Reading)
	x.quote.gone = x.quote.gone[:0]
	vt := Text{Source: x.text.bytes, Reading: t.Reading, Turkish: t.Turkish, Skeleton: &x.sk}
	r, ok := x.m.Editorial(e, &vt, threshold)
	if !ok || !r.Better(near) {
		return Match{}, false
	}
	for i, o := range r.Omitted { // what the ellipses left out, heads and all
		at := x.text.source(o.Start)
		r.Omitted[i] = Span{at, max(at, x.text.source(max(o.End, 1)-1)+1)}
	}
	for _, p := range x.text.restore(&r, t.Source) {
		x.report(&r, p, "", string(t.Source[p.lo:p.hi]))
	}
	r.settle()
	return r, true
}
