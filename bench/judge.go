package bench

import (
	"bytes"

	"example.com/verbatim/verify"
)

// Quality says how answers compare with what is known of the quotes.
type Quality struct {
	// Recall is the share of quotes that were answered rightly. A quote that is its source's is found (exact, normalized or fuzzy) at its
	// passage, or at another of the same words; one that is attributed to the wrong source is found misattributed there; an invented one is found
	// nowhere.
	Recall float64 `json:"recall"`
	// FalseAccepts is the share of invented or wrongly attributed quotes that the policy accepts; 0 for the others.
	FalseAccepts float64 `json:"false_accepts"`
	// Misplaced is the share that was found, but elsewhere.
	Misplaced float64 `json:"misplaced"`
}

// judge compares answers with truth.
type judge struct {
	docs map[string]string // text by id
	n    int
	right,
	accepted,
	misplaced int
}

func newJudge(docs []Document) *judge {
	j := &judge{docs: make(map[string]string, len(docs))}
	for i := range docs {
		j.docs[docs[i].ID] = docs[i].Text
	}
	return j
}

// reset forgets the answers seen.
func (j *judge) reset() { j.n, j.right, j.accepted, j.misplaced = 0, 0, 0, 0 }

// add judges one answer.
func (j *judge) add(q *Labelled, r *verify.Result) {
	j.n++
	found := r.Status == verify.Exact || r.Status == verify.Normalized || r.Status == verify.Fuzzy
	switch q.Class {
	case Fabricated:
		if r.Decision == verify.Accept {
			j.accepted++
		}
		if !found && r.Status != verify.Misattributed {
			j.right++
		} else {
			j.misplaced++
		}
		return
	case Wrong:
		if r.Decision == verify.Accept {
			j.accepted++
		}
		found = r.Status == verify.Misattributed
	}
	switch {
	case !found:
	case j.inPlace(q, r):
		j.right++
	default:
		j.misplaced++
	}
}

// inPlace says that an answer is about the passage that the quote was made of, or about another with the same words: text that many
// documents share is right in each.
func (j *judge) inPlace(q *Labelled, r *verify.Result) bool {
	if r.SourceID == q.TrueSource {
		for _, s := range r.Spans {
			if s.Start < q.End && q.Start < s.End {
				return true
			}
		}
	}
	passage := squeeze(j.docs[q.TrueSource][q.Start:q.End])
	if k := len(passage) / 5; k > 0 { // an edit at a border may cost a word there
		passage = passage[k : len(passage)-k]
	}
	return bytes.Contains(squeeze(r.SourceText), passage)
}

// quality sums up the answers seen.
func (j *judge) quality() Quality {
	n := float64(max(j.n, 1))
	return Quality{Recall: float64(j.right) / n, FalseAccepts: float64(j.accepted) / n, Misplaced: float64(j.misplaced) / n}
}
