package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
)

func searchCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find passages by their words",
		UsageText: "verbatim search [-n N] TEXT",
		Description: `Lists the passages that have most to do with the text, best first. It is for reading: whether a quote is the source's words is what "verbatim
check" answers. The first search after a change brings the passages up to date.

Example:
  verbatim search -n 3 "notice period of the tenant"`,
		Flags:  []cli.Flag{&cli.IntFlag{Name: "n", Usage: "at most `N` passages", Value: 10}},
		Action: func(c *cli.Context) error { return runSearch(c, e) },
	}
}

func runSearch(c *cli.Context, e *env) error {
	text, err := argument(c, "text")
	if err != nil {
		return err
	}
	if c.Int("n") <= 0 {
		return usagef("search: -n %d: must be above 0", c.Int("n"))
	}
	snap, err := e.openSnapshot(c)
	if err != nil {
		return err
	}
	defer snap.Close()
	if err := e.updatePassages(c.Context, c, snap); err != nil {
		return err
	}
	passages, err := snap.Search(c.Context, text, c.Int("n"))
	if err != nil {
		return fmt.Errorf("searching: %w", err)
	}
	p := e.palette(c)
	for i, x := range passages {
		if asJSON(c) {
			err = e.jsonLine(e.stdout, map[string]any{"source_id": x.ID, "start": x.Start, "end": x.End, "score": x.Score, "text": x.Text})
		} else {
			_, err = fmt.Fprintf(e.stdout, "%s  %s\n%s", p.paint(bold, fmt.Sprintf("%d. %s", i+1, printable(x.ID))),
				p.paint(dim, fmt.Sprintf("bytes %d–%d, score %.2f", x.Start, x.End, x.Score)), p.wrap([]piece{{x.Text, plain}}, "   ", e.columns()))
		}
		if err != nil {
			return err
		}
	}
	if len(passages) == 0 && !asJSON(c) && !quiet(c) {
		fmt.Fprintln(e.stderr, "no passage has these words")
	}
	return nil
}

func (e *env) updatePassages(ctx context.Context, c *cli.Context, snap *index.Snapshot) error {
	bar := e.progress(c, "making passages", "documents", -1)
	defer bar.done()
	if err := snap.UpdatePassages(ctx, bar.of); err != nil {
		return fmt.Errorf("making passages: %w", err)
	}
	return nil
}

// buildPassages is what index --search does at its end.
func (e *env) buildPassages(c *cli.Context) error {
	snap, err := e.openSnapshot(c)
	if err != nil {
		return err
	}
	return errors.Join(e.updatePassages(c.Context, c, snap), snap.Close())
}
