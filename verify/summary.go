package verify

import "example.com/verbatim/match"

// Summary counts the answers of a batch. Every rate is over Quotes.
type Summary struct {
	Quotes     int
	ByStatus   [numStatuses]int
	ByDecision map[Decision]int
	ByFlag     map[string]int
	ByReason   map[Reason]int
	Incomplete int   // searches that did not run to their end
	Damaged    int   // searches that met damage of the corpus
	Damage     error // the first damage that was met; nil: none
}

// Add counts one result.
func (s *Summary) Add(r *Result) {
	if s.ByDecision == nil {
		s.ByDecision, s.ByFlag, s.ByReason = map[Decision]int{}, map[string]int{}, map[Reason]int{}
	}
	s.Quotes++
	s.ByStatus[r.Status]++
	s.ByDecision[r.Decision]++
	if r.FailureReason != ReasonNone {
		s.ByReason[r.FailureReason]++
	}
	for f := match.FlagNumberChanged; f <= match.FlagPageWrong; f++ {
		if r.Flags.Has(f) {
			s.ByFlag[f.String()]++
		}
	}
	if IsCorrupt(r.Err) {
		if s.Damaged++; s.Damage == nil {
			s.Damage = r.Err
		}
	}
	if r.Searched != nil && !r.Searched.Complete {
		s.Incomplete++
	}
}

// Checked is how many quotes were searched for: all but those that are invalid, out of scope or unverifiable.
func (s *Summary) Checked() int {
	return s.Quotes - s.ByStatus[Invalid] - s.ByStatus[OutOfScope] - s.ByStatus[Unverifiable]
}
