package index

import (
	"encoding/binary"
	"math/bits"
)

const (
	// KmerLen is the length in skeleton bytes of what Kmers finds.
	KmerLen = 8
	// KmerStride is the distance of the positions that Kmers holds: any run of KmerLen+KmerStride-1 = 11 bytes that stands in the text
	// is found at one of its positions.
	KmerStride = 4
)

// Kmers is a table of every fourth 8-mer of one skeleton: a chained hash table of position numbers, in 16 bits where they fit.
type Kmers struct {
	sk    []byte
	shift uint
	small struct{ head, next []uint16 } // number of the position + 1; 0 ends a chain
	large struct{ head, next []uint32 }
}

func newKmers(sk []byte) *Kmers {
	k := &Kmers{sk: sk}
	n := 0
	if len(sk) >= KmerLen {
		n = (len(sk)-KmerLen)/KmerStride + 1
	}
	b := max(bits.Len(uint(n))-1, 3)
	k.shift = uint(64 - b)
	// From the end, so that chains ascend.
	if n < 1<<16 {
		k.small.head, k.small.next = chain[uint16](sk, n, b)
	} else {
		k.large.head, k.large.next = chain[uint32](sk, n, b)
	}
	return k
}

func chain[T uint16 | uint32](sk []byte, n, b int) (head, next []T) {
	head, next = make([]T, 1<<b), make([]T, n)
	shift := uint(64 - b)
	for i := n - 1; i >= 0; i-- {
		h := kmerHash(binary.LittleEndian.Uint64(sk[i*KmerStride:])) >> shift
		next[i] = head[h]
		head[h] = T(i + 1)
	}
	return head, next
}

func kmerHash(v uint64) uint64 { return (v ^ v>>31) * 0x9e3779b97f4a7c15 }

// Hits appends the positions of the table at which the 8 bytes q[j:j+8] stand, ascending, at most limit of them (0: all). q must be
// that long.
func (k *Kmers) Hits(q []byte, j, limit int, dst []uint32) []uint32 {
	v := binary.LittleEndian.Uint64(q[j:])
	if limit <= 0 {
		limit = len(k.sk)
	}
	h := kmerHash(v) >> k.shift
	if k.small.head != nil {
		return follow(k.sk, k.small.head[h], k.small.next, v, limit, dst)
	}
	return follow(k.sk, k.large.head[h], k.large.next, v, limit, dst)
}

func follow[T uint16 | uint32](sk []byte, i T, next []T, v uint64, limit int, dst []uint32) []uint32 {
	for ; i != 0 && limit > 0; i = next[i-1] {
		p := (uint32(i) - 1) * KmerStride
		if binary.LittleEndian.Uint64(sk[p:]) == v {
			dst = append(dst, p)
			limit--
		}
	}
	return dst
}

// KmersAhead is how many k-mers Prefetch is best asked for at a time.
const KmersAhead = 64

// Prefetch asks for the memory that Hits reads for the k-mers of q from the one at from to the one before to, without waiting for it: where
// a text was not looked at lately, each of them would be waited for by itself. q must be as long as the last of them needs.
func (k *Kmers) Prefetch(q []byte, from, to int) {
	if k.small.head != nil {
		ahead(k.sk, k.shift, k.small.head, k.small.next, q, from, to)
	} else {
		ahead(k.sk, k.shift, k.large.head, k.large.next, q, from, to)
	}
}

func ahead[T uint16 | uint32](sk []byte, shift uint, head, next []T, q []byte, from, to int) {
	for j := from; j < to; j++ {
		prefetch(&head[kmerHash(binary.LittleEndian.Uint64(q[j:]))>>shift])
	}
	for j := from; j < to; j++ {
		if i := head[kmerHash(binary.LittleEndian.Uint64(q[j:]))>>shift]; i != 0 {
			prefetch(&next[i-1])
			prefetch(&sk[(uint32(i)-1)*KmerStride])
		}
	}
}

func (k *Kmers) size() int64 {
	return int64(2*(len(k.small.head)+len(k.small.next)) + 4*(len(k.large.head)+len(k.large.next)))
}
