package eval

import (
	"example.com/verbatim/internal/perturb"
	"example.com/verbatim/verify"
)

// Outcome is what became of one changed passage. The outcomes exclude one another.
type Outcome uint8

// The outcomes.
const (
	Exact      Outcome = iota
	Normalized         // form alone
	Accepted           // fuzzy, without a meaning flag, accepted
	Doubted            // fuzzy, without a meaning flag, for review
	Flagged            // with a meaning flag
	Rejected           // fabricated or misattributed
	Unchecked          // invalid, unverifiable, …
	numOutcomes
)

var outcomeNames = [numOutcomes]string{"exact", "normalized", "fuzzy_accepted", "fuzzy_review", "flagged", "rejected", "unchecked"}

func (o Outcome) String() string { return outcomeNames[o] }

func outcomeOf(r *verify.Result) Outcome {
	switch {
	case r.Flags.Meaning() != 0:
		return Flagged
	case r.Status == verify.Exact:
		return Exact
	case r.Status == verify.Normalized:
		return Normalized
	case r.Status == verify.Fuzzy && r.Decision == verify.Accept:
		return Accepted
	case r.Status == verify.Fuzzy:
		return Doubted
	case r.Status == verify.Fabricated, r.Status == verify.Misattributed:
		return Rejected
	}
	return Unchecked
}

// right says whether the outcome is what the kind of change asks for. warned: a flag that is about no change of meaning sends it to review.
func right(k perturb.Kind, o Outcome, warned bool) bool {
	switch k {
	case perturb.Form, perturb.Drift:
		return o <= Doubted
	case perturb.Meaning:
		return o == Flagged || o == Rejected || o < Rejected && warned
	}
	return o != Exact && o != Normalized && o != Accepted
}
