package index

import (
	"math"

	"example.com/verbatim/index/internal/segment"
	"example.com/verbatim/normalize"
	"github.com/RoaringBitmap/roaring/v2"
)

// noSlot marks a dead text.
const noSlot = math.MaxUint32

// searched is a segment as a Snapshot looks into it.
type searched struct {
	*mapped
	slot []uint32 // by text: its document, or noSlot
}

func newSearched(m *mapped, dead *roaring.Bitmap) *searched {
	s := &searched{mapped: m, slot: make([]uint32, len(m.Texts()))}
	for i, t := range m.Texts() {
		s.slot[i] = t.Slot
		if dead.ContainsInt(i) {
			s.slot[i] = noSlot
		}
	}
	return s
}

const (
	windowStep = stride // k-mers of a window: one of them is sampled wherever the window stands in a text
	maxWindows = 8      // looked at to find a light one
	lightLoad  = 2 * windowStep
	lightInDoc = 2
)

// windows holds the hashes of the k-mers of a query, made when they are needed.
type windows struct {
	sk   []byte
	n    int // windows that fit
	have int
	hash [maxWindows * windowStep]uint64
}

func (w *windows) init(sk []byte) {
	w.sk, w.have = sk, 0
	w.n = min((len(sk)-MinProbe)/windowStep+1, maxWindows)
}

// at returns the hashes of window i, which begins at i*windowStep.
func (w *windows) at(i int) *[windowStep]uint64 {
	for ; w.have <= i; w.have++ {
		for j := w.have * windowStep; j < (w.have+1)*windowStep; j++ {
			w.hash[j] = segment.Hash(w.sk[j:])
		}
	}
	return (*[windowStep]uint64)(w.hash[i*windowStep:])
}

type span struct{ lo, hi uint32 }

// Probe appends every place whose fingerprints agree with the skeleton sk, in current texts and both readings: all its occurrences are
// among them, but not each place is one. It is false, and finds nothing, when sk is shorter than MinProbe. Nothing is allocated but in dst.
func (s *Snapshot) Probe(sk []byte, dst []Hit) ([]Hit, bool) {
	if len(sk) < MinProbe {
		return dst, false
	}
	var w windows
	w.init(sk)
	for _, g := range s.segs {
		dst = g.probe(&w, dst)
	}
	return dst, true
}

func (g *searched) probe(w *windows, dst []Hit) []Hit {
	var best, cur [windowStep]span
	at, least := 0, -1
	for i := range w.n {
		load := 0
		for j, h := range w.at(i) {
			lo, hi := g.Group(h)
			cur[j] = span{lo, hi}
			load += int(hi - lo)
		}
		if load == 0 {
			return dst
		}
		if least < 0 || load < least {
			best, at, least = cur, i, load
		}
		if least <= lightLoad {
			break
		}
	}
	for j, sp := range best {
		for e := sp.lo; e < sp.hi; e++ {
			unit := g.Unit(e)
			dst = g.hit(g.TextAt(unit), unit, uint32(at*windowStep+j), uint32(len(w.sk)), dst)
		}
	}
	return dst
}

// hit appends the place at which a query of n bytes begins whose k-mer at j is that of unit, if it lies in a live text.
func (g *searched) hit(text int, unit, j, n uint32, dst []Hit) []Hit {
	t := &g.Texts()[text]
	slot := g.slot[text]
	p := (unit - t.Start) * segment.Stride
	if slot == noSlot || p < j || uint64(p-j)+uint64(n) > uint64(t.Length) {
		return dst
	}
	return append(dst, Hit{Doc: slot, Pos: p - j, Reading: normalize.Reading(t.Reading)})
}

// ProbeDoc appends the places of one document whose fingerprints agree with sk: all occurrences in its current text are among them, in
// both readings. It finds nothing when sk is shorter than MinProbe, when the document was removed, or when its status is not ok.
func (s *Snapshot) ProbeDoc(doc int, sk []byte, dst []Hit) []Hit {
	if len(sk) < MinProbe || doc < 0 || doc >= len(s.places) {
		return dst
	}
	var w windows
	w.init(sk)
	at := s.places[doc]
	for i := range at.count {
		dst = s.segs[at.segment].probeText(int(at.text+i), &w, dst)
	}
	return dst
}

func (g *searched) probeText(text int, w *windows, dst []Hit) []Hit {
	t := &g.Texts()[text]
	from, to := t.Start, t.Start+(t.Length+segment.Stride-1)/segment.Stride
	var best, cur [windowStep]span
	at, least := 0, -1
	for i := range w.n {
		load := 0
		for j, h := range w.at(i) {
			lo, hi := g.Group(h)
			if lo < hi {
				lo, hi = g.Within(lo, hi, from, to)
			}
			cur[j] = span{lo, hi}
			load += int(hi - lo)
		}
		if load == 0 {
			return dst
		}
		if least < 0 || load < least {
			best, at, least = cur, i, load
		}
		if least <= lightInDoc {
			break
		}
	}
	for j, sp := range best {
		for e := sp.lo; e < sp.hi; e++ {
			dst = g.hit(text, g.Unit(e), uint32(at*windowStep+j), uint32(len(w.sk)), dst)
		}
	}
	return dst
}
