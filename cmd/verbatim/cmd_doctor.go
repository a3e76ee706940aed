package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

func doctorCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "check the corpus and the ledger, repair what can be rebuilt",
		UsageText: "verbatim doctor [--repair]",
		Description: `Reads everything that is stored and tells each fault as it is found, with what mends it. Files that nothing names (orphans) are told, and are no
damage. --repair rebuilds what can be rebuilt from the documents and the records, and checks again.

Example:
  verbatim doctor --repair`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "repair", DisableDefaultText: true, Usage: "rebuild what can be rebuilt"}},
		Action: func(c *cli.Context) error { return runDoctor(c, e) },
	}
}

func runDoctor(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	x, err := e.examine(c)
	if err != nil {
		return err
	}
	if c.Bool("repair") && x.corpus+x.orphans+x.ledger > 0 {
		if err := e.repair(c, x); err != nil {
			return err
		}
		if !quiet(c) && !asJSON(c) {
			fmt.Fprintln(e.stdout, "repaired what can be rebuilt; checking again")
		}
		if x, err = e.examine(c); err != nil {
			return err
		}
	}
	if x.corpus+x.ledger > 0 {
		return told(exitDamage)
	}
	return nil
}

// examination counts faults.
type examination struct{ corpus, orphans, ledger int }

// examine checks corpus and ledger, and tells what it finds.
func (e *env) examine(c *cli.Context) (x examination, err error) {
	dir := c.String("corpus")
	err = index.Check(c.Context, dir, e.indexOptions(c), func(f index.Finding) {
		if f.Kind == index.Orphan {
			x.orphans++
		} else {
			x.corpus++
		}
		e.finding(c, e.stdout, finding{Part: "corpus", Problem: string(f.Kind), File: f.File, Offset: f.Offset, Record: -1, Key: f.Key, Detail: f.Err, Repair: f.Hint})
	})
	switch {
	case verify.IsCorrupt(err):
		x.corpus++
		e.finding(c, e.stdout, finding{Part: "corpus", Problem: "unreadable", Offset: -1, Record: -1, Detail: err.Error()})
	case err != nil:
		return x, e.opening(c, err)
	}
	if asJSON(c) {
		e.jsonLine(e.stdout, map[string]any{"corpus": map[string]any{"findings": x.corpus, "orphans": x.orphans}})
	} else if x.corpus > 0 {
		fmt.Fprintf(e.stdout, "corpus DAMAGED: %s\n", count(x.corpus, "fault"))
	} else {
		fmt.Fprintln(e.stdout, "corpus intact")
	}
	sum, err := e.verifyLedger(c, nil, e.stdout)
	x.ledger = int(sum.Findings)
	switch {
	case errors.Is(err, ledger.ErrNoLedger):
		if !asJSON(c) {
			fmt.Fprintln(e.stdout, "no ledger yet")
		}
	case verify.IsCorrupt(err):
		x.ledger++
		e.finding(c, e.stdout, finding{Part: "ledger", Problem: "unreadable", Offset: -1, Record: -1, Detail: err.Error()})
	case err != nil:
		return x, err
	default:
		if _, err := os.Stat(filepath.Join(verify.LedgerDir(dir), "key")); errors.Is(err, fs.ErrNotExist) {
			e.finding(c, e.stdout, finding{Part: "ledger", Problem: "missing", File: "key", Offset: -1, Record: -1,
				Detail: "the signing key is not in the ledger's folder: nothing can be added without it",
				Repair: "put it back from a copy, or name its place with --ledger-key"})
		}
	}
	return x, nil
}

// repair rebuilds the derived files. Records and texts are never changed.
func (e *env) repair(c *cli.Context, x examination) error {
	dir := c.String("corpus")
	if x.corpus+x.orphans > 0 {
		if err := index.Repair(c.Context, dir, e.indexOptions(c)); err != nil {
			return fmt.Errorf("repairing the corpus: %w", e.opening(c, err))
		}
	}
	if x.ledger == 0 {
		return nil
	}
	log, err := verify.OpenLedger(dir, ledger.Options{Now: e.now})
	if ledger.IsCorrupt(err) {
		return nil // the next check tells what is left
	}
	if err != nil {
		return err
	}
	return errors.Join(log.RebuildTiles(c.Context), log.Close())
}
