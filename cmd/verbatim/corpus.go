package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// openCorpus opens the corpus for verification.
func (e *env) openCorpus(c *cli.Context) (*verify.Corpus, error) {
	corpus, err := verify.Open(c.String("corpus"), e.indexOptions(c))
	return corpus, e.opening(c, err)
}

// openSnapshot opens the documents of the corpus.
func (e *env) openSnapshot(c *cli.Context) (*index.Snapshot, error) {
	snap, err := index.Open(c.String("corpus"), e.indexOptions(c))
	return snap, e.opening(c, err)
}

// noCorpus is index.ErrNoCorpus with the directory and nothing else: hint says the rest.
type noCorpus struct{ dir string }

func (e noCorpus) Error() string { return "no corpus in " + e.dir }
func (e noCorpus) Unwrap() error { return index.ErrNoCorpus }

// opening explains why the corpus could not be opened.
func (e *env) opening(c *cli.Context, err error) error {
	if errors.Is(err, index.ErrNoCorpus) {
		return noCorpus{c.String("corpus")}
	}
	return err
}

// ledgerFlags are those of the commands that append to the ledger.
func ledgerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "no-ledger", DisableDefaultText: true, Usage: "record nothing in the ledger"},
		&cli.StringFlag{Name: "ledger-text", Usage: "the ledger keeps the words of these `QUOTES`: all, fabricated or none", Value: "all"},
		&cli.StringFlag{Name: "ledger-key", Usage: "the ledger's private key is `FILE` (default: in the corpus)"},
	}
}

// openLedger opens the ledger for appending; nil with --no-ledger.
func (e *env) openLedger(c *cli.Context) (*ledger.Log, error) {
	mode, err := textMode(c.String("ledger-text"))
	if err != nil || c.Bool("no-ledger") {
		return nil, err
	}
	high, err := verify.ReadHighWater(c.String("corpus"))
	if err != nil {
		return nil, err
	}
	log, err := verify.OpenLedger(c.String("corpus"), ledger.Options{KeyPath: c.String("ledger-key"), TextMode: mode, Now: e.now})
	if err != nil {
		return nil, fmt.Errorf("opening the ledger: %w", err)
	}
	if high == nil && log.Size() > 0 {
		e.markMissing(c, int(log.Size()))
	}
	if r := log.Recovered(); r.Bytes > 0 && !quiet(c) && !asJSON(c) {
		fmt.Fprintf(e.stderr, "the last run was interrupted: %s that had not been answered for dropped from the ledger\n",
			count(int(r.Records), "record was", "records were"))
	}
	return log, nil
}

// markMissing says that nothing in the corpus tells any more whether the ledger was cut.
func (e *env) markMissing(c *cli.Context, records int) {
	text := fmt.Sprintf("the corpus's note of the size of its ledger (ledger.high-water) is gone: whether records are missing behind the %s that are there "+
		"cannot be told from the corpus; compare a checkpoint kept elsewhere: verbatim ledger verify --since FILE", count(records, "record"))
	if asJSON(c) {
		e.jsonLine(e.stderr, map[string]any{"warning": text})
		return
	}
	fmt.Fprintf(e.stderr, "verbatim: warning: %s\n", text)
}

func textMode(s string) (ledger.TextMode, error) {
	switch s {
	case "all":
		return ledger.TextAll, nil
	case "fabricated":
		return ledger.TextFabricated, nil
	case "none":
		return ledger.TextNone, nil
	}
	return 0, usagef("--ledger-text %q: must be none, fabricated or all", s)
}

// readLedger opens the ledger for reading.
func (e *env) readLedger(c *cli.Context) (*ledger.Reader, error) {
	dir := c.String("corpus")
	high, err := verify.ReadHighWater(dir)
	if err != nil {
		return nil, err
	}
	r, err := ledger.OpenRead(verify.LedgerDir(dir), ledger.Options{HighWater: high})
	if errors.Is(err, ledger.ErrNoLedger) {
		if _, statErr := os.Stat(dir); errors.Is(statErr, os.ErrNotExist) {
			return nil, noCorpus{dir}
		}
		if high != nil && high.Size > 0 {
			return nil, fmt.Errorf("%w: the ledger of %s is gone: it had %s", ledger.ErrCorrupt, dir, count(int(high.Size), "record"))
		}
		return nil, fmt.Errorf("%w: in %s", ledger.ErrNoLedger, dir)
	}
	return r, err
}
