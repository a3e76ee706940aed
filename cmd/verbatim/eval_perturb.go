package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/eval"
	"example.com/verbatim/verify"
)

// evalPerturb is eval --perturb.
func (e *env) evalPerturb(c *cli.Context, vo verify.Options, list []float64, limits map[string]float64) error {
	if err := noArguments(c); err != nil {
		return err
	}
	o := eval.Options{Passages: c.Int("passages"), Seed: c.Uint64("seed"), Modes: commaList(c.String("modes")), Thresholds: list, Verify: vo}
	if o.Passages < 1 {
		return usagef("--passages %d: must be above 0", o.Passages)
	}
	corpus, failures, err := e.openEval(c)
	if err != nil {
		return err
	}
	defer corpus.Close()
	o.Failures = failures.perturbed
	bar := e.progress(c, "verifying", "passages", o.Passages)
	o.Progress = bar.of
	rep, err := eval.Perturb(c.Context, corpus, o)
	bar.done()
	if err := failures.close(err); err != nil {
		return err
	}
	if name := c.String("plot"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := errors.Join(rep.Plot(f), f.Close()); err != nil {
			return err
		}
	}
	if asJSON(c) {
		err = e.jsonLine(e.stdout, rep)
	} else {
		err = e.perturbReport(rep)
	}
	if err != nil {
		return err
	}
	return perturbLimits(rep, limits)
}

// perturbLimits is an error where the figures at some threshold are not what was asked for.
func perturbLimits(rep *eval.Report, limits map[string]float64) error {
	for i := range rep.Sweep {
		at := &rep.Sweep[i]
		m, h := at.Meaning(), at.Honest()
		if least, ok := limits["min-detection"]; ok && (m.Share() < least || m.N == 0) {
			return found("%d of %s detected at threshold %.2f (--min-detection)", m.Right, count(m.N, "edit"), at.Threshold)
		}
		if most, ok := limits["max-false-alarms"]; ok && (1-h.Share() > most || h.N == 0) {
			return found("%d of %s not passed at threshold %.2f (--max-false-alarms)", h.N-h.Right, count(h.N, "damaged passage"), at.Threshold)
		}
	}
	return nil
}

// thresholds reads --threshold of eval.
func thresholds(s string) ([]float64, error) {
	var list []float64
	for _, field := range commaList(s) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil || !(x >= verify.MinThreshold && x <= 1) {
			return nil, usagef("--threshold %q: want numbers from %v to 1, such as 0.75,0.80", field, verify.MinThreshold)
		}
		list = append(list, x)
	}
	if list == nil {
		return nil, usagef("--threshold names no number")
	}
	return list, nil
}

// perturbReport writes the figures as tables: each mode at each threshold, then the sums; for several thresholds those side by side.
func (e *env) perturbReport(rep *eval.Report) error {
	fmt.Fprintf(e.stdout, "%s (%s characters) of %s, seed %d; as they are: %d of %d exact\n\n", count(rep.Passages, "passage"), thousands(rep.Characters),
		count(rep.Documents, "document"), rep.Seed, rep.Original.Right, rep.Original.N)
	for i := range rep.Sweep {
		if err := e.perturbTable(&rep.Sweep[i]); err != nil {
			return err
		}
	}
	if len(rep.Sweep) > 1 {
		t := table{right: map[int]bool{1: true, 2: true, 3: true, 4: true}}
		for i := range rep.Sweep {
			at := &rep.Sweep[i]
			h, m, f := at.Honest(), at.Meaning(), at.Fabrication()
			t.add(fmt.Sprintf("%.2f", at.Threshold), percent(m.Right, m.N), percent(f.Right, f.N), percent(h.Outcomes[eval.Flagged], h.N), percent(h.N-h.Right, h.N))
		}
		if err := t.write(e.stdout, "THRESHOLD", "EDITS DETECTED", "INVENTIONS STOPPED", "FALSE ALARMS", "DAMAGE NOT PASSED"); err != nil {
			return err
		}
		fmt.Fprintln(e.stdout)
	}
	_, err := fmt.Fprint(e.stdout, `FORM exact or normalized · FUZZY accepted, REVIEW not accepted, both without a meaning flag · WARNED of these three, with another flag for
review · FLAGGED with a meaning flag · REJECTED found nowhere
`)
	return err
}

func (e *env) perturbTable(at *eval.AtThreshold) error {
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
	_, err := fmt.Fprintln(e.stdout)
	return err
}
