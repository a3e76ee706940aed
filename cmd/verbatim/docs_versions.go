package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
)

func runDocsHistory(c *cli.Context, e *env) error {
	id, err := argument(c, "id")
	if err != nil {
		return err
	}
	snap, err := e.openSnapshot(c)
	if err != nil {
		return err
	}
	defer snap.Close()
	d, err := document(snap, id)
	if err != nil {
		return err
	}
	t := table{right: map[int]bool{1: true}}
	for i, v := range d.Versions {
		if asJSON(c) {
			if err := e.jsonLine(e.stdout, versionJSON{hashText(v.Hash), v.Added.UTC(), v.Bytes}); err != nil {
				return err
			}
			continue
		}
		note := ""
		if i == len(d.Versions)-1 {
			note = "current"
			if d.Removed {
				note = "removed"
			}
		}
		t.add(v.Added.UTC().Format(time.RFC3339), thousands(v.Bytes), hashText(v.Hash), note)
	}
	if asJSON(c) {
		return nil
	}
	return t.write(e.stdout, "ADDED", "BYTES", "HASH", "")
}

func runDocsRemove(c *cli.Context, e *env) (err error) {
	if c.NArg() == 0 {
		return usagef("docs remove: no id given")
	}
	w, err := index.OpenWriter(c.String("corpus"), e.indexOptions(c))
	if err != nil {
		return e.opening(c, err)
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	for _, id := range c.Args().Slice() {
		switch ok, err := w.Remove(c.Context, id); {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("no document %q in the corpus: nothing was removed; \"verbatim docs list\" shows all ids", id)
		}
	}
	if err := w.Flush(c.Context); err != nil {
		return err
	}
	if asJSON(c) {
		return e.jsonLine(e.stdout, map[string]any{"removed": c.Args().Slice()})
	}
	if !quiet(c) {
		fmt.Fprintf(e.stdout, "%s removed; their versions are kept\n", count(c.NArg(), "document"))
	}
	return nil
}
