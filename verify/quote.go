package verify

import "encoding/json"

// Quote is one quote to verify. Only Text is required.
type Quote struct {
	ID         json.RawMessage // the caller's id as it was given, a JSON string or number; empty: the line number is used
	Line       int             // 1-based line or record number in the batch
	Text       string          // the quote as received; invalid UTF-8 is allowed and matches nothing
	SourceID   string          // the document it is attributed to
	Cited      bool            // SourceID was given; a SourceID that is not empty says so too
	SourceHash string          // "sha256:<hex>" of the source text it was taken from; empty: unpinned
	Start, End int             // where the caller thinks it stands, in the unit of Options.Offsets; -1, or both 0: not said
	Page       int             // the page the caller cites; 0: not said
	Prefix     string          // text just before the quote in the source
	Suffix     string          // text just after it

	// Collections and AllowedIDs bound where this quote may be checked. nil: no such bound; empty: nothing is allowed.
	Collections []string
	AllowedIDs  []string

	Claim string          // the statement that the quote is cited for
	Field json.RawMessage // an extracted field whose raw text is the quote

	// Extra holds the record's unknown fields as raw JSON members (`"a":1,"b":[2]`), carried through unchanged.
	Extra []byte
	// Err is why the record could not be read; its result has status invalid.
	Err *RecordError
}

// RecordError says why a record of a batch could not be read.
type RecordError struct {
	Line   int    // 1-based
	Reason string // what was wrong
	Hint   string // what to do
}

func (e *RecordError) Error() string { return e.Reason }
