package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/verify"
)

// CheckFigures say whether a batch was answered as its quotes are one by one.
type CheckFigures struct {
	Quotes    int    `json:"quotes"`    // of the batch
	Compared  int    `json:"compared"`  // of them, spread evenly
	Different int    `json:"different"` // whose results differ in any byte
	First     string `json:"first,omitempty"`
}

// checkTime is verified_at of both ways.
var checkTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// reopen is after how many quotes the slow path opens the corpus anew.
const reopen = 64

// check verifies the largest batch of the full mix as the command line does, and a sample of its quotes the slow way, and compares the bytes.
func (m *measurement) check(ctx context.Context) error {
	if m.cfg.Check == 0 {
		return nil
	}
	n := slices.Max(m.cfg.Quotes)
	m.step("%d of %d answers against the slow path", min(m.cfg.Check, n), n)
	file, err := m.w.quotes(ctx, "quotes", QuoteConfig{Seed: 13, Quotes: n})
	if err != nil {
		return err
	}
	sample, batch, slow := filepath.Join(m.w.dir, "sample.jsonl"), filepath.Join(m.w.dir, "results.jsonl"), filepath.Join(m.w.dir, "slow.jsonl")
	step := max(1, n/m.cfg.Check)
	if err := everyNth(file, sample, step, m.cfg.Check); err != nil {
		return err
	}
	effort := m.cfg.Effort
	if effort == "" {
		effort = verify.EffortDefault
	}
	if p := m.cfg.Program; p != "" {
		stamp := checkTime.Format(time.RFC3339)
		if _, err := runProgramEnv(ctx, []string{"VERBATIM_NOSIMD="}, p, "--corpus", m.w.corpus(), "--quiet", "verify", "--no-ledger", "--effort", string(effort), "--time", stamp, "-o", batch, file); err != nil {
			return err
		}
		if _, err := runProgramEnv(ctx, []string{"VERBATIM_NOSIMD=1"}, p, "--corpus", m.w.corpus(), "bench", "--one-by-one", sample, "--effort", string(effort), "-o", slow); err != nil {
			return err
		}
	} else {
		if err := verifyFile(ctx, m.w.corpus(), file, batch, verify.Options{Effort: effort, Time: checkTime, NoLedger: true}); err != nil {
			return err
		}
		if err := OneByOne(ctx, m.w.corpus(), sample, slow, effort); err != nil {
			return err
		}
	}
	f := &CheckFigures{Quotes: n}
	m.rep.Check = f
	return f.compare(batch, slow, step)
}

// OneByOne is the slow path: it verifies the quotes of a file one by one, each alone, with one worker, opening the corpus anew every few
// quotes so that nothing that an earlier quote left in a cache lives long. Results go to another file.
func OneByOne(ctx context.Context, corpus, quotes, results string, effort verify.Effort) (err error) {
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
	f, err := os.Create(results)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	defer func() { err = errors.Join(err, out.Flush(), f.Close()) }()
	var c *verify.Corpus
	defer func() {
		if c != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	for i := 0; ; i++ {
		var q verify.Quote
		if err := rd.Next(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if i%reopen == 0 {
			if c != nil {
				if err := c.Close(); err != nil {
					return err
				}
			}
			if c, err = verify.Open(corpus, index.Options{}); err != nil {
				return err
			}
		}
		r, err := c.Verify(ctx, q, nil, verify.Options{Workers: 1, Chunk: 1, Effort: effort, Time: checkTime})
		if err != nil {
			return err
		}
		if _, err := out.Write(append(batchio.AppendLedgerIndex(batchio.AppendResult(nil, &r), -1), '\n')); err != nil {
			return err
		}
	}
}

// everyNth copies every n-th line of a file, from the first, most of them at most.
func everyNth(from, to string, n, most int) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	var out bytes.Buffer
	lines := bufio.NewReaderSize(in, 1<<20)
	for i := 0; most > 0; i++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if i%n == 0 {
			out.Write(line)
			most--
		}
	}
	return os.WriteFile(to, out.Bytes(), 0o644)
}

// compare reads every n-th result of the batch and the results of the slow path.
func (f *CheckFigures) compare(batch, slow string, n int) error {
	a, err := os.Open(batch)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := os.Open(slow)
	if err != nil {
		return err
	}
	defer b.Close()
	fast, one := bufio.NewReaderSize(a, 1<<20), bufio.NewReaderSize(b, 1<<20)
	for i := 0; ; i++ {
		x, err := fast.ReadBytes('\n')
		if i%n != 0 && err == nil {
			continue
		}
		y, errSlow := one.ReadBytes('\n')
		if errors.Is(errSlow, io.EOF) {
			return nil
		}
		if err := errors.Join(err, errSlow); err != nil {
			return fmt.Errorf("result %d: %w", i+1, err)
		}
		f.Compared++
		if !bytes.Equal(x, y) {
			if f.Different++; f.Different == 1 {
				f.First = fmt.Sprintf("result %d: batch %s, one by one %s", i+1, bytes.TrimSpace(x), bytes.TrimSpace(y))
			}
		}
	}
}
