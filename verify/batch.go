package verify

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"example.com/verbatim/ledger"
)

// Source gives the quotes of a batch. ReadChunk appends up to max quotes to dst; it returns early, with at least one, rather than wait
// for input. The error is io.EOF at the end of the batch. The slice is the batch's, which uses it again; what quotes point to (texts, lists,
// raw fields) is left alone.
type Source interface {
	ReadChunk(dst []Quote, max int) ([]Quote, error)
}

// Chunk is a run of answered quotes in input order. It and its results, their quotes and what is encoded are used again once Sink.Write returns.
type Chunk struct {
	Results []Result
	Encoded [][]byte // what Sink.Encode made of each result
}

// Sink takes the answers of a batch.
type Sink interface {
	// Encode renders a result; it is called by many workers at once, before the result has its LedgerIndex.
	Encode(dst []byte, r *Result) []byte
	// Write takes the next chunk, in input order, after its records are committed to the ledger. It must not keep the chunk, nor pointers
	// into it (Result.Quote is one); copies of results and quotes may be kept.
	Write(c *Chunk) error
}

// Batch verifies all quotes of a source: one result per quote, in input order, whatever happens, the same bytes for any number of
// workers. Records go to log (nil: none) before results go out. When ctx is cancelled, the
// chunks in hand are finished; a quote that is still in work half a second later is left, and with it what came after it. What was answered is
// committed, Summary.Quotes says how many that are, and the error is ctx.Err().
//
// Memory is bounded by a few chunks of Options.Chunk quotes: one is read while others are answered and the one before them is committed and
// written. All workers share in one chunk.
func (c *Corpus) Batch(ctx context.Context, src Source, sink Sink, log *ledger.Log, o Options) (Summary, error) {
	if err := o.Validate(); err != nil {
		return Summary{}, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	o = o.withDefaults()
	if o.NoLedger {
		log = nil
	}
	p := newPipeline(c, &o, sink, log)
	g, gctx := errgroup.WithContext(context.WithoutCancel(ctx))
	g.Go(func() error { return p.read(ctx, gctx, src) })
	for range o.Workers {
		g.Go(func() error { p.verify(); return nil })
	}
	g.Go(func() error {
		err := p.commit(gctx)
		if err != nil {
			p.cancel.Store(true) // nobody waits for what is in work
		}
		return err
	})
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, func() { p.cancel.Store(true) }) })
	err := g.Wait()
	stop()
	if err == nil {
		err = p.readErr
	}
	if err == nil {
		err = ctx.Err()
	}
	return p.sum, err
}

// jobsMost is how many chunks are under way at once: one that is read and then waits for the workers, one in work, and one that is committed.
const jobsMost = 3

// pipeline runs a batch: read → work (all workers) → order (the committer waits for the job to be done) → free. The reader owns and closes
// work and order.
type pipeline struct {
	c    *Corpus
	o    *Options
	sink Sink
	log  *ledger.Log

	cancel  *atomic.Bool // set some time after the batch was cancelled
	work    chan *job    // a job as often as workers can share in it
	order   chan *job
	free    chan *job // what bounds memory: there are jobsMost jobs, each made when it is first needed
	blocks  blockPool
	room    atomic.Int64 // quotes of the next chunk
	sum     Summary      // owned by the committer
	readErr error        // a fault of the input; owned by the reader
}

func newPipeline(c *Corpus, o *Options, sink Sink, log *ledger.Log) *pipeline {
	p := &pipeline{cancel: new(atomic.Bool), c: c, o: o, sink: sink, log: log,
		work:  make(chan *job, jobsMost*o.Workers),
		order: make(chan *job, jobsMost),
		free:  make(chan *job, jobsMost)}
	for range jobsMost {
		p.free <- &job{done: make(chan struct{}, 1)}
	}
	first := firstChunk
	if o.Effort == EffortExhaustive {
		first = firstExhaustive
	}
	p.room.Store(int64(min(first, o.Chunk)))
	return p
}

// commit takes the chunks in order, appends their records to the ledger and only then hands out the results. Chunks that are ready at once,
// as small ones may be, are committed together: each commit costs some syncs.
func (p *pipeline) commit(ctx context.Context) error {
	var ready []*job
	var next *job // out of order, and not done when it was last looked at
	for cut := false; ; {
		j := next
		if next = nil; j == nil {
			var ok bool
			if j, ok = <-p.order; !ok {
				return nil
			}
		}
		<-j.done
		ready = append(ready[:0], j)
		for next = p.poll(); next != nil && next.isDone(); next = p.poll() {
			ready = append(ready, next)
		}
		n := 0 // what was answered behind a quote that was not is not handed out: results have no holes
		for ; n < len(ready) && !cut; n++ {
			cut = ready[n].cut
		}
		if err := p.publish(ctx, ready[:n]); err != nil {
			return err
		}
		for _, j := range ready {
			p.recycle(j)
		}
	}
}

// poll takes a job out of order, if there is one.
func (p *pipeline) poll() *job {
	select {
	case j := <-p.order:
		return j
	default:
		return nil
	}
}

func (p *pipeline) publish(ctx context.Context, ready []*job) error {
	if len(ready) == 0 {
		return nil
	}
	if p.log != nil {
		var lists [][]ledger.Sealed
		n := 0
		for _, j := range ready {
			if j.err != nil {
				return fmt.Errorf("making a record for the ledger: %w", j.err)
			}
			lists = append(lists, j.sealed)
			n += len(j.sealed)
		}
		first, err := p.log.AppendSealed(ctx, lists...)
		if err != nil {
			return fmt.Errorf("committing %d records to the ledger: %w", n, err)
		}
		if err := writeHighWater(p.c.dir, p.log.HighWater()); err != nil {
			return fmt.Errorf("noting the size of the ledger: %w", err)
		}
		for _, j := range ready {
			for i := range j.chunk.Results {
				j.chunk.Results[i].LedgerIndex = first
				first++
			}
		}
	}
	for _, j := range ready {
		for i := range j.chunk.Results {
			p.sum.Add(&j.chunk.Results[i])
		}
		if p.sink != nil && len(j.chunk.Results) > 0 {
			c := j.chunk // the sink may do with it what it likes
			if err := p.sink.Write(&c); err != nil {
				return err
			}
		}
	}
	return nil
}

// Verify answers one quote. The record goes to log unless it is nil.
func (c *Corpus) Verify(ctx context.Context, q Quote, log *ledger.Log, o Options) (Result, error) {
	var out oneResult
	if q.Line == 0 {
		q.Line = 1
	}
	_, err := c.Batch(ctx, &oneQuote{q: q}, &out, log, o)
	if err != nil && out.r.Quote == nil { // it was not answered
		out.r = Result{ID: q.ID, Line: q.Line, QuoteID: quoteID(q.SourceID, q.Text), Status: Unverifiable, CitedSourceID: q.SourceID,
			FailureReason: ReasonSearchIncomplete, Detail: err.Error(), Decision: Review, LedgerIndex: -1, Quote: &q}
	}
	return out.r, err
}

type oneQuote struct {
	q    Quote
	done bool
}

func (s *oneQuote) ReadChunk(dst []Quote, max int) ([]Quote, error) {
	if s.done {
		return dst, io.EOF
	}
	s.done = true
	return append(dst, s.q), nil
}

type oneResult struct{ r Result }

func (s *oneResult) Encode(dst []byte, r *Result) []byte { return dst }

func (s *oneResult) Write(c *Chunk) error {
	s.r = c.Results[0]
	q := *s.r.Quote // the chunk's own one is used again
	s.r.Quote = &q
	return nil
}
