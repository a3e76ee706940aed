package verify

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"example.com/verbatim/index"
)

// doc is one document of a test corpus.
type doc struct{ id, text string }

// corpusOf makes a corpus of documents in a temporary folder and opens it. Later versions of a document follow under the same id.
func corpusOf(t testing.TB, docs ...doc) *Corpus {
	t.Helper()
	dir := t.TempDir()
	putAll(t, dir, docs)
	return openDir(t, dir)
}

func openDir(t testing.TB, dir string) *Corpus {
	t.Helper()
	c, err := Open(dir, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// putAll adds documents to the corpus in dir, in batches that hold each id once.
func putAll(t testing.TB, dir string, docs []doc) {
	t.Helper()
	ctx := context.Background()
	if err := index.Create(dir, index.Options{}); err != nil && !strings.Contains(err.Error(), "exist") {
		t.Fatal(err)
	}
	w, err := index.OpenWriter(dir, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, d := range docs {
		if seen[d.id] {
			if err := w.Flush(ctx); err != nil {
				t.Fatal(err)
			}
			clear(seen)
		}
		seen[d.id] = true
		if _, err := w.Put(ctx, index.Input{ID: d.id, Source: []byte(d.text)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// ask verifies one quote; source "" cites none.
func ask(t testing.TB, c *Corpus, source, quote string) Result {
	t.Helper()
	q := Quote{Text: quote, SourceID: source, Cited: source != "", Start: -1, End: -1}
	return askQuote(t, c, q, Options{})
}

// fatal is what testing.TB and rapid.T have in common.
type fatal interface {
	Helper()
	Fatal(args ...any)
}

func askQuote(t fatal, c *Corpus, q Quote, o Options) Result {
	t.Helper()
	if o.Time.IsZero() {
		o.Time = time.Unix(1700000000, 0)
	}
	r, err := c.Verify(context.Background(), q, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// inputsOf makes a corpus of documents that are more than an id and a text.
func inputsOf(t testing.TB, inputs ...index.Input) *Corpus {
	t.Helper()
	dir := t.TempDir()
	putAll(t, dir, nil)
	w, err := index.OpenWriter(dir, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		if _, err := w.Put(context.Background(), in); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return openDir(t, dir)
}

// pinOf is the pin of a version of a text.
func pinOf(text string) string { return hashName(sha256.Sum256([]byte(text))) }

// cite is a quote of a source.
func cite(source, text string) Quote {
	return Quote{Text: text, SourceID: source, Cited: source != "", Start: -1, End: -1}
}
