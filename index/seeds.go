package index

import (
	"slices"

	"example.com/verbatim/index/internal/segment"
	"example.com/verbatim/normalize"
)

// maxSeedKmers is the number of k-mers of a query that Seeds looks up; of a longer query that many, evenly spread.
const maxSeedKmers = 512

// seedScratch is what Seeds needs between calls: nothing is allocated but in dst.
type seedScratch struct {
	order [maxSeedKmers]uint64 // entries << 32 | position in the query
}

// Seeds appends places where single k-mers of sk may stand, for a search that allows differences: rare k-mers first, of each at most
// maxPerKmer places (of a common one the first by position), at most maxHits in all. Places are of current texts, in both readings,
// and not compared with the text.
func (s *Snapshot) Seeds(sk []byte, maxPerKmer, maxHits int, dst []Seed) []Seed {
	n := len(sk) - kmerLen + 1
	if n <= 0 || maxPerKmer <= 0 || maxHits <= 0 {
		return dst
	}
	sc := s.scratch.Get().(*seedScratch)
	defer s.scratch.Put(sc)
	order := sc.order[:0]
	for i := range min(n, maxSeedKmers) {
		q := i
		if n > maxSeedKmers {
			q = i * n / maxSeedKmers
		}
		h, load := segment.Hash(sk[q:]), uint64(0)
		for _, g := range s.segs {
			lo, hi := g.Group(h)
			load += uint64(hi - lo)
		}
		if load > 0 {
			order = append(order, load<<32|uint64(q))
		}
	}
	slices.Sort(order)
	most := len(dst) + maxHits
	for _, o := range order {
		q := uint32(o)
		dst = s.seedsOf(segment.Hash(sk[q:]), q, min(len(dst)+maxPerKmer, most), dst)
		if len(dst) >= most {
			break
		}
	}
	return dst
}

// seedsOf appends the places of one k-mer until dst has most elements.
func (s *Snapshot) seedsOf(h uint64, q uint32, most int, dst []Seed) []Seed {
	for _, g := range s.segs {
		lo, hi := g.Group(h)
		for ; lo < hi; lo++ {
			if len(dst) >= most {
				return dst
			}
			unit := g.Unit(lo)
			text := g.TextAt(unit)
			if slot := g.slot[text]; slot != noSlot {
				t := &g.Texts()[text]
				dst = append(dst, Seed{Doc: slot, Pos: (unit - t.Start) * segment.Stride, Q: q, Reading: normalize.Reading(t.Reading)})
			}
		}
	}
	return dst
}
