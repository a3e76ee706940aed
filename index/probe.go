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
	row []row // by text, and one that begins behind all units
}

// row is what a probe needs of a text, in a quarter of a cache line.
type row struct {
	start, length uint32 // unit, skeleton bytes
	slot          uint32 // its document, or noSlot
	reading       normalize.Reading
}

func newSearched(m *mapped, dead *roaring.Bitmap) *searched {
	s := &searched{mapped: m, row: make([]row, len(m.Texts())+1)}
	for i, t := range m.Texts() {
		s.row[i] = row{t.Start, t.Length, t.Slot, normalize.Reading(t.Reading)}
		if dead.ContainsInt(i) {
			s.row[i].slot = noSlot
		}
	}
	s.row[len(m.Texts())] = row{start: math.MaxUint32, slot: noSlot}
	return s
}

// burst is how many entries are looked up at a time.
const burst = 32

// located is a burst of entries with the texts that they are in.
type located struct {
	n    int
	unit [burst]uint32
	text [burst]uint32
	j    [burst]uint32 // of the k-mer in the query
}

func (l *located) full() bool { return l.n == burst }

// add adds an entry of g.
func (l *located) add(g *searched, entry, j uint32) {
	l.unit[l.n], l.j[l.n] = g.Unit(entry), j
	l.n++
}

// find finds the texts. Like Groups it takes one step for all entries before the next, so that they wait for memory together; what the
// branches of the last loop look at has been loaded by then.
func (l *located) find(g *searched) {
	unit, text := l.unit[:l.n], l.text[:l.n]
	for i, u := range unit {
		text[i] = g.NotAfter(u)
	}
	for i, u := range unit {
		t := text[i]
		if g.row[t+1].start <= u {
			t++
		}
		text[i] = t
	}
	for i, u := range unit {
		for g.row[text[i]+1].start <= u {
			text[i]++
		}
	}
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
		sk := w.sk[w.have*windowStep:]
		h := (*[windowStep]uint64)(w.hash[w.have*windowStep:])
		for j := range h {
			h[j] = segment.Hash(sk[j:])
		}
	}
	return (*[windowStep]uint64)(w.hash[i*windowStep:])
}

// first is what the k-mers of the first window have in a segment.
type first [windowStep]segment.Span

// found is the lightest window that was looked at: where its k-mers may stand.
type found struct {
	spans first
	at    int // number of the window
	load  int // entries in spans; 0: the query is not there
}

// lightest looks at windows, of which spans is the first, until one is light, or none is left. from and to bound the units; to 0: all.
func (g *searched) lightest(w *windows, spans *first, light int, from, to uint32) (best found) {
	for i := range w.n {
		if i > 0 {
			g.Groups(w.at(i)[:], spans[:])
		}
		load := 0
		for j := range spans {
			if to > 0 && spans[j].Len() > 0 {
				spans[j] = g.Within(spans[j], from, to)
			}
			load += spans[j].Len()
		}
		if i == 0 || load < best.load {
			best = found{*spans, i, load}
		}
		if load <= light {
			break
		}
	}
	return best
}

// together is how many segments are asked for the first window before the first answer is looked at: the waits for memory fall together.
const together = maxSegments

// Probe appends every place whose fingerprints agree with the skeleton sk, in current texts and both readings: all its occurrences are
// among them, but not each place is one. It is false, and finds nothing, when sk is shorter than MinProbe. Nothing is allocated but in dst.
func (s *Snapshot) Probe(sk []byte, dst []Hit) ([]Hit, bool) {
	if len(sk) < MinProbe {
		return dst, false
	}
	var w windows
	w.init(sk)
	var spans [together]first
	for segs := s.segs; len(segs) > 0; segs = segs[min(together, len(segs)):] {
		some := segs[:min(together, len(segs))]
		for k, g := range some {
			g.Groups(w.at(0)[:], spans[k][:])
		}
		for k, g := range some {
			f := g.lightest(&w, &spans[k], lightLoad, 0, 0)
			dst = g.hits(&f, uint32(len(sk)), dst)
		}
	}
	return dst, true
}

// hits appends the places of live texts at which a query of n bytes begins whose k-mers are those of f.
func (g *searched) hits(f *found, n uint32, dst []Hit) []Hit {
	if f.load == 0 {
		return dst
	}
	var l located
	for j, sp := range f.spans {
		for e := sp.Lo; e < sp.Hi; e++ {
			if l.full() {
				dst = g.hitsOf(&l, n, dst)
			}
			l.add(g, e, uint32(f.at*windowStep+j))
		}
	}
	return g.hitsOf(&l, n, dst)
}

func (g *searched) hitsOf(l *located, n uint32, dst []Hit) []Hit {
	l.find(g)
	for i := range l.n {
		dst = g.hit(int(l.text[i]), l.unit[i], l.j[i], n, dst)
	}
	l.n = 0
	return dst
}

// hit appends the place at which a query of n bytes begins whose k-mer at j is that of unit, if it lies in a live text.
func (g *searched) hit(text int, unit, j, n uint32, dst []Hit) []Hit {
	t := &g.row[text]
	p := (unit - t.start) * segment.Stride
	if t.slot == noSlot || p < j || uint64(p-j)+uint64(n) > uint64(t.length) {
		return dst
	}
	return append(dst, Hit{Doc: t.slot, Pos: p - j, Reading: t.reading})
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
	t := &g.row[text]
	var spans first
	g.Groups(w.at(0)[:], spans[:])
	f := g.lightest(w, &spans, lightInDoc, t.start, t.start+(t.length+segment.Stride-1)/segment.Stride)
	for j, sp := range f.spans {
		for e := sp.Lo; e < sp.Hi; e++ {
			dst = g.hit(text, g.Unit(e), uint32(f.at*windowStep+j), uint32(len(w.sk)), dst)
		}
	}
	return dst
}
