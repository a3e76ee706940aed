package index

import "example.com/verbatim/normalize"

// Prefetch asks the processor for the memory that a comparison of n skeleton bytes at a hit reads, so that several hits are on their way
// at once. It waits for nothing, and a text that is not in the cache stays where it is.
func (s *Snapshot) Prefetch(h Hit, n int) {
	t := s.Cached(int(h.Doc))
	if t == nil {
		return
	}
	sk := t.Skeleton(h.Reading)
	if sk == nil || int(h.Pos)+n > len(sk.Bytes) {
		return
	}
	prefetch(&sk.Bytes[h.Pos])
	prefetch(&sk.Bytes[int(h.Pos)+n-1])
	prefetch(&sk.Checkpoints[h.Pos/normalize.CheckpointStride])
}

// PrefetchSource does so for the source at a place of a skeleton, from the checkpoint before it on: n bytes of it.
func (t *Text) PrefetchSource(h Hit, n int) {
	cp := t.Skeleton(h.Reading).Checkpoints[h.Pos/normalize.CheckpointStride]
	const line = 64
	for at := int(cp.Off); at < min(int(cp.Off)+n, len(t.Source)); at += line {
		prefetch(&t.Source[at])
	}
}

// Cached returns the current text of a document where it is in memory, else nil.
func (s *Snapshot) Cached(doc int) *Text {
	if doc < 0 || doc >= len(s.cache.slots) {
		return nil
	}
	return s.cache.peek(doc)
}
