package ingest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// errTooLarge is returned for a file that is over the limit.
var errTooLarge = errors.New("larger than a document may be")

// textReader reads plain text: the source text is the file's own, with invalid bytes replaced; UTF-16 with a byte order mark is
// decoded.
type textReader struct{}

func (textReader) Read(_ context.Context, src Source, emit func(Document) error) error {
	text, invalid, err := readText(src)
	if err != nil {
		return err
	}
	return emit(Document{ID: src.ID, Source: text, Invalid: invalid})
}

// markdownReader reads Markdown as it stands: marks are text, and folded when matched.
type markdownReader struct{}

func (markdownReader) Read(_ context.Context, src Source, emit func(Document) error) error {
	text, invalid, err := readText(src)
	if err != nil {
		return err
	}
	return emit(Document{ID: src.ID, Title: heading(text), Source: text, Invalid: invalid})
}

// heading returns the text of the first heading of level one, when it opens a Markdown text.
func heading(text []byte) string {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n")
	rest, ok := bytes.CutPrefix(text, []byte("# "))
	if !ok {
		return ""
	}
	line, _, _ := bytes.Cut(rest[:min(len(rest), 400)], []byte("\n"))
	return string(bytes.ToValidUTF8(bytes.Trim(line, " \t\r#"), nil))
}

// readText reads all of src and decodes it.
func readText(src Source) (text []byte, invalid int, err error) {
	var buf bytes.Buffer
	n, err := buf.ReadFrom(io.LimitReader(src.Input, src.MaxBytes+1))
	if err != nil {
		return nil, 0, err
	}
	if n > src.MaxBytes {
		return nil, 0, fmt.Errorf("%w (%d bytes)", errTooLarge, src.MaxBytes)
	}
	raw := buf.Bytes()
	if p := notText(raw[:min(len(raw), headSize)]); p != nil {
		return nil, 0, p
	}
	if order := utf16BOM(raw); order != nil {
		text, invalid = decodeUTF16(raw, order)
		return text, invalid, nil
	}
	text, invalid = normalize.Decode(raw)
	return text, invalid, nil
}

// utf16BOM returns the byte order of the UTF-16 byte order mark at the start of head, or nil.
func utf16BOM(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}) && !bytes.HasPrefix(head, []byte{0xff, 0xfe, 0, 0}):
		return binary.LittleEndian
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return binary.BigEndian
	}
	return nil
}

// decodeUTF16 turns UTF-16 into UTF-8, its byte order mark included. Lone surrogates and a last odd byte become U+FFFD and are
// counted.
func decodeUTF16(raw []byte, order binary.ByteOrder) (text []byte, invalid int) {
	text = make([]byte, 0, len(raw)/2*3/2)
	for i := 0; i < len(raw); i += 2 {
		if i+1 == len(raw) {
			return utf8.AppendRune(text, utf8.RuneError), invalid + 1
		}
		r := rune(order.Uint16(raw[i:]))
		if utf16.IsSurrogate(r) {
			pair := utf8.RuneError
			if i+3 < len(raw) {
				pair = utf16.DecodeRune(r, rune(order.Uint16(raw[i+2:])))
			}
			if pair == utf8.RuneError {
				invalid++
			} else {
				i += 2
			}
			r = pair
		}
		text = utf8.AppendRune(text, r)
	}
	return text, invalid
}
