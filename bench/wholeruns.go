package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// runs measures batches as the command line verifies them: a file of quotes in, a file of results out, the ledger on, all processors, from
// the start of the program to its end. The program's caches are cold, those of the system are warm.
func (m *measurement) runs(ctx context.Context) error {
	if !m.cfg.has(PartRuns) {
		return nil
	}
	for _, name := range m.cfg.Mixes {
		mix, err := ParseMix(name)
		if err != nil {
			return err
		}
		for _, n := range m.cfg.Quotes {
			m.step("%s mix, %d quotes", name, n)
			file, err := m.w.quotes(ctx, "quotes", QuoteConfig{Seed: 11, Quotes: n, Mix: mix})
			if err != nil {
				return err
			}
			f := RunFigures{Mix: name, Quotes: n}
			var wall, cpu []time.Duration
			if err := m.repeat(ctx, func() error {
				u, err := m.w.verify(ctx, m.cfg.Program, file, filepath.Join(m.w.dir, "results.jsonl"), m.cfg.Effort)
				wall, cpu = append(wall, u.wall), append(cpu, u.cpu)
				f.Peak.grow(u.peak)
				return errors.Join(err, m.w.forgetLedger())
			}); err != nil {
				return err
			}
			f.PerSecond, f.PerCPUSecond = perSecond(float64(n), wall), perSecond(float64(n), cpu)
			m.rep.Runs = append(m.rep.Runs, f)
		}
	}
	return nil
}

// verify is one whole run.
func (w *workspace) verify(ctx context.Context, program, quotes, results string, effort verify.Effort) (usage, error) {
	if effort == "" {
		effort = verify.EffortDefault
	}
	if program != "" {
		return runProgram(ctx, program, "--corpus", w.corpus(), "--quiet", "verify", "--effort", string(effort), "-o", results, quotes)
	}
	return measured(func() error { return verifyFile(ctx, w.corpus(), quotes, results, verify.Options{Effort: effort}) })
}

// verifyFile verifies a file of quotes into a file of results, as the command line does.
func verifyFile(ctx context.Context, corpus, quotes, results string, o verify.Options) (err error) {
	in, err := os.Open(quotes)
	if err != nil {
		return err
	}
	defer in.Close()
	rd, err := batchio.NewReader(in, batchio.Options{})
	if err != nil {
		return err
	}
	defer rd.Close()
	out, err := os.Create(results)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	c, err := verify.Open(corpus, index.Options{})
	if err != nil {
		return err
	}
	defer c.Close()
	var log *ledger.Log
	if !o.NoLedger {
		if log, err = verify.OpenLedger(corpus, ledger.Options{}); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, log.Close()) }()
	}
	sink := &resultWriter{w: bufio.NewWriterSize(out, 1<<20)}
	_, err = c.Batch(ctx, rd, sink, log, o)
	return errors.Join(err, sink.w.Flush())
}

// resultWriter writes results as the command line does.
type resultWriter struct {
	w   *bufio.Writer
	buf []byte
}

// Encode renders a result.
func (s *resultWriter) Encode(dst []byte, r *verify.Result) []byte {
	return batchio.AppendResult(dst, r)
}

// Write writes rendered results.
func (s *resultWriter) Write(c *verify.Chunk) error {
	for i, encoded := range c.Encoded {
		s.buf = append(batchio.AppendLedgerIndex(append(s.buf[:0], encoded...), c.Results[i].LedgerIndex), '\n')
		if _, err := s.w.Write(s.buf); err != nil {
			return fmt.Errorf("writing results: %w", err)
		}
	}
	return nil
}
