package normalize

import (
	"math/bits"
	"unicode/utf8"
)

// CheckpointStride is the number of skeleton bytes from one checkpoint to the next.
const CheckpointStride = 128

// Checkpoint is a place from which the skeleton of a source can be made anew.
type Checkpoint struct {
	Off uint32 // byte offset in the source of the segment that made the skeleton byte
	Sub uint32 // how many skeleton bytes of that segment come before it
}

// Skeleton is the matching form of one source text: one byte a kept character. ASCII letters (lower case) and digits stand for
// themselves, and so do letters of other scripts that look like them; every other letter, mark and number, taken without accents, is
// 0x80|hash7(rune). A Skeleton may be read by several goroutines, but Make needs it alone.
type Skeleton struct {
	Bytes       []byte
	Checkpoints []Checkpoint // Checkpoints[i] is where Bytes[i*CheckpointStride] was made
}

// special marks, in the two tables, bytes that the fast loop cannot take by themselves.
const special = 0x80

// asciiSkeleton gives the skeleton byte of each ASCII character, for the Literal reading; foldedSkeleton also marks the characters that
// start markup with letters in it. Other markup consists of characters that the skeleton drops anyway.
var asciiSkeleton, foldedSkeleton = newSkeletonTables()

func newSkeletonTables() (literal, folded [256]byte) {
	for c := range literal {
		switch {
		case c >= 'A' && c <= 'Z':
			literal[c] = byte(c) + 'a' - 'A'
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			literal[c] = byte(c)
		case c >= utf8.RuneSelf || c == '[':
			literal[c] = special
		}
		folded[c] = literal[c]
	}
	for _, c := range "<&\\~]`^" {
		folded[c] = special
	}
	return literal, folded
}

// block is how many bytes the fast loop takes at once.
const block = 16

// Make makes the skeleton of src under the reading, reusing the buffers of s.
func (s *Skeleton) Make(src []byte, r Reading) {
	table := tableOf(r)
	var w *walker // made where something needs it
	out := s.Bytes[:0]
	if cap(out) < len(src)+4*block {
		out = make([]byte, 0, len(src)+4*block)
	}
	cps := s.Checkpoints[:0]
	next := 0 // index of the next skeleton byte that gets a checkpoint
	for i := 0; i < len(src); {
		for i < len(src) {
			if cap(out)-len(out) < wideBlock {
				out = append(out, make([]byte, len(out)/2+wideBlock)...)[:len(out)]
			}
			var n, took int
			if wide != kernelNone {
				var kept uint64
				if kept, took = makeWide(out[len(out):len(out)+wideBlock], src, i, table); took == 0 {
					break
				}
				n = bits.OnesCount64(kept)
				if len(out)+n > next {
					cps = append(cps, Checkpoint{Off: uint32(i + nthBit(kept, next-len(out)))})
					next += CheckpointStride
				}
			} else {
				var ok bool
				if i+block >= len(src) {
					break
				}
				if n, ok = makeBlock(out[len(out):len(out)+block], src[i:i+block+1], table); !ok {
					break
				}
				if took = block; len(out)+n > next {
					cps = append(cps, Checkpoint{Off: uint32(i + nth(src[i:i+block], table, next-len(out)))})
					next += CheckpointStride
				}
			}
			out = out[:len(out)+n]
			i += took
		}
		// What stopped the loop, an item at a time, and on to where a block may be clean again.
		for stop := min(i+block, len(src)); i < stop; {
			if c := src[i]; c < utf8.RuneSelf && table[c] != special && (i+1 == len(src) || src[i+1] < utf8.RuneSelf) {
				if t := table[c]; t != 0 {
					if len(out) == next {
						cps = append(cps, Checkpoint{Off: uint32(i)})
						next += CheckpointStride
					}
					out = append(out, t)
				}
				i++
				continue
			} else if c >= utf8.RuneSelf {
				if k := i; len(out)+3 <= next {
					if out, i = makeRunes(out, src, i, (next-len(out))/3); i > k {
						continue
					}
				}
			}
			if w == nil {
				w = newWalker(src, r)
			}
			end, sk := w.item(i)
			for k, c := range sk {
				if len(out) == next {
					cps = append(cps, Checkpoint{Off: uint32(i), Sub: uint32(k)})
					next += CheckpointStride
				}
				out = append(out, c)
			}
			i = end
		}
	}
	s.Bytes, s.Checkpoints = out, cps
}

// makeBlock writes the skeleton of the first block bytes of src to dst and returns its length. It fails where one of them is special, or
// the byte after them might join the last. Branch-free: each byte is written, and the next one overwrites it unless it is kept.
func makeBlock(dst, src []byte, table *[256]byte) (n int, ok bool) {
	_, _ = dst[block-1], src[block]
	var seen byte
	for _, c := range src[:block] {
		t := table[c]
		dst[n&(block-1)] = t
		n += int((t + 0x7F) >> 7)
		seen |= t
	}
	return n, (seen|src[block])&special == 0
}

