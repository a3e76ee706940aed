package index

import "example.com/verbatim/normalize"

// Prefetch asks the processor for the memory that a comparison of n skeleton bytes at a hit reads, and the way from there to the source, so
// that several hits are on their way at once. It waits for nothing.
func (t *Text) Prefetch(h Hit, n int) {
	sk := t.Skeleton(h.Reading)
	if sk == nil || n == 0 || int(h.Pos)+n > len(sk.Bytes) {
		return
	}
	prefetch(&sk.Bytes[h.Pos])
	prefetch(&sk.Bytes[int(h.Pos)+n-1])
	prefetch(&sk.Checkpoints[h.Pos/normalize.CheckpointStride])
}

// PrefetchEnd does so for the last of the n bytes alone.
func (t *Text) PrefetchEnd(h Hit, n int) {
	if sk := t.Skeleton(h.Reading); sk != nil && n > 0 && int(h.Pos)+n <= len(sk.Bytes) {
		prefetch(&sk.Bytes[int(h.Pos)+n-1])
	}
}

// PrefetchSource does so for n bytes of the source, from the last checkpoint before a hit on.
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

// PrefetchSkeleton asks for the memory around a place of a skeleton, without waiting for it. The place may be anywhere.
func (t *Text) PrefetchSkeleton(r normalize.Reading, at int) {
	if sk := t.Skeleton(r); sk != nil && at >= 0 && at < len(sk.Bytes) {
		prefetch(&sk.Bytes[at])
	}
}
