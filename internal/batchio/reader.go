package batchio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/verbatim/internal/unpack"
	"example.com/verbatim/verify"
)

// headSize is how much of the input is looked at to tell its format, in bytes.
const headSize = 8 << 10

// source reads the records of one format.
type source interface {
	// next fills q, which holds nothing yet, and returns the record's size in bytes. The error is io.EOF at the end, and any other
	// when the input cannot be read on; a record that cannot be read is q.Err.
	next(q *verify.Quote) (int, error)
	// buffered reports whether next would return without waiting for input.
	buffered() bool
}

// Reader reads the quotes of one file or stream. It is for one goroutine.
//
// What it hands out stays valid as long as it is held: texts are cut out of blocks of input that are never used again, and freed when
// the last quote of a block is. So a chunk can be given to a worker and its slice used again without harm to what was kept of it.
type Reader struct {
	name   string
	format Format
	src    source
	unpack *unpack.Reader
	chunk  int
	err    error
}

// NewReader looks at the start of r and returns a Reader of its quotes. Close frees it; it does not close r.
func NewReader(r io.Reader, o Options) (*Reader, error) {
	o = o.withDefaults()
	u, err := unpack.New(r, unpack.Options{MaxRatio: o.MaxRatio})
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", o.Name, err)
	}
	rd, err := newReader(u, o)
	if err != nil {
		u.Close()
		return nil, fmt.Errorf("reading %s: %w", o.Name, explain(err))
	}
	return rd, nil
}

func newReader(u *unpack.Reader, o Options) (*Reader, error) {
	// The formats read in large pieces, which pass this buffer by.
	in := bufio.NewReaderSize(u, headSize)
	head, err := peek(in)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return nil, errors.New("the text is UTF-16: convert it to UTF-8, such as with iconv")
	}
	if after, ok := bytes.CutPrefix(head, []byte("\uFEFF")); ok {
		head = after
		if _, err := in.Discard(len("\uFEFF")); err != nil {
			return nil, err
		}
	}
	r := &Reader{name: o.Name, format: o.Format, unpack: u, chunk: o.ChunkBytes}
	if r.format == Auto {
		if r.format, err = detect(o.Name, head); err != nil {
			return nil, err
		}
	}
	switch r.format {
	case JSONL:
		r.src = newJSONL(in, o.MaxRecord)
	case JSON:
		r.src = newArray(in, o.MaxRecord)
	case CSV:
		r.src, err = newTable(in, ',', o.MaxRecord)
	case TSV:
		r.src, err = newTable(in, '\t', o.MaxRecord)
	default:
		err = fmt.Errorf("unknown input format %q", r.format)
	}
	return r, err
}

// peek returns the start of in: its first line at least, or headSize bytes. It does not wait for more, since records may be typed.
func peek(in *bufio.Reader) ([]byte, error) {
	for n := 1; ; n = in.Buffered() + 1 {
		head, err := in.Peek(min(n, headSize))
		if err == io.EOF {
			return head, nil
		}
		if err != nil {
			return nil, err
		}
		if head, err = in.Peek(in.Buffered()); len(head) == headSize || bytes.IndexByte(head, '\n') >= 0 {
			return head, err
		}
	}
}

// Format is the format that is read.
func (r *Reader) Format() Format { return r.format }

// Next reads one record into q. The error is io.EOF after the last one; any other means that the input cannot be read on, and names
// it.
func (r *Reader) Next(q *verify.Quote) error {
	_, err := r.next(q)
	return err
}

func (r *Reader) next(q *verify.Quote) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	*q = verify.Quote{Start: -1, End: -1}
	n, err := r.src.next(q)
	if err != nil {
		if err != io.EOF {
			err = fmt.Errorf("reading %s: %w", r.name, explain(err))
		}
		r.err = err
	}
	return n, err
}

// ReadChunk appends records to dst: max of them, fewer when Options.ChunkBytes of input are read before, or rather than wait for input. The
// error is that of Next,
// and comes with no records: what was read before it is returned first.
func (r *Reader) ReadChunk(dst []verify.Quote, max int) ([]verify.Quote, error) {
	first, size := len(dst), 0
	for len(dst)-first < max && size < r.chunk {
		dst = append(dst, verify.Quote{})
		n, err := r.next(&dst[len(dst)-1])
		if err != nil {
			if dst = dst[:len(dst)-1]; len(dst) == first {
				return dst, err
			}
			return dst, nil
		}
		if size += n; !r.src.buffered() {
			break
		}
	}
	return dst, nil
}

// Buffered reports whether Next would return without waiting for input, as far as the Reader can tell.
func (r *Reader) Buffered() bool { return r.err != nil || r.src.buffered() }

// Close frees the Reader.
func (r *Reader) Close() error { return r.unpack.Close() }

// explain adds what to do about an error of the input.
func explain(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && strings.Contains(err.Error(), "z"):
		return fmt.Errorf("%w: the compressed data is cut off; fetch the file again", err)
	case errors.Is(err, unpack.ErrBomb):
		return fmt.Errorf("%w; unpack it yourself, if you trust it", err)
	}
	return err
}
