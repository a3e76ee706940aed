package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/internal/eval"
	"example.com/verbatim/verify"
)

// evalLabelled is eval LABELLED.
func (e *env) evalLabelled(c *cli.Context, vo verify.Options, limits map[string]float64) error {
	name, err := argument(c, "file of labelled quotes")
	if err != nil {
		return err
	}
	in := &inputs{files: []string{name}, stdin: e.stdin}
	if in.format, err = batchio.ParseFormat(c.String("input-format")); err != nil {
		return usagef("--input-format: %w", err)
	}
	corpus, failures, err := e.openEval(c)
	if err != nil {
		return err
	}
	defer corpus.Close()
	bad := 0
	o := eval.LabelledOptions{Verify: vo, Failures: failures.labelled, Bad: func(line int, reason string) {
		if bad++; bad <= maxBadTold && !asJSON(c) {
			fmt.Fprintf(e.stderr, "%s:%d: %s\n", name, line, reason)
		}
	}}
	rep, err := eval.Labelled(c.Context, corpus, in, o)
	if err == nil {
		err = in.err
	}
	if err := failures.close(err); err != nil {
		return err
	}
	if bad > maxBadTold && !asJSON(c) {
		fmt.Fprintf(e.stderr, "and %s more\n", thousands(bad-maxBadTold))
	}
	if asJSON(c) {
		err = e.jsonLine(e.stdout, rep)
	} else {
		err = e.labelledReport(rep)
	}
	if err != nil {
		return err
	}
	return labelledLimits(name, rep, limits)
}

// maxBadTold is how many unreadable records are told about one by one.
const maxBadTold = 20

func labelledLimits(name string, rep *eval.LabelledReport, limits map[string]float64) error {
	if rep.Quotes == 0 {
		return fmt.Errorf("%s has no labelled quote: %s without a label that can be read", name, count(rep.Bad, "record"))
	}
	if least, ok := limits["min-recall"]; ok && rep.Recall() < least {
		return found("%d of %s found (--min-recall)", rep.Found, count(rep.Present, "quote"))
	}
	if most, ok := limits["max-false-accepts"]; ok && rep.FalseAcceptRate() > most {
		return found("%d of %s accepted that must not be (--max-false-accepts)", rep.FalseAccepts, count(rep.MustNot, "quote"))
	}
	return nil
}

func (e *env) labelledReport(r *eval.LabelledReport) error {
	w := e.stdout
	fmt.Fprintf(w, "%s, %s without a label that can be read\n\n", count(r.Quotes, "labelled quote"), count(r.Bad, "record"))
	line := func(what string, n, of int) {
		fmt.Fprintf(w, "%-34s%7s of %7s  %8s\n", what, thousands(n), thousands(of), percent(n, of))
	}
	line("status as expected", r.Right, r.Quotes)
	line("recall: found of what is there", r.Found, r.Present)
	line("accepted of what must not be", r.FalseAccepts, r.MustNot)
	line("expected flags raised", r.FlagsRaised, r.Flags)
	line("right place", r.SpansExact, r.Spans)
	if r.Spans > 0 {
		fmt.Fprintf(w, "mean overlap with the right place %.3f (intersection over union)\n", r.Overlap/float64(r.Spans))
	}
	fmt.Fprintln(w)
	var given []string
	for _, s := range verify.Statuses() {
		for _, row := range r.Confusion {
			if row[s.String()] > 0 {
				given = append(given, s.String())
				break
			}
		}
	}
	t := table{right: map[int]bool{}}
	expected := []string{eval.Present, eval.Absent}
	for _, s := range verify.Statuses() {
		expected = append(expected, s.String())
	}
	for _, want := range expected {
		if row := r.Confusion[want]; row != nil {
			cells := []string{want}
			for i, s := range given {
				t.right[i+1] = true
				cells = append(cells, thousands(row[s]))
			}
			t.add(cells...)
		}
	}
	return t.write(w, append([]string{"EXPECTED, GIVEN"}, given...)...)
}
