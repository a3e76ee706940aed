package verify

import (
	"strings"
	"testing"

	"example.com/verbatim/match"
)

// TestRunnerUp: a second place that comes near is shown, and a look-alike is not chosen silently.
func TestRunnerUp(t *testing.T) {
	pad := strings.Repeat("Nothing of this kind was ever entered in the book of the harbour. ", 3)
	berths := "Berth 4 is let to the salt traders until the end of the year. " + pad + "Berth 7 is let to the salt traders until the end of the year. " + pad
	seasons := "In the dry season the sluice keeper opens the upper gate at dawn. " + pad + "In the wet season the sluice keeper opens the upper gate at dawn. "
	twice := "The warden shall count the lanterns every evening. " + pad + "The warden shall count the lanterns every evening. "
	c := corpusOf(t, doc{"berths", berths}, doc{"seasons", seasons}, doc{"twice", twice})
	for _, x := range []struct {
		source, quote, prefix string
		want                  Status
		at, second            string // what the chosen span and the runner-up begin with; "": none
		ambiguous             bool
	}{
		// the quote's own words decide
		{"berths", "Berth 4 is let to the salt traders until the end of the year.", "", Exact, "Berth 4", "", false},
		{"berths", "Berth 7 is let to the salt traders until the end of the year.", "", Exact, "Berth 7", "", false},
		{"berths", "Berth 7 is let to teh salt traders until the end of the year.", "", Fuzzy, "Berth 7", "Berth 4", false},
		{"berths", "Berth 4 is let to the salt trader until the end of the year.", "", Fuzzy, "Berth 4", "Berth 7", false},
		// it has neither's number
		{"berths", "Berth 9 is let to the salt traders until the end of the year.", "", Fuzzy, "Berth 4", "Berth 7", true},
		{"berths", "Berth 9 is let to the salt trader until the end of the year.", "", Fuzzy, "Berth 4", "Berth 7", true},
		// as near, no name and no number
		{"seasons", "In the met season the sluice keeper opens the upper gate at dawn.", "", Fuzzy, "In the wet", "In the dry", false},
		{"seasons", "In the hot season the sluice keeper opens the upper gate at dusk.", "", Fuzzy, "In the wet", "In the dry", false},
		// the same words twice
		{"twice", "The warden shall count the lanterns every evening.", "", Exact, "The warden", "The warden", true},
		{"twice", "The warden shall count the lantern every evening.", "", Fuzzy, "The warden", "The warden", true},
		{"twice", "The warden shall count the lantern every evening.", "the book of the harbour. ", Fuzzy, "The warden", "The warden", false},
		{"twice", "The warden shall count the lanterns every evening.", "the book of the harbour. ", Exact, "The warden", "The warden", false},
		{"berths", "Berth 9 is let to the salt traders until the end of the year.", "of the harbour. ", Fuzzy, "Berth 7", "Berth 4", false},
		// nothing near
		{"berths", "Nothing was let to the salt traders until the end of the year.", "", Fuzzy, "", "", false},
	} {
		q := cite(x.source, x.quote)
		q.Prefix = x.prefix
		r := askQuote(t, c, q, Options{})
		if r.Status != x.want {
			t.Errorf("%q: %v, want %v", x.quote, r.Status, x.want)
			continue
		}
		second := ""
		if r.RunnerUp != nil {
			second = r.RunnerUp.Text
			if r.RunnerUp.Start < r.Spans[0].End && r.Spans[0].Start < r.RunnerUp.End {
				t.Errorf("%q: the runner-up is the same place", x.quote)
			}
		}
		if x.at == "" {
			continue
		}
		if !strings.HasPrefix(r.SourceText, x.at) || (second != "") != (x.second != "") || !strings.HasPrefix(second, x.second) ||
			r.Flags.Has(match.FlagAmbiguous) != x.ambiguous {
			t.Errorf("%q: %q, second %q, flags %v, details %+v; want %q, %q, ambiguous %v", x.quote, r.SourceText, second, r.Flags.Names(), r.FlagDetails, x.at, x.second, x.ambiguous)
		}
	}
}
