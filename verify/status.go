package verify

import "example.com/verbatim/match"

// Status is the answer to "are these the source's words?". The first that holds wins, in the order of the constants.
type Status uint8

// The statuses of docs/verdicts.md.
const (
	Invalid Status = iota
	OutOfScope
	Exact
	Normalized
	Drifted
	Misattributed
	Fuzzy
	Semantic
	Unverifiable
	Fabricated
	numStatuses
)

var statusNames = [numStatuses]string{"invalid", "out_of_scope", "exact", "normalized", "drifted", "misattributed", "fuzzy", "semantic",
	"unverifiable", "fabricated"}

func (s Status) String() string { return statusNames[s] }

// Statuses lists all statuses in their order.
func Statuses() []Status {
	all := make([]Status, numStatuses)
	for i := range all {
		all[i] = Status(i)
	}
	return all
}

// Reason says why a quote was not found or could not be checked. The list is closed.
type Reason string

// The failure reasons.
const (
	ReasonNone             Reason = ""
	ReasonUnreadable       Reason = "unreadable_record"   // the record could not be read
	ReasonTooLong          Reason = "quote_too_long"      // over Options.MaxQuote bytes
	ReasonEmptyQuote       Reason = "empty_quote"         // no letter, digit or symbol
	ReasonOutOfScope       Reason = "source_out_of_scope" // the cited source is not among those allowed
	ReasonSourceNotFound   Reason = "source_not_found"    // the cited source is not in the corpus
	ReasonNoText           Reason = "source_has_no_text"  // the cited source has no text layer
	ReasonExtractionFailed Reason = "extraction_failed"   // the cited source could not be read when it was indexed
	ReasonSourceChanged    Reason = "source_changed"      // the pinned version is not kept and the current text does not have the quote
	ReasonBelowThreshold   Reason = "below_threshold"     // the best passage is less similar than the threshold
	ReasonNotFound         Reason = "not_found"           // no passage comes near
	ReasonSearchIncomplete Reason = "search_incomplete"   // the search stopped early
)

// VersionState says how the version that a quote was pinned to stands to the current one.
type VersionState string

// The version states.
const (
	VersionCurrent  VersionState = "current"
	VersionChanged  VersionState = "changed"
	VersionUnpinned VersionState = "unpinned"
)

// FlagNames lists the names of all flags.
func FlagNames() []string { return (^match.Flags(0)).Names() }
