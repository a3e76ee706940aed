package ingest

import (
	"context"
	"encoding/json"
	"io"
)

// Document is one document as a Reader hands it over.
type Document struct {
	ID         string          // source_id
	Title      string          // empty: none known
	Collection string          // as the file says; Options.Collection goes before it
	Meta       json.RawMessage // a JSON object, or nil
	Source     []byte          // the source text, valid UTF-8; belongs to whoever receives the document
	Invalid    int             // bytes and lone surrogates that became U+FFFD
	Line       int             // 1-based line of the file where it stands; 0: it is the whole file
}

// Source is one input as a Reader sees it.
type Source struct {
	Path     string              // for messages
	ID       string              // the id that Options.IDFrom gives the file, for formats that hold one document
	Input    io.Reader           // the content, out of its compression
	MaxBytes int64               // largest document, in bytes
	Report   func(Problem) error // tells of something in the file that cannot be read, in its place among the documents; Path is filled in
}

// Reader reads one format. It calls emit for each document, in file order. An error of emit or Report is returned at once; any other
// error means that the file could not be read to its end.
type Reader interface {
	Read(ctx context.Context, src Source, emit func(Document) error) error
}

// Kind says how bad a Problem is.
type Kind uint8

const (
	// Failed is a document that is not in the corpus, or not in its new version, because it could not be read.
	Failed Kind = iota
	// Skipped is a file or folder that was left out by rule.
	Skipped
	// Warning is a document that was read, but not cleanly.
	Warning
)

// String is failed, skipped or warning.
func (k Kind) String() string {
	switch k {
	case Failed:
		return "failed"
	case Skipped:
		return "skipped"
	}
	return "warning"
}

// Problem says what was not read, or not cleanly, and what to do.
type Problem struct {
	Kind   Kind
	Path   string
	Line   int    // 1-based; 0: the file as a whole
	ID     string // of the document; empty when it is not known
	Reason string
	Hint   string // what to do; may be empty
}

// Error is "path:line: reason; hint".
func (p *Problem) Error() string {
	at := p.Path
	if p.Line > 0 {
		at = atLine(p.Path, p.Line)
	}
	if p.Hint != "" {
		return at + ": " + p.Reason + "; " + p.Hint
	}
	return at + ": " + p.Reason
}
