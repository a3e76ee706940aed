package verify

import (
	"fmt"

	"example.com/verbatim/match"
)

// Policy turns measured facts into a decision; it changes none of them. The worst of its rules wins.
type Policy struct {
	Name        string
	Statuses    map[Status]Decision // what is not named is rejected
	FuzzyAccept float64             // similarity from which a fuzzy match is accepted; below, its status decides; 0: none is accepted for it
	Flags       map[match.Flag]Decision
}

// DefaultPolicy is the policy of docs/verdicts.md.
func DefaultPolicy() *Policy {
	p := &Policy{
		Name: "default-1",
		Statuses: map[Status]Decision{
			Exact: Accept, Normalized: Accept, Fuzzy: Review,
			Semantic: Review, Drifted: Review, Unverifiable: Review, OutOfScope: Review,
			Misattributed: Reject, Fabricated: Reject, Invalid: Reject,
		},
		FuzzyAccept: 0.90,
		Flags:       map[match.Flag]Decision{},
	}
	for _, f := range []match.Flag{
		match.FlagNumberChanged, match.FlagNegationChanged, match.FlagModalityChanged, match.FlagNameChanged, match.FlagSentenceJoined,
		match.FlagTruncationRisk, match.FlagElisionRisk, match.FlagAmbiguous, match.FlagPartialWord, match.FlagReordered,
		match.FlagDiacriticsChanged, match.FlagShort, match.FlagCommon,
	} {
		p.Flags[f] = Review
	}
	return p
}

// Decide fills in the decision of a result and its reasons.
func (p *Policy) Decide(r *Result) {
	d, ok := p.Statuses[r.Status]
	if !ok {
		d = Reject
	}
	if r.Status == Fuzzy && p.FuzzyAccept > 0 && r.Similarity >= p.FuzzyAccept {
		d = Accept
	}
	r.Reasons = r.Reasons[:0]
	if d != Accept || r.Status == Fuzzy {
		r.Reasons = append(r.Reasons, statusReason(r))
	}
	for f, fd := range p.flagsInOrder(r.Flags) {
		if worse(fd, d) {
			d = fd
		}
		if fd != Accept {
			r.Reasons = append(r.Reasons, flagReason(f, r.FlagDetails))
		}
	}
	r.Decision = d
}

// Raised lists the flags of a set that the policy does not accept.
func (p *Policy) Raised(s match.Flags) []match.Flag {
	var list []match.Flag
	for f, d := range p.flagsInOrder(s) {
		if d != Accept {
			list = append(list, f)
		}
	}
	return list
}

func (p *Policy) flagsInOrder(s match.Flags) func(func(match.Flag, Decision) bool) {
	return func(yield func(match.Flag, Decision) bool) {
		for f := match.FlagNumberChanged; f <= match.FlagPageWrong; f++ {
			if s.Has(f) {
				if d, ok := p.Flags[f]; ok && !yield(f, d) {
					return
				}
			}
		}
	}
}

func worse(a, b Decision) bool { return rank(a) > rank(b) }

func rank(d Decision) int {
	switch d {
	case Review:
		return 1
	case Reject:
		return 2
	}
	return 0
}

// statusReason says a status in ordinary words.
func statusReason(r *Result) string {
	switch r.Status {
	case Invalid:
		return "It cannot be verified: " + r.Detail + "."
	case OutOfScope:
		return "The cited source is not among those that may be used here."
	case Drifted:
		return "The quote is in the version that it was taken from, and the source has changed there since."
	case Misattributed:
		return "The quote is not in the cited source but in another one: " + r.SourceID + "."
	case Fuzzy:
		if r.Similarity > 0.995 {
			return "The words are the source's, and something about them is not."
		}
		return fmt.Sprintf("The wording differs from the source: similarity %.2f.", r.Similarity)
	case Semantic:
		return "Only the meaning is close; the words are others."
	case Unverifiable:
		return "It cannot be checked: " + r.Detail + "."
	case Fabricated:
		return "No source that was searched has these words."
	}
	return ""
}

// flagReason says a flag in ordinary words, with the words that raised it.
func flagReason(f match.Flag, details []match.Detail) string {
	s := map[match.Flag]string{
		match.FlagNumberChanged:     "A number differs",
		match.FlagNegationChanged:   "A negation differs",
		match.FlagModalityChanged:   "A word like may, must or all differs",
		match.FlagNameChanged:       "A name differs",
		match.FlagSentenceJoined:    "Two sentences of the source run into one, or one is cut in two",
		match.FlagTruncationRisk:    "The sentence goes on outside the quote with words that may change what it says",
		match.FlagElisionRisk:       "What was left out may change what the quote says",
		match.FlagAmbiguous:         "It occurs more than once, and nothing tells which place is meant",
		match.FlagPartialWord:       "It starts or ends inside a word or number of the source",
		match.FlagReordered:         "The words stand in another order",
		match.FlagDiacriticsChanged: "Accents or vowel signs differ",
		match.FlagShort:             "It is too short to mean much",
		match.FlagCommon:            "It is found in so many places that it proves little",
	}[f]
	for _, d := range details {
		if d.Flag != f {
			continue
		}
		switch {
		case d.Quote != "" && d.Source != "":
			return fmt.Sprintf("%s: the quote has “%s”, the source “%s”.", s, d.Quote, d.Source)
		case d.Quote != "":
			return fmt.Sprintf("%s: only the quote has “%s”.", s, d.Quote)
		case d.Source != "":
			return fmt.Sprintf("%s: only the source has “%s”.", s, d.Source)
		}
	}
	return s + "."
}
