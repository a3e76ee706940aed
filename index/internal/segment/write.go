package segment

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"
)

// residentEntries bounds the memory of Write: 8 bytes an entry, twice that for a moment. Larger segments are made in several passes.
const residentEntries = 64 << 20

// Load returns the skeleton of text i. buf is a buffer that it may use. It is called from several goroutines, and again in each pass.
type Load func(ctx context.Context, i int, buf []byte) ([]byte, error)

// Info describes a written file.
type Info struct {
	Size    int64  // bytes
	Sum     uint64 // xxHash64 of the file but for its last 8 bytes, which hold it
	Entries int    // sampled k-mers
}

// Write writes the segment of texts to w and sets their Start. The caller syncs.
func Write(ctx context.Context, w io.Writer, texts []Text, workers int, load Load) (Info, error) {
	return write(ctx, w, texts, workers, load, residentEntries)
}

func write(ctx context.Context, w io.Writer, texts []Text, workers int, load Load, resident int) (Info, error) {
	n, units := 0, uint64(0)
	for i := range texts {
		texts[i].Start = uint32(units)
		units += (uint64(texts[i].Length) + Stride - 1) / Stride
		n += kmers(texts[i].Length)
	}
	if units > math.MaxUint32 {
		return Info{}, fmt.Errorf("segment of %d texts is too large: %d units", len(texts), units)
	}
	l := newLayout(bucketBits(n), n, len(texts), 0, uint32(units))
	out := &sink{w: bufio.NewWriterSize(w, 1<<18), sum: xxhash.New()}
	out.header(l, uint32(units))

	b := &builder{l: l, texts: texts, load: load, partBits: min(l.bits, 8), workers: max(workers, 1)}
	b.off = make([]uint32, 1<<l.bits+1)
	b.fp = make([]byte, 0, int64(n)+wordPad)
	parts := 1 << b.partBits
	step := max(1, parts*resident/max(n, 1))
	for lo := 0; lo < parts; lo += step {
		if err := b.pass(ctx, lo, min(lo+step, parts), out); err != nil {
			return Info{}, err
		}
	}
	if len(b.fp) != n {
		return Info{}, fmt.Errorf("segment has %d entries, expected %d", len(b.fp), n)
	}
	out.flushBits()
	out.padTo(l.fp)
	out.write(b.fp)
	b.off[len(b.off)-1] = uint32(n)
	buckets, wide := appendBuckets(b.off)
	l = newLayout(l.bits, n, len(texts), len(wide)/wideSize, uint32(units))
	out.padTo(l.off)
	out.write(buckets)
	out.write(wide)
	for _, t := range texts {
		out.words([]uint32{t.Slot, t.Version, t.Reading, t.Start, t.Length})
	}
	out.padTo(l.sum - wideNum)
	out.write(binary.LittleEndian.AppendUint64(nil, uint64(l.wide)))
	info := Info{Size: l.size(), Sum: out.sum.Sum64(), Entries: n}
	out.write(binary.LittleEndian.AppendUint64(nil, info.Sum))
	if out.err == nil {
		out.err = out.w.Flush()
	}
	if out.err != nil {
		return Info{}, fmt.Errorf("writing segment: %w", out.err)
	}
	return info, nil
}

// builder holds what the passes share. An entry in the making is one word: bucket (without the bits that choose the part) | fingerprint
// | unit, so that the order of words is the order in the file.
type builder struct {
	l        layout
	texts    []Text
	load     Load
	partBits int
	workers  int
	off      []uint32
	fp       []byte
}

