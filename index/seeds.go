package index

import (
	"slices"

	"example.com/verbatim/index/internal/segment"
)

// maxSeedKmers is the number of k-mers of a query that Seeds looks up; of a longer query that many, evenly spread.
const maxSeedKmers = 512

// seedScratch is what Seeds needs between calls: nothing is allocated but in dst.
type seedScratch struct {
	hash  [maxSeedKmers]uint64
	order [maxSeedKmers]uint64 // entries << 32 | number of the k-mer
	spans []segment.Span       // of segment i from i*maxSeedKmers on, by k-mer
}

func newSeedScratch(segments int) *seedScratch {
	return &seedScratch{spans: make([]segment.Span, segments*maxSeedKmers)}
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
	kmers := min(n, maxSeedKmers)
	at := func(i int) int {
		if n > maxSeedKmers {
			return i * n / maxSeedKmers
		}
		return i
	}
	for i := range kmers {
		sc.hash[i] = segment.Hash(sk[at(i):])
	}
	for k, g := range s.segs {
		g.Groups(sc.hash[:kmers], sc.spans[k*maxSeedKmers:])
	}
	order := sc.order[:0]
	for i := range kmers {
		load := 0
		for k := range s.segs {
			load += sc.spans[k*maxSeedKmers+i].Len()
		}
		if load > 0 {
			order = append(order, uint64(load)<<32|uint64(i))
		}
	}
	slices.Sort(order)
	most := len(dst) + maxHits
	for _, o := range order {
		i := int(uint32(o))
		dst = s.seedsOf(sc.spans[i:], uint32(at(i)), min(len(dst)+maxPerKmer, most), dst)
		if len(dst) >= most {
			break
		}
	}
	return dst
}

// seedsOf appends the places of one k-mer, which stands at q in the query, until dst has most elements.
func (s *Snapshot) seedsOf(spans []segment.Span, q uint32, most int, dst []Seed) []Seed {
	var l located
	for k, g := range s.segs {
		sp := spans[k*maxSeedKmers]
		for sp.Lo < sp.Hi && len(dst) < most {
			l.n = 0
			for range min(burst, sp.Len(), most-len(dst)) {
				l.add(g, sp.Lo, q)
				sp.Lo++
			}
			l.find(g)
			for i := range l.n {
				if t := &g.row[l.text[i]]; t.slot != noSlot {
					dst = append(dst, Seed{Doc: t.slot, Pos: (l.unit[i] - t.start) * segment.Stride, Q: q, Reading: t.reading})
				}
			}
		}
	}
	return dst
}