// makeRunes appends the skeleton of the runes at i that nothing joins, at most so many, and returns the offset behind them: i when
// the first one needs a closer look.
func makeRunes(out, src []byte, i, most int) ([]byte, int) {
	r, n := utf8.DecodeRune(src[i:])
	p := lookupSkeleton(r)
	for range most {
		var after uint32
		var size int
		if j := i + n; j < len(src) && src[j] >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(src[j:])
			after = lookupSkeleton(r)
		}
		if p&skLong != 0 || after&(skJoins|skDrops) != 0 {
			break
		}
		switch p & skCount {
		case 1:
			out = append(out, byte(p>>8))
		case 2:
			out = append(out, byte(p>>8), byte(p>>16))
		case 3:
			out = append(out, byte(p>>8), byte(p>>16), byte(p>>24))
		}
		i += n
		if size == 0 {
			break
		}
		p, n = after, size
	}
	return out, i
}

// nth returns the index of the byte of src that makes the skeleton byte k of its block.
func nth(src []byte, table *[256]byte, k int) int {
	for i, c := range src {
		if table[c] != 0 {
			if k == 0 {
				return i
			}
			k--
		}
	}
	return len(src)
}

// walker makes the skeleton of a source an item at a time.
type walker struct {
	builder
	table   *[256]byte
	scratch []byte
}

func newWalker(src []byte, r Reading) *walker {
	return &walker{builder: builder{scanner: scanner{src: src, hi: len(src)}, opt: Options{Reading: r}}, table: tableOf(r)}
}

// tableOf returns the skeleton bytes of the ASCII characters under a reading.
func tableOf(r Reading) *[256]byte {
	if r == Folded {
		return &foldedSkeleton
	}
	return &asciiSkeleton
}

// item returns the end of the item that starts at i (a character, segment, or piece of markup) and its skeleton, valid until the next
// call. Items are those that builder.step takes, or finer where that drops what it takes.
func (w *walker) item(i int) (end int, sk []byte) {
	src := w.src
	c := src[i]
	if c < utf8.RuneSelf {
		t := w.table[c]
		if t == special {
			if end, sk, ok := w.markupItem(i); ok {
				return end, sk
			}
			t = 0
		}
		if !composes(c) || i+1 >= len(src) || src[i+1] < utf8.RuneSelf {
			return i + 1, w.bytes(uint32(t)<<8 | uint32(t+0x7F)>>7)
		}
	}
	r, n := utf8.DecodeRune(src[i:])
	p := lookupSkeleton(r)
	if misread(r) {
		if text, end := mojibake(src, i); end > 0 {
			w.reset()
			w.text([]byte(string(text)), i, end, Mojibake)
			return end, w.made()
		}
	}
	if p&skDrops != 0 {
		return i + n, nil
	}
	if space, _ := whiteSpace(r); space {
		return i + n, nil
	}
	if i+n >= len(src) || src[i+n] < utf8.RuneSelf {
		if p&skLong == 0 {
			return i + n, w.bytes(p)
		}
		return i + n, w.units(src[i:i+n], i, i+n)
	}
	end, plain := segment(src, i, len(src))
	if plain && p&skLong == 0 {
		// Runes that join a plain segment are not in the skeleton.
		return end, w.bytes(p)
	}
	return end, w.units(src[i:end], i, end)
}

// markupItem takes markup and page breaks.
func (w *walker) markupItem(i int) (end int, sk []byte, ok bool) {
	if w.opt.Reading == Folded {
		if m, ok := w.markup(i); ok {
			w.reset()
			end := w.take(i, m)
			return end, w.made(), true
		}
	}
	if pageBreakAt(w.src, i) {
		return i + len(pageBreak), nil, true
	}
	return 0, nil, false
}

// units makes the skeleton of a segment from its units.
func (w *walker) units(text []byte, start, end int) []byte {
	w.reset()
	w.segment(text, start, end, start)
	return w.made()
}

func (w *walker) reset() {
	w.dst, w.pending, w.gap = w.dst[:0], 0, gap{}
}

func (w *walker) made() []byte {
	w.scratch = AppendSkeleton(w.scratch[:0], w.dst)
	return w.scratch
}

// bytes unpacks a skeleton entry.
func (w *walker) bytes(p uint32) []byte {
	w.scratch = append(w.scratch[:0], byte(p>>8), byte(p>>16), byte(p>>24))
	return w.scratch[:p&skCount]
}

// AppendSkeleton appends the skeleton of a normalised text to dst. For all of a source's units under a reading it is what Make makes.
func AppendSkeleton(dst []byte, units []Unit) []byte {
	for _, u := range units {
		if b := SkeletonByte(u.R); b != 0 {
			dst = append(dst, b)
		}
	}
	return dst
}
