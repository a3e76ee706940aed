package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
	"example.com/verbatim/ingest"
)

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
