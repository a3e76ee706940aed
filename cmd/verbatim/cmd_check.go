package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/verify"
)

func checkCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "check one quote, for people",
		UsageText: "verbatim check [flags] QUOTE",
		Description: `Says whether the quote (- reads it from standard input) is the source's words, why, what differs, and what stands around it. The exit code
is 0 whatever the answer, unless --fail-on names it. With --json it prints the result as verify does.

Example:
  verbatim check --source lease.txt "The tenant shall pay within 30 days."`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "source", Usage: "the quote is said to be from the document `ID`"},
			&cli.StringFlag{Name: "source-hash", Usage: "it was taken from the version `sha256:HEX`"},
		}, searchFlags()...),
		Action: func(c *cli.Context) error { return runCheck(c, e) },
	}
}

func runCheck(c *cli.Context, e *env) error {
	text, err := argument(c, "quote")
	if err != nil {
		return err
	}
	if c.IsSet("source") && c.String("source") == "" {
		return usagef("check: --source is empty: leave it out to look everywhere")
	}
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(e.stdin, verify.DefaultMaxQuote+1))
		if err != nil {
			return err
		}
		text = strings.TrimRight(string(b), "\r\n")
	}
	o, err := e.verifyOptions(c)
	if err != nil {
		return err
	}
	statuses, err := failOn(c)
	if err != nil {
		return err
	}
	corpus, err := e.openCorpus(c)
	if err != nil {
		return err
	}
	defer corpus.Close()
	if err := e.prepareEffort(c, corpus, o.Effort); err != nil {
		return err
	}
	log, err := e.openLedger(c)
	if err != nil {
		return err
	}
	q := verify.Quote{Text: text, SourceID: c.String("source"), Cited: c.IsSet("source"), SourceHash: c.String("source-hash"), Start: -1, End: -1}
	r, err := corpus.Verify(c.Context, q, log, o)
	if log != nil {
		err = errors.Join(err, log.Close())
	}
	if err != nil {
		return err
	}
	if asJSON(c) {
		line := append(batchio.AppendLedgerIndex(batchio.AppendResult(nil, &r), r.LedgerIndex), '\n')
		_, err = e.stdout.Write(line)
	} else {
		v := verdict{p: e.palette(c), width: e.columns(), unit: string(o.Offsets)}
		_, err = io.WriteString(e.stdout, v.render(&r))
	}
	if err != nil {
		return err
	}
	if verify.IsCorrupt(r.Err) {
		return fmt.Errorf("the corpus is damaged: %w", r.Err)
	}
	for _, s := range statuses {
		if r.Status == s {
			return found("the quote is %s (--fail-on)", s)
		}
	}
	return nil
}
