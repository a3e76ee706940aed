package verify

import (
	"testing"

	"example.com/verbatim/match"
)

// TestTruncation: words that are in the source and say the opposite there are found, and left to a reader, whatever the status.
func TestTruncation(t *testing.T) {
	c := corpusOf(t,
		doc{"minutes", "We have not approved the request. The board rests in August. The seller claims that the cellar is dry."},
		doc{"rules", "The guest may bring a dog unless the hall is full. The pump shall not be left running overnight by anyone."})
	for _, x := range []struct {
		source, quote string
		status        Status
		decision      Decision
		words         string // that raised the flag; empty: not raised
	}{
		{"minutes", "approved the request", Exact, Review, "not"},
		{"minutes", "Approved  the request", Normalized, Review, "not"},
		{"minutes", "... approved the request", Normalized, Review, "not"},
		{"minutes", "The board rests in August.", Exact, Accept, ""},
		{"minutes", "We have not approved the request.", Exact, Accept, ""},
		{"minutes", "the cellar is dry", Exact, Review, "claims that"},
		{"rules", "the cellar is dry", Misattributed, Reject, "claims that"},
		{"rules", "The guest may bring a dog.", Normalized, Review, "unless"},
		{"rules", "be left runnning overnight", Fuzzy, Review, "not"},
	} {
		r := ask(t, c, x.source, x.quote)
		words := ""
		for _, d := range r.FlagDetails {
			if d.Flag == match.FlagTruncationRisk {
				words = d.Source
			}
		}
		if r.Status != x.status || r.Decision != x.decision || words != x.words || r.Flags.Has(match.FlagTruncationRisk) != (x.words != "") {
			t.Errorf("%q in %s: %v, %v, flags %v by %q; want %v, %v, by %q", x.quote, x.source, r.Status, r.Decision, r.Flags.Names(), words,
				x.status, x.decision, x.words)
		}
	}
}
