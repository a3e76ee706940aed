package index

import (
	"encoding/binary"
	"math/bits"

	"example.com/verbatim/normalize"
)

// GramLen is the length in skeleton bytes of what Grams knows.
const GramLen = 6

// gramBits is how many bits a byte of the skeleton has in Grams: about one gram in five that does not stand in the text seems to.
const gramBits = 4

// Grams is a Bloom filter with one hash of all stretches of GramLen bytes of a skeleton. Most stretches of a few more bytes that do not
// stand in the text are known by it in nanoseconds, where a search takes microseconds.
type Grams struct {
	shift uint
	set   []uint64
}

func newGrams(sk []byte) *Grams {
	b := max(bits.Len(uint(gramBits*len(sk))), 6)
	g := &Grams{shift: uint(64 - b), set: make([]uint64, 1<<(b-6))}
	for i := 0; i+8 <= len(sk); i++ {
		h := gramHash(binary.LittleEndian.Uint64(sk[i:])) >> g.shift
		g.set[h>>6] |= 1 << (h & 63)
	}
	for i := max(0, len(sk)-7); i+GramLen <= len(sk); i++ {
		h := gramHash(gramAt(sk[i:])) >> g.shift
		g.set[h>>6] |= 1 << (h & 63)
	}
	return g
}

// May tells whether a stretch of a query may stand in the text; false is certain. Stretches shorter than GramLen may.
func (g *Grams) May(q []byte) bool {
	for i := 0; i+GramLen <= len(q); i++ {
		h := gramHash(gramAt(q[i:])) >> g.shift
		if g.set[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return true
}

// gramAt loads the first GramLen bytes.
func gramAt(p []byte) uint64 {
	return uint64(binary.LittleEndian.Uint32(p)) | uint64(binary.LittleEndian.Uint16(p[4:]))<<32
}

// gramHash hashes the lowest GramLen bytes.
func gramHash(v uint64) uint64 { return v << 16 * 0x9e3779b97f4a7c15 }

func (g *Grams) size() int64 { return int64(8 * len(g.set)) }

// Grams is the filter of the text's grams in a reading, made when it is first asked for; nil where Skeleton is nil.
func (t *Text) Grams(r normalize.Reading) *Grams {
	sk := t.Skeleton(r)
	if sk == nil {
		return nil
	}
	g := &t.grams[r]
	g.once.Do(func() {
		g.filter = newGrams(sk.Bytes)
		if t.cache != nil {
			t.cache.grow(t, g.filter.size())
		}
	})
	return g.filter
}
