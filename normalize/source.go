package normalize

import (
	"math/bits"
	"sort"
	"unicode/utf8"
)

// Source returns the span in src of the source character (or characters, where several compose) that made Bytes[i]. The skeleton must
// have been made of the same source and reading. It takes time in proportion to CheckpointStride, not to the text.
func (s *Skeleton) Source(src []byte, r Reading, i int) (start, end int) {
	cp := s.Checkpoints[i/CheckpointStride]
	table := tableOf(r)
	var w *walker                            // made where something needs it
	left := int(cp.Sub) + i%CheckpointStride // skeleton bytes to pass
	at, blocks := int(cp.Off), wide != kernelNone
	for at < len(src) {
		if blocks {
			var room [wideBlock]byte
			kept, took := makeWide(room[:], src, at, table)
			n := bits.OnesCount64(kept)
			if left < n {
				at += nthBit(kept, left)
				return at, at + 1
			}
			left -= n
			at += took
			blocks = took == wideBlock
			continue
		}
		if c := src[at]; table[c] != special && (at+1 == len(src) || src[at+1] < utf8.RuneSelf) {
			if table[c] != 0 {
				if left == 0 {
					return at, at + 1
				}
				left--
			}
			at++
			continue
		}
		if w == nil {
			w = newWalker(src, r)
		}
		next, sk := w.item(at)
		if left < len(sk) {
			return w.span(at, left)
		}
		left -= len(sk)
		at, blocks = next, wide != kernelNone
	}
	return len(src), len(src)
}

// Sources appends what Source gives for each skeleton byte in turn. As far as the text is plain ASCII they follow from each other.
func (s *Skeleton) Sources(src []byte, r Reading, dst []Place) []Place {
	table := tableOf(r)
	i, at := 0, 0
	for ; at+1 < len(src) && src[at] < utf8.RuneSelf && src[at+1] < utf8.RuneSelf && table[src[at]] != special; at++ {
		if table[src[at]] != 0 {
			dst = append(dst, Place{at, at + 1})
			i++
		}
	}
	for ; i < len(s.Bytes); i++ {
		start, end := s.Source(src, r, i)
		dst = append(dst, Place{start, end})
	}
	return dst
}

// Place is a span of source bytes.
type Place struct{ Start, End int }

// span returns the source span of the k-th skeleton byte of the item at i.
func (w *walker) span(i, k int) (start, end int) {
	w.reset()
	w.step(i)
	for _, u := range w.dst {
		if SkeletonByte(u.R) != 0 {
			if k == 0 {
				return int(u.Start), int(u.End)
			}
			k--
		}
	}
	return i, i
}

// Index returns the index of the first skeleton byte made by a source character that starts at or after offset off, or len(Bytes).
func (s *Skeleton) Index(src []byte, r Reading, off int) int {
	if off <= 0 || len(s.Bytes) == 0 {
		return 0
	}
	// The last checkpoint whose segment starts before off: all bytes up to there come before it, or belong to that segment.
	k := sort.Search(len(s.Checkpoints), func(k int) bool { return int(s.Checkpoints[k].Off) >= off }) - 1
	if k < 0 {
		return 0
	}
	cp := s.Checkpoints[k]
	index := k*CheckpointStride - int(cp.Sub)
	w := newWalker(src, r)
	at := int(cp.Off)
	for wide != kernelNone && off-at > wideBlock && off <= len(src) {
		var room [wideBlock]byte
		kept, took := makeWide(room[:], src, at, w.table)
		if took == 0 {
			break
		}
		index += bits.OnesCount64(kept)
		at += took
	}
	for at < off && at < len(src) {
		next, sk := w.item(at)
		if next > off {
			for j := range sk {
				if start, _ := w.span(at, j); start >= off {
					return index + j
				}
			}
		}
		index += len(sk)
		at = next
	}
	return index
}
