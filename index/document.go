package index

import (
	"encoding/json"
	"time"
)

// MaxSource is the largest source text of a document, in bytes. Offsets fit 32 bits with room to spare.
const MaxSource = 1 << 30

// Status says whether a document has a text to search.
type Status uint8

const (
	// StatusOK is a document with a text (which may be empty).
	StatusOK Status = iota
	// StatusNoText is a document without a text layer, such as a scan.
	StatusNoText
	// StatusFailed is a document whose text could not be extracted.
	StatusFailed
)

// String is the status as users see it: ok, no_text or failed.
func (s Status) String() string {
	switch s {
	case StatusOK:
		return "ok"
	case StatusNoText:
		return "no_text"
	case StatusFailed:
		return "failed"
	}
	return "unknown"
}

// Input is one document as the ways of ingest hand it over.
type Input struct {
	ID         string          // source_id; unique in the corpus
	Title      string          //
	Collection string          // "" is a collection like any other
	Meta       json.RawMessage // carried through unread
	Path       string          // where it came from, for messages
	Source     []byte          // the source text, UTF-8 as decoded; not changed by the caller before the next Flush
	Invalid    int             // bytes that were invalid UTF-8 before decoding
	Status     Status          //
	Reason     string          // why Status is not ok
}

// Outcome is what Put did, or Compare would do.
type Outcome uint8

const (
	// Unchanged: the current text is the same. Other fields of the document were updated if they differ.
	Unchanged Outcome = iota
	// Added: the id was not in the corpus, or had been removed.
	Added
	// Changed: a new version was made.
	Changed
)

// String is the outcome as users see it: unchanged, added or changed.
func (o Outcome) String() string {
	switch o {
	case Unchanged:
		return "unchanged"
	case Added:
		return "added"
	case Changed:
		return "changed"
	}
	return "unknown"
}

// Document is what the corpus knows of one document. It is shared: do not change it.
type Document struct {
	ID         string          //
	Title      string          //
	Collection string          //
	Meta       json.RawMessage //
	Path       string          //
	Slot       int             // the number by which this corpus calls it; never reused
	Status     Status          //
	Reason     string          // why Status is not ok
	Removed    bool            // seen only through History
	Turkish    bool            // its words hold ı or İ
	Hash       [32]byte        // SHA-256 of the current source text
	Bytes      int             // length of the current source text
	Invalid    int             // bytes that were invalid UTF-8
	Added      time.Time       // when the current version came
	Versions   []VersionInfo   // oldest first; the last is the current one
}

// VersionInfo describes one version of a document.
type VersionInfo struct {
	Hash    [32]byte  // SHA-256 of the source text
	Added   time.Time // UTC, nanoseconds
	Bytes   int       // of the source text
	Invalid int       // bytes that were invalid UTF-8

	text uint32 // ordinal under which the text is stored: equal texts are stored once
}
