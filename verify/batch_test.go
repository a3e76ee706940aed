package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"example.com/verbatim/ledger"
)

// funcSource is a source made of a function.
type funcSource func(dst []Quote, max int) ([]Quote, error)

func (f funcSource) ReadChunk(dst []Quote, max int) ([]Quote, error) { return f(dst, max) }

// listSink keeps what it is given. onWrite may refuse a chunk.
type listSink struct {
	mu      sync.Mutex
	chunks  []int // sizes
	lines   []int
	results []Result
	onWrite func(c *Chunk) error
}

func (*listSink) Encode(dst []byte, r *Result) []byte {
	return fmt.Appendf(dst, "%d %v", r.Line, r.Status)
}

func (s *listSink) Write(c *Chunk) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.onWrite != nil {
		if err := s.onWrite(c); err != nil {
			return err
		}
	}
	s.chunks = append(s.chunks, len(c.Results))
	for i := range c.Results {
		r := &c.Results[i]
		if want := fmt.Sprintf("%d %v", r.Line, r.Status); string(c.Encoded[i]) != want {
			return fmt.Errorf("encoded %q, want %q", c.Encoded[i], want)
		}
		s.lines = append(s.lines, r.Line)
		kept, q := *r, *r.Quote
		kept.Quote = &q
		s.results = append(s.results, kept)
	}
	return nil
}

// inOrder fails unless the sink was given lines 1 to n.
func (s *listSink) inOrder(t *testing.T, n int) {
	t.Helper()
	if len(s.lines) != n {
		t.Fatalf("%d results, want %d", len(s.lines), n)
	}
	for i, l := range s.lines {
		if l != i+1 {
			t.Fatalf("result %d is of line %d", i, l)
		}
	}
}

// numbered makes n quotes of several kinds.
func numbered(n int) []Quote {
	quotes := make([]Quote, n)
	for i := range quotes {
		q := &quotes[i]
		*q = cite("lease", "The tenant shall keep the drains clear.")
		switch i % 7 {
		case 1:
			q.Text = fmt.Sprintf("Sentence %d was never written.", i)
		case 2:
			*q = cite("deed", "the easement runs with the land and binds")
		case 3:
			q.Text = ""
		case 4:
			*q = cite("", "No owner may build within 12 metres of the weir.")
		case 5:
			q.AllowedIDs = []string{"deed"}
		case 6:
			q.SourceID = "nosuch"
		}
		q.Line = i + 1
	}
	return quotes
}

func leaseAndDeed(t testing.TB) *Corpus {
	return corpusOf(t, doc{"lease", lease}, doc{"deed", deed})
}

