package verify

import (
	"encoding/json"
	"time"

	"example.com/verbatim/match"
)

// Result is the answer for one quote. Offsets refer to the source text of SourceHash.
type Result struct {
	ID      json.RawMessage // as given, or the line number
	Line    int             // 1-based record number
	QuoteID string          // "q_" and 32 hex digits: the same in every run

	Status     Status
	Grade      match.Grade  // how it matched where it was found; GradeNone when nothing matched
	Method     match.Method // by which rung of the ladder
	Score      float64      // of the method; 0 when nothing matched
	Similarity float64      // of the best infix alignment, 0 to 1

	SourceID      string // where it was found; empty: nowhere
	CitedSourceID string // where it was said to be; empty: no source was cited
	SourceHash    string // "sha256:<hex>" of the version matched
	Version       VersionState

	Spans      []Span   // in quote order
	SourceText string   // the source's own words for the whole quote
	Omitted    []string // for ellipses: what the source has between the spans, one a gap
	Context    *Context

	Occurrences  int      // in the document; 0 when nothing matched
	OtherSources []string // other documents that hold the quote, up to 10 ids
	RunnerUp     *Passage

	Folds       []string
	Profile     string
	Flags       match.Flags
	FlagDetails []match.Detail
	Diff        []match.Change
	Nearest     *Passage
	Pieces      []Piece // when nothing matched as a whole: what of it stands where

	ChangedWords int // words that a fuzzy match adds, drops or replaces
	MisreadWords int // words of a fuzzy match that differ in a few letters from the source\'s, and may be other words

	FailureReason Reason
	Detail        string // the failure in words: what was wrong and what to do
	Err           error  // the fault that made the search incomplete: damage of the corpus (IsCorrupt), a limit; nil: none
	Searched      *Searched
	Support       string

	Decision Decision
	Reasons  []string

	VerifiedAt  time.Time
	LedgerIndex int64 // -1: not in the ledger

	Quote *Quote // the quote itself, with the fields that are carried through
}

// Span is a place in the source text: Text is source[Start:End].
type Span struct {
	Start, End int    // UTF-8 bytes
	From, To   int    // the same place in the unit of Options.Offsets
	Text       string // the source's own words

	PageStart, PageEnd int // the pages of its first and last character, from 1 up; 0: the source has no page marks
}

// Context is the source text around the match, cut at sentence ends.
type Context struct {
	Before, After string
}

// Passage is a place that comes near a quote.
type Passage struct {
	SourceID   string
	SourceHash string
	Start, End int // UTF-8 bytes of the source text
	From, To   int // the same place in the unit of Options.Offsets
	Text       string
	Similarity float64
}

// Searched says what was searched, and up to how many edits of the normalised text the absence is proven.
type Searched struct {
	Scope      string // "cited" or "all"
	Documents  int
	Bytes      int64
	CorpusRoot string // "sha256:<hex>" over the sorted (source id, current hash) pairs in scope
	MaxEdits   int
	Complete   bool
}

// Decision is what the policy makes of the facts.
type Decision string

// The decisions, best first.
const (
	Accept Decision = "accept"
	Review Decision = "review"
	Reject Decision = "reject"
)
