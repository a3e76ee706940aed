package verify

import (
	"math/bits"
	"unicode/utf8"

	"example.com/verbatim/match"
)

// Policy turns measured facts into a decision; it changes none of them. The worst of its rules wins. What it does not name is not
// accepted: the zero Policy rejects everything.
type Policy struct {
	Name       string
	Statuses   map[Status]Decision     // what is not named is rejected
	Thresholds map[Status][]Threshold  // of normalized, fuzzy and semantic: a match that reaches its threshold is accepted, another is as Statuses says
	Flags      map[match.Flag]Decision // the best decision that a flag allows; what is not named changes nothing
	MinLength  int                     // characters; a shorter quote that is accepted otherwise is for review; 0: no such rule
}

// Threshold says from where matches are accepted.
type Threshold struct {
	ShorterThan  int     // for quotes of fewer characters; 0: for those that no other threshold is for
	AcceptFrom   float64 // similarity, of semantic matches the score; above 1: never
	ChangedWords int     // words that are added, dropped or replaced, at most; AnyWords: as many as there are
	MisreadWords int     // words that differ in a few letters, at most; AnyWords: as many as there are
}

// AnyWords is a Threshold that does not look at words.
const AnyWords = -1

// never is an AcceptFrom that no match reaches.
const never = 2

// Decide fills in the decision of a result and its reasons.
func (p *Policy) Decide(r *Result) { p.decide(r, new(arena)) }

// decide is Decide; the arena is where the reasons lie.
func (p *Policy) decide(r *Result, a *arena) {
	d, ok := p.Statuses[r.Status]
	if !ok {
		d = Reject
	}
	r.Reasons = r.Reasons[:0]
	var missed *Threshold
	if d != Accept && len(p.Thresholds) > 0 {
		if t := p.threshold(r); t != nil {
			if t.reached(r) {
				d = Accept
			} else {
				missed = t
			}
		}
	}
	if d != Accept || r.Status == Fuzzy {
		r.Reasons = append(r.Reasons, statusReason(r, missed))
	}
	if missed != nil {
		r.Reasons = missed.wordsReason(r.Reasons, r)
	}
	for left := r.Flags & (1<<(match.FlagPageWrong+1) - 1); left != 0; left &= left - 1 {
		f := match.Flag(bits.TrailingZeros32(uint32(left)))
		fd, named := p.Flags[f]
		if !named {
			continue
		}
		if worse(fd, d) {
			d = fd
		}
		if fd != Accept {
			if r.Reasons == nil {
				r.Reasons = a.names.next(bits.OnesCount32(uint32(left)))[:0]
			}
			r.Reasons = append(r.Reasons, a.flagReason(f, r.FlagDetails))
		}
	}
	if p.MinLength > 0 && d == Accept {
		if n := length(r); n < p.MinLength {
			d = Review
			r.Reasons = append(r.Reasons, lengthReason(n, p.MinLength))
		}
	}
	r.Decision = d
}

// threshold returns the threshold for the result's status and length; nil where the policy has none.
func (p *Policy) threshold(r *Result) *Threshold {
	var best *Threshold
	list := p.Thresholds[r.Status]
	for i := range list {
		t := &list[i]
		switch {
		case t.ShorterThan == 0:
			if best == nil {
				best = t
			}
		case length(r) < t.ShorterThan && (best == nil || best.ShorterThan == 0 || t.ShorterThan < best.ShorterThan):
			best = t
		}
	}
	return best
}

func (t *Threshold) reached(r *Result) bool {
	return t.near(r) && (t.ChangedWords < 0 || r.ChangedWords <= t.ChangedWords) &&
		(t.MisreadWords < 0 || r.MisreadWords <= t.MisreadWords)
}

func (t *Threshold) near(r *Result) bool {
	x := r.Similarity
	if r.Status == Semantic {
		x = r.Score
	}
	return x >= t.AcceptFrom
}

// length is that of the quote as it was received, in characters.
func length(r *Result) int {
	if r.Quote == nil {
		return 0
	}
	return utf8.RuneCountInString(r.Quote.Text)
}

// Raised lists the flags of a set that the policy does not accept.
func (p *Policy) Raised(s match.Flags) []match.Flag {
	var list []match.Flag
	for f := match.FlagNumberChanged; f <= match.FlagPageWrong; f++ {
		if d, named := p.Flags[f]; named && d != Accept && s.Has(f) {
			list = append(list, f)
		}
	}
	return list
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
