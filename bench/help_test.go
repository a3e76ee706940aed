package bench

import (
	"context"
	"flag"
	"os"
	"sync"
	"testing"
)

var (
	corpusFile = flag.String("corpus", "", "JSONL documents {id, text} (also gzip, zstd) for the benchmarks; empty: made-up text")
	corpusMB   = flag.Int("mb", 20, "size of the made-up corpus in MB")
	quoteCount = flag.Int("quotes", 20000, "quotes of a whole run")
	classCount = flag.Int("class-quotes", 4000, "quotes of a class")
	effort     = flag.String("effort", "default", "effort of the searches: fast, default, thorough, exhaustive")
)

// theFixture is the corpus that all benchmarks of a run share.
var theFixture = sync.OnceValues(func() (*workspace, error) {
	w, err := newWorkspace(&Config{MB: *corpusMB, CorpusFile: *corpusFile})
	if err == nil {
		_, err = w.index(context.Background(), "")
	}
	return w, err
})

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if flag.Lookup("test.bench").Value.String() != "" {
		if w, _ := theFixture(); w != nil {
			w.close()
		}
	}
	os.Exit(code)
}

func fixture(b *testing.B) *workspace {
	b.Helper()
	w, err := theFixture()
	if err != nil {
		b.Fatal(err)
	}
	return w
}
