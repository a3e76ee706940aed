package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/eval"
	"example.com/verbatim/verify"
)

func evalCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "measure verdicts against known truth",
		UsageText: "verbatim eval --perturb [flags]\nverbatim eval [flags] LABELLED",
		Description: `With --perturb it draws passages from the corpus's own documents, damages them honestly, edits what they mean, and invents others, verifies
each against the document that the passage came from, and says, mode by mode and at each threshold, how much of the damage passed (exact,
normalized, or fuzzy without a meaning flag), how many edits were detected (flagged or rejected), and how many inventions were stopped.
Equal seeds give equal figures.

Without it, it reads labelled quotes: records as verify reads them, each with its right answer: "label" or "expect" is a status, or present or
absent where no more is known; "expect" may be an object with status, start, end (UTF-8 bytes), span_text and flags. It says how many were found
(recall), accepted though they must not be, and placed right. Nothing goes into the ledger.

Example:
  verbatim eval --perturb --passages 500 --threshold 0.70,0.75,0.80,0.85 --plot thresholds.svg
  verbatim eval labelled.jsonl --max-false-accepts 0 --min-recall 98%`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "perturb", DisableDefaultText: true, Usage: "make the quotes from the corpus's own passages"},
			&cli.IntFlag{Name: "passages", Usage: "with --perturb: draw `N` passages", Value: eval.DefaultPassages},
			&cli.Uint64Flag{Name: "seed", Usage: "with --perturb: draw and change them by this `NUMBER`", Value: 1},
			&cli.StringFlag{Name: "modes", Usage: "with --perturb: apply these modes only: `NAME,…`", DefaultText: "all"},
			&cli.StringFlag{Name: "threshold", Usage: "measure at the threshold `X`, from 0.50 to 1; with --perturb at several: X,…", Value: "0.80"},
			&cli.StringFlag{Name: "plot", Usage: "with --perturb: draw detection and false alarms by threshold into the SVG `FILE`"},
			&cli.StringFlag{Name: "policy", Usage: "decide by the `POLICY`: default, strict, lenient or a file of rules", Value: "default"},
			&cli.StringFlag{Name: "failures", Usage: "write what did not come out right to `FILE`, one JSON object a line"},
			&cli.StringFlag{Name: "min-detection", Usage: "with --perturb: exit 1 when less than this `SHARE` of the edits was detected"},
			&cli.StringFlag{Name: "max-false-alarms", Usage: "with --perturb: exit 1 when more than this `SHARE` of the damage did not pass"},
			&cli.StringFlag{Name: "min-recall", Usage: "with LABELLED: exit 1 when less than this `SHARE` of what is there was found"},
			&cli.StringFlag{Name: "max-false-accepts", Usage: "with LABELLED: exit 1 when more than this `SHARE` of what must not be accepted was"},
			&cli.StringFlag{Name: "input-format", Usage: "LABELLED is `FORMAT`: jsonl, json, csv or tsv (default: by extension and content)"},
			&cli.IntFlag{Name: "workers", DefaultText: "one a processor", Usage: "verify with `N` workers"},
		},
		Action: func(c *cli.Context) error { return runEval(c, e) },
	}
}

// evalFlags are those that belong to one of the two ways alone.
var evalFlags = map[bool][]string{
	true:  {"passages", "seed", "modes", "plot", "min-detection", "max-false-alarms"},
	false: {"min-recall", "max-false-accepts", "input-format"},
}

func runEval(c *cli.Context, e *env) error {
	perturb := c.Bool("perturb")
	if !perturb && c.NArg() == 0 {
		return usagef("eval: say --perturb, or name a file of labelled quotes")
	}
	for _, name := range evalFlags[!perturb] {
		if c.IsSet(name) && perturb {
			return usagef("--%s is for labelled quotes, not for --perturb", name)
		} else if c.IsSet(name) {
			return usagef("--%s needs --perturb", name)
		}
	}
	limits := map[string]float64{}
	for _, name := range []string{"min-detection", "max-false-alarms", "min-recall", "max-false-accepts"} {
		if c.IsSet(name) {
			x, err := share(name, c.String(name))
			if err != nil {
				return err
			}
			limits[name] = x
		}
	}
	o := verify.Options{Workers: c.Int("workers"), Now: e.now, Log: e.logger(c)}
	var err error
	if o.Policy, err = verify.LoadPolicy(c.String("policy")); err != nil {
		return fmt.Errorf("--policy: %w", err)
	}
	list, err := thresholds(c.String("threshold"))
	if err != nil {
		return err
	}
	o.Threshold = list[0]
	if err := o.Validate(); err != nil {
		return usagef("eval: %w", err)
	}
	if perturb {
		return e.evalPerturb(c, o, list, limits)
	}
	if len(list) > 1 {
		return usagef("--threshold: several need --perturb")
	}
	return e.evalLabelled(c, o, limits)
}

// openEval opens the corpus, and the file that --failures names.
func (e *env) openEval(c *cli.Context) (*verify.Corpus, *failureFile, error) {
	corpus, err := e.openCorpus(c)
	if err != nil {
		return nil, nil, err
	}
	failures, err := createFailures(c.String("failures"))
	if err != nil {
		corpus.Close()
		return nil, nil, err
	}
	return corpus, failures, nil
}