// pass makes the entries of parts [lo, hi): all texts are read, the k-mers of other parts passed over.
func (b *builder) pass(ctx context.Context, lo, hi int, out *sink) error {
	// Each worker takes a run of texts, so that the runs, one after the other, are in the order of units.
	split := b.split()
	lists := make([][]chunks, len(split))
	g, gctx := errgroup.WithContext(ctx)
	for k, run := range split {
		g.Go(func() (err error) {
			lists[k], err = b.collect(gctx, run[0], run[1], lo, hi)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	sorted := make([][]uint64, hi-lo)
	var next atomic.Int64
	g, gctx = errgroup.WithContext(ctx)
	for range b.workers {
		g.Go(func() error {
			var tmp []uint64
			for {
				p := int(next.Add(1)) - 1
				if p >= hi-lo || gctx.Err() != nil {
					return gctx.Err()
				}
				n := 0
				for k := range lists {
					n += lists[k][p].n
				}
				all := make([]uint64, 0, n)
				for k := range lists {
					all = lists[k][p].appendTo(all)
					lists[k][p] = chunks{}
				}
				tmp = sortEntries(all, tmp, uint(b.l.bits-b.partBits)+8)
				sorted[p] = all
			}
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	low := b.l.bits - b.partBits // bits of the bucket inside a part
	for p, es := range sorted {
		first := (lo + p) << low
		at, bucket := uint32(len(b.fp)), 0
		for i, e := range es {
			for k := int(e >> 40); bucket <= k; bucket++ {
				b.off[first+bucket] = at + uint32(i)
			}
			b.fp = append(b.fp, byte(e>>32))
			out.bits(uint64(uint32(e)), b.l.width)
		}
		for ; bucket < 1<<low; bucket++ {
			b.off[first+bucket] = at + uint32(len(es))
		}
		sorted[p] = nil
	}
	return out.err
}

// split cuts the texts into runs of about equal length, one a worker.
func (b *builder) split() [][2]int {
	var total, sum uint64
	for _, t := range b.texts {
		total += uint64(t.Length)
	}
	var out [][2]int
	from := 0
	for i, t := range b.texts {
		sum += uint64(t.Length)
		if sum*uint64(b.workers) >= total*uint64(len(out)+1) && i+1 > from {
			out = append(out, [2]int{from, i + 1})
			from = i + 1
		}
	}
	if from < len(b.texts) {
		out = append(out, [2]int{from, len(b.texts)})
	}
	return out
}

func (b *builder) collect(ctx context.Context, from, to, lo, hi int) ([]chunks, error) {
	parts := make([]chunks, hi-lo)
	shift, low := uint(64-b.partBits), uint(b.l.bits-b.partBits)
	var buf []byte
	for i := from; i < to; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := b.texts[i]
		sk, err := b.load(ctx, i, buf)
		if err != nil {
			return nil, err
		}
		if len(sk) != int(t.Length) {
			return nil, fmt.Errorf("text %d/%d: skeleton of %d bytes, expected %d", t.Slot, t.Version, len(sk), t.Length)
		}
		if cap(sk) > cap(buf) {
			buf = sk
		}
		unit := t.Start
		for j := 0; j+K <= len(sk); j += Stride {
			h := Hash(sk[j:])
			p := int(h>>shift) - lo
			if uint(p) < uint(hi-lo) {
				inner := h << uint(b.partBits) >> (64 - low)
				parts[p].add(inner<<40 | uint64(fingerprint(h))<<32 | uint64(unit))
			}
			unit++
		}
	}
	return parts, nil
}

// chunks is a list of words that grows without copying.
type chunks struct {
	full [][]uint64
	cur  []uint64
	n    int
}

func (c *chunks) add(v uint64) {
	if len(c.cur) == cap(c.cur) {
		if c.cur != nil {
			c.full = append(c.full, c.cur)
		}
		c.cur = make([]uint64, 0, min(max(8, 2*cap(c.cur)), 2048))
	}
	c.cur = append(c.cur, v)
	c.n++
}

func (c *chunks) appendTo(dst []uint64) []uint64 {
	for _, f := range c.full {
		dst = append(dst, f...)
	}
	return append(dst, c.cur...)
}

// sortEntries sorts by the keyBits bits above the unit; it is stable and units come in order, so that the result is fully sorted.
func sortEntries(a, tmp []uint64, keyBits uint) []uint64 {
	const digit = 10
	if cap(tmp) < len(a) {
		tmp = make([]uint64, len(a))
	}
	src, dst := a, tmp[:len(a)]
	swapped := false
	for shift := uint(32); shift < 32+keyBits; shift += digit {
		var count [1 << digit]uint32
		for _, v := range src {
			count[v>>shift&(1<<digit-1)]++
		}
		sum := uint32(0)
		for i, c := range count {
			count[i] = sum
			sum += c
		}
		for _, v := range src {
			d := v >> shift & (1<<digit - 1)
			dst[count[d]] = v
			count[d]++
		}
		src, dst = dst, src
		swapped = !swapped
	}
	if swapped {
		copy(a, src)
	}
	return tmp
}

// sink writes, sums and counts; the first error stays.
type sink struct {
	w   *bufio.Writer
	sum *xxhash.Digest
	n   int64
	buf []byte
	acc uint64 // bits that are not a byte yet, lowest first
	num uint   // of them
	err error
}

// bits appends the lowest width bits of v, which has no others.
func (s *sink) bits(v uint64, width uint) {
	s.acc |= v << s.num
	for s.num += width; s.num >= 8; s.num -= 8 {
		s.buf = append(s.buf, byte(s.acc))
		s.acc >>= 8
	}
	if len(s.buf) >= 1<<15 {
		s.flushBytes()
	}
}

func (s *sink) flushBytes() {
	s.write(s.buf)
	s.buf = s.buf[:0]
}

func (s *sink) flushBits() {
	if s.num > 0 {
		s.bits(0, 8-s.num)
	}
	s.flushBytes()
}

func (s *sink) write(p []byte) {
	if s.err != nil {
		return
	}
	_, _ = s.sum.Write(p)
	s.n += int64(len(p))
	_, s.err = s.w.Write(p)
}

func (s *sink) words(v []uint32) {
	for len(v) > 0 {
		n := min(len(v), 4096)
		s.buf = s.buf[:0]
		for _, x := range v[:n] {
			s.buf = binary.LittleEndian.AppendUint32(s.buf, x)
		}
		s.write(s.buf)
		v = v[n:]
	}
}

func (s *sink) padTo(off int64) { s.write(make([]byte, off-s.n)) }

func (s *sink) header(l layout, units uint32) {
	h := make([]byte, 0, headerSize)
	h = append(h, magic...)
	for _, v := range []uint32{Version, K, Stride, uint32(l.bits)} {
		h = binary.LittleEndian.AppendUint32(h, v)
	}
	h = binary.LittleEndian.AppendUint64(h, uint64(l.entries))
	h = binary.LittleEndian.AppendUint32(h, uint32(l.texts))
	h = binary.LittleEndian.AppendUint32(h, units)
	s.write(h[:headerSize])
}
