package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/ingest"
)

// workspace is the folder that a measurement works in, with the documents that its quotes are drawn from.
type workspace struct {
	docs  []Document
	bytes int64
	dir   string
}

// newWorkspace makes the folder and writes the documents into it.
func newWorkspace(cfg *Config) (w *workspace, err error) {
	w = &workspace{}
	if cfg.CorpusFile != "" {
		if w.docs, err = LoadJSONL(cfg.CorpusFile); err != nil {
			return nil, err
		}
	} else {
		w.docs = Synthesize(CorpusConfig{Seed: 1, Bytes: cfg.MB * 1_000_000})
	}
	for i := range w.docs {
		w.bytes += int64(len(w.docs[i].Text))
	}
	if w.dir, err = os.MkdirTemp(cfg.Dir, "verbatim-bench-"); err != nil {
		return nil, fmt.Errorf("making a folder for the corpus: %w", err)
	}
	f, err := os.Create(w.documents())
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	out := bufio.NewWriterSize(f, 1<<20)
	if err := errors.Join(WriteCorpus(out, w.docs), out.Flush(), f.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("writing the documents: %w", err), w.close())
	}
	return w, nil
}

func (w *workspace) documents() string { return filepath.Join(w.dir, "docs.jsonl") }
func (w *workspace) corpus() string    { return filepath.Join(w.dir, "corpus") }

// close removes the folder.
func (w *workspace) close() error { return os.RemoveAll(w.dir) }

// index makes the corpus of the documents anew.
func (w *workspace) index(ctx context.Context, program string) (usage, error) {
	if err := os.RemoveAll(w.corpus()); err != nil {
		return usage{}, err
	}
	if program != "" {
		return runProgram(ctx, program, "--corpus", w.corpus(), "--quiet", "index", w.documents())
	}
	return measured(func() error {
		if err := index.Create(w.corpus(), index.Options{}); err != nil {
			return err
		}
		wr, err := index.OpenWriter(w.corpus(), index.Options{})
		if err != nil {
			return err
		}
		sum, err := ingest.Run(ctx, wr, []string{w.documents()}, ingest.Options{})
		if err == nil && sum.Failed > 0 {
			err = fmt.Errorf("%d documents of %s could not be read", sum.Failed, w.documents())
		}
		return errors.Join(err, wr.Flush(ctx), wr.Close())
	})
}

// quotes makes the quotes of a mix and writes them to a file.
func (w *workspace) quotes(ctx context.Context, name string, cfg QuoteConfig) (file string, err error) {
	g, err := NewGenerator(w.docs, cfg)
	if err != nil {
		return "", err
	}
	file = filepath.Join(w.dir, name+".jsonl")
	f, err := os.Create(file)
	if err != nil {
		return "", err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	return file, errors.Join(g.Write(ctx, out, nil), out.Flush(), f.Close())
}

// sizeOf is the number of bytes in the files below a folder of the corpus. A file with two names, as the store and its snapshots have them,
// counts once.
func (w *workspace) sizeOf(part string) (n int64, err error) {
	var seen []fs.FileInfo
	err = filepath.WalkDir(filepath.Join(w.corpus(), part), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		i, err := d.Info()
		if err != nil || slices.ContainsFunc(seen, func(x fs.FileInfo) bool { return os.SameFile(x, i) }) {
			return err
		}
		n, seen = n+i.Size(), append(seen, i)
		return nil
	})
	return n, err
}

// forgetLedger removes the ledger of the corpus, so that each run begins with an empty one.
func (w *workspace) forgetLedger() error {
	names, err := filepath.Glob(filepath.Join(w.corpus(), "ledger*"))
	for _, name := range names {
		err = errors.Join(err, os.RemoveAll(name))
	}
	return err
}
