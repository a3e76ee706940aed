package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

func verifyCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "verify a batch of quotes",
		UsageText: "verbatim verify [flags] [FILE…|-]",
		Description: `Reads quotes, one JSON object a line: {"quote": …, "source_id": …, "id": …}; only the quote is required. A JSON array, CSV and TSV with
a header are read too, gzip and zstd by content. Without FILE, or with -, quotes come from standard input.

Results go to standard output or to the file of -o: one JSON object a line and record, in input order, whatever happens. A record is in
the ledger before its result is written. The summary goes to standard error, with --json as one JSON object.

Example:
  verbatim verify quotes.jsonl -o results.jsonl --fail-on fabricated,misattributed --min-coverage 95%`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write results to `FILE`"},
			&cli.StringFlag{Name: "input-format", Usage: "the input is `FORMAT`: jsonl, json, csv or tsv (default: by extension and content)"},
			&cli.StringFlag{Name: "output-format", Usage: "write results as `FORMAT`", Value: "jsonl"},
			&cli.StringFlag{Name: "view", Usage: "write results in the words of `VIEW`", Value: "native"},
			&cli.BoolFlag{Name: "unordered", DisableDefaultText: true, Usage: "results may come in any order (this version keeps the order of the input all the same)"},
			&cli.IntFlag{Name: "workers", DefaultText: "one a processor", Usage: "verify with `N` workers"},
			&cli.IntFlag{Name: "limit", DefaultText: "all", Usage: "stop after `N` records"},
			&cli.StringFlag{Name: "min-coverage", Usage: "exit 1 when less than this `SHARE` of the records could be checked"},
		}, searchFlags()...),
		Action: func(c *cli.Context) error { return runVerify(c, e) },
	}
}

// batchGCPercent is how much the heap of a batch may grow between two collections, in percent of what is in use. Most of that is cached texts
// and the chunks under way, which are used again: half of Go's usual room costs little, and keeps a batch within a gigabyte. GOGC, where it is
// set, has the last word.
const batchGCPercent = 50

func runVerify(c *cli.Context, e *env) error {
	o, err := e.verifyOptions(c)
	if err != nil {
		return err
	}
	limits, err := limitsOf(c)
	if err != nil {
		return err
	}
	in, err := e.openInputs(c)
	if err != nil {
		return err
	}
	corpus, err := e.openCorpus(c)
	if err != nil {
		return err
	}
	defer corpus.Close()
	if e.getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(batchGCPercent))
	}
	if err := e.prepareEffort(c, corpus, o.Effort); err != nil {
		return err
	}
	log, err := e.openLedger(c)
	if err != nil {
		return err
	}
	out, err := e.openOutput(c, in.files)
	if err != nil {
		if log != nil {
			err = errors.Join(err, log.Close())
		}
		return err
	}
	bar := e.progress(c, "verifying", "quotes", -1)
	if e.isTerminal(out.w) {
		bar = nil // results and bar would write over each other
	}
	if bar != nil {
		o.Answered = (&estimate{bar: bar, in: in}).answered
	}
	sum, err := corpus.Batch(c.Context, in, out, log, o)
	bar.done()
	if err == nil { // else a read may still be waiting for input; it is left behind
		err = in.err
		in.close()
	}
	err = errors.Join(err, out.close())
	if log != nil {
		err = errors.Join(err, log.Close())
	}
	if (asJSON(c) || !quiet(c)) && !isClosedPipe(err) {
		e.batchSummary(c, &sum, corpus, log)
	}
	if isInterrupt(c, err) {
		return interrupted(c, in, sum.Quotes)
	}
	if err != nil {
		return err
	}
	if sum.Damage != nil { // it weighs more than what the batch was asked to find
		return fmt.Errorf("the batch is finished, and the corpus is damaged: %w", sum.Damage)
	}
	return limits.check(&sum)
}

// interrupted says what is done, and how to go on.
func interrupted(c *cli.Context, in *inputs, done int) error {
	text, appendTo := fmt.Sprintf("interrupted: the first %s verified", count(done, "record is", "records are")), ""
	if out := c.String("output"); out != "" {
		text += " and in " + out
		appendTo = " >> " + out
	}
	if file, skip, ok := in.lineAfter(done); ok {
		return fmt.Errorf("%s; go on with: tail -n +%d %s | verbatim --corpus %s verify -%s", text, skip, file, c.String("corpus"), appendTo)
	}
	return fmt.Errorf("%s; go on with the records after them", text)
}
