package jsonl

import (
	"bytes"
	"io"
)

// DefaultBlock is the number of bytes read at once when NewLines is given no other.
const DefaultBlock = 512 << 10

// minRead is the room that a read must find in a block; with less, a new block is begun.
const minRead = 16 << 10

// Line is one line of a stream.
type Line struct {
	Bytes   []byte // without its \n; nil when TooLong. Belongs to the caller, who may change it: the reader never touches it again
	Number  int    // 1-based
	Size    int64  // bytes, also when TooLong
	TooLong bool   // over the limit: it was read past and not kept
	Cut     bool   // the stream ended without a \n after it
}

// Lines splits a stream into lines within a bound on memory. Blocks are never used twice, so that a line stays valid as long as
// somebody holds it, and strings can be cut out of it without copying; the collector frees a block with its last line.
type Lines struct {
	r      io.Reader
	size   int
	limit  int
	block  []byte // bytes read so far
	start  int    // first byte of the line being read
	seen   int    // block[start:seen] holds no \n
	number int
	err    error // what the stream ended with
}

// NewLines returns a splitter of r whose blocks are of block bytes (0: DefaultBlock) and whose lines are of limit bytes at most.
func NewLines(r io.Reader, block, limit int) *Lines {
	if block <= 0 {
		block = DefaultBlock
	}
	return &Lines{r: r, size: max(block, minRead), limit: limit}
}

// Next returns the next line. At the end of the stream the error is io.EOF; any other is the stream's own, and the piece of a line
// read before it is lost.
func (l *Lines) Next() (Line, error) {
	for {
		if i := bytes.IndexByte(l.block[l.seen:], '\n'); i >= 0 {
			end := l.seen + i
			line := l.line(l.block[l.start:end:end])
			l.start, l.seen = end+1, end+1
			return line, nil
		}
		l.seen = len(l.block)
		if l.seen-l.start > l.limit {
			return l.skip()
		}
		if l.err != nil {
			if l.err != io.EOF || l.start == len(l.block) {
				return Line{Number: l.number + 1}, l.err
			}
			line := l.line(l.block[l.start:len(l.block):len(l.block)])
			line.Cut = true
			l.start = len(l.block)
			return line, nil
		}
		l.fill()
	}
}

// line wraps a whole line.
func (l *Lines) line(b []byte) Line {
	l.number++
	if len(b) > l.limit {
		return Line{Number: l.number, Size: int64(len(b)), TooLong: true}
	}
	return Line{Bytes: b, Number: l.number, Size: int64(len(b))}
}

// fill reads once, into a new block when the current one is full.
func (l *Lines) fill() {
	if cap(l.block)-len(l.block) < minRead {
		part := l.block[l.start:]
		next := make([]byte, len(part), max(l.size, 2*len(part)))
		copy(next, part)
		l.block, l.start, l.seen = next, 0, len(part)
	}
	n, err := io.ReadAtLeast(l.r, l.block[len(l.block):cap(l.block)], 1)
	l.block, l.err = l.block[:len(l.block)+n], err
}

// skip reads past a line that is over the limit, using the room it already takes.
func (l *Lines) skip() (Line, error) {
	l.number++
	line := Line{Number: l.number, Size: int64(len(l.block) - l.start), TooLong: true}
	room := l.block[l.start:cap(l.block)] // handed to nobody yet
	for l.err == nil {
		var n int
		n, l.err = io.ReadAtLeast(l.r, room, 1)
		if i := bytes.IndexByte(room[:n], '\n'); i >= 0 {
			line.Size += int64(i)
			l.block, l.start, l.seen = room[:n], i+1, i+1
			return line, nil
		}
		line.Size += int64(n)
	}
	l.block, l.start, l.seen = room[:0], 0, 0
	if l.err != io.EOF {
		return Line{Number: l.number}, l.err
	}
	line.Cut = true
	return line, nil
}

// Buffered reports whether Next would return without reading from the stream.
func (l *Lines) Buffered() bool {
	return l.err != nil || bytes.IndexByte(l.block[l.seen:], '\n') >= 0
}
