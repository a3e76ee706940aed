package verify

import (
	"bytes"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// Where a text is short, pieces of a quote that the table of its k-mers does not show are looked for as well.
const (
	shortText = 1 << 16
	shortSeed = 6
	// pageText is the size up to which a text is read for furniture whatever it shares with the quote.
	pageText = 1 << 13
)

// drifted looks for the quote in one text as a fuzzy match, and where that finds nothing, or something that the page may have put into the
// sentence, as one with foreign pieces between its words.
func (s *searcher) drifted(doc int, t *index.Text, maxEdits int) []place {
	p, ok := s.fuzzy(doc, t, maxEdits)
	if ok && !match.Interrupted(&p.match) {
		return []place{p}
	}
	gated := !ok && len(t.Source) > pageText
	if gated && !s.mayInterleave(t) {
		return nil
	}
	if list := s.interleaved(doc, t, maxEdits, gated); len(list) > 0 && (!ok || list[0].match.Better(&p.match)) {
		return list
	}
	if ok {
		return []place{p}
	}
	return nil
}

// interleaved looks for the quote in one text with foreign pieces of the page between its words. gated: mayInterleave said that it may be
// there, and only pages that hold as much are read.
func (s *searcher) interleaved(doc int, t *index.Text, maxEdits int, gated bool) []place {
	q := s.plain()
	n := len(q.Skeleton)
	if n < index.KmerLen {
		return nil
	}
	if s.nearOf != t {
		s.near = s.near[:0]
		s.seed(q, t.Kmers(normalize.Folded), 0, n-index.KmerLen+1)
		s.nearOf = t
	}
	mt := readings(t)[0]
	if text := mt.Skeleton.Bytes; len(s.near) == 0 && len(text) <= shortText {
		s.nearOf = nil
		for j := 0; j+shortSeed <= n && len(s.near) < 1024; j += 2 { // pieces too short for the table
			for from := 0; ; {
				i := bytes.Index(text[from:], q.Skeleton[j:j+shortSeed])
				if i < 0 || len(s.near) == 1024 {
					break
				}
				s.near = append(s.near, match.Seed{Q: int32(j), T: int32(from + i)})
				from += i + 1
			}
		}
	}
	var list []place
	for _, m := range s.pages.Places(q, &mt, s.near, gated, func() *match.Furniture { return furnitureOf(t) }, maxEdits) {
		list = append(list, place{doc: doc, text: t, reading: mt.Reading, match: m})
	}
	slices.SortStableFunc(list, func(a, b place) int { return a.match.Start() - b.match.Start() })
	return list
}

// furnitureOf is what the text's own repetitions tell of its pages, learnt when it is first asked for.
func furnitureOf(t *index.Text) *match.Furniture {
	f, _ := t.Learnt(func(source []byte) (any, int64) {
		f := match.LearnFurniture(source)
		return f, f.Size()
	}).(*match.Furniture)
	return f
}
