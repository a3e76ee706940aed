package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/ingest"
)

func indexCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "index",
		Usage:     "add or update documents",
		UsageText: "verbatim index [flags] PATH…",
		Description: `Reads files, folders and standard input (-) into the corpus, which it makes when there is none. Text and Markdown files are one
document each; JSONL files hold one a line: {"id": …, "text": …, "title": …, "collection": …, "meta": …}. Gzip and zstd are unpacked.
Unchanged documents are skipped, changed ones become a new version. What cannot be read is told on standard error, one a line, and the
rest goes on; the exit code is then 4.

A file's id is its path below the folder that was named ("index contracts/" makes "lease.txt"), its own name when the file was named, and
"stdin" for text on standard input. The same id again is a new version of that document: give folders whose files share names in one run,
or index their common parent.

Example:
  verbatim index --collection contracts contracts/ more.jsonl.gz`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "collection", Usage: "put all documents into the collection `NAME`"},
			&cli.StringFlag{Name: "id-from", Usage: "call a file's document by its `PART`: path, name or stem", Value: string(ingest.IDPath)},
			&cli.BoolFlag{Name: "remove-missing", DisableDefaultText: true, Usage: "remove documents of the collection (all, without --collection) that this run does not meet"},
			&cli.BoolFlag{Name: "dry-run", DisableDefaultText: true, Usage: "say what would happen, change nothing"},
			&cli.BoolFlag{Name: "search", DisableDefaultText: true, Usage: "also make the passages that \"verbatim search\" needs now"},
		},
		Action: func(c *cli.Context) error { return runIndex(c, e) },
	}
}

func runIndex(c *cli.Context, e *env) error {
	if c.NArg() == 0 {
		return usagef("index: no path given: name files or folders, or - for standard input")
	}
	o := ingest.Options{Collection: c.String("collection"), IDFrom: ingest.IDFrom(c.String("id-from")), RemoveMissing: c.Bool("remove-missing"),
		DryRun: c.Bool("dry-run"), Exclude: []string{c.String("corpus")}, Stdin: e.stdin}
	switch o.IDFrom {
	case ingest.IDPath, ingest.IDName, ingest.IDStem:
	default:
		return usagef("index: --id-from %q: must be path, name or stem", o.IDFrom)
	}
	bar := e.progress(c, "indexing", "documents", -1)
	defer bar.done()
	o.OnProblem = func(p ingest.Problem) {
		bar.clear()
		e.problem(c, &p)
	}
	o.OnProgress = func(docs int, _ int64) { bar.at(docs) }

	sink, finish, err := e.openSink(c, o.DryRun, c.Args().Slice())
	if err != nil {
		return err
	}
	sum, err := ingest.Run(c.Context, sink, c.Args().Slice(), o)
	// What was read is kept, also after an error or a signal.
	err = errors.Join(err, finish(context.WithoutCancel(c.Context)))
	bar.done()
	if !quiet(c) || asJSON(c) {
		e.indexSummary(c, &sum, o.DryRun)
	}
	switch {
	case isInterrupt(c, err):
		return fmt.Errorf("interrupted: %s kept; run the same command again to go on: unchanged documents are skipped", count(sum.Documents, "document"))
	case err != nil:
		return err
	case c.Bool("search") && !o.DryRun:
		if err := e.buildPassages(c); err != nil {
			return err
		}
	}
	if sum.Failed > 0 {
		return fmt.Errorf("%s could not be read (listed above): the others are in the corpus", count(sum.Failed, "document or file", "documents or files"))
	}
	return nil
}
