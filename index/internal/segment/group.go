package segment

import (
	"encoding/binary"
	"math/bits"
)

// Span is a run of entries [Lo, Hi).
type Span struct{ Lo, Hi uint32 }

// Len is the number of entries.
func (s Span) Len() int { return int(s.Hi - s.Lo) }

const (
	low7 = 0x7f7f7f7f7f7f7f7f
	low8 = 0x0101010101010101

	// scanned is the length of the buckets that are looked through without a branch.
	scanned = 24
)

// Groups finds for each hash the entries whose bucket and fingerprint are those of the hash; spans is as long as hashes. The work goes
// through all hashes with one array before it turns to the next, and nothing on the way is a branch that depends on what was read: the
// loads of all hashes are on their way to the processor at the same time. One by one, each would wait for main memory twice.
func (s *Segment) Groups(hashes []uint64, spans []Span) {
	spans = spans[:len(hashes)]
	for i, h := range hashes {
		spans[i] = s.bucket(h >> s.shift)
	}
	for i, h := range hashes {
		spans[i] = s.among(spans[i], fingerprint(h))
	}
}

// Group is Groups for one hash.
func (s *Segment) Group(h uint64) Span {
	return s.among(s.bucket(h>>s.shift), fingerprint(h))
}

// among returns the entries of a bucket that have a fingerprint. They follow each other, as fingerprints are in order.
func (s *Segment) among(bucket Span, fp byte) Span {
	n := bucket.Hi - bucket.Lo
	if n > scanned {
		return s.search(bucket, fp)
	}
	f := s.fp[bucket.Lo:]
	f = f[:scanned]
	want := uint64(fp) * low8
	all := zeros(binary.LittleEndian.Uint64(f)^want) | zeros(binary.LittleEndian.Uint64(f[8:])^want)<<8 | zeros(binary.LittleEndian.Uint64(f[16:])^want)<<16
	all &= 1<<n - 1 // what stands behind the bucket is not in it
	lo := bucket.Lo + uint32(bits.TrailingZeros32(all|1<<31))
	return Span{lo, lo + uint32(bits.OnesCount32(all))}
}

// zeros has bit i set where byte i of v is zero, and no other.
func zeros(v uint64) uint32 {
	m := ^((v&low7 + low7) | v | low7)
	return uint32(m >> 7 * 0x0102040810204080 >> 56)
}

// search is among for large buckets.
func (s *Segment) search(bucket Span, fp byte) Span {
	lo, hi := bucket.Lo, bucket.Hi
	for lo < hi {
		if mid := lo + (hi-lo)/2; s.fp[mid] < fp {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	first := lo
	for hi = bucket.Hi; lo < hi; {
		if mid := lo + (hi-lo)/2; s.fp[mid] <= fp {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return Span{first, lo}
}
