package bench

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/verify"
)

var (
	corpusFile = flag.String("corpus", "", "JSONL documents {id, text} (also gzip, zstd) for the benchmarks; empty: made-up text")
	corpusMB   = flag.Int("mb", 20, "size of the made-up corpus in MB")
	quoteCount = flag.Int("quotes", 20000, "quotes of a whole run")
	chunkSize  = flag.Int("chunk", 0, "quotes of a chunk of a whole run; 0: the default")
	effort     = flag.String("effort", "default", "effort of the searches: fast, default, thorough, exhaustive")
)

// fixture is the corpus that all benchmarks of a run share.
type fixture struct {
	docs  []Document
	bytes int64
	dir   string
	err   error
}

var theFixture = sync.OnceValue(func() *fixture {
	f := &fixture{}
	if *corpusFile != "" {
		f.docs, f.err = LoadJSONL(*corpusFile)
	} else {
		f.docs = Synthesize(CorpusConfig{Seed: 1, Bytes: *corpusMB * 1_000_000})
	}
	if f.err != nil {
		return f
	}
	for i := range f.docs {
		f.bytes += int64(len(f.docs[i].Text))
	}
	if f.dir, f.err = os.MkdirTemp("", "verbatim-bench-"); f.err == nil {
		f.err = ingest(f.dir, f.docs)
	}
	return f
})

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if flag.Lookup("test.bench").Value.String() != "" {
		os.RemoveAll(theFixture().dir)
	}
	os.Exit(code)
}

func corpusFixture(b *testing.B) *fixture {
	b.Helper()
	f := theFixture()
	if f.err != nil {
		b.Fatal(f.err)
	}
	return f
}

// ingest makes a corpus of documents.
func ingest(dir string, docs []Document) error {
	ctx := context.Background()
	if err := index.Create(dir, index.Options{}); err != nil {
		return err
	}
	w, err := index.OpenWriter(dir, index.Options{})
	if err != nil {
		return err
	}
	for i := range docs {
		if _, err := w.Put(ctx, index.Input{ID: docs[i].ID, Source: []byte(docs[i].Text)}); err != nil {
			return fmt.Errorf("%s: %w", docs[i].ID, err)
		}
	}
	if err := w.Flush(ctx); err != nil {
		return err
	}
	return w.Close()
}

// cpu is the CPU time of this process so far: what the figures are made of, since the machines are shared.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// sliceSource gives quotes that are in memory.
type sliceSource struct{ quotes []verify.Quote }

func (s *sliceSource) ReadChunk(dst []verify.Quote, max int) ([]verify.Quote, error) {
	n := min(max, len(s.quotes))
	dst = append(dst, s.quotes[:n]...)
	if s.quotes = s.quotes[n:]; len(s.quotes) == 0 {
		return dst, errEOF
	}
	return dst, nil
}

func quotesOf(list []Labelled) []verify.Quote {
	quotes := make([]verify.Quote, len(list))
	for i, l := range list {
		quotes[i] = verify.Quote{ID: []byte(`"` + l.ID + `"`), Line: i + 1, Text: l.Quote, SourceID: l.SourceID, Cited: l.SourceID != "", Start: -1, End: -1}
	}
	return quotes
}

// peakRSS is the largest resident size of this process so far, in bytes.
func peakRSS() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Maxrss * 1024
}
