package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// filterOf reads filterFlags.
func filterOf(c *cli.Context) (f ledger.Filter, err error) {
	f.Source = c.String("source")
	if f.Since, err = moment(c, "since"); err == nil {
		f.Until, err = moment(c, "until")
	}
	return f, err
}

// moment reads a date, which is its first instant in UTC, or a time.
func moment(c *cli.Context, flag string) (time.Time, error) {
	s := c.String(flag)
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usagef("--%s %q: want a date like 2026-01-31 or a time like 2026-01-31T12:00:00Z", flag, s)
}

func passes(f *ledger.Filter, r *ledger.Record) bool {
	return (f.Source == "" || r.SourceID == f.Source || r.CitedSourceID == f.Source) &&
		(f.Since.IsZero() || !r.Time.Before(f.Since)) && (f.Until.IsZero() || r.Time.Before(f.Until))
}

// statusNames reads a list of statuses.
func statusNames(c *cli.Context) ([]string, error) {
	list := commaList(c.String("status"))
	var known []string
	for _, s := range verify.Statuses() {
		known = append(known, s.String())
	}
	for _, name := range list {
		if !slices.Contains(known, name) {
			return nil, usagef("--status: unknown status %q%s", name, didYouMean(name, known, ""))
		}
	}
	return list, nil
}

func runLedgerLog(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	statuses, err := statusNames(c)
	if err != nil {
		return err
	}
	if c.Int("n") < 0 {
		return usagef("ledger log: -n %d: must not be negative", c.Int("n"))
	}
	r, err := e.readLedger(c)
	if err != nil {
		return err
	}
	defer r.Close()
	show := e.recordWriter(c)
	if from := c.Int64("from"); from >= r.Size() && c.IsSet("from") {
		return fmt.Errorf("no record %d: the ledger has %s", from, count(int(r.Size()), "record"))
	}
	shown := 0
	err = r.RecordsBack(c.Context, c.Int64("from"), func(i int64, rec *ledger.Record, private *ledger.Private) error {
		if !passes(&f, rec) || statuses != nil && !slices.Contains(statuses, rec.Status) {
			return nil
		}
		if err := show(i, rec, private); err != nil {
			return err
		}
		if shown++; shown == c.Int("n") {
			return ledger.ErrStop
		}
		return nil
	})
	if err == nil && !quiet(c) && !asJSON(c) {
		fmt.Fprintf(e.stderr, "%s of %s\n", thousands(shown), count(int(r.Size()), "record"))
	}
	return err
}

func runFabrications(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	r, err := e.readLedger(c)
	if err != nil {
		return err
	}
	defer r.Close()
	show, shown := e.recordWriter(c), 0
	err = r.Fabrications(c.Context, f, func(i int64, rec *ledger.Record, private *ledger.Private) error {
		shown++
		return show(i, rec, private)
	})
	if err == nil && !quiet(c) && !asJSON(c) {
		fmt.Fprintf(e.stderr, "%s among %s\n", count(shown, "fabrication"), count(int(r.Size()), "record"))
	}
	return err
}
