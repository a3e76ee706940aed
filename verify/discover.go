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
	best     []place // the places in the best document; empty: nothing
	others   []int   // further documents that hold the quote as form alone
	nearest  *place  // when nothing matched
	complete bool    // every document in scope was searched as far as the effort says
	maxEdits int     // absence is proven up to here
}

// elsewhere looks in the documents of the scope but one (-1: none) for the quote as form alone; hits are the index's answers for it.
func (s *searcher) elsewhere(sc *scope, except int, hits []index.Hit, probed bool, e *match.Editorial) found {
	f := found{complete: true}
	take := func(doc int, t *index.Text, h []index.Hit) bool {
		list := s.form(doc, t, h, e)
		if len(list) == 0 {
			return true
		}
		switch {
		case len(f.best) == 0 || list[0].match.Better(&f.best[0].match):
			if len(f.best) > 0 && f.best[0].match.Grade <= match.GradeNormalized {
				f.others = append(f.others, f.best[0].doc)
			}
			f.best = list
		case list[0].match.Grade <= match.GradeNormalized:
			f.others = append(f.others, doc)
		}
		return len(f.others) <= maxOthers
	}
	if !probed || sc.small() || e != nil && len(e.Longest().Skeleton) < index.MinProbe || len(s.folded.Raw) > 0 {
		for _, doc := range sc.docs {
			if doc == except {
				continue
			}
			t := s.text(doc)
			if t != nil && !take(doc, t, nil) {
				break
			}
		}
		return f
	}
	s.byDocument(hits, sc, except, func(doc int, h []index.Hit) bool {
		t := s.text(doc)
		return t == nil || take(doc, t, h)
	})
	if e != nil && len(f.best) == 0 {
		s.hits, _ = s.c.snap.Probe(e.Longest().Skeleton, s.hits[:0])
		s.byDocument(s.hits, sc, except, func(doc int, h []index.Hit) bool {
			t := s.text(doc)
			return t == nil || take(doc, t, []index.Hit{})
		})
	}
	return f
}

// byDocument visits the hits of each document in scope, in slot order, until visit says false.
func (s *searcher) byDocument(hits []index.Hit, sc *scope, except int, visit func(doc int, h []index.Hit) bool) {
	slices.SortFunc(hits, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Reading, b.Reading), cmp.Compare(a.Pos, b.Pos))
	})
	for i := 0; i < len(hits); {
		j := i
		for j < len(hits) && hits[j].Doc == hits[i].Doc {
			j++
		}
		doc := int(hits[i].Doc)
		if doc != except && sc.has(doc) && !visit(doc, hits[i:j:j]) {
			return
		}
		i = j
	}
}

// fuzzyElsewhere looks for the quote up to maxEdits in the documents of the scope but one. A small scope, or any with the effort
// exhaustive, is scanned to the end; a large one is asked through adaptive seeds.
func (s *searcher) fuzzyElsewhere(sc *scope, except, maxEdits int, f *found) {
	if sc.small() || s.o.Effort == EffortExhaustive {
		limit := maxEdits
		for _, doc := range sc.docs {
			if doc == except {
				continue
			}
			t := s.text(doc)
			if t == nil {
				continue
			}
			if p, ok := s.fuzzy(doc, t, limit); ok && (len(f.best) == 0 || p.match.Better(&f.best[0].match)) {
				f.best = []place{p}
				limit = max(p.match.Edits-1, 0)
			}
		}
		f.maxEdits = maxEdits
		return
	}
	perKmer, clusters := s.reach()
	s.seeds = s.c.snap.Seeds(s.quote.Skeleton, perKmer, seedsTotal, s.seeds[:0])
	for _, c := range cluster(s.seeds, len(s.quote.Skeleton), sc, except, clusters) {
		t := s.text(int(c.doc))
		if t == nil {
			continue
		}
		p, ok := s.window(&c, t, maxEdits)
		if !ok {
			continue
		}
		if p.match.Edits <= maxEdits && (len(f.best) == 0 || p.match.Better(&f.best[0].match)) {
			f.best = []place{p}
			if p.match.Edits <= len(s.quote.Skeleton)/10 {
				break
			}
		}
	}
}

