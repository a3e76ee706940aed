// Package unpack opens streams that may be compressed: gzip and zstd are known by their first bytes, whatever the name says, and
// what comes out is bounded, so that a small file cannot expand without end.
package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// ErrBomb is returned by a stream that expands beyond its limits.
var ErrBomb = errors.New("the compressed data expands beyond all proportion")

// Options bound what comes out of a compressed stream.
type Options struct {
	MaxRatio int   // expanded bytes for one compressed byte; 0: 300. Looked at only after Grace
	Grace    int64 // expanded bytes that are always allowed; 0: 256 MiB
}

// maxWindow bounds the memory a zstd frame may ask for: 2^27 is what `zstd --long` writes.
const maxWindow = 128 << 20

// Reader is a stream taken out of its compression.
type Reader struct {
	Format string // "gzip", "zstd" or "" when the stream was not compressed

	in   counter
	buf  *bufio.Reader
	out  io.Reader
	done func()
	o    Options
	n    int64 // bytes that came out
}

// New looks at the first bytes of r and returns the stream to read. Close frees the decoder; it does not close r.
func New(r io.Reader, o Options) (*Reader, error) {
	if o.MaxRatio == 0 {
		o.MaxRatio = 300
	}
	if o.Grace == 0 {
		o.Grace = 256 << 20
	}
	u := &Reader{in: counter{r: r}, done: func() {}, o: o}
	u.buf = bufio.NewReaderSize(&u.in, 64<<10)
	u.out = u.buf
	head, err := u.buf.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(u.buf)
		if err != nil {
			return nil, fmt.Errorf("reading gzip: %w", err)
		}
		u.Format, u.out, u.done = "gzip", z, func() { z.Close() }
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) || skippable(head):
		z, err := zstd.NewReader(u.buf, zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, fmt.Errorf("reading zstd: %w", err)
		}
		u.Format, u.out, u.done = "zstd", z, z.Close
	}
	return u, nil
}

// skippable reports whether head opens a skippable zstd frame, with which seekable files and pzstd's begin.
func skippable(head []byte) bool {
	return len(head) == 4 && head[0]&0xf0 == 0x50 && head[1] == 0x2a && head[2] == 0x4d && head[3] == 0x18
}

// Read reads expanded bytes. A stream cut off within its compression ends in io.ErrUnexpectedEOF.
func (u *Reader) Read(p []byte) (int, error) {
	n, err := u.out.Read(p)
	u.n += int64(n)
	if u.Format == "" {
		return n, err
	}
	if u.n > u.o.Grace && u.n/int64(u.o.MaxRatio) > u.in.n.Load() {
		return 0, fmt.Errorf("reading %s: %w: %d bytes became more than %d", u.Format, ErrBomb, u.in.n.Load(), u.n)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("reading %s: %w", u.Format, err)
	}
	return n, err
}

// Close frees the decoder.
func (u *Reader) Close() error {
	u.done()
	return nil
}
