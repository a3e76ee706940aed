package verify

import (
	"bytes"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// looked is how many hits are looked at ahead: those of all documents that an answer names, most often.
const looked = 32

// fewHits are sorted by insertion: they come in runs that are in order.
const fewHits = 48

// sortHits puts hits in the order of document, reading and place.
func (s *searcher) sortHits(hits []index.Hit) {
	if len(hits) > fewHits {
		s.hitKeys = s.hitKeys[:0]
		for _, h := range hits {
			s.hitKeys = append(s.hitKeys, hitKey(h))
		}
		slices.Sort(s.hitKeys)
		for i, k := range s.hitKeys {
			hits[i] = index.Hit{Doc: uint32(k >> 33), Reading: normalize.Reading(k >> 32 & 1), Pos: uint32(k)}
		}
		return
	}
	for i := 1; i < len(hits); i++ {
		h := hits[i]
		k := hitKey(h)
		j := i
		for ; j > 0 && hitKey(hits[j-1]) > k; j-- {
			hits[j] = hits[j-1]
		}
		hits[j] = h
	}
}

// hitKey orders hits as one number. A snapshot holds fewer than 2³¹ documents: the tables of more do not fit into memory.
func hitKey(h index.Hit) uint64 { return uint64(h.Doc)<<33 | uint64(h.Reading)<<32 | uint64(h.Pos) }

// ask asks the index for the quote. What a comparison with the texts reads is fetched meanwhile: each place lies somewhere else in memory.
func (b *inquiry) ask() {
	s := b.s
	b.hits, b.probed = s.c.snap.Probe(s.quote.Skeleton, s.hits[:0])
	s.hits = b.hits
	s.mine = s.mine[:0]
	for _, h := range b.hits {
		if int(h.Doc) == b.cited {
			s.mine = append(s.mine, h)
			if t := s.c.snap.Cached(b.cited); t != nil {
				t.Prefetch(h, len(s.quote.Skeleton))
			}
		}
	}
	s.sortHits(b.hits)
	for _, h := range b.hits[:min(len(b.hits), looked)] {
		if t := s.c.snap.Cached(int(h.Doc)); t != nil && int(h.Doc) != b.cited {
			t.PrefetchEnd(h, len(s.quote.Skeleton))
		}
	}
}

// screen drops the first hits that are none. It looks at texts that are in memory only: byDocument looks at all of them again, as far as it
// comes, so that what is dropped here is dropped a little earlier and nothing else changes.
func (b *inquiry) screen() {
	s, q := b.s, &b.s.quote
	if s.unscreened {
		return
	}
	n := min(len(b.hits), looked)
	for _, h := range s.mine {
		if t := s.c.snap.Cached(int(h.Doc)); t != nil && t.Skeleton(h.Reading) != nil {
			t.PrefetchSource(h, sourceAhead)
		}
	}
	end := len(q.Skeleton) - index.KmerLen // the index found a run near the start; what differs does so at the end, most often
	first := b.hits[:0]
	for _, h := range b.hits[:n] {
		if int(h.Doc) == b.cited || !b.sc.has(int(h.Doc)) {
			continue
		}
		if t := s.c.snap.Cached(int(h.Doc)); t != nil {
			if sk := t.Skeleton(h.Reading); sk == nil || !holds(sk.Bytes, q.Skeleton[end:], int(h.Pos)+end) {
				continue
			}
			t.Prefetch(h, len(q.Skeleton))
		}
		first = append(first, h)
	}
	kept := first[:0]
	for _, h := range first {
		if t := s.c.snap.Cached(int(h.Doc)); t != nil {
			if sk := t.Skeleton(h.Reading); sk == nil || !holds(sk.Bytes, q.Skeleton, int(h.Pos)) {
				continue
			}
			t.PrefetchSource(h, sourceAhead)
		}
		kept = append(kept, h)
	}
	b.hits = append(kept, b.hits[n:]...)
}

// sourceAhead is how much of the source is fetched from the checkpoint before a place on.
const sourceAhead = 512

// byDocument visits the documents in scope that hold q's skeleton where the index said that they may, in slot order, until visit says
// false. h are the places that do.
func (s *searcher) byDocument(q *match.Quote, hits []index.Hit, sc *scope, except int, visit func(doc int, t *index.Text, h []index.Hit) bool) {
	s.sortHits(hits)
	for i := 0; i < len(hits); {
		j := i
		for j < len(hits) && hits[j].Doc == hits[i].Doc {
			j++
		}
		group := hits[i:j:j]
		doc := int(hits[i].Doc)
		i = j
		if doc == except || !sc.has(doc) {
			continue
		}
		t := s.text(doc)
		if t == nil {
			continue
		}
		if h := genuine(q, t, group); len(h) > 0 && !visit(doc, t, h) {
			return
		}
	}
}

// genuine keeps the hits where the text has the quote's skeleton, and not only one with the same fingerprints.
func genuine(q *match.Quote, t *index.Text, hits []index.Hit) []index.Hit {
	kept := hits[:0]
	for _, h := range hits {
		if sk := t.Skeleton(h.Reading); sk != nil && holds(sk.Bytes, q.Skeleton, int(h.Pos)) {
			kept = append(kept, h)
		}
	}
	return kept
}

// sameWords tells whether a text has, at a genuine hit, the very bytes that were found elsewhere, on word borders: then it holds the
// quote as well as that place does. start is where they stand.
func sameWords(t *index.Text, h index.Hit, core []byte) (start int, same bool) {
	if len(core) == 0 {
		return 0, false
	}
	start, _ = t.Skeleton(h.Reading).Source(t.Source, h.Reading, int(h.Pos))
	end := start + len(core)
	return start, end <= len(t.Source) && bytes.Equal(t.Source[start:end], core) && !match.Cut(t.Source, start) && !match.Cut(t.Source, end)
}

// literal tells whether the quote's very bytes stand at one of its hits.
func (s *searcher) literal(t *index.Text, hits []index.Hit) bool {
	for _, h := range hits {
		start, _ := t.Skeleton(h.Reading).Source(t.Source, h.Reading, int(h.Pos))
		if from := start - s.quote.Start; from >= 0 && bytes.HasPrefix(t.Source[from:], s.raw) {
			return true
		}
	}
	return false
}