// reach is how many seeds a k-mer gives and how many clusters of them are looked at, by effort.
func (s *searcher) reach() (perKmer, clusters int) {
	switch s.o.Effort {
	case EffortFast:
		return 8, 4
	case EffortThorough:
		return 64, 48
	}
	return seedsPer, 12
}

// seedCluster is a run of seeds on nearly one diagonal of one document.
type seedCluster struct {
	doc      uint32
	reading  normalize.Reading
	diagonal int // of the first seed: text place − query place
	last     int
	weight   int // seeds, and how much of the query they span
}

// cluster groups seeds by document and diagonal and gives the heaviest groups, heaviest first.
func cluster(seeds []index.Seed, n int, sc *scope, except, most int) []seedCluster {
	slices.SortFunc(seeds, func(a, b index.Seed) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Reading, b.Reading),
			cmp.Compare(int(a.Pos)-int(a.Q), int(b.Pos)-int(b.Q)), cmp.Compare(a.Q, b.Q))
	})
	slack := max(12, n/8)
	var list []seedCluster
	for i := 0; i < len(seeds); {
		a := &seeds[i]
		c := seedCluster{doc: a.Doc, reading: a.Reading, diagonal: int(a.Pos) - int(a.Q)}
		c.last = c.diagonal
		lo, hi, j := a.Q, a.Q, i
		for j < len(seeds) && seeds[j].Doc == a.Doc && seeds[j].Reading == a.Reading && int(seeds[j].Pos)-int(seeds[j].Q)-c.last <= slack {
			c.last = int(seeds[j].Pos) - int(seeds[j].Q)
			lo, hi = min(lo, seeds[j].Q), max(hi, seeds[j].Q)
			j++
		}
		c.weight = 4*(j-i) + int(hi-lo)
		i = j
		if int(c.doc) == except || !sc.has(int(c.doc)) {
			continue
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b seedCluster) int { return cmp.Compare(b.weight, a.weight) })
	return list[:min(len(list), most)]
}

// window grades the quote at a cluster.
func (s *searcher) window(c *seedCluster, t *index.Text, maxEdits int) (place, bool) {
	sk := t.Skeleton(c.reading)
	if sk == nil {
		return place{}, false
	}
	n := len(s.quote.Skeleton)
	mt := match.Text{Source: t.Source, Reading: c.reading, Turkish: t.Turkish, Skeleton: sk}
	slack := n/8 + 16
	from := min(max(0, c.diagonal-slack), len(sk.Bytes))
	to := min(len(sk.Bytes), c.last+n+slack)
	if from >= to {
		return place{}, false
	}
	a, b, d, ok := s.scan.Best(s.quote.Skeleton, sk.Bytes[from:to], maxEdits)
	if !ok {
		return place{}, false
	}
	m, ok := s.matcher.Fuzzy(&s.quote, &mt, from+a, from+b, d, maxEdits)
	return place{int(c.doc), t, m}, ok
}

// nearestAnywhere finds the passage of the scope that comes nearest, by its seeds.
func (s *searcher) nearestAnywhere(sc *scope) (place, bool) {
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
	s.seeds = s.c.snap.Seeds(s.quote.Skeleton, seedsPer, seedsTotal, s.seeds[:0])
	for _, c := range cluster(s.seeds, len(s.quote.Skeleton), sc, -1, 2) {
		if t := s.text(int(c.doc)); t != nil {
			if p, ok := s.nearestIn(int(c.doc), t); ok && (best.text == nil || p.match.Similarity > best.match.Similarity) {
				best = p
			}
		}
	}
	return best, best.text != nil
}
