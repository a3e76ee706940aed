package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

var errEOF = io.EOF

// BenchmarkIngest measures documents in memory to a corpus that is ready to be asked.
func BenchmarkIngest(b *testing.B) {
	f := corpusFixture(b)
	for b.Loop() {
		dir := filepath.Join(b.TempDir(), "corpus")
		start, used := time.Now(), cpu()
		if err := ingest(dir, f.docs); err != nil {
			b.Fatal(err)
		}
		mb := float64(f.bytes) / 1e6
		b.ReportMetric(mb/time.Since(start).Seconds(), "MB/s")
		b.ReportMetric(mb/(cpu()-used).Seconds(), "MB/cpu-s")
		b.ReportMetric(float64(sizeOf(b, dir, "segments"))/float64(f.bytes), "segment-bytes/byte")
		b.ReportMetric(float64(sizeOf(b, dir, "segments")+sizeOf(b, dir, "store"))/float64(f.bytes), "disk-bytes/byte")
	}
}

func sizeOf(b *testing.B, dir, part string) (n int64) {
	err := filepath.WalkDir(filepath.Join(dir, part), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		i, err := d.Info()
		if err == nil {
			n += i.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// countSink counts right answers and nothing else.
type countSink struct {
	list  []Labelled
	right int
	found int
	seen  int
}

func (s *countSink) Encode(dst []byte, r *verify.Result) []byte { return dst }

func (s *countSink) Write(c *verify.Chunk) error {
	for i := range c.Results {
		r := &c.Results[i]
		l := &s.list[s.seen]
		s.seen++
		hit := r.Status == verify.Exact || r.Status == verify.Normalized || r.Status == verify.Fuzzy
		if hit {
			s.found++
		}
		switch l.Class {
		case Fabricated:
			if r.Status == verify.Fabricated {
				s.right++
			}
		case Wrong:
			if r.Status == verify.Misattributed {
				s.right++
			}
		default:
			if hit {
				s.right++
			}
		}
	}
	return nil
}

// BenchmarkClass measures one class of quote at a time, one worker, the engine alone: no reading, no rendering, no ledger.
func BenchmarkClass(b *testing.B) {
	f := corpusFixture(b)
	c, err := verify.Open(f.dir, index.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	for _, class := range []Class{Exact, Norm, Punct, E05, E10, E20, Word, Fabricated, Wrong} {
		for _, scoped := range []bool{true, false} {
			if class == Wrong && !scoped {
				continue
			}
			name, unscoped, n := "cited", -1.0, 20000
			if !scoped {
				name, unscoped = "uncited", 1
			}
			if class == Fabricated || class == E20 || class == E10 || class == Word {
				n = 4000
			}
			b.Run(fmt.Sprintf("%s/%s", class, name), func(b *testing.B) {
				g, err := NewGenerator(f.docs, Config{Seed: 7, Quotes: n, Mix: Only(class), Unscoped: unscoped})
				if err != nil {
					b.Fatal(err)
				}
				list := generate(b, g)
				warm(b, c, list)
				for b.Loop() {
					sink := &countSink{list: list}
					used := cpu()
					if _, err := c.Batch(context.Background(), &sliceSource{quotesOf(list)}, sink, nil, verify.Options{Workers: 1, Effort: verify.Effort(*effort)}); err != nil {
						b.Fatal(err)
					}
					d := cpu() - used
					b.ReportMetric(float64(n)/d.Seconds(), "quotes/cpu-s")
					b.ReportMetric(100*float64(sink.right)/float64(n), "%right")
				}
			})
		}
	}
}

// warm reads every document once, so that the figures are those of a batch and not of its start.
func warm(b *testing.B, c *verify.Corpus, list []Labelled) {
	b.Helper()
	for doc := range c.Snapshot().NumDocs() {
		if _, err := c.Snapshot().Text(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func generate(b *testing.B, g *Generator) []Labelled {
	b.Helper()
	list, err := g.All(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	return list
}

// jsonSink renders results as the command line does and counts the bytes.
type jsonSink struct{ bytes int }

func (s *jsonSink) Encode(dst []byte, r *verify.Result) []byte { return batchio.AppendResult(dst, r) }

func (s *jsonSink) Write(c *verify.Chunk) error {
	for i := range c.Encoded {
		s.bytes += len(c.Encoded[i])
	}
	return nil
}

// BenchmarkRun measures whole runs: JSONL in, JSONL out, the ledger on, all processors. The caches are cold.
func BenchmarkRun(b *testing.B) {
	f := corpusFixture(b)
	for _, mix := range []struct {
		name string
		mix  Mix
	}{{"exact-mix", ExactMix()}, {"full-mix", FullMix()}} {
		b.Run(mix.name, func(b *testing.B) {
			g, err := NewGenerator(f.docs, Config{Seed: 11, Quotes: *quoteCount, Mix: mix.mix})
			if err != nil {
				b.Fatal(err)
			}
			var in bytes.Buffer
			if err := g.Write(context.Background(), &in, nil); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				run(b, f, in.Bytes())
			}
		})
	}
}

func run(b *testing.B, f *fixture, in []byte) {
	c, err := verify.Open(f.dir, index.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	log, err := verify.OpenLedger(f.dir, ledger.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	rd, err := batchio.NewReader(bytes.NewReader(in), batchio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer rd.Close()
	start, used := time.Now(), cpu()
	sum, err := c.Batch(context.Background(), rd, &jsonSink{}, log, verify.Options{Chunk: *chunkSize})
	if err != nil {
		b.Fatal(err)
	}
	wall, d := time.Since(start), cpu()-used
	b.ReportMetric(float64(sum.Quotes)/wall.Seconds(), "quotes/s")
	b.ReportMetric(float64(sum.Quotes)/d.Seconds(), "quotes/cpu-s")
	b.ReportMetric(float64(peakRSS())/1e6, "peak-MB")
}
