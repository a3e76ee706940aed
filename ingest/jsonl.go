package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"

	"example.com/verbatim/internal/jsonl"
	"example.com/verbatim/normalize"
)

// jsonlReader reads JSON Lines: one object {id, text, title?, collection?, meta?} a line, other members ignored. Lines end at \n
// alone. A line that is no such object is reported, and the rest go on.
type jsonlReader struct{}

const lineHint = `want {"id": "…", "text": "…"} on a line of its own`

func (jsonlReader) Read(ctx context.Context, src Source, emit func(Document) error) error {
	lines := jsonl.NewLines(src.Input, 0, int(src.MaxBytes))
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if line.TooLong {
			err := src.Report(Problem{Line: line.Number, Reason: "the line is " + errTooLarge.Error(), Hint: "split the document"})
			if err != nil {
				return err
			}
			continue
		}
		b := line.Bytes
		if line.Number == 1 {
			b = bytes.TrimPrefix(b, []byte("\uFEFF"))
		}
		if jsonl.Space(b, 0) == len(b) {
			continue
		}
		doc, problem := parseDocument(b)
		if problem != nil {
			problem.Line = line.Number
			if line.Cut && problem.ID == "" {
				problem.Reason = "the last line is cut off: " + problem.Reason
				problem.Hint = "the file may be incomplete: fetch it again"
			}
			if err := src.Report(*problem); err != nil {
				return err
			}
			continue
		}
		doc.Line = line.Number
		if err := emit(doc); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// parseDocument reads one line, which it may change. The document's text is cut out of it.
func parseDocument(b []byte) (Document, *Problem) {
	var id, text, title, collection, meta []byte // raw values; the last of equal keys wins
	err := jsonl.Object(b, func(key []byte, _, value, end int) error {
		raw := b[value:end:end]
		switch string(key) {
		case "id":
			id = raw
		case "text":
			text = raw
		case "title":
			title = raw
		case "collection":
			collection = raw
		case "meta":
			meta = raw
		}
		return nil
	})
	switch {
	case errors.Is(err, jsonl.ErrNotObject):
		return Document{}, &Problem{Reason: err.Error(), Hint: lineHint}
	case err != nil:
		return Document{}, &Problem{Reason: "not valid JSON: " + err.Error(), Hint: lineHint}
	}
	var doc Document
	var first *Problem
	str := func(name string, raw []byte, must bool) []byte {
		if absent(raw) {
			if must && first == nil {
				first = &Problem{Reason: "no " + name, Hint: lineHint}
			}
			return nil
		}
		if raw[0] != '"' {
			if first == nil {
				first = &Problem{Reason: name + " is not a string", Hint: "put it in quotation marks"}
			}
			return nil
		}
		s, lone := jsonl.Unquote(raw[1 : len(raw)-1])
		s, invalid := normalize.Decode(s)
		doc.Invalid += lone + invalid
		return s
	}
	doc.ID = string(str("id", id, true))
	if doc.ID == "" && first == nil {
		first = &Problem{Reason: "the id is empty", Hint: "give each document an id of its own"}
	}
	doc.Source = str("text", text, true)
	doc.Title = string(str("title", title, false))
	doc.Collection = string(str("collection", collection, false))
	if !absent(meta) {
		if meta[0] != '{' && first == nil {
			first = &Problem{Reason: "meta is not an object", Hint: `want "meta": {…}`}
		}
		// A copy, so that a kept meta does not keep the line.
		doc.Meta = bytes.ToValidUTF8(meta, []byte("\uFFFD"))
	}
	if first != nil {
		first.ID = doc.ID
		return Document{}, first
	}
	return doc, nil
}

// absent reports whether a member is missing or null.
func absent(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }
