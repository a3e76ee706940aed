package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
)

func docsCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:        "docs",
		Usage:       "list, show and remove documents",
		Description: "Example:\n  verbatim docs show lease.txt",
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "list documents", UsageText: "verbatim docs list [--collection NAME]",
				Description: "Lists the documents of the corpus by id.\n\nExample:\n  verbatim docs list --collection contracts",
				Flags:       []cli.Flag{&cli.StringFlag{Name: "collection", Usage: "only those of the collection `NAME`"}},
				Action:      func(c *cli.Context) error { return runDocsList(c, e) },
			},
			{
				Name: "show", Usage: "show one document", UsageText: "verbatim docs show [--text] [--version HASH] ID",
				Description: "Shows what is known of a document. Offsets of results refer to the text that --text prints, byte for byte.\n\nExample:\n  verbatim docs show --text lease.txt",
				Flags: []cli.Flag{&cli.BoolFlag{Name: "text", DisableDefaultText: true, Usage: "print the source text and nothing else"},
					&cli.StringFlag{Name: "version", Usage: "the version `sha256:HEX` (default: the current one)"}},
				Action: func(c *cli.Context) error { return runDocsShow(c, e) },
			},
			{
				Name: "history", Usage: "list a document's versions", UsageText: "verbatim docs history ID",
				Description: "Lists the versions of a document, oldest first, also of one that was removed.\n\nExample:\n  verbatim docs history lease.txt",
				Action:      func(c *cli.Context) error { return runDocsHistory(c, e) },
			},
			{
				Name: "remove", Usage: "remove documents", UsageText: "verbatim docs remove ID…",
				Description: "Takes documents out of the corpus; their versions are kept. All ids must be there, or nothing is removed.\n\nExample:\n  verbatim docs remove lease.txt",
				Action:      func(c *cli.Context) error { return runDocsRemove(c, e) },
			},
		},
	}
}

func runDocsList(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	snap, err := e.openSnapshot(c)
	if err != nil {
		return err
	}
	defer snap.Close()
	t := table{right: map[int]bool{2: true, 3: true}}
	for doc := range snap.NumDocs() {
		d := snap.Document(doc)
		if d == nil || c.IsSet("collection") && d.Collection != c.String("collection") {
			continue
		}
		if asJSON(c) {
			if err := e.jsonLine(e.stdout, describe(d)); err != nil {
				return err
			}
			continue
		}
		t.add(cut(d.ID, 60), d.Status.String(), thousands(d.Bytes), fmt.Sprint(len(d.Versions)), cut(d.Collection, 24), cut(d.Title, 60))
	}
	if asJSON(c) {
		return nil
	}
	return t.write(e.stdout, "ID", "STATUS", "BYTES", "VERSIONS", "COLLECTION", "TITLE")
}

// document finds a document by id, also a removed one.
func document(snap *index.Snapshot, id string) (*index.Document, error) {
	d, err := snap.History(id)
	if errors.Is(err, index.ErrNotFound) {
		return nil, fmt.Errorf("no document %q in the corpus: \"verbatim docs list\" shows all ids", id)
	}
	return d, err
}

func runDocsShow(c *cli.Context, e *env) error {
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
	hash := d.Hash
	if c.IsSet("version") {
		digits := strings.TrimPrefix(c.String("version"), "sha256:")
		if n, err := hex.Decode(hash[:], []byte(digits)); err != nil || n != len(hash) || len(digits) != 2*len(hash) {
			return usagef("--version %q: want sha256: and 64 hex digits; \"verbatim docs history\" lists them", c.String("version"))
		}
	}
	switch {
	case c.Bool("text") || c.IsSet("version"):
		text, err := snap.Version(d.Slot, hash)
		if err != nil {
			return fmt.Errorf("reading %q: %w", id, err)
		}
		_, err = e.stdout.Write(text.Source)
		return err
	case asJSON(c):
		return e.jsonLine(e.stdout, describe(d))
	}
	status := d.Status.String()
	if d.Removed {
		status = "removed"
	}
	for _, x := range [][2]string{{"id", d.ID}, {"title", d.Title}, {"collection", d.Collection}, {"status", status}, {"reason", d.Reason},
		{"bytes", thousands(d.Bytes)}, {"hash", hashText(d.Hash)}, {"added", d.Added.UTC().Format(time.RFC3339)},
		{"versions", fmt.Sprint(len(d.Versions))}, {"path", d.Path}, {"meta", string(d.Meta)}} {
		if x[1] != "" {
			fmt.Fprintf(e.stdout, "%-11s %s\n", x[0], printable(x[1]))
		}
	}
	return nil
}
