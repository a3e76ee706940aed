// Package segment writes and reads one immutable file of the candidate index.
//
// # What it holds
//
// Every Stride-th position of each text (a skeleton, one byte a character) is sampled: the K bytes there are hashed. A query hashes
// every one of its positions, so that any run of K+Stride-1 bytes that stands in a text is found through at least one sampled k-mer.
//
// # The file
//
// All numbers are little-endian. Texts lie one after the other in a space of units of Stride bytes; each begins on a unit, so that a
// k-mer is known by its unit alone.
//
//	header   64 bytes: "VBTSEG\r\n", version u32, K u32, Stride u32, bucket bits u32, entries u64, texts u32, units u32, zeros
//	Pos      entries × w bits, lowest first  the unit of each entry; w is the number of significant bits of units
//	FP       entries × u8    its fingerprint
//	Off      ⌈2^bits/30⌉ × 64 bytes  where each bucket begins and ends in Pos and FP: lines of 30 buckets (buckets.go)
//	Wide     wide lines × 128 bytes  the same for lines with more than 65,535 entries
//	Texts    texts × 20 bytes: slot u32, version u32, reading u32, start u32 (unit), length u32 (bytes)
//	wide u64                 the number of wide lines
//	checksum u64             xxHash64 (seed 0) of all that stands before it
//
// Each array begins at a multiple of 8, Off at one of 64; Pos and FP are followed by at least 8 zero bytes, so that words can be loaded at their ends.
//
// An entry's bucket is the top bits of its k-mer's hash (see Hash), its fingerprint the bits 24 to 31. Entries of a bucket are sorted
// by fingerprint, then by unit. There are 8 to 16 entries a bucket; an entry takes 4.1 to 4.4 bytes in a segment of 85 MB of skeletons:
// 24 bits for the unit, 8 for the fingerprint, 1.1 to 2.1 for the bucket. Each doubling of the segment adds a bit.
//
// Version history: 1 first; 2 buckets in lines (1 had a u32 a bucket). Readers refuse a version they do not know, and 1. The order inside a
// bucket is a property of the version: a later one may sort by the text that follows.
package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

const (
	// K is the length of a sampled k-mer in bytes.
	K = 12
	// Stride is the distance of sampled positions in bytes.
	Stride = 8
	// Version is the version of the file format.
	Version = 2

	magic       = "VBTSEG\r\n"
	headerSize  = 64
	textSize    = 20
	wordPad     = 8
	wideNum     = 8
	sumSize     = 8
	maxBits     = 28
	entriesFull = 16 // entries a bucket, at most, on average
)

// ErrCorrupt marks a file that is not what was written. Errors carry the byte offset; see Fault.
var ErrCorrupt = errors.New("segment: damaged file")

// Fault is damage at a place of the file.
type Fault struct {
	Offset    int64 // byte offset
	Truncated bool  // the file ends too early
	What      string
}

// Error names offset and damage.
func (f *Fault) Error() string { return fmt.Sprintf("at byte %d: %s", f.Offset, f.What) }

// Is makes every Fault an ErrCorrupt.
func (f *Fault) Is(target error) bool { return target == ErrCorrupt }

// Text is a row of the table of texts.
type Text struct {
	Slot    uint32 // document
	Version uint32 // ordinal of the stored text
	Reading uint32 // normalize.Reading
	Start   uint32 // unit; set by Write
	Length  uint32 // skeleton bytes
}

// Hash is the hash of the K bytes at p[0:K]: the two overlapping little-endian words p[0:8] and p[4:12], xored with constants and
// multiplied to 128 bits; the halves xored, shifted and multiplied once more.
func Hash(p []byte) uint64 {
	_ = p[K-1]
	hi, lo := bits.Mul64(binary.LittleEndian.Uint64(p)^0x8ebc6af09c88c6e3, binary.LittleEndian.Uint64(p[4:])^0x589965cc75374cc3)
	h := hi ^ lo
	return (h ^ h>>29) * 0x9e3779b97f4a7c15
}

func fingerprint(h uint64) byte { return byte(h >> 24) }

// kmers is the number of sampled k-mers of a text.
func kmers(length uint32) int {
	if length < K {
		return 0
	}
	return int(length-K)/Stride + 1
}

// bucketBits is the number of hash bits that choose the bucket among n entries.
func bucketBits(n int) int {
	b := 0
	for n>>b > entriesFull {
		b++
	}
	return min(b, maxBits)
}

// layout is where the parts of a file stand.
type layout struct {
	bits, entries, texts, wide  int
	width                       uint // bits of a unit
	pos, fp, off, far, tab, sum int64
}

func newLayout(bucketBits, entries, texts, wide int, units uint32) layout {
	l := layout{bits: bucketBits, entries: entries, texts: texts, wide: wide, width: uint(bits.Len32(units)), pos: headerSize}
	l.fp = align(l.pos+(int64(entries)*int64(l.width)+7)/8+wordPad, 8)
	l.off = align(l.fp+int64(entries)+wordPad, lineSize)
	l.far = l.off + lineSize*int64(lines(1<<bucketBits))
	l.tab = l.far + wideSize*int64(wide)
	l.sum = align(l.tab+textSize*int64(texts), 8) + wideNum
	return l
}

func (l layout) size() int64 { return l.sum + sumSize }

func align(n, to int64) int64 { return (n + to - 1) &^ (to - 1) }
