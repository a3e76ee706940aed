package bench

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

// Document is one source text of a workload.
type Document struct {
	ID   string `json:"id"`
	Text string `json:"text"` // UTF-8; offsets of labels count its bytes
}

// LoadJSONL reads documents from a file of JSON objects, one a line, with the fields id and text. The file may be compressed with gzip or
// zstd, which its first bytes tell.
func LoadJSONL(path string) ([]Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	docs, err := ReadJSONL(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return docs, nil
}

// ReadJSONL is LoadJSONL for a stream. Blank lines are skipped; a line without an id gets its number as id. Other fields are ignored.
func ReadJSONL(r io.Reader) ([]Document, error) {
	br := bufio.NewReaderSize(r, 1<<20)
	plain, closeIt, err := decompressed(br)
	if err != nil {
		return nil, err
	}
	defer closeIt()
	var docs []Document
	lines := bufio.NewReaderSize(plain, 1<<20)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var d Document
			if err := json.Unmarshal(line, &d); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			if d.ID == "" {
				d.ID = fmt.Sprint(n)
			}
			docs = append(docs, d)
		}
		if err != nil {
			return docs, nil
		}
	}
}

func decompressed(br *bufio.Reader) (io.Reader, func(), error) {
	magic, err := br.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, nil, err
		}
		return z, func() { z.Close() }, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(br)
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return br, func() {}, nil
}

// WriteCorpus writes documents as JSON lines, as ReadJSONL and the program's index command read them.
func WriteCorpus(w io.Writer, docs []Document) error {
	var b []byte
	for _, d := range docs {
		b = append(b[:0], `{"id":`...)
		b = appendString(b, d.ID)
		b = append(b, `,"text":`...)
		b = appendString(b, d.Text)
		b = append(b, "}\n"...)
		if _, err := w.Write(b); err != nil {
			return fmt.Errorf("writing document %q: %w", d.ID, err)
		}
	}
	return nil
}

// appendString appends s as a JSON string. encoding/json escapes for HTML and takes several times as long.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, s[from:i]...)
				b = append(b, "\ufffd"...)
				from = i + 1
			}
			i += n
			continue
		}
		b = append(b, s[from:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		from = i
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}