// openLog opens the corpus' ledger. done closes it and returns its records.
func openLog(t *testing.T, c *Corpus) (log *ledger.Log, done func() ([]ledger.Record, []ledger.Private)) {
	t.Helper()
	log, err := OpenLedger(c.dir, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return log, func() (records []ledger.Record, private []ledger.Private) {
		t.Helper()
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		high, err := ReadHighWater(c.dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ledger.OpenRead(LedgerDir(c.dir), ledger.Options{HighWater: high})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for i := range r.Size() {
			rec, p, err := r.Record(i)
			if err != nil {
				t.Fatal(err)
			}
			records, private = append(records, *rec), append(private, *p)
		}
		_, err = r.Verify(context.Background(), ledger.VerifyOptions{HighWater: high}, func(f ledger.Finding) { t.Errorf("ledger: %+v", f) })
		if err != nil {
			t.Fatal(err)
		}
		return records, private
	}
}

// TestLedgerHoldsTheAnswers: record i of the ledger is result i.
func TestLedgerHoldsTheAnswers(t *testing.T) {
	c := leaseAndDeed(t)
	for pass := range 2 {
		log, done := openLog(t, c)
		sink := &listSink{}
		sum, err := c.Batch(context.Background(), &sliceSource{numbered(100)}, sink, log, Options{Chunk: 7, Offsets: OffsetUTF16, Collections: nil})
		if err != nil || sum.Quotes != 100 {
			t.Fatalf("%d quotes, %v", sum.Quotes, err)
		}
		sink.inOrder(t, 100)
		records, private := done()
		if len(records) != 100*(pass+1) {
			t.Fatalf("%d records, want %d", len(records), 100*(pass+1))
		}
		counted := [numStatuses]int{}
		for i := range sink.results {
			r := &sink.results[i]
			counted[r.Status]++
			if r.LedgerIndex != int64(100*pass+i) {
				t.Fatalf("result %d has ledger index %d", i, r.LedgerIndex)
			}
			rec, p := &records[r.LedgerIndex], &private[r.LedgerIndex]
			if rec.Status != r.Status.String() || rec.Grade != r.Grade.String() || rec.Method != r.Method.String() || rec.Score != r.Score ||
				rec.SourceID != r.SourceID || rec.CitedSourceID != r.CitedSourceID || rec.SourceHash != r.SourceHash ||
				rec.FailureReason != string(r.FailureReason) || rec.Decision != string(r.Decision) || rec.Profile != r.Profile ||
				rec.Policy != "default-2" || !rec.Time.Equal(r.VerifiedAt) || len(rec.Spans) != len(r.Spans) ||
				!slices.Equal(rec.Flags, r.Flags.Names()) || !slices.Equal(rec.Folds, r.Folds) || rec.Kind != ledger.KindVerification {
				t.Errorf("record %+v is not of result %+v", rec, r)
			}
			for k, s := range rec.Spans {
				if s.Start != r.Spans[k].Start || s.End != r.Spans[k].End {
					t.Errorf("span %+v, want bytes %+v", s, r.Spans[k])
				}
			}
			if (rec.CorpusRoot != "") != (r.Searched != nil) || r.Searched != nil && rec.CorpusRoot != r.Searched.CorpusRoot {
				t.Errorf("root %q, searched %+v", rec.CorpusRoot, r.Searched)
			}
			if p.QuoteID != r.QuoteID || p.Words != r.Quote.Text || p.CallerID != string(r.ID) {
				t.Errorf("vault %+v is not of %+v", p, r.Quote)
			}
		}
		if counted != sum.ByStatus {
			t.Errorf("counted %v, the summary has %v", counted, sum.ByStatus)
		}
	}
	// and nothing where nothing is to be recorded
	log, done := openLog(t, c)
	if r, err := c.Verify(context.Background(), cite("lease", "The tenant shall"), log, Options{NoLedger: true}); err != nil || r.LedgerIndex != -1 {
		t.Errorf("ledger index %d, %v", r.LedgerIndex, err)
	}
	if records, _ := done(); len(records) != 200 {
		t.Errorf("%d records, want 200", len(records))
	}
}

// TestSourceFails: what was read before a fault of the input is answered and recorded.
func TestSourceFails(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	fault := errors.New("the disk is gone")
	for _, with := range []int{0, 3} { // quotes that come with the fault
		c := leaseAndDeed(t)
		log, done := openLog(t, c)
		quotes := numbered(23 + with)
		src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
			n := min(5, room, len(quotes)-with)
			if n == 0 {
				dst, quotes = append(dst, quotes...), nil
				return dst, fault
			}
			dst, quotes = append(dst, quotes[:n]...), quotes[n:]
			return dst, nil
		})
		sink := &listSink{}
		sum, err := c.Batch(context.Background(), src, sink, log, Options{Chunk: 8, Workers: 3})
		if !errors.Is(err, fault) || sum.Quotes != 23+with {
			t.Errorf("%d quotes, %v, want %d and %v", sum.Quotes, err, 23+with, fault)
		}
		sink.inOrder(t, 23+with)
		if records, _ := done(); len(records) != 23+with {
			t.Errorf("%d records, want %d", len(records), 23+with)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSinkFails: the batch ends, and each result that was written has its record.
func TestSinkFails(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c := leaseAndDeed(t)
	log, done := openLog(t, c)
	fault := errors.New("the pipe is closed")
	sink := &listSink{}
	sink.onWrite = func(*Chunk) error {
		if len(sink.lines) >= 30 {
			return fault
		}
		return nil
	}
	endless := 0
	src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
		for _, q := range numbered(room) {
			endless++
			q.Line = endless
			dst = append(dst, q)
		}
		return dst, nil
	})
	_, err := c.Batch(context.Background(), src, sink, log, Options{Chunk: 10, Workers: 4})
	if !errors.Is(err, fault) {
		t.Errorf("%v, want %v", err, fault)
	}
	sink.inOrder(t, 30)
	records, _ := done()
	if len(records) < 40 || len(records)%10 != 0 {
		t.Errorf("%d records of 30 results and a chunk that was refused", len(records))
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCancel: the chunk in hand is finished, and the ledger holds what was written, no more and no less.
func TestCancel(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, workers := range []int{1, 4} {
		c := leaseAndDeed(t)
		log, done := openLog(t, c)
		ctx, cancel := context.WithCancel(context.Background())
		read := 0
		src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
			if read >= 200 {
				cancel()
			}
			for _, q := range numbered(min(room, 10)) {
				read++
				q.Line = read
				dst = append(dst, q)
			}
			return dst, nil
		})
		sink := &listSink{}
		sum, err := c.Batch(ctx, src, sink, log, Options{Chunk: 25, Workers: workers})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want %v", err, context.Canceled)
		}
		if sum.Quotes < 100 {
			t.Errorf("%d quotes of 200 and more that were read before", sum.Quotes)
		}
		sink.inOrder(t, sum.Quotes)
		if records, _ := done(); len(records) != sum.Quotes {
			t.Errorf("%d records of %d results", len(records), sum.Quotes)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	c := leaseAndDeed(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	never := funcSource(func(dst []Quote, room int) ([]Quote, error) { return dst, io.EOF })
	if _, err := c.Batch(ctx, never, nil, nil, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before it began: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestFlush: a chunk that is not full does not wait for more input than there is.
func TestFlush(t *testing.T) {
	c := leaseAndDeed(t)
	written := make(chan int, 6)
	quotes := numbered(6)
	src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
		if len(quotes) == 0 {
			return dst, io.EOF
		}
		if n := len(quotes); n < 6 {
			select {
			case <-written: // the answer of the quote before came while this source had nothing to give
			case <-time.After(20 * time.Second):
				return dst, errors.New("no answer came while the source was waiting")
			}
		}
		dst, quotes = append(dst, quotes[0]), quotes[1:]
		return dst, nil
	})
	sink := &listSink{onWrite: func(c *Chunk) error {
		written <- len(c.Results)
		return nil
	}}
	if _, err := c.Batch(context.Background(), src, sink, nil, Options{Flush: 10 * time.Millisecond, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	sink.inOrder(t, 6)
}

// TestChunks: no chunk is larger than Options.Chunk, however the input comes.
func TestChunks(t *testing.T) {
	c := leaseAndDeed(t)
	for _, step := range []int{1, 3, 9, 10, 11} {
		quotes := numbered(95)
		src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
			n := min(step, room, len(quotes))
			dst, quotes = append(dst, quotes[:n]...), quotes[n:]
			if len(quotes) == 0 {
				return dst, io.EOF
			}
			return dst, nil
		})
		sink := &listSink{}
		if _, err := c.Batch(context.Background(), src, sink, nil, Options{Chunk: 10, Flush: time.Minute}); err != nil {
			t.Fatal(err)
		}
		sink.inOrder(t, 95)
		if want := []int{10, 10, 10, 10, 10, 10, 10, 10, 10, 5}; !slices.Equal(sink.chunks, want) {
			t.Errorf("in steps of %d: chunks of %v, want %v", step, sink.chunks, want)
		}
	}
}

// TestMemoryIsBounded: a sink that is slower than all else holds the source back.
func TestMemoryIsBounded(t *testing.T) {
	c := leaseAndDeed(t)
	const chunk, workers, total = 100, 3, 200_000
	n := total
	if testing.Short() {
		n /= 10
	}
	var mu sync.Mutex
	read, written, most := 0, 0, 0
	src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
		mu.Lock()
		defer mu.Unlock()
		for len(dst) < room && read < n {
			read++
			dst = append(dst, Quote{Line: read, Text: "—", Start: -1, End: -1})
		}
		most = max(most, read-written)
		if read == n {
			return dst, io.EOF
		}
		return dst, nil
	})
	sink := &listSink{}
	sink.onWrite = func(c *Chunk) error {
		mu.Lock()
		defer mu.Unlock()
		for i := range c.Results {
			if written++; c.Results[i].Line != written {
				return fmt.Errorf("result %d is of line %d", written, c.Results[i].Line)
			}
		}
		c.Results, c.Encoded = nil, nil // keep nothing
		return nil
	}
	sum, err := c.Batch(context.Background(), src, sink, nil, Options{Chunk: chunk, Workers: workers})
	if err != nil || sum.Quotes != n || written != n {
		t.Fatalf("%d quotes, %d written, %v", sum.Quotes, written, err)
	}
	if limit := (jobsMost + 1) * chunk; most > limit {
		t.Errorf("%d quotes were under way at once, at most %d may be", most, limit)
	}
}

func TestUsage(t *testing.T) {
	c := leaseAndDeed(t)
	if _, err := c.Verify(context.Background(), cite("lease", "x"), nil, Options{Threshold: 0.2}); !errors.Is(err, ErrUsage) {
		t.Errorf("%v, want ErrUsage", err)
	}
	if sum, err := c.Batch(context.Background(), &sliceSource{}, nil, nil, Options{}); err != nil || sum.Quotes != 0 {
		t.Errorf("an empty batch: %d, %v", sum.Quotes, err)
	}
}

// TestSameTime: all results of a batch bear the time of its start.
func TestSameTime(t *testing.T) {
	c := leaseAndDeed(t)
	tick := time.Unix(1700000000, 0)
	sink := &listSink{}
	o := Options{Chunk: 2, Now: func() time.Time { tick = tick.Add(time.Second); return tick }}
	if _, err := c.Batch(context.Background(), &sliceSource{numbered(9)}, sink, nil, o); err != nil {
		t.Fatal(err)
	}
	for i := range sink.results {
		if at := sink.results[i].VerifiedAt; !at.Equal(time.Unix(1700000001, 0)) || at.Location() != time.UTC {
			t.Errorf("result %d: %v", i, at)
		}
	}
}
