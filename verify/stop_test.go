package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// slowCorpus has texts in which a long quote of their own words in another order takes many seconds to look for.
func slowCorpus(t testing.TB) (*Corpus, string) {
	var b strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&b, "w%d ", i*7919%100_003)
	}
	text := b.String()
	words := strings.Fields(text[:60_000])
	for i := range words {
		j := (i*7919 + 13) % len(words)
		words[i], words[j] = words[j], words[i]
	}
	return corpusOf(t, doc{"long", text}, doc{"lease", lease}), strings.Join(words, " ")
}

// TestQuoteTimeout: a quote that is not found in time is unverifiable, and the others are answered as ever.
func TestQuoteTimeout(t *testing.T) {
	c, slow := slowCorpus(t)
	start := time.Now()
	r := askQuote(t, c, cite("long", slow), Options{QuoteTimeout: 50 * time.Millisecond, Effort: EffortExhaustive})
	if r.Status != Unverifiable || r.FailureReason != ReasonSearchIncomplete || !strings.Contains(r.Detail, "50ms") || r.Searched.Complete || r.Searched.MaxEdits != 0 {
		t.Errorf("%v %v %q %+v", r.Status, r.FailureReason, r.Detail, r.Searched)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
	if r := askQuote(t, c, cite("lease", lease[:40]), Options{QuoteTimeout: time.Minute}); r.Status != Exact || !r.Searched.Complete {
		t.Errorf("a quick quote: %v %+v", r.Status, r.Searched)
	}
	if r, err := c.Verify(context.Background(), cite("", "x"), nil, Options{QuoteTimeout: -1}); !errors.Is(err, ErrUsage) {
		t.Errorf("a negative limit: %v %v", r.Status, err)
	}
}

// TestCancelSlow: a signal is answered soon, even when a slow quote is in work. What was answered before it is handed out; the slow quote
// and what stands behind it is not, whether or not it was answered.
func TestCancelSlow(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c, slow := slowCorpus(t)
	defer c.Close()
	log, done := openLog(t, c)
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		quotes := []Quote{cite("lease", lease[:40]), cite("lease", lease[10:50]), cite("long", slow), cite("lease", lease[:30]), cite("lease", lease[:20])}
		for i := range quotes {
			quotes[i].Line = i + 1
		}
		sink := &listSink{}
		var began time.Time
		time.AfterFunc(300*time.Millisecond, func() { began = time.Now(); cancel() })
		sum, err := c.Batch(ctx, &sliceSource{quotes: quotes}, sink, log, Options{Workers: workers, Chunk: 2, Effort: EffortExhaustive})
		if !errors.Is(err, context.Canceled) || sum.Quotes != 2 {
			t.Errorf("%d workers: %v, %d quotes answered, want 2", workers, err, sum.Quotes)
		}
		if d := time.Since(began); d > 4*time.Second {
			t.Errorf("%d workers: it took %v to end", workers, d)
		}
		sink.inOrder(t, sum.Quotes)
	}
	if records, _ := done(); len(records) != 4 {
		t.Errorf("%d records", len(records))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	r, err := c.Verify(ctx, cite("long", slow), nil, Options{Effort: EffortExhaustive})
	if !errors.Is(err, context.DeadlineExceeded) || r.Status != Unverifiable || r.FailureReason != ReasonSearchIncomplete || r.Decision != Review {
		t.Errorf("one quote: %v %v %v", err, r.Status, r.FailureReason)
	}
}
