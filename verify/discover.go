package verify

import (
	"cmp"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// found is what the search of the documents other than the cited one gave.
type found struct {
	best     []place       // the places in the best document; empty: nothing
	rival    *place        // the next best place in another document, where the search met it
	others   []int         // further documents that hold the quote as form alone
	clusters []seedCluster // what the seeds named, heaviest first, where they were asked
	complete bool          // every document in scope was searched as far as the effort says
	maxEdits int           // absence is proven up to here
}

// elsewhere looks in the documents of the scope but one (-1: none) for the quote as form alone; hits are the index's answers for the
// literal quote where it was long enough to ask for (probed). Editorial readings are tried only where e is given.
func (s *searcher) elsewhere(sc *scope, except int, hits []index.Hit, probed bool, e *marks) found {
	f := found{complete: true, others: s.others[:0]}
	s.wholeWords = s.asking != nil && len(s.asking.current) > 0 // a part of a word would be no better than what the cited source has
	defer func() { s.wholeWords = false }()
	take := func(doc int, list []place) bool {
		switch {
		case len(list) == 0:
		case len(f.best) == 0 || list[0].match.Better(&f.best[0].match):
			if formAlone(f.best) {
				f.others = append(f.others, f.best[0].doc)
			}
			f.lead(list)
		case formAlone(list):
			f.others = append(f.others, doc)
			f.compete(&list[0])
		}
		s.wholeWords = s.wholeWords || len(f.best) > 0 && (!f.best[0].match.Partial || f.best[0].match.Similarity == 1)
		// enough are named; one that has the very bytes would still be the better answer
		return len(f.others) <= maxOthers || f.best[0].match.Grade != match.GradeExact
	}
	if probed {
		s.byIndex(sc, except, hits, &f, take)
		if formAlone(f.best) {
			return f
		}
	}
	if sc.small() || !probed {
		var h []index.Hit
		if probed {
			h = []index.Hit{} // the words as they are were looked for; other readings were not
		}
		if !sc.small() {
			e = nil // too short for the index: each text is searched for the words as they are
		}
		for _, doc := range sc.docs {
			if doc == except {
				continue
			}
			t := s.text(doc)
			if t == nil || len(f.others) > maxOthers && s.literalFrom(t.Source, 0) < 0 {
				continue // enough are named; only the very bytes would be better
			}
			if !take(doc, s.form(doc, t, h, e)) {
				break
			}
		}
		return f
	}
	if len(f.best) > 0 {
		return f
	}
	if x := e.get(); x != nil && len(x.Longest().Skeleton) >= index.MinProbe {
		s.more, _ = s.c.snap.Probe(x.Longest().Skeleton, s.more[:0])
		s.byDocument(x.Longest(), s.more, sc, except, func(doc int, t *index.Text, _ []index.Hit) bool {
			return take(doc, s.form(doc, t, []index.Hit{}, e))
		})
	}
	return f
}

// byIndex looks where the index says that the quote's letters and digits may stand.
func (s *searcher) byIndex(sc *scope, except int, hits []index.Hit, f *found, take func(int, []place) bool) {
	var core []byte // of the best place
	var known grades
	s.byDocument(&s.quote, hits, sc, except, func(doc int, t *index.Text, h []index.Hit) bool {
		if len(core) > 0 {
			switch start, same := sameWords(t, h[0], core); {
			case same:
				f.others = append(f.others, doc)
				if f.rival == nil || !formAlone([]place{*f.rival}) {
					f.compete(s.sameAs(&f.best[0], doc, t, h[0].Reading, start, len(core)))
				}
				return len(f.others) <= maxOthers || f.best[0].match.Grade != match.GradeExact
			case len(f.others) > maxOthers && !s.literal(t, h):
				return true
			}
		}
		if known.all(&s.quote, t, h) {
			return true // as in a text before, where it was no better than the best
		}
		list := s.places(&s.quote, doc, t, h)
		if len(list) > 0 && list[0].match.Grade == match.GradeFuzzy {
			known.add(&s.quote, t, h)
		}
		more := take(doc, list)
		if core = nil; formAlone(f.best) {
			core = coreOf(&f.best[0])
		}
		return more
	})
	if formAlone(f.best) {
		return
	}
	if q := s.plain(); q != &s.quote && len(q.Skeleton) >= index.MinProbe {
		s.more, _ = s.c.snap.Probe(q.Skeleton, s.more[:0])
		s.byDocument(q, s.more, sc, except, func(doc int, t *index.Text, h []index.Hit) bool {
			return take(doc, s.places(q, doc, t, h))
		})
	}
}

// scanned tells whether a scan of a text looks at the quote as a whole: without letters and digits it is compared by its bytes alone, and
// with an ellipsis piece by piece.
func (s *searcher) scanned(e *match.Editorial) bool {
	return len(s.quote.Skeleton) > 0 && !(e != nil && e.Ellipsis)
}

// coreOf is the source's words at a place of one span, from the first to the last kept character.
func coreOf(p *place) []byte {
	if len(p.match.Spans) != 1 {
		return nil
	}
	src := p.text.Source
	lo, hi := trimMarks(src, p.match.Start(), p.match.End())
	return src[lo:hi]
}

// clusters asks the index for seeds and groups them, the heaviest group first.
func (s *searcher) clusters(sc *scope, except int) []seedCluster {
	perKmer, most := s.reach()
	s.seeds = s.c.snap.Seeds(s.quote.Skeleton, perKmer, seedsTotal, s.seeds[:0])
	s.keys = s.keys[:0]
	// a k-mer that stands in few places says more than one that stands in many
	s.often = append(s.often[:0], make([]int32, len(s.quote.Skeleton))...)
	for _, x := range s.seeds {
		s.often[x.Q]++
	}
	for _, x := range s.seeds {
		if int(x.Doc) != except && sc.has(int(x.Doc)) {
			s.keys = append(s.keys, seedKey{uint64(x.Doc)<<1 | uint64(x.Reading), int32(x.Pos) - int32(x.Q), x.Q, loneSeed / s.often[x.Q]})
		}
	}
	s.sortSeeds()
	return cluster(s.keys, len(s.quote.Skeleton), most)
}

// Bits of a seed in one number, in the order of seedKey.compare.
const (
	seedQ        = 11
	seedDiagonal = 32
)

// sortSeeds sorts the keys by document and reading, diagonal and place in the quote. Where these fit into one number, as they do but for
// vast corpora and long quotes, numbers are sorted: they are all of a key but its weight, which follows from its place in the quote.
func (s *searcher) sortSeeds() {
	s.packed = s.packed[:0]
	for _, k := range s.keys {
		if k.q >= 1<<seedQ || k.doc >= 1<<(64-seedQ-seedDiagonal) {
			slices.SortFunc(s.keys, seedKey.compare)
			return
		}
		s.packed = append(s.packed, k.doc<<(seedQ+seedDiagonal)|uint64(uint32(k.diagonal)^1<<31)<<seedQ|uint64(k.q))
	}
	slices.Sort(s.packed)
	for i, x := range s.packed {
		q := uint32(x & (1<<seedQ - 1))
		s.keys[i] = seedKey{x >> (seedQ + seedDiagonal), int32(uint32(x>>seedQ) ^ 1<<31), q, loneSeed / s.often[q]}
	}
}

// reach is how many seeds a k-mer gives and how many clusters of them are looked at, by effort.
func (s *searcher) reach() (perKmer, clusters int) {
	switch s.o.Effort {
	case EffortFast:
		return 8, 4
	case EffortThorough:
		return 128, 48
	}
	return seedsPer, 12
}

// seedCluster is a run of seeds on nearly one diagonal of one document.
type seedCluster struct {
	doc      uint32
	reading  normalize.Reading
	diagonal int // of the first seed: text place − query place
	last     int
	weight   int // of the seeds, and how much of the query they span
}

// seedKey is a seed in the order of document, reading and diagonal: its place in the text less its place in the query.
type seedKey struct {
	doc      uint64 // and reading, in the lowest bit
	diagonal int32
	q        uint32
	weight   int32
}

// loneSeed is the weight of a seed whose k-mer stands in one place.
const loneSeed = 64

func (a seedKey) compare(b seedKey) int {
	if a.doc != b.doc {
		return cmp.Compare(a.doc, b.doc)
	}
	if a.diagonal != b.diagonal {
		return int(a.diagonal) - int(b.diagonal)
	}
	return int(a.q) - int(b.q)
}

// cluster groups sorted seeds by document and diagonal and gives the heaviest groups, heaviest first.
func cluster(keys []seedKey, n, most int) []seedCluster {
	var list []seedCluster
	eachCluster(keys, n, func(c seedCluster, _ []seedKey) {
		if len(list) < most {
			list = append(list, c)
		} else if k := len(list) - 1; c.weight > list[k].weight {
			list[k] = c
		} else {
			return
		}
		for k := len(list) - 1; k > 0 && list[k].weight > list[k-1].weight; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	})
	return list
}

// eachCluster visits the groups of sorted keys.
func eachCluster(keys []seedKey, n int, visit func(c seedCluster, keys []seedKey)) {
	slack := int32(max(12, n/8))
	for i := 0; i < len(keys); {
		a := &keys[i]
		last, lo, hi, j, weight := a.diagonal, a.q, a.q, i, int32(0)
		for j < len(keys) && keys[j].doc == a.doc && keys[j].diagonal-last <= slack {
			last = keys[j].diagonal
			lo, hi = min(lo, keys[j].q), max(hi, keys[j].q)
			weight += keys[j].weight
			j++
		}
		visit(seedCluster{doc: uint32(a.doc >> 1), reading: normalize.Reading(a.doc & 1), diagonal: int(a.diagonal), last: int(last),
			weight: int(weight) + 4*int(hi-lo)}, keys[i:j])
		i = j
	}
}

// window grades the quote at a cluster.
func (s *searcher) window(c *seedCluster, t *index.Text, maxEdits int) (place, bool) {
	n := len(s.quote.Skeleton)
	slack := n/8 + 16
	return s.within(&s.quote, int(c.doc), t, c.reading, c.diagonal-slack, c.last+n+slack, maxEdits)
}

// within grades the best place of a quote in a stretch of a text's skeleton, which may reach beyond it.
func (s *searcher) within(q *match.Quote, doc int, t *index.Text, reading normalize.Reading, from, to, maxEdits int) (place, bool) {
	sk := t.Skeleton(reading)
	if sk == nil {
		return place{}, false
	}
	mt := match.Text{Source: t.Source, Reading: reading, Turkish: t.Turkish, Skeleton: sk}
	from, to = min(max(0, from), len(sk.Bytes)), min(len(sk.Bytes), to)
	if from >= to {
		return place{}, false
	}
	a, b, d, ok := s.scan.Best(q.Skeleton, sk.Bytes[from:to], maxEdits)
	if !ok {
		return place{}, false
	}
	m, ok := s.matcher.Fuzzy(q, &mt, from+a, from+b, d, maxEdits)
	return place{doc: doc, text: t, reading: reading, match: m}, ok
}

// nearestAnywhere finds the passage of the scope that comes nearest, by its seeds.
func (s *searcher) nearestAnywhere(sc *scope, clusters []seedCluster) (place, bool) {
	var best place
	if sc.small() && len(sc.docs) <= 64 {
		for _, doc := range sc.docs {
			if t := s.text(doc); t != nil {
				if p, ok := s.nearestIn(doc, t); ok && (best.text == nil || p.match.Similarity > best.match.Similarity) {
					best = p
				}
			}
		}
		return best, best.text != nil
	}
	if len(clusters) == 0 {
		clusters = s.clusters(sc, -1)
	}
	for i := range clusters[:min(len(clusters), 2)] {
		c := &clusters[i]
		t := s.text(int(c.doc))
		if t == nil || t.Skeleton(c.reading) == nil {
			continue
		}
		mt := match.Text{Source: t.Source, Reading: c.reading, Turkish: t.Turkish, Skeleton: t.Skeleton(c.reading)}
		n := len(s.quote.Skeleton)
		m, ok := s.matcher.Near(&s.quote, &mt, c.diagonal-n/8-16, c.last+n+n/8+16)
		if ok && (best.text == nil || m.Similarity > best.match.Similarity) {
			best = place{doc: int(c.doc), text: t, reading: c.reading, match: m}
		}
	}
	return best, best.text != nil
}
