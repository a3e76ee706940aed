package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/eval"
	"example.com/verbatim/verify"
)

func evalCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "measure verdicts against known truth",
		UsageText: "verbatim eval --perturb [flags]",
		Description: `With --perturb it draws passages from the corpus's own documents, damages them honestly, edits what they mean, and invents others, verifies
each against the document that the passage came from, and says, mode by mode and at each threshold, how much of the damage passed (exact,
normalized, or fuzzy without a meaning flag), how many edits were detected (flagged or rejected), and how many inventions were stopped.
Equal seeds give equal figures. Nothing goes into the ledger.

Example:
  verbatim eval --perturb --passages 500 --threshold 0.75,0.80,0.85 --failures missed.jsonl`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "perturb", DisableDefaultText: true, Usage: "make the quotes from the corpus's own passages"},
			&cli.IntFlag{Name: "passages", Usage: "draw `N` passages", Value: eval.DefaultPassages},
			&cli.Uint64Flag{Name: "seed", Usage: "draw and change them by this `NUMBER`", Value: 1},
			&cli.StringFlag{Name: "modes", Usage: "apply these modes only: `NAME,…`", DefaultText: "all"},
			&cli.StringFlag{Name: "threshold", Usage: "measure at the thresholds `X,…`, each from 0.50 to 1", Value: strconv.FormatFloat(verify.DefaultThreshold, 'f', 2, 64)},
			&cli.StringFlag{Name: "failures", Usage: "write what did not come out right to `FILE`, one JSON object a line"},
			&cli.StringFlag{Name: "policy", Usage: "decide by the `POLICY`: default, strict, lenient or a file of rules", Value: "default"},
			&cli.IntFlag{Name: "workers", DefaultText: "one a processor", Usage: "verify with `N` workers"},
		},
		Action: func(c *cli.Context) error { return runEval(c, e) },
	}
}

func runEval(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	if !c.Bool("perturb") {
		return usagef("eval: say --perturb")
	}
	o := eval.Options{Passages: c.Int("passages"), Seed: c.Uint64("seed"), Modes: commaList(c.String("modes")),
		Verify: verify.Options{Workers: c.Int("workers"), Now: e.now, Log: e.logger(c)}}
	if o.Passages < 1 {
		return usagef("--passages %d: must be above 0", o.Passages)
	}
	var err error
	if o.Verify.Policy, err = verify.LoadPolicy(c.String("policy")); err != nil {
		return fmt.Errorf("--policy: %w", err)
	}
	if o.Thresholds, err = thresholds(c.String("threshold")); err != nil {
		return err
	}
	corpus, err := e.openCorpus(c)
	if err != nil {
		return err
	}
	defer corpus.Close()
	failures, err := createFailures(c.String("failures"))
	if err != nil {
		return err
	}
	o.Failures = failures.write
	bar := e.progress(c, "verifying", "passages", o.Passages)
	o.Progress = bar.of
	rep, err := eval.Perturb(c.Context, corpus, o)
	bar.done()
	if err := failures.close(err); err != nil {
		return err
	}
	if asJSON(c) {
		return e.jsonLine(e.stdout, rep)
	}
	return e.perturbReport(rep)
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
