package ledger

import "time"

// Schema is the version of the record's fields that this package writes; see format.go for its history.
const Schema = 1

// MaxRecord is the greatest length of a record in bytes: the length of an entry in a tlog-tiles bundle is a uint16.
const MaxRecord = 65535

// The kinds of record.
const (
	KindVerification = "verification" // one answer to one quote
	KindReview       = "review"       // a person's decision (not written by this version)
	KindErase        = "erase"        // says that words were erased (not written by this version)
	KindRotation     = "rotation"     // a new signing key (not written by this version)
)

// Span is a piece of source text, in UTF-8 bytes: [Start, End).
type Span struct{ Start, End int }

// Record is one entry of the log. It holds nothing from which the words of the quote could be guessed: those, their salt
// and the quote's id are in the vault (see Private). Strings may be empty where a field does not apply and are then left
// out of the record. Append fills in Kind, Schema, Time and QuoteHash.
type Record struct {
	Kind          string    // one of the Kind constants; empty means KindVerification
	Schema        int       // version of the fields; 0 means Schema
	Time          time.Time // when it was verified; zero means the time of Append
	QuoteHash     string    // hex SHA-256 of salt ‖ quote; always set by Append
	Status        string    // "exact", "fabricated", …
	Grade         string    // "exact", "normalized", "fuzzy", "semantic"
	Method        string    // how it matched
	Score         float64   // 0 to 1
	Similarity    float64   // 0 to 1
	FailureReason string    // why not
	SourceID      string    // where it was found
	CitedSourceID string    // where it was said to be
	SourceHash    string    // hash of the version matched
	Version       string    // "current", "changed", "unpinned"
	Spans         []Span    // into the source text
	Flags         []string  // names of the flags raised
	Folds         []string  // names of the folds needed
	Profile       string    // normalisation profile and its version
	Policy        string    // name of the policy
	Decision      string    // "accept", "review", "reject"
	CorpusRoot    string    // hash over the documents in scope
	Cut           int       // how many spans, flags, folds and long strings were cut to keep within MaxRecord
}

// Entry is what a caller appends: a record, and the private words that belong to it but stay out of the log.
type Entry struct {
	Record   Record
	QuoteID  string // the same in every run; kept in the vault only
	CallerID string // the caller's own id; kept in the vault only
	Words    string // the quote as received; hashed with a new salt, kept in the vault as Options.TextMode says
}

// Private is what the vault keeps beside one record.
type Private struct {
	Salt     [32]byte // SHA-256(Salt ‖ Words) is the record's QuoteHash
	QuoteID  string
	CallerID string
	Words    string
	Erased   bool // the words were erased: all other fields are zero
}
