package bench

import (
	"context"
	"path/filepath"
	"testing"

	"example.com/verbatim/verify"
)

// These are the measurements of Run as Go benchmarks, for profiles and benchstat.

// BenchmarkIngest measures JSON lines to a corpus that is ready to be asked.
func BenchmarkIngest(b *testing.B) {
	w := fixture(b)
	for b.Loop() {
		u, err := w.index(context.Background(), "")
		if err != nil {
			b.Fatal(err)
		}
		segments, err := w.sizeOf("segments")
		if err != nil {
			b.Fatal(err)
		}
		all, err := w.sizeOf(".")
		if err != nil {
			b.Fatal(err)
		}
		mb := float64(w.bytes) / 1e6
		b.ReportMetric(mb/u.wall.Seconds(), "MB/s")
		b.ReportMetric(mb/u.cpu.Seconds(), "MB/cpu-s")
		b.ReportMetric(float64(segments)/float64(w.bytes), "segment-bytes/byte")
		b.ReportMetric(float64(all)/float64(w.bytes), "disk-bytes/byte")
	}
}

// BenchmarkClass measures one class of quote at a time, one worker, the engine alone: no reading, no rendering, no ledger.
func BenchmarkClass(b *testing.B) {
	w := fixture(b)
	c, err := w.open()
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	judge := newJudge(w.docs)
	for _, x := range (&Config{Classes: MeasuredClasses()}).classes() {
		name := "cited"
		if !x.cited {
			name = "uncited"
		}
		b.Run(string(x.class)+"/"+name, func(b *testing.B) {
			list, err := w.batch(context.Background(), x, *classCount)
			if err != nil {
				b.Fatal(err)
			}
			judge.reset()
			if _, err := answer(context.Background(), c, list, judge, verify.Effort(*effort)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				u, err := answer(context.Background(), c, list, nil, verify.Effort(*effort))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(list))/u.cpu.Seconds(), "quotes/cpu-s")
			}
			b.ReportMetric(100*judge.quality().Recall, "%right")
		})
	}
}

// BenchmarkRun measures whole runs: JSONL in, JSONL out, the ledger on, all processors. The caches are cold.
func BenchmarkRun(b *testing.B) {
	w := fixture(b)
	for name, mix := range map[string]Mix{"exact": ExactMix(), "full": FullMix()} {
		b.Run(name+"-mix", func(b *testing.B) {
			file, err := w.quotes(context.Background(), name, QuoteConfig{Seed: 11, Quotes: *quoteCount, Mix: mix})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				u, err := w.verify(context.Background(), "", file, filepath.Join(b.TempDir(), "results.jsonl"), verify.Effort(*effort))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(*quoteCount)/u.wall.Seconds(), "quotes/s")
				b.ReportMetric(float64(*quoteCount)/u.cpu.Seconds(), "quotes/cpu-s")
				b.ReportMetric(u.peak.ResidentMB, "peak-MB")
				if err := w.forgetLedger(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
