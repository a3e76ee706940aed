package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"

	"example.com/verbatim/internal/eval"
	"example.com/verbatim/verify"
)

// failureFile is the file of --failures; without one it takes nothing.
type failureFile struct {
	f *os.File
	w *bufio.Writer
}

func createFailures(name string) (*failureFile, error) {
	if name == "" {
		return &failureFile{}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &failureFile{f, bufio.NewWriter(f)}, nil
}

// answerJSON is what both kinds of failures say of the answer.
type answerJSON struct {
	Quote      string       `json:"quote"`
	Status     string       `json:"status"`
	Decision   string       `json:"decision"`
	Similarity float64      `json:"similarity"`
	Flags      []string     `json:"flags"`
	Details    []detailJSON `json:"flag_details,omitempty"`
	SourceText string       `json:"source_text,omitempty"`
}

type detailJSON struct {
	Flag   string `json:"flag"`
	Quote  string `json:"quote,omitempty"`
	Source string `json:"source,omitempty"`
}

func answerOf(r *verify.Result) answerJSON {
	a := answerJSON{Quote: r.Quote.Text, Status: r.Status.String(), Decision: string(r.Decision), Similarity: r.Similarity, Flags: r.Flags.Names(),
		SourceText: r.SourceText}
	for _, d := range r.FlagDetails {
		a.Details = append(a.Details, detailJSON{d.Flag.String(), d.Quote, d.Source})
	}
	return a
}

// perturbed writes a failure of eval --perturb.
func (o *failureFile) perturbed(x *eval.Failure) error {
	return o.write(struct {
		Problem   string  `json:"problem"`
		Mode      string  `json:"mode"`
		Kind      string  `json:"kind"`
		Threshold float64 `json:"threshold"`
		SourceID  string  `json:"source_id"`
		Start     int     `json:"start"`
		End       int     `json:"end"`
		Passage   string  `json:"passage"`
		answerJSON
	}{x.Problem, x.Mode.Name, x.Mode.Kind.String(), x.Threshold, x.SourceID, x.Start, x.End, x.Passage, answerOf(x.Result)})
}

// labelled writes an answer that is not as its label says.
func (o *failureFile) labelled(x *eval.Mismatch) error {
	r := x.Result
	start, end := -1, -1
	if len(r.Spans) > 0 {
		start, end = r.Spans[0].Start, r.Spans[len(r.Spans)-1].End
	}
	return o.write(struct {
		Problem  string          `json:"problem"`
		Line     int             `json:"line"`
		ID       json.RawMessage `json:"id,omitempty"`
		Expected string          `json:"expected"`
		Wanted   []string        `json:"expected_flags,omitempty"`
		Cited    string          `json:"cited_source_id,omitempty"`
		SourceID string          `json:"source_id,omitempty"`
		Start    int             `json:"start"`
		End      int             `json:"end"`
		answerJSON
	}{x.Problem, x.Line, r.Quote.ID, x.Label.Status, x.Label.Flags, r.CitedSourceID, r.SourceID, start, end, answerOf(r)})
}

func (o *failureFile) write(x any) error {
	if o.f == nil {
		return nil
	}
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	_, err = o.w.Write(append(line, '\n'))
	return err
}

// close ends the file; err is what went wrong before.
func (o *failureFile) close(err error) error {
	if o.f == nil {
		return err
	}
	return errors.Join(err, o.w.Flush(), o.f.Close())
}
