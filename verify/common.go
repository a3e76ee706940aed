package verify

import (
	"fmt"

	"example.com/verbatim/match"
)

// A quote is common when it is short and stands in so many places that finding it proves little: titles, headings, stock phrases.
const (
	commonKept    = 40        // letters and digits; a longer quote says something wherever else it stands
	commonPlaces  = 50        // in the document
	commonSources = maxOthers // further documents in scope: no more are looked for
)

// common flags a quote that was found and is common.
func (b *inquiry) common() {
	r := b.r
	if len(r.Spans) == 0 || r.Status == Drifted || len(b.s.quote.Skeleton) >= commonKept {
		return
	}
	what := ""
	switch {
	case r.Occurrences >= commonPlaces:
		what = fmt.Sprintf("%d places in the document", r.Occurrences)
	case len(r.OtherSources) >= commonSources:
		what = fmt.Sprintf("%d further documents or more", len(r.OtherSources))
	default:
		return
	}
	r.Flags = r.Flags.Set(match.FlagCommon)
	r.FlagDetails = append(r.FlagDetails, match.Detail{Flag: match.FlagCommon, Source: what})
}
