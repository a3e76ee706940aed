package verify

import (
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

// fuzzyElsewhere looks for the quote up to maxEdits in the documents of the scope but one. A small scope, or any with the effort
// exhaustive, is scanned to the end, the likeliest documents first: what they have bounds what the others are asked for. A large one is
// asked through adaptive seeds.
func (s *searcher) fuzzyElsewhere(sc *scope, except, maxEdits int, f *found) {
	f.clusters = s.clusters(sc, except)
	if sc.small() || s.o.Effort == EffortExhaustive {
		s.scanScope(sc, except, maxEdits, f)
		if s.scanned(nil) {
			f.maxEdits = maxEdits
		}
		return
	}
	further := 0
	for i := range f.clusters {
		c := &f.clusters[i]
		good := len(f.best) > 0 && f.best[0].match.Edits <= len(s.quote.Skeleton)/10
		if good && further == rivals {
			break
		}
		if good {
			further++
		}
		t := s.text(int(c.doc))
		if t == nil {
			continue
		}
		p, ok := s.window(c, t, maxEdits)
		list := []place{p}
		if !ok && i == 0 && s.mayInterleave(t) || ok && match.Interrupted(&p.match) {
			if x := s.interleaved(int(c.doc), t, maxEdits, !ok); len(x) > 0 && (!ok || x[0].match.Better(&p.match)) {
				list, p, ok = x, x[0], true
			}
		}
		if !ok {
			continue
		}
		if len(f.best) == 0 || !good && p.match.Better(&f.best[0].match) {
			f.lead(list)
		} else {
			f.compete(&p)
		}
	}
	if len(f.best) == 0 && s.o.Effort != EffortFast {
		s.furtherClusters(maxEdits, f)
	}
	for i := 1; i < min(len(f.clusters), 1+rivals) && len(f.best) == 0; i++ {
		c := &f.clusters[i]
		if slices.ContainsFunc(f.clusters[:i], func(x seedCluster) bool { return x.doc == c.doc }) {
			continue // that text was looked at
		}
		if t := s.text(int(c.doc)); t != nil && s.mayInterleave(t) {
			f.best = s.interleaved(int(c.doc), t, maxEdits, true)
		}
	}
	if s.o.Effort == EffortThorough {
		s.thorough(sc, except, maxEdits, f)
	}
}

// rivals is how many further places are looked at, when one was found that is good enough, to tell whether others come near.
const rivals = 2

// furtherClusters looks where the seeds say most by what stands around them, when the heaviest clusters gave nothing.
func (s *searcher) furtherClusters(maxEdits int, f *found) {
	_, most := s.reach()
	for _, c := range s.extended(most) {
		if slices.ContainsFunc(f.clusters, c.same) {
			continue
		}
		t := s.text(int(c.doc))
		if t == nil {
			continue
		}
		if p, ok := s.window(&c, t, maxEdits); ok {
			f.offer(&p)
		}
	}
}

// offer takes a place that was found by itself.
func (f *found) offer(p *place) {
	if len(f.best) == 0 || p.match.Better(&f.best[0].match) {
		f.lead([]place{*p})
	} else if p.doc != f.best[0].doc {
		f.compete(p)
	}
}

// lead makes the places of a document the best ones.
func (f *found) lead(list []place) {
	last := f.best
	if f.best = list; len(last) > 0 {
		f.compete(&last[0])
	}
	if f.rival != nil && f.rival.doc == list[0].doc {
		f.rival = nil
	}
}

// scanScope scans every document of the scope that may have a better place than the best one, or one as good in a document before it.
func (s *searcher) scanScope(sc *scope, except, maxEdits int, f *found) {
	margin := int(closeBy * float64(s.plain().Runes()))
	done := map[int]bool{except: true}
	scan := func(doc, limit int) {
		t := s.text(doc)
		if t == nil {
			return
		}
		list := s.drifted(doc, t, limit)
		if len(list) == 0 {
			return
		}
		p := list[0]
		switch {
		case len(f.best) == 0 || p.match.Better(&f.best[0].match), !f.best[0].match.Better(&p.match) && doc < f.best[0].doc:
			f.lead(list)
		default:
			f.compete(&p)
		}
	}
	for i := range f.clusters {
		doc := int(f.clusters[i].doc)
		if done[doc] {
			continue
		}
		done[doc] = true
		limit := maxEdits
		if len(f.best) > 0 {
			limit = min(limit, f.best[0].match.Edits+margin)
		}
		scan(doc, limit)
	}
	var may map[int]bool // the documents that may have a place within mayEdits; nil: any may
	mayEdits := -1
	for _, doc := range sc.docs {
		if done[doc] {
			continue
		}
		limit := maxEdits
		if len(f.best) > 0 {
			if limit = min(limit, f.best[0].match.Edits); doc > f.best[0].doc {
				limit--
			}
			if limit < 0 {
				continue
			}
			if mayEdits < 0 || f.best[0].match.Edits < mayEdits {
				mayEdits = f.best[0].match.Edits
				may = s.mayHold(mayEdits)
			}
			if may != nil && !may[doc] {
				continue
			}
		}
		scan(doc, limit)
	}
}

// mayHold asks the index which documents may have the quote within edits. Cut into one piece more than that, one of them stands there
// as it is. nil where the pieces would be too short for the index.
func (s *searcher) mayHold(edits int) map[int]bool {
	sk := s.plain().Skeleton
	n := edits + 1
	if len(sk)/n < index.MinProbe {
		return nil
	}
	may := map[int]bool{}
	for i := range n {
		s.more, _ = s.c.snap.Probe(sk[i*len(sk)/n:(i+1)*len(sk)/n], s.more[:0])
		for _, h := range s.more {
			may[int(h.Doc)] = true
		}
	}
	return may
}
