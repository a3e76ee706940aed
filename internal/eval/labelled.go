package eval

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"

	"example.com/verbatim/verify"
)

// LabelledOptions steer Labelled. The zero value is the default.
type LabelledOptions struct {
	Verify   verify.Options // NoLedger is always on
	Bad      func(line int, reason string)
	Failures func(*Mismatch) error // called for each answer that is not as expected, in the order of the records; nil: nobody asks
}

// Mismatch is an answer that is not as expected.
type Mismatch struct {
	Line    int
	Label   Label
	Problem string // status, flags, span or source: the first of them that is not right
	Result  *verify.Result
}

// LabelledReport is what Labelled measured.
type LabelledReport struct {
	Quotes       int                       // with a label that could be read
	Bad          int                       // records without
	Right        int                       // of Quotes: the status is the expected one
	Confusion    map[string]map[string]int // expected, then given status
	Present      int                       // quotes that the source has
	Found        int                       // of Present: found there, in whatever form
	MustNot      int                       // quotes that must not be accepted: not there, or with a flag that the policy does not accept
	FalseAccepts int                       // of MustNot: accepted
	Flags        int                       // that were expected
	FlagsRaised  int                       // of Flags
	Spans        int                       // quotes that were found and whose place is known
	SpansExact   int                       // of Spans: the same place, marks and blanks at the ends aside
	Overlap      float64                   // sum over Spans of intersection over union
}

// Recall is the share of the quotes that are there that were found; 1 when there are none.
func (r *LabelledReport) Recall() float64 { return share(r.Found, r.Present) }

// FalseAcceptRate is the share of the quotes that must not be accepted that were; 0 when there are none.
func (r *LabelledReport) FalseAcceptRate() float64 {
	return 1 - share(r.MustNot-r.FalseAccepts, r.MustNot)
}

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// Labelled verifies labelled quotes and compares the answers with the labels. A record whose label cannot be read is told about and counted,
// and nothing else.
func Labelled(ctx context.Context, c *verify.Corpus, src verify.Source, o LabelledOptions) (*LabelledReport, error) {
	o.Verify.NoLedger = true
	if o.Verify.Policy == nil {
		o.Verify.Policy = verify.DefaultPolicy()
	}
	s := &labelledSink{c: c, o: &o, rep: LabelledReport{Confusion: map[string]map[string]int{}}}
	if _, err := c.Batch(ctx, src, s, nil, o.Verify); err != nil {
		return nil, err
	}
	return &s.rep, nil
}

type labelledSink struct {
	c   *verify.Corpus
	o   *LabelledOptions
	rep LabelledReport
}

// Encode is not needed: nothing is written.
func (s *labelledSink) Encode(dst []byte, _ *verify.Result) []byte { return dst }

// Write compares the next answers.
func (s *labelledSink) Write(c *verify.Chunk) error {
	for i := range c.Results {
		if err := s.compare(&c.Results[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *labelledSink) compare(r *verify.Result) error {
	l, err := parseLabel(r.Quote.Extra)
	if err != nil && r.Quote.Err != nil {
		err = r.Quote.Err
	}
	if err != nil {
		s.rep.Bad++
		if s.o.Bad != nil {
			s.o.Bad(r.Line, err.Error())
		}
		return nil
	}
	rep, status := &s.rep, r.Status.String()
	rep.Quotes++
	row := rep.Confusion[l.Status]
	if row == nil {
		row = map[string]int{}
		rep.Confusion[l.Status] = row
	}
	row[status]++
	problem := ""
	if l.matches(status) {
		rep.Right++
	} else {
		problem = "status"
	}
	if l.isPresent() {
		rep.Present++
		if slices.Contains(found, status) {
			rep.Found++
		}
	}
	if s.mustNot(&l) {
		rep.MustNot++
		if r.Decision == verify.Accept {
			rep.FalseAccepts++
		}
	}
	names := r.Flags.Names()
	for _, f := range l.Flags {
		rep.Flags++
		if slices.Contains(names, f) {
			rep.FlagsRaised++
		} else if problem == "" {
			problem = "flags"
		}
	}
	if exact, iou, ok := accuracy(s.c, &l, r); ok {
		rep.Spans++
		rep.Overlap += iou
		if exact {
			rep.SpansExact++
		} else if problem == "" {
			problem = "span"
		}
	}
	if problem == "" && l.SourceID != "" && r.SourceID != l.SourceID {
		problem = "source"
	}
	if problem == "" || s.o.Failures == nil {
		return nil
	}
	return s.o.Failures(&Mismatch{Line: r.Line, Label: l, Problem: problem, Result: r})
}

// mustNot says that the quote must not be accepted.
func (s *labelledSink) mustNot(l *Label) bool {
	switch l.Status {
	case Present, "exact", "normalized", "fuzzy":
	default:
		return true
	}
	for f, d := range s.o.Verify.Policy.Flags {
		if d != verify.Accept && slices.Contains(l.Flags, f.String()) {
			return true
		}
	}
	return false
}

func hashName(h [32]byte) string { return "sha256:" + hex.EncodeToString(h[:]) }

// MarshalJSON renders the report for programs.
func (r *LabelledReport) MarshalJSON() ([]byte, error) {
	type part struct {
		N     int      `json:"n"`
		Of    int      `json:"of"`
		Share *float64 `json:"share"` // null: of nothing
	}
	of := func(n, all int) part {
		p := part{N: n, Of: all}
		if all > 0 {
			x := float64(n) / float64(all)
			p.Share = &x
		}
		return p
	}
	iou := of(0, r.Spans)
	if r.Spans > 0 {
		*iou.Share = r.Overlap / float64(r.Spans)
	}
	return json.Marshal(struct {
		Quotes       int                       `json:"quotes"`
		Bad          int                       `json:"bad_records"`
		Status       part                      `json:"status_right"`
		Recall       part                      `json:"recall"`
		FalseAccepts part                      `json:"false_accepts"`
		Flags        part                      `json:"flags_raised"`
		Spans        part                      `json:"spans_exact"`
		Overlap      *float64                  `json:"mean_overlap"`
		Confusion    map[string]map[string]int `json:"confusion"`
	}{r.Quotes, r.Bad, of(r.Right, r.Quotes), of(r.Found, r.Present), of(r.FalseAccepts, r.MustNot), of(r.FlagsRaised, r.Flags),
		of(r.SpansExact, r.Spans), iou.Share, r.Confusion})
}
