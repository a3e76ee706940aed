package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"example.com/verbatim/internal/eval"
	"example.com/verbatim/match"
)

// perturbReport writes the figures as tables: each mode at each threshold, then the sums.
func (e *env) perturbReport(rep *eval.Report) error {
	fmt.Fprintf(e.stdout, "%s (%s characters) of %s, seed %d; as they are: %d of %d exact\n\n", count(rep.Passages, "passage"), thousands(rep.Characters),
		count(rep.Documents, "document"), rep.Seed, rep.Original.Right, rep.Original.N)
	for i := range rep.Sweep {
		at := &rep.Sweep[i]
		t := table{right: map[int]bool{2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true, 9: true}}
		row := func(name, kind string, c eval.Counts) {
			n := func(o ...eval.Outcome) string {
				sum := 0
				for _, o := range o {
					sum += c.Outcomes[o]
				}
				return thousands(sum)
			}
			t.add(name, kind, thousands(c.N), n(eval.Exact, eval.Normalized), n(eval.Accepted), n(eval.Doubted), thousands(c.Warned), n(eval.Flagged),
				n(eval.Rejected, eval.Unchecked), percent(c.Right, c.N))
		}
		for _, m := range at.Modes {
			if m.N > 0 {
				row(m.Mode.Name, m.Mode.Kind.String(), m.Counts)
			}
		}
		row("honest damage", "passed", at.Honest())
		row("edits of the meaning", "detected", at.Meaning())
		row("inventions", "stopped", at.Fabrication())
		fmt.Fprintf(e.stdout, "threshold %.2f\n", at.Threshold)
		if err := t.write(e.stdout, "MODE", "KIND", "N", "FORM", "FUZZY", "REVIEW", "WARNED", "FLAGGED", "REJECTED", "RIGHT"); err != nil {
			return err
		}
		fmt.Fprintln(e.stdout)
	}
	_, err := fmt.Fprint(e.stdout, `FORM exact or normalized · FUZZY accepted, REVIEW not accepted, both without a meaning flag · WARNED of these three, with another flag for
review · FLAGGED with a meaning flag · REJECTED found nowhere
`)
	return err
}

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

type detailJSON struct {
	Flag   string `json:"flag"`
	Quote  string `json:"quote,omitempty"`
	Source string `json:"source,omitempty"`
}

func (o *failureFile) write(x *eval.Failure) error {
	if o.f == nil {
		return nil
	}
	r := x.Result
	line, err := json.Marshal(struct {
		Problem    string       `json:"problem"`
		Mode       string       `json:"mode"`
		Kind       string       `json:"kind"`
		Threshold  float64      `json:"threshold"`
		SourceID   string       `json:"source_id"`
		Start      int          `json:"start"`
		End        int          `json:"end"`
		Passage    string       `json:"passage"`
		Quote      string       `json:"quote"`
		Status     string       `json:"status"`
		Decision   string       `json:"decision"`
		Similarity float64      `json:"similarity"`
		Flags      []string     `json:"flags"`
		Details    []detailJSON `json:"flag_details,omitempty"`
		SourceText string       `json:"source_text,omitempty"`
	}{x.Problem, x.Mode.Name, x.Mode.Kind.String(), x.Threshold, x.SourceID, x.Start, x.End, x.Passage, x.Text, r.Status.String(), string(r.Decision),
		r.Similarity, r.Flags.Names(), detailsJSON(r.FlagDetails), r.SourceText})
	if err != nil {
		return err
	}
	_, err = o.w.Write(append(line, '\n'))
	return err
}

func detailsJSON(list []match.Detail) []detailJSON {
	var out []detailJSON
	for _, d := range list {
		out = append(out, detailJSON{d.Flag.String(), d.Quote, d.Source})
	}
	return out
}

// close ends the file; err is what went wrong before.
func (o *failureFile) close(err error) error {
	if o.f == nil {
		return err
	}
	return errors.Join(err, o.w.Flush(), o.f.Close())
}
