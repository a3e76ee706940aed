//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"example.com/verbatim/bench"
	"example.com/verbatim/index"
	"example.com/verbatim/verify"
)

// ours verifies the quotes that a peer answered, with one worker, by group, and measures it.
func (w *work) ours(ctx context.Context, t task, theirs *outcome) (*outcome, error) {
	c, err := verify.Open(w.path("corpus"), index.Options{})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	for doc := range c.Snapshot().NumDocs() { // the peers' texts are in memory, too
		if _, err := c.Snapshot().Text(doc); err != nil {
			return nil, err
		}
	}
	o := newOutcome(w.quotes)
	for _, g := range groups {
		var numbers []int
		for _, i := range slices.Sorted(maps.Keys(theirs.answers)) {
			if groupOf(w.quotes[i].Class) == g {
				numbers = append(numbers, i)
			}
		}
		if len(numbers) == 0 {
			continue
		}
		rounds := 0
		start := cpuTime()
		for used := time.Duration(0); rounds == 0 || used < 300*time.Millisecond; rounds++ {
			s := &answers{work: w, numbers: numbers, cited: t == cited, into: o.answers}
			if _, err := c.Batch(ctx, s, s, nil, verify.Options{Workers: 1, NoDiscover: t == cited}); err != nil {
				return nil, err
			}
			used = cpuTime() - start
		}
		o.cpu[g] = (cpuTime() - start) / time.Duration(rounds)
	}
	return o, nil
}

// answers is a batch of quotes by their numbers, and takes what comes out.
type answers struct {
	work        *work
	numbers     []int
	cited       bool
	given, seen int
	into        map[int]answer
}

func (s *answers) ReadChunk(dst []verify.Quote, most int) ([]verify.Quote, error) {
	n := min(most, len(s.numbers)-s.given)
	for _, i := range s.numbers[s.given : s.given+n] {
		q := &s.work.quotes[i]
		v := verify.Quote{ID: strconv.AppendInt(nil, int64(i), 10), Line: i + 1, Text: q.Quote, Start: -1, End: -1}
		if s.cited {
			v.SourceID, v.Cited = q.SourceID, true
		}
		dst = append(dst, v)
	}
	if s.given += n; s.given == len(s.numbers) {
		return dst, errEOF
	}
	return dst, nil
}

func (s *answers) Encode(dst []byte, _ *verify.Result) []byte { return dst }

func (s *answers) Write(c *verify.Chunk) error {
	for i := range c.Results {
		r := &c.Results[i]
		a := answer{}
		if found(r.Status) {
			a.doc = r.SourceID
		}
		s.into[s.numbers[s.seen]] = a
		s.seen++
	}
	return nil
}

// found is the measure that peers are held to as well: the quote was found, whatever the policy makes of it.
func found(s verify.Status) bool {
	return s == verify.Exact || s == verify.Normalized || s == verify.Fuzzy
}

// wholeRun verifies quotes as a process of its own: opening the corpus, files in and out, ledger on.
func (w *work) wholeRun(ctx context.Context, quotes []bench.Labelled) (*outcome, error) {
	if err := w.write("batch.jsonl", func(out *bufio.Writer) error {
		var b []byte
		for i := range quotes {
			b = quotes[i].AppendQuote(b[:0])
			if _, err := out.Write(b); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	used, err := w.verbatim(ctx, "verify", "-o", w.path("results.jsonl"), w.path("batch.jsonl"))
	if err != nil {
		return nil, err
	}
	o := newOutcome(quotes)
	o.cpu[""] = used
	data, err := os.ReadFile(w.path("results.jsonl"))
	if err != nil {
		return nil, err
	}
	i := 0
	for line := range bytes.Lines(data) {
		var r struct {
			Status   string `json:"status"`
			SourceID string `json:"source_id"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		a := answer{}
		if r.Status == "exact" || r.Status == "normalized" || r.Status == "fuzzy" {
			a.doc = r.SourceID
		}
		o.answers[i] = a
		i++
	}
	return o, nil
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
