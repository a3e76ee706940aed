package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/verbatim/verify"
)

// Label is the truth about a quote, as a labelled record gives it beside the quote's own fields.
type Label struct {
	Status   string // a status, or Present or Absent where no more is known
	SourceID string // where it stands; empty: in the cited source
	Start    int    // where, in UTF-8 bytes of the source text; -1: not said
	End      int
	SpanText string   // the source's words; empty: not said
	Flags    []string // that must be raised; others may be
}

// The labels of those who know no more than that.
const (
	Present = "present" // the source has the words, in whatever form
	Absent  = "absent"  // it has not
)

// found are the statuses that say that a source has the words.
var found = []string{"exact", "normalized", "fuzzy", "drifted"}

// isPresent says that the words stand in the source.
func (l *Label) isPresent() bool { return l.Status == Present || slices.Contains(found, l.Status) }

// matches says whether a status is the one that was expected.
func (l *Label) matches(status string) bool {
	switch l.Status {
	case Present:
		return slices.Contains(found, status)
	case Absent:
		return status == "fabricated" || status == "misattributed"
	}
	return status == l.Status
}

// labelJSON is what a record may hold. All is optional but one of label and expect.
type labelJSON struct {
	Label        *string         `json:"label"`
	Expect       json.RawMessage `json:"expect"` // a status, or an object
	ExpectFlags  []string        `json:"expect_flags"`
	ExpectSource string          `json:"expect_source"`
}

type expectJSON struct {
	Status     *string  `json:"status"`
	Outcome    *string  `json:"outcome"` // another word for it
	SourceID   string   `json:"source_id"`
	SpanSource string   `json:"span_source_id"`
	Start      *int     `json:"start"`
	End        *int     `json:"end"`
	SpanText   string   `json:"span_text"`
	Flags      []string `json:"flags"`
}

// parseLabel reads the label among a record's further fields.
func parseLabel(extra []byte) (Label, error) {
	var j labelJSON
	if err := json.Unmarshal(slices.Concat([]byte{'{'}, extra, []byte{'}'}), &j); err != nil {
		return Label{}, fmt.Errorf("label: %w", err)
	}
	l := Label{Start: -1, End: -1, Flags: j.ExpectFlags, SourceID: j.ExpectSource}
	var x expectJSON
	switch {
	case len(j.Expect) > 0 && j.Expect[0] == '"':
		if err := json.Unmarshal(j.Expect, &l.Status); err != nil {
			return l, err
		}
	case len(j.Expect) > 0 && string(j.Expect) != "null":
		if err := json.Unmarshal(j.Expect, &x); err != nil {
			return l, fmt.Errorf("expect: want a status, or an object with status, start, end, span_text and flags: %w", err)
		}
		if err := l.take(&x); err != nil {
			return l, err
		}
	case j.Label != nil:
		l.Status = *j.Label
	default:
		return l, errors.New("no label: want label or expect")
	}
	return l, l.check()
}

func (l *Label) take(x *expectJSON) error {
	switch {
	case x.Status != nil:
		l.Status = *x.Status
	case x.Outcome != nil:
		l.Status = *x.Outcome
	default:
		return errors.New("expect: no status")
	}
	if x.SourceID == "" {
		x.SourceID = x.SpanSource
	}
	if x.SourceID != "" {
		l.SourceID = x.SourceID
	}
	if x.Flags != nil {
		l.Flags = x.Flags
	}
	l.SpanText = x.SpanText
	if (x.Start == nil) != (x.End == nil) {
		return errors.New("expect: start and end go together")
	}
	if x.Start != nil {
		if l.Start, l.End = *x.Start, *x.End; l.Start < 0 || l.End <= l.Start {
			return fmt.Errorf("expect: start %d and end %d are no span", l.Start, l.End)
		}
	}
	return nil
}

func (l *Label) check() error {
	if l.Status == "wrong_source" {
		l.Status = "misattributed"
	}
	names := []string{Present, Absent}
	for _, s := range verify.Statuses() {
		names = append(names, s.String())
	}
	if !slices.Contains(names, l.Status) {
		return fmt.Errorf("label %q: want one of %s", l.Status, strings.Join(names, ", "))
	}
	known := verify.FlagNames()
	for _, f := range l.Flags {
		if f == "ambiguous_occurrences" {
			continue // another word for ambiguous
		}
		if !slices.Contains(known, f) {
			return fmt.Errorf("flag %q: want some of %s", f, strings.Join(known, ", "))
		}
	}
	for i, f := range l.Flags {
		if f == "ambiguous_occurrences" {
			l.Flags[i] = "ambiguous"
		}
	}
	return nil
}
