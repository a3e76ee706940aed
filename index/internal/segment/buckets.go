package segment

import "encoding/binary"

// Buckets are kept in lines of 64 bytes, one a cache line: where the first bucket of the line begins (u32), and the ends of its lineBuckets
// buckets, counted from there (u16). A line with more entries than 16 bits count has ends 1, 0, …, 0, which no other line can have, and
// its first number is that of a wide line: begin and ends in full (u32), filled up with a zero.
const (
	lineSize    = 64
	lineBuckets = 30
	wideSize    = 4 * (lineBuckets + 2)
)

// lines is the number of lines for n buckets.
func lines(n int) int { return (n + lineBuckets - 1) / lineBuckets }

// appendBuckets encodes the borders of buckets, one more than there are buckets: lines and wide lines.
func appendBuckets(border []uint32) (out, wide []byte) {
	n := len(border) - 1
	out = make([]byte, 0, lines(n)*lineSize)
	for first := 0; first < n; first += lineBuckets {
		begin := border[first]
		end := func(i int) uint32 { return border[min(first+i+1, n)] }
		if end(lineBuckets-1)-begin < 1<<16 {
			out = binary.LittleEndian.AppendUint32(out, begin)
			for i := range lineBuckets {
				out = binary.LittleEndian.AppendUint16(out, uint16(end(i)-begin))
			}
			continue
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(len(wide)/wideSize))
		out = append(append(out, 1), make([]byte, lineSize-5)...)
		wide = binary.LittleEndian.AppendUint32(wide, begin)
		for i := range lineBuckets {
			wide = binary.LittleEndian.AppendUint32(wide, end(i))
		}
		wide = append(wide, 0, 0, 0, 0)
	}
	return out, wide
}

// bucket returns the entries of a bucket.
func (s *Segment) bucket(b uint64) Span {
	q := b / lineBuckets
	i := uint32(b - q*lineBuckets)
	line := (*[lineSize]byte)(s.lines[q*lineSize:])
	begin := binary.LittleEndian.Uint32(line[:])
	if isWide(line) {
		return s.wideBucket(begin, i)
	}
	// In front of the first end stands half of begin: the mask makes it 0.
	lo := uint32(binary.LittleEndian.Uint16(line[2+2*i:])) & uint32(int32(-i)>>31)
	return Span{begin + lo, begin + uint32(binary.LittleEndian.Uint16(line[4+2*i:]))}
}

func isWide(line *[lineSize]byte) bool {
	return binary.LittleEndian.Uint16(line[4:]) > binary.LittleEndian.Uint16(line[lineSize-2:])
}

func (s *Segment) wideBucket(w, i uint32) Span {
	row := s.wide[uint64(w)*wideSize+4*uint64(i):]
	return Span{binary.LittleEndian.Uint32(row), binary.LittleEndian.Uint32(row[4:])}
}

// verifyBuckets checks that the buckets follow each other and cover the entries.
func (s *Segment) verifyBuckets() *Fault {
	at, wide := uint32(0), uint32(0)
	for q := 0; q < len(s.lines); q += lineSize {
		line := (*[lineSize]byte)(s.lines[q:])
		fault := &Fault{s.l.off + int64(q), false, "buckets out of order"}
		begin := binary.LittleEndian.Uint32(line[:])
		if isWide(line) {
			if begin != wide || int(wide) >= s.l.wide {
				return fault
			}
			wide++
			for i := range uint32(lineBuckets) {
				sp := s.wideBucket(begin, i)
				if sp.Lo != at || sp.Hi < at {
					return fault
				}
				at = sp.Hi
			}
			continue
		}
		if begin != at {
			return fault
		}
		last := uint16(0)
		for i := 4; i < lineSize; i += 2 {
			end := binary.LittleEndian.Uint16(line[i:])
			if end < last {
				return fault
			}
			last = end
		}
		if at += uint32(last); at < begin {
			return fault
		}
	}
	if int(at) != s.l.entries || int(wide) != s.l.wide {
		return &Fault{s.l.off, false, "buckets do not cover the entries"}
	}
	return nil
}
