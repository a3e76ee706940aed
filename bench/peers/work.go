//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"example.com/verbatim/bench"
)

// group is some classes of quote together.
type group string

const (
	exact      group = "exact"
	form       group = "form"  // case, white space, glyphs, punctuation
	fuzzy      group = "fuzzy" // letters or words changed
	fabricated group = "fabricated"
	wrong      group = "wrong source"
)

var groups = []group{exact, form, fuzzy, fabricated, wrong}

func groupOf(c bench.Class) group {
	switch c {
	case bench.Exact:
		return exact
	case bench.Norm, bench.Punct:
		return form
	case bench.Fabricated:
		return fabricated
	case bench.Wrong:
		return wrong
	}
	return fuzzy
}

// most is how many quotes there are for peers that answer one by one, and for files of quotes.
const (
	mostSingle = 20_000
	mostBatch  = 100_000
)

// work is what all peers are given.
type work struct {
	dir     string
	docs    []bench.Document
	byID    map[string]int
	bytes   int64
	quotes  []bench.Labelled // of the full mix
	easy    []bench.Labelled // of the exact mix
	program string
	seconds float64
	pg      *cluster // once it is started
}

func newWork(ctx context.Context, mb int, file, program string, seconds float64) (w *work, err error) {
	w = &work{byID: map[string]int{}, program: program, seconds: seconds}
	if file != "" {
		if w.docs, err = bench.LoadJSONL(file); err != nil {
			return nil, err
		}
	} else {
		w.docs = bench.Synthesize(bench.CorpusConfig{Seed: 1, Bytes: mb * 1_000_000})
	}
	for i := range w.docs {
		w.byID[w.docs[i].ID] = i
		w.bytes += int64(len(w.docs[i].Text))
	}
	if w.dir, err = os.MkdirTemp("", "verbatim-peers-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if err := os.Chmod(w.dir, 0o755); err != nil { // PostgreSQL runs as another user
		return nil, err
	}
	if w.quotes, err = w.generate(ctx, bench.FullMix()); err != nil {
		return nil, err
	}
	if w.easy, err = w.generate(ctx, bench.ExactMix()); err != nil {
		return nil, err
	}
	if err := w.write("docs.jsonl", func(out *bufio.Writer) error { return bench.WriteCorpus(out, w.docs) }); err != nil {
		return nil, err
	}
	if err := w.write("quotes.jsonl", func(out *bufio.Writer) error {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		for i, q := range w.quotes[:mostSingle] {
			if err := enc.Encode(map[string]any{"i": i, "quote": q.Quote, "source": q.SourceID, "group": groupOf(q.Class)}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	fmt.Fprintln(os.Stderr, "indexing …")
	_, err = w.verbatim(ctx, "index", w.path("docs.jsonl"))
	return w, err
}

func (w *work) generate(ctx context.Context, mix bench.Mix) ([]bench.Labelled, error) {
	g, err := bench.NewGenerator(w.docs, bench.QuoteConfig{Seed: 17, Quotes: mostBatch, Mix: mix})
	if err != nil {
		return nil, err
	}
	return g.All(ctx)
}

func (w *work) close() error {
	return errors.Join(w.pg.stop(), os.RemoveAll(w.dir))
}

func (w *work) path(name string) string { return filepath.Join(w.dir, name) }

// write writes a file of the folder.
func (w *work) write(name string, fill func(*bufio.Writer) error) error {
	f, err := os.Create(w.path(name))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	return errors.Join(fill(out), out.Flush(), f.Close())
}

// verbatim runs the program on the corpus and returns its CPU time.
func (w *work) verbatim(ctx context.Context, args ...string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, w.program, append([]string{"--corpus", w.path("corpus"), "--quiet"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s %s: %w: %s", w.program, args[0], err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// answer is where a quote was found; an empty one: nowhere.
type answer struct{ doc string }

// outcome is what a peer made of its quotes.
type outcome struct {
	peer    *peer
	version string
	build   time.Duration    // CPU, to load, normalise and index
	quotes  []bench.Labelled // that it was asked
	cpu     map[group]time.Duration
	answers map[int]answer // by the quote's number
	ours    *outcome       // Verbatim on the same quotes
}

func newOutcome(quotes []bench.Labelled) *outcome {
	return &outcome{quotes: quotes, cpu: map[group]time.Duration{}, answers: map[int]answer{}}
}

// score is how right the answers of a group are: the share that was found and, of quotes that are in their source, rightly.
func (o *outcome) score(w *work, g group) (n int, share float64) {
	hits := 0
	for i, a := range o.answers {
		q := &o.quotes[i]
		if groupOf(q.Class) != g {
			continue
		}
		n++
		switch {
		case a.doc == "":
		case g == fabricated:
			hits++
		case g == wrong:
			if a.doc == q.SourceID {
				hits++
			}
		case a.doc == q.TrueSource || strings.Contains(w.docs[w.byID[a.doc]].Text, w.docs[w.byID[q.TrueSource]].Text[q.Start:q.End]):
			hits++
		}
	}
	return n, float64(hits) / float64(max(n, 1))
}
