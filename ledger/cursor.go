package ledger

import (
	"fmt"
	"io"
)

type readerAt = io.ReaderAt

// cursor reads records one after the other, in either direction. It is not safe for concurrent use; it reads ahead, so
// that neighbours cost no system call.
type cursor struct {
	store store // of the reader, through windows
	size  int64
	buf   []byte
	words []byte
}

func newCursor(r *Reader) *cursor { return newStoreCursor(&r.store, r.c.size) }

func newStoreCursor(s *store, size int64) *cursor {
	c := &cursor{store: *s, size: size}
	c.store.records = &window{r: s.records}
	c.store.offsets = &window{r: s.offsets}
	c.store.hashes = &window{r: s.hashes}
	c.store.vault = append([]segment(nil), s.vault...)
	for i := range c.store.vault {
		c.store.vault[i].f = &window{r: c.store.vault[i].f}
	}
	return c
}

// read returns the bytes of a record, valid until the next call, and with withWords what the vault keeps beside it.
func (c *cursor) read(index int64, withWords bool) (body []byte, p *Private, err error) {
	from, to, err := c.ends(index)
	if err != nil {
		return nil, nil, err
	}
	if body, c.buf, err = c.store.frame(index, from, to, c.buf); err != nil {
		return nil, nil, err
	}
	if withWords {
		p, err = c.private(index)
	}
	return body, p, err
}

func (c *cursor) private(index int64) (p *Private, err error) {
	from, to, err := c.ends(index)
	if err != nil {
		return nil, err
	}
	p, c.words, err = c.store.private(index, from, to, c.words)
	return p, err
}

func (c *cursor) ends(index int64) (from, to ends, err error) {
	if index < 0 || index >= c.size {
		return from, to, fmt.Errorf("%w: index %d in a log of %d", ErrNotFound, index, c.size)
	}
	if from, err = c.store.ends(index - 1); err != nil {
		return from, to, err
	}
	to, err = c.store.ends(index)
	return from, to, err
}

// window serves small reads out of one large one. Where a read falls before the last ones, it reads backwards.
type window struct {
	r   io.ReaderAt
	b   []byte
	off int64 // of b in r
}

const windowSize = 256 << 10

// ReadAt is as in io.ReaderAt, but not safe for concurrent use.
func (w *window) ReadAt(p []byte, off int64) (int, error) {
	if len(p) >= windowSize {
		return w.r.ReadAt(p, off)
	}
	if off < w.off || off+int64(len(p)) > w.off+int64(len(w.b)) {
		start := off
		if off < w.off && len(w.b) > 0 {
			start = max(off+int64(len(p))-windowSize, 0)
		}
		w.b = grow(w.b, windowSize)
		n, err := w.r.ReadAt(w.b, start)
		w.b, w.off = w.b[:n], start
		if err != nil && err != io.EOF {
			w.b = w.b[:0]
			return 0, err
		}
	}
	if off < w.off || off > w.off+int64(len(w.b)) {
		return 0, io.EOF
	}
	n := copy(p, w.b[off-w.off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
