package eval

import (
	"encoding/json"

	"example.com/verbatim/internal/perturb"
)

// Report is what Perturb measured.
type Report struct {
	Passages   int    // drawn
	Documents  int    // that they came from
	Characters int    // of the passages
	Seed       uint64 //
	Original   Counts // the passages as they are
	Sweep      []AtThreshold
}

// AtThreshold holds the figures at one threshold.
type AtThreshold struct {
	Threshold float64
	Modes     []ModeCounts // in the order of perturb.Modes; those that could be applied nowhere have N 0
}

// ModeCounts holds the figures of one mode.
type ModeCounts struct {
	Mode perturb.Mode
	Counts
}

// Counts counts outcomes.
type Counts struct {
	N         int // changed passages that were verified
	Elsewhere int // left out: the changed text stands in the document as it is
	Outcomes  [numOutcomes]int
	Warned    int // without a meaning flag, but sent to review by another that the passage itself does not raise
	Right     int // passed damage, detected edits, stopped inventions
}

// Share is the part of N that came out right; 1 when there was nothing.
func (c Counts) Share() float64 {
	if c.N == 0 {
		return 1
	}
	return float64(c.Right) / float64(c.N)
}

func (c *Counts) add(d Counts) {
	c.N += d.N
	c.Elsewhere += d.Elsewhere
	c.Warned += d.Warned
	c.Right += d.Right
	for i, n := range d.Outcomes {
		c.Outcomes[i] += n
	}
}

// Sum adds up the modes of some kinds.
func (a *AtThreshold) Sum(kinds ...perturb.Kind) Counts {
	var sum Counts
	for _, m := range a.Modes {
		for _, k := range kinds {
			if m.Mode.Kind == k {
				sum.add(m.Counts)
			}
		}
	}
	return sum
}

// Honest adds up the damage that must pass: of form and of words.
func (a *AtThreshold) Honest() Counts { return a.Sum(perturb.Form, perturb.Drift) }

// Meaning adds up the edits that must be detected.
func (a *AtThreshold) Meaning() Counts { return a.Sum(perturb.Meaning) }

// Fabrication adds up the inventions that must not pass as verified.
func (a *AtThreshold) Fabrication() Counts { return a.Sum(perturb.Fabrication) }

type countsJSON struct {
	Mode      string         `json:"mode,omitempty"`
	Kind      string         `json:"kind,omitempty"`
	N         int            `json:"n"`
	Right     int            `json:"right"`
	Share     *float64       `json:"share"` // null: nothing was measured
	Outcomes  map[string]int `json:"outcomes"`
	Warned    int            `json:"warned"`
	Elsewhere int            `json:"elsewhere"`
}

func (c Counts) json() countsJSON {
	j := countsJSON{N: c.N, Right: c.Right, Outcomes: map[string]int{}, Warned: c.Warned, Elsewhere: c.Elsewhere}
	if c.N > 0 {
		s := c.Share()
		j.Share = &s
	}
	for i, n := range c.Outcomes {
		j.Outcomes[Outcome(i).String()] = n
	}
	return j
}

// MarshalJSON renders the report for programs.
func (r *Report) MarshalJSON() ([]byte, error) {
	type at struct {
		Threshold   float64      `json:"threshold"`
		Meaning     countsJSON   `json:"meaning"`
		Honest      countsJSON   `json:"honest"`
		Fabrication countsJSON   `json:"fabrication"`
		Modes       []countsJSON `json:"modes"`
	}
	out := struct {
		Passages   int        `json:"passages"`
		Documents  int        `json:"documents"`
		Characters int        `json:"characters"`
		Seed       uint64     `json:"seed"`
		Original   countsJSON `json:"original"`
		Thresholds []at       `json:"thresholds"`
	}{r.Passages, r.Documents, r.Characters, r.Seed, r.Original.json(), nil}
	for i := range r.Sweep {
		s := &r.Sweep[i]
		a := at{s.Threshold, s.Meaning().json(), s.Honest().json(), s.Fabrication().json(), []countsJSON{}}
		for _, m := range s.Modes {
			j := m.json()
			j.Mode, j.Kind = m.Mode.Name, m.Mode.Kind.String()
			a.Modes = append(a.Modes, j)
		}
		out.Thresholds = append(out.Thresholds, a)
	}
	return json.Marshal(out)
}
