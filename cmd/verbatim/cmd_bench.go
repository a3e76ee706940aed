package main

import (
	"context"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/bench"
	"example.com/verbatim/verify"
)

func benchCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "bench",
		Usage:     "measure this machine with the standard workload",
		UsageText: "verbatim bench [flags]",
		Description: `Makes a corpus and quotes whose right answer is known, and measures on them: indexing; each class of quote by itself, with a cited source and
without (one worker, CPU time, share of right answers); whole runs as processes of their own (files in and out, ledger on, all cores, memory);
appends to a ledger. Each figure is the median of some runs, with the least and the greatest. Equal versions make equal quotes.

Everything lies in a temporary folder that is removed at the end, also after a signal. Measure on a machine that does nothing else: the report
says its load. --check compares answers of the largest batch, byte for byte, with those of the same quotes verified one by one without
vector instructions; the exit code is 1 when any differs.

Example:
  verbatim bench --mb 20 --quotes 10k -o before.json
  verbatim bench --mb 20 --quotes 10k --compare before.json --plot rates.svg`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "mb", Usage: "make a corpus of `N` MB: 20, 105 and 1000 are the sizes of docs/performance.md", Value: 105},
			&cli.StringFlag{Name: "corpus-file", Usage: "measure on the documents {id, text} of this JSONL `FILE` instead"},
			&cli.StringFlag{Name: "parts", Usage: "measure only these `PARTS`: ingest, classes, runs, ledger", DefaultText: "all"},
			&cli.StringFlag{Name: "quotes", Usage: "whole runs of `N,…` quotes, such as 1k,1M", Value: "1k,10k,100k"},
			&cli.StringFlag{Name: "mixes", Usage: "whole runs of these `MIXES`; absent10 is an exact one of which 10 % is invented", Value: "exact,full"},
			&cli.StringFlag{Name: "classes", Usage: "measure only these `CLASSES`: exact, norm, punct, e01, e05, e10, e20, word, meaning, fabricated, wrong", DefaultText: "all but e01 and meaning"},
			&cli.StringFlag{Name: "class-quotes", Usage: "`N` quotes of each class", Value: "20k"},
			&cli.IntFlag{Name: "runs", Usage: "measure each figure `N` times", Value: 5},
			&cli.DurationFlag{Name: "most", Usage: "measure no figure again that has taken `TIME`", Value: defaultMost},
			&cli.StringFlag{Name: "check", Usage: "compare `N` answers with those of the slow path"},
			&cli.StringFlag{Name: "effort", Usage: "verify with `EFFORT`: fast, default, thorough or exhaustive", Value: string(verify.EffortDefault)},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the figures as JSON to `FILE` as well"},
			&cli.StringFlag{Name: "compare", Usage: "also print ratios to the figures in `FILE`, which an earlier -o wrote"},
			&cli.StringFlag{Name: "format", Usage: "print as `FORMAT`: text, json or markdown", Value: "text"},
			&cli.StringFlag{Name: "plot", Usage: "draw the rates into the SVG `FILE`"},
			&cli.StringFlag{Name: "dir", Usage: "make the temporary folder in `DIR`", DefaultText: "that of the system"},
			&cli.StringFlag{Name: "one-by-one", Hidden: true, Usage: "the slow path of --check: verify the quotes of `FILE` one by one into that of -o"},
		},
		Action: func(c *cli.Context) error { return runBench(c, e) },
	}
}

func runBench(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	if file := c.String("one-by-one"); file != "" {
		return bench.OneByOne(c.Context, c.String("corpus"), file, c.String("output"), verify.Effort(c.String("effort")))
	}
	cfg, err := benchConfig(c)
	if err != nil {
		return err
	}
	out := &benchOutput{format: c.String("format"), file: c.String("output"), plot: c.String("plot")}
	if err := out.open(c.String("compare"), asJSON(c)); err != nil {
		return err
	}
	bar := e.progress(c, "measuring", "figures", -1)
	cfg.Progress = bar.step
	rep, err := bench.Run(c.Context, cfg)
	bar.done()
	if isInterrupt(c, err) {
		return context.Canceled
	} else if err != nil {
		return err
	}
	if err := out.write(e.stdout, rep); err != nil {
		return err
	}
	if f := rep.Check; f != nil && f.Different > 0 {
		return found("%d of %d answers are not those of the slow path (--check): %s", f.Different, f.Compared, cut(f.First, 2000))
	}
	return nil
}

// benchConfig reads the flags of bench.
func benchConfig(c *cli.Context) (bench.Config, error) {
	cfg := bench.Config{MB: c.Int("mb"), CorpusFile: c.String("corpus-file"), Runs: c.Int("runs"), Most: c.Duration("most"), Dir: c.String("dir"),
		Effort: verify.Effort(c.String("effort")), Mixes: commaList(c.String("mixes"))}
	for _, p := range commaList(c.String("parts")) {
		cfg.Parts = append(cfg.Parts, bench.Part(p))
	}
	for _, name := range commaList(c.String("classes")) {
		cfg.Classes = append(cfg.Classes, bench.Class(name))
	}
	for _, n := range commaList(c.String("quotes")) {
		x, err := quantity("quotes", n)
		if err != nil {
			return cfg, err
		}
		cfg.Quotes = append(cfg.Quotes, x)
	}
	var err error
	if cfg.ClassQuotes, err = quantity("class-quotes", c.String("class-quotes")); err != nil {
		return cfg, err
	}
	if c.IsSet("check") {
		if cfg.Check, err = quantity("check", c.String("check")); err != nil {
			return cfg, err
		}
	}
	if cfg.MB < 1 || cfg.Runs < 1 {
		return cfg, usagef("bench: --mb %d, --runs %d: must be above 0", cfg.MB, cfg.Runs)
	}
	if err := cfg.Validate(); err != nil {
		return cfg, usagef("bench: %w", err)
	}
	if cfg.Program, err = os.Executable(); err != nil {
		return cfg, fmt.Errorf("finding this program, to measure it: %w", err)
	}
	return cfg, nil
}
