package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
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

// openSink opens the corpus for writing, and makes it when there is none. finish commits what it was given and closes it.
func (e *env) openSink(c *cli.Context, dryRun bool, paths []string) (ingest.Sink, func(context.Context) error, error) {
	dir := c.String("corpus")
	w, err := index.OpenWriter(dir, e.indexOptions(c))
	if errors.Is(err, index.ErrNoCorpus) {
		if dryRun {
			return emptyCorpus{}, func(context.Context) error { return nil }, nil
		}
		if err := noneExists(paths); err != nil {
			return nil, nil, err // a mistyped path should not leave a corpus behind
		}
		if err := index.Create(dir, e.indexOptions(c)); err != nil {
			return nil, nil, fmt.Errorf("making the corpus: %w", err)
		}
		w, err = index.OpenWriter(dir, e.indexOptions(c))
	}
	if err != nil {
		return nil, nil, err
	}
	return w, func(ctx context.Context) error {
		if dryRun {
			return w.Close()
		}
		return errors.Join(w.Flush(ctx), w.Close())
	}, nil
}

func noneExists(paths []string) (err error) {
	for _, p := range paths {
		if p == "-" {
			return nil
		}
		if _, err = os.Stat(p); !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return err
}

// emptyCorpus stands for a corpus that is not made yet.
type emptyCorpus struct{}

func (emptyCorpus) Put(context.Context, index.Input) (index.Outcome, error) { return index.Added, nil }
func (emptyCorpus) Compare(index.Input) (index.Outcome, error)              { return index.Added, nil }
func (emptyCorpus) Remove(context.Context, string) (bool, error)            { return false, nil }
func (emptyCorpus) Collection(string) (string, bool)                        { return "", false }
func (emptyCorpus) IDs() iter.Seq[string]                                   { return func(func(string) bool) {} }

// problem tells what could not be read. --quiet leaves out what is no failure.
func (e *env) problem(c *cli.Context, p *ingest.Problem) {
	switch {
	case asJSON(c):
		e.jsonLine(e.stderr, struct {
			Problem string `json:"problem"`
			Path    string `json:"path"`
			Line    int    `json:"line,omitempty"`
			ID      string `json:"id,omitempty"`
			Reason  string `json:"reason"`
			Hint    string `json:"hint,omitempty"`
		}{p.Kind.String(), p.Path, p.Line, p.ID, p.Reason, p.Hint})
	case !quiet(c) || p.Kind == ingest.Failed:
		fmt.Fprintf(e.stderr, "%s: %s\n", p.Kind, oneLine(p.Error()))
	}
}

// indexSummary goes to standard output, as the run's only output.
func (e *env) indexSummary(c *cli.Context, s *ingest.Summary, dryRun bool) {
	if asJSON(c) {
		e.jsonLine(e.stdout, map[string]any{"documents": s.Documents, "bytes": s.Bytes, "added": s.Added, "changed": s.Changed, "unchanged": s.Unchanged,
			"removed": s.Removed, "failed": s.Failed, "skipped": s.Skipped, "invalid_bytes": s.Invalid, "dry_run": dryRun, "corpus": c.String("corpus")})
		return
	}
	verb := "in"
	if dryRun {
		verb = "would go into"
	}
	parts := []string{fmt.Sprintf("%d added", s.Added), fmt.Sprintf("%d changed", s.Changed), fmt.Sprintf("%d unchanged", s.Unchanged)}
	for _, x := range []struct {
		n    int
		what string
	}{{s.Removed, "removed"}, {s.Failed, "failed"}, {s.Skipped, "skipped"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	fmt.Fprintf(e.stdout, "%s (%s) %s %s: %s\n", count(s.Documents, "document"), byteSize(s.Bytes), verb, c.String("corpus"), strings.Join(parts, ", "))
	if s.Invalid > 0 {
		fmt.Fprintf(e.stdout, "%s not valid UTF-8: shown as U+FFFD\n", count(s.Invalid, "byte was", "bytes were"))
	}
}

// jsonLine writes a value as one line of JSON.
func (e *env) jsonLine(w interface{ Write([]byte) (int, error) }, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
