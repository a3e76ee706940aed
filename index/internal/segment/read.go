package segment

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Segment reads a file that lies in memory. It is safe for concurrent use.
type Segment struct {
	l     layout
	units uint32
	sum   uint64
	shift uint
	pos   []byte // units, packed, and at least 8 zeros
	mask  uint64
	fp    []byte // entries, and at least 24 bytes of what follows
	lines []byte // where buckets begin and end
	wide  []byte
	texts []Text
	grid  []uint32 // grid[u>>gridShift] is the text that holds unit u, or one before it
	gridS uint
}

// Parse reads the file data, which must stay unchanged, and checks its parts against its size; Verify checks the contents.
func Parse(data []byte) (*Segment, error) {
	if len(data) < headerSize+wideNum+sumSize {
		return nil, &Fault{int64(len(data)), true, "file ends in the header"}
	}
	if string(data[:8]) != magic {
		return nil, &Fault{0, false, "not a segment file"}
	}
	u32 := func(o int) uint32 { return binary.LittleEndian.Uint32(data[o:]) }
	if v := u32(8); v != Version {
		return nil, &Fault{8, false, fmt.Sprintf("version %d, this program reads %d", v, Version)}
	}
	if u32(12) != K || u32(16) != Stride || u32(20) > maxBits {
		return nil, &Fault{12, false, fmt.Sprintf("k %d, stride %d, %d bucket bits", u32(12), u32(16), u32(20))}
	}
	entries, texts, wide := binary.LittleEndian.Uint64(data[24:]), u32(32), binary.LittleEndian.Uint64(data[len(data)-sumSize-wideNum:])
	if n := uint64(len(data)); entries > n || uint64(texts) > n || wide > n {
		return nil, &Fault{24, true, fmt.Sprintf("%d entries, %d texts and %d wide lines in a file of %d bytes", entries, texts, wide, n)}
	}
	l := newLayout(int(u32(20)), int(entries), int(texts), int(wide), u32(36))
	if int64(len(data)) != l.size() {
		return nil, &Fault{int64(len(data)), int64(len(data)) < l.size(), fmt.Sprintf("file of %d bytes, expected %d", len(data), l.size())}
	}
	s := &Segment{l: l, units: u32(36), shift: uint(64 - l.bits), sum: binary.LittleEndian.Uint64(data[l.sum:])}
	s.pos, s.mask = data[l.pos:l.fp], 1<<l.width-1
	s.fp = data[l.fp:]
	s.lines, s.wide = data[l.off:l.far], data[l.far:l.tab]
	t := words(data[l.tab:], l.texts*textSize/4)
	if len(t) > 0 {
		s.texts = unsafe.Slice((*Text)(unsafe.Pointer(unsafe.SliceData(t))), l.texts)
	}
	return s, nil
}

// words views little-endian bytes, which begin at a multiple of 8, as numbers.
func words(p []byte, n int) []uint32 {
	one := uint16(1)
	if *(*byte)(unsafe.Pointer(&one)) == 1 && uintptr(unsafe.Pointer(unsafe.SliceData(p)))%4 == 0 {
		return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(p))), n)
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(p[4*i:])
	}
	return out
}

// Verify checks the checksum of data, which Parse was given, and that buckets and texts are what they should be. A segment that was not
// verified must not be searched.
func (s *Segment) Verify(data []byte) error {
	if got := xxhash.Sum64(data[:s.l.sum]); got != s.sum {
		return &Fault{s.l.sum, false, fmt.Sprintf("checksum %016x, expected %016x", got, s.sum)}
	}
	if f := s.verifyBuckets(); f != nil {
		return f
	}
	end := uint64(0)
	for i, t := range s.texts {
		if uint64(t.Start) != end {
			return &Fault{s.l.tab + textSize*int64(i), false, "texts do not follow each other"}
		}
		end += (uint64(t.Length) + Stride - 1) / Stride
	}
	if end != uint64(s.units) {
		return &Fault{s.l.tab, false, "texts do not fill the units"}
	}
	s.makeGrid()
	return nil
}

// VerifyEntries checks that every entry points into the texts. With a good checksum only a fault of the writer can make it fail.
func (s *Segment) VerifyEntries() error {
	for i := range s.l.entries {
		if s.Unit(uint32(i)) >= s.units {
			return &Fault{s.l.pos + int64(i)*int64(s.l.width)/8, false, "position outside the texts"}
		}
	}
	return nil
}

func (s *Segment) makeGrid() {
	s.gridS = uint(max(0, bits.Len32(s.units)-bits.Len(uint(len(s.texts)))-2))
	s.grid = make([]uint32, s.units>>s.gridS+1)
	t := 0
	for i := range s.grid {
		for t+1 < len(s.texts) && uint64(s.texts[t+1].Start) <= uint64(i)<<s.gridS {
			t++
		}
		s.grid[i] = uint32(t)
	}
}

// Texts is the table of texts. It is part of the file: do not change it.
func (s *Segment) Texts() []Text { return s.texts }

// Entries is the number of sampled k-mers.
func (s *Segment) Entries() int { return s.l.entries }

// Sum is the checksum that the file holds.
func (s *Segment) Sum() uint64 { return s.sum }

// NotAfter is the text that holds a unit, or one shortly before it.
func (s *Segment) NotAfter(unit uint32) uint32 { return s.grid[unit>>s.gridS] }

// TextAt is the text that holds a unit.
func (s *Segment) TextAt(unit uint32) int {
	t := int(s.NotAfter(unit))
	for t+1 < len(s.texts) && s.texts[t+1].Start <= unit {
		t++
	}
	return t
}

// Unit is the unit of an entry. Those of one Group ascend.
func (s *Segment) Unit(entry uint32) uint32 {
	bit := uint64(entry) * uint64(s.l.width)
	return uint32(binary.LittleEndian.Uint64(s.pos[bit>>3:]) >> (bit & 7) & s.mask)
}

// Within narrows the entries of one Group to those whose unit is in [from, to).
func (s *Segment) Within(sp Span, from, to uint32) Span {
	lo := s.lower(sp.Lo, sp.Hi, from)
	if sp.Hi-lo > 16 {
		return Span{lo, s.lower(lo, sp.Hi, to)}
	}
	end := lo
	for end < sp.Hi && s.Unit(end) < to {
		end++
	}
	return Span{lo, end}
}

// lower is the first entry of [lo, hi) whose unit is at least unit, or hi.
func (s *Segment) lower(lo, hi, unit uint32) uint32 {
	for hi-lo > 8 {
		if mid := lo + (hi-lo)/2; s.Unit(mid) < unit {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for lo < hi && s.Unit(lo) < unit {
		lo++
	}
	return lo
}
