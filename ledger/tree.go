package ledger

import (
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

// hashSize is the length of every hash, in bytes.
const hashSize = 32

// frontier is the right edge of an RFC 6962 tree: the roots of its complete subtrees, one for each bit set in size.
// tlog makes the same hashes, but reads its neighbours from storage for each record; holding the edge in memory makes
// appending many times faster. Tests hold the two against each other.
type frontier struct {
	size  int64
	nodes [63][hashSize]byte // nodes[l]: root of the complete subtree of 2^l leaves, valid where bit l of size is set
}

// push adds a leaf hash and appends the hashes it completes to dst: the leaf, then the inner nodes upwards, which is
// the order of tlog's stored hashes.
func (f *frontier) push(dst []byte, h [hashSize]byte) []byte {
	dst = append(dst, h[:]...)
	l := 0
	for n := f.size; n&1 == 1; n >>= 1 {
		h = nodeHash(&f.nodes[l], &h)
		dst = append(dst, h[:]...)
		l++
	}
	f.nodes[l] = h
	f.size++
	return dst
}

// root is the tree's root hash; of an empty tree the hash of nothing.
func (f *frontier) root() [hashSize]byte {
	if f.size == 0 {
		return sha256.Sum256(nil)
	}
	var h [hashSize]byte
	first := true
	for l := range f.nodes {
		switch {
		case f.size>>l&1 == 0:
		case first:
			h, first = f.nodes[l], false
		default:
			h = nodeHash(&f.nodes[l], &h)
		}
	}
	return h
}

// loadFrontier reads the edge of a tree of size leaves.
func loadFrontier(size int64, r tlog.HashReader) (frontier, error) {
	f := frontier{size: size}
	var index []int64
	var level []int
	for l := range f.nodes {
		if size>>l&1 == 1 {
			// The subtree of level l is the last complete one: it ends where the lower bits of size are zero.
			index = append(index, tlog.StoredHashIndex(l, size>>l-1))
			level = append(level, l)
		}
	}
	hashes, err := r.ReadHashes(index)
	if err != nil {
		return frontier{}, err
	}
	for i, h := range hashes {
		f.nodes[level[i]] = h
	}
	return f, nil
}

// leafHash hashes a record. prefixed is the record with a zero byte before it, as RFC 6962 hashes it.
func leafHash(prefixed []byte) [hashSize]byte { return sha256.Sum256(prefixed) }

func nodeHash(left, right *[hashSize]byte) [hashSize]byte {
	var b [1 + 2*hashSize]byte
	b[0] = 1 // RFC 6962: 0 before leaves, 1 before nodes, so that neither can pass for the other
	copy(b[1:], left[:])
	copy(b[1+hashSize:], right[:])
	return sha256.Sum256(b[:])
}
