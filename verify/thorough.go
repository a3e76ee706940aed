package verify

import (
	"context"
	"errors"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// What the effort thorough looks at beyond the seeds.
const (
	provenHits     = 1 << 13 // places of the pieces of one quote that are looked at to prove its absence
	searchPassages = 10      // passages that share most words with the quote
)

// proven is the number of edits of a quote of n kept characters up to which its pieces prove its absence: cut into one piece more, each as
// long as the index needs to find it wherever it stands, one of them stands unchanged in any place that is so near.
func proven(n, maxEdits int) int {
	return max(0, min(maxEdits, n/index.MinProbe-1))
}

// thorough looks at every place in scope where a piece of the quote stands, and then, where that gave nothing, at the passages that share
// most words with it. The first proves the absence of the quote up to f.maxEdits.
func (s *searcher) thorough(sc *scope, except, maxEdits int, f *found) {
	q := s.plain()
	edits := proven(len(q.Skeleton), maxEdits)
	if edits > 0 && s.pieceByPiece(q, sc, except, edits, f) && len(f.best) == 0 && s.scanned(nil) {
		f.maxEdits = edits
	}
	if len(f.best) == 0 {
		s.passages(q, sc, except, maxEdits, f)
	}
}

// pieceByPiece looks at all places of the quote's pieces; false where they are too many.
func (s *searcher) pieceByPiece(q *match.Quote, sc *scope, except, edits int, f *found) bool {
	sk, looked := q.Skeleton, 0
	for i := range edits + 1 {
		from, to := i*len(sk)/(edits+1), (i+1)*len(sk)/(edits+1)
		s.more, _ = s.c.snap.Probe(sk[from:to], s.more[:0])
		for _, h := range s.more {
			doc := int(h.Doc)
			if doc == except || !sc.has(doc) {
				continue
			}
			if looked++; looked > provenHits {
				return false
			}
			t := s.text(doc)
			if t == nil {
				return false
			}
			if text := t.Skeleton(h.Reading); text == nil || !holds(text.Bytes, sk[from:to], int(h.Pos)) {
				continue
			}
			at := int(h.Pos) - from
			if p, ok := s.within(q, doc, t, h.Reading, at-edits, at+len(sk)+edits, edits); ok {
				f.offer(&p)
			}
		}
	}
	return true
}

// passages looks for the quote in the passages that share most words with it, where passages were made.
func (s *searcher) passages(q *match.Quote, sc *scope, except, maxEdits int, f *found) {
	list, err := s.c.snap.Search(context.Background(), string(q.Raw), searchPassages)
	if err != nil {
		if !errors.Is(err, index.ErrNoPassages) {
			s.fail(err)
		}
		return
	}
	n := len(q.Skeleton)
	for _, x := range list {
		if x.Doc == except || !sc.has(x.Doc) {
			continue
		}
		t := s.text(x.Doc)
		if t == nil {
			continue
		}
		sk := t.Skeleton(normalize.Folded)
		from, to := sk.Index(t.Source, normalize.Folded, x.Start), sk.Index(t.Source, normalize.Folded, x.End)
		if p, ok := s.within(q, x.Doc, t, normalize.Folded, from-n, to+n, maxEdits); ok {
			f.offer(&p)
		}
	}
}
