package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"example.com/verbatim/ledger"
)

// commitSizes are how many records are committed together.
var commitSizes = []int{1, 100, 10_000}

// ledger measures commits: records encoded, salted, hashed, synced, signed, in a ledger that grows.
func (m *measurement) ledger(ctx context.Context) error {
	if !m.cfg.has(PartLedger) {
		return nil
	}
	for _, size := range commitSizes {
		m.step("ledger, %d records a commit", size)
		var took []time.Duration
		dir := filepath.Join(m.w.dir, fmt.Sprintf("ledger-%d", size))
		commits := min(20, max(2, 20_000/size))
		if err := m.repeat(ctx, func() error {
			d, err := appendRecords(ctx, dir, size, commits)
			took = append(took, d)
			return err
		}); err != nil {
			return err
		}
		m.rep.Ledger = append(m.rep.Ledger, LedgerFigures{Batch: size, PerSecond: perSecond(float64(size*commits), took)})
	}
	return nil
}

// appendRecords appends so many commits of so many records.
func appendRecords(ctx context.Context, dir string, size, commits int) (d time.Duration, err error) {
	if err := ledger.Create(dir, ledger.Options{}); err != nil && !errors.Is(err, ledger.ErrExists) {
		return 0, err
	}
	log, err := ledger.Open(dir, ledger.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	entries := make([]ledger.Entry, size)
	for i := range entries {
		entries[i] = ledger.Entry{QuoteID: fmt.Sprintf("q_%032x", i), CallerID: fmt.Sprintf("%q", fmt.Sprint(i)),
			Words: "the quick brown fox jumps over the lazy dog, and nobody knows why; it is said that the dog does not mind in the least",
			Record: ledger.Record{Status: "normalized", Grade: "normalized", Method: "skeleton", Score: 1, Similarity: 1, SourceID: fmt.Sprintf("syn-%06d", i),
				CitedSourceID: fmt.Sprintf("syn-%06d", i), SourceHash: fmt.Sprintf("sha256:%064x", i), Version: "unpinned", Spans: []ledger.Span{{Start: i, End: i + 120}},
				Folds: []string{"case", "white_space"}, Profile: "skeleton", Policy: "default", Decision: "accept", CorpusRoot: fmt.Sprintf("sha256:%064x", 7)}}
	}
	start := time.Now()
	for range commits {
		if _, err := log.Append(ctx, entries); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}
