package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"example.com/verbatim/ledger"
)

// Source gives the quotes of a batch. ReadChunk appends up to max quotes to dst; it returns early, with at least one, rather than wait
// for input. The error is io.EOF at the end of the batch.
type Source interface {
	ReadChunk(dst []Quote, max int) ([]Quote, error)
}

// Chunk is a run of answered quotes in input order.
type Chunk struct {
	Results []Result
	Encoded [][]byte // what Sink.Encode made of each result
}

// Sink takes the answers of a batch.
type Sink interface {
	// Encode renders a result; it is called by many workers at once, before the result has its LedgerIndex.
	Encode(dst []byte, r *Result) []byte
	// Write takes the next chunk, in input order, after its records are committed to the ledger.
	Write(c *Chunk) error
}

// Batch verifies all quotes of a source: one result per quote, in input order, whatever happens, the same bytes for any number of
// workers. Records go to log (nil: none) before results go out. When ctx is cancelled, the
// chunks in hand are finished; a quote that is still in work half a second later is left, and with it what came after it. What was answered is
// committed, Summary.Quotes says how many that are, and the error is ctx.Err().
//
// Memory is bounded by Options.Chunk quotes a worker, and as many results waiting for their turn.
func (c *Corpus) Batch(ctx context.Context, src Source, sink Sink, log *ledger.Log, o Options) (Summary, error) {
	if err := o.Validate(); err != nil {
		return Summary{}, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	o = o.withDefaults()
	if o.NoLedger {
		log = nil
	}
	p := &pipeline{cancel: new(atomic.Bool), c: c, o: &o, sink: sink, log: log,
		work:  make(chan *job, o.Workers),
		order: make(chan *job, 2*o.Workers)}
	g, gctx := errgroup.WithContext(context.WithoutCancel(ctx))
	g.Go(func() error { return p.read(ctx, gctx, src) })
	for range o.Workers {
		g.Go(func() error { return p.verify() })
	}
	g.Go(func() error { return p.commit(gctx) })
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

// job is one chunk on its way: read → work (any worker) → order (the committer waits for done).
type job struct {
	quotes []Quote
	chunk  Chunk
	done   chan struct{} // closed by the worker
	cut    bool          // interrupted: the chunk holds the results before the first quote that was not answered
}

// pipeline runs a batch. The reader owns and closes work and order.
type pipeline struct {
	c    *Corpus
	o    *Options
	sink Sink
	log  *ledger.Log

	cancel      *atomic.Bool // set some time after the batch was cancelled
	work, order chan *job
	sum         Summary // owned by the committer
	readErr     error   // a fault of the input; owned by the reader
}

// read cuts the input into chunks. A chunk leaves when it is full, at the end, or Options.Flush after its last quote came.
func (p *pipeline) read(ctx, gctx context.Context, src Source) error {
	defer close(p.work)
	defer close(p.order)
	type part struct {
		quotes []Quote
		err    error
	}
	parts := make(chan part)
	go func() { // a read may wait for its input for ever; it is left behind when the batch ends early
		for room := 16; ; {
			quotes, err := src.ReadChunk(make([]Quote, 0, room), p.o.Chunk)
			room = max(len(quotes), 1)
			select {
			case parts <- part{quotes, err}:
			case <-gctx.Done():
				return
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	var pending []Quote
	send := func() error {
		if len(pending) == 0 {
			return nil
		}
		j := &job{quotes: pending, done: make(chan struct{})}
		pending = nil
		select {
		case p.order <- j:
		case <-gctx.Done():
			return gctx.Err()
		}
		select {
		case p.work <- j:
		case <-gctx.Done():
			close(j.done)
			return gctx.Err()
		}
		return nil
	}
	timer := time.NewTimer(p.o.Flush)
	defer timer.Stop()
	for {
		select {
		case x := <-parts:
			for len(pending)+len(x.quotes) >= p.o.Chunk {
				n := p.o.Chunk - len(pending)
				pending = append(pending, x.quotes[:n]...)
				x.quotes = x.quotes[n:]
				if err := send(); err != nil {
					return err
				}
			}
			pending = append(pending, x.quotes...)
			if x.err != nil {
				if err := send(); err != nil {
					return err
				}
			}
			if x.err != nil {
				// what was read before a fault of the input is answered all the same
				if !errors.Is(x.err, io.EOF) {
					p.readErr = x.err
				}
				return nil
			}
			timer.Reset(p.o.Flush)
		case <-timer.C:
			if err := send(); err != nil {
				return err
			}
			timer.Reset(p.o.Flush)
		case <-ctx.Done():
			return send()
		case <-gctx.Done():
			return gctx.Err()
		}
	}
}

// verify answers chunks until there are no more. It always closes done, or the committer would wait for ever.
func (p *pipeline) verify() error {
	s := &searcher{c: p.c, o: p.o, cancel: p.cancel}
	s.scan.Stop, s.matcher.Stop = s.stopped, s.stopped
	var answered []bool
	var scratch, block []byte
	var order []turn
	for j := range p.work {
		j.chunk.Results = make([]Result, len(j.quotes))
		j.chunk.Encoded = make([][]byte, len(j.quotes))
		order = p.byDocument(order[:0], j.quotes)
		answered = append(answered[:0], make([]bool, len(j.quotes))...)
		for _, x := range order {
			if p.cancel.Load() {
				break
			}
			s.answer(&j.quotes[x.quote], &j.chunk.Results[x.quote])
			answered[x.quote] = s.err != errInterrupted
		}
		if n := answeredFirst(answered); n < len(j.quotes) {
			j.cut = true
			j.chunk.Results, j.chunk.Encoded = j.chunk.Results[:n], j.chunk.Encoded[:n]
		}
		for i := range j.chunk.Results {
			if p.sink == nil {
				break
			}
			scratch = p.sink.Encode(scratch[:0], &j.chunk.Results[i])
			if len(block)+len(scratch)+encodedSlack > cap(block) {
				block = make([]byte, 0, max(encodedBlock, len(scratch)+encodedSlack))
			}
			from := len(block)
			block = append(block, scratch...)
			end := len(block) + encodedSlack
			j.chunk.Encoded[i] = block[from:len(block):end]
			block = block[:end]
		}
		close(j.done)
	}
	return nil
}

// turn is a quote of a chunk and the document that it cites.
type turn struct{ doc, quote int }

// byDocument orders the quotes of a chunk by the document they cite: its text and tables are then in the processor's caches for the next
// one. The answers do not depend on it.
func (p *pipeline) byDocument(order []turn, quotes []Quote) []turn {
	for i := range quotes {
		doc, ok := p.c.snap.Lookup(quotes[i].SourceID)
		if !ok {
			doc = -1
		}
		order = append(order, turn{doc, i})
	}
	slices.SortFunc(order, func(a, b turn) int {
		if a.doc != b.doc {
			return a.doc - b.doc
		}
		return a.quote - b.quote
	})
	return order
}

// Encoded results lie in blocks of this size, each with room behind it for what Sink.Write adds once the record has its index.
const (
	encodedBlock = 256 << 10
	encodedSlack = 48
)

// commitMost is how many chunks are committed together when they are ready at once: each commit costs some syncs.
const commitMost = 4

// commit takes the chunks in order, appends their records to the ledger and only then hands out the results.
func (p *pipeline) commit(ctx context.Context) error {
	var entries []ledger.Entry
	var ready []*job
	cut := false
	for {
		ready = ready[:0]
		j, ok := <-p.order
		if !ok {
			return nil
		}
		<-j.done
		if cut {
			continue // what was answered behind a quote that was not is not handed out: results have no holes
		}
		ready = append(ready, j)
	more:
		for len(ready) < commitMost {
			select {
			case k, ok := <-p.order:
				if !ok {
					break more
				}
				<-k.done
				ready = append(ready, k)
			default:
				break more
			}
		}
		for i, j := range ready {
			if j.cut {
				if ready = ready[:i+1]; len(j.chunk.Results) == 0 {
					ready = ready[:i]
				}
				cut = true
				break
			}
		}
		if len(ready) == 0 {
			continue
		}
		if err := p.publish(ctx, ready, &entries); err != nil {
			return err
		}
	}
}

func (p *pipeline) publish(ctx context.Context, ready []*job, entries *[]ledger.Entry) error {
	if p.log != nil {
		list := (*entries)[:0]
		for _, j := range ready {
			for i := range j.chunk.Results {
				list = append(list, entryOf(&j.chunk.Results[i], p.o))
			}
		}
		*entries = list
		first, err := p.log.Append(ctx, list)
		if err != nil {
			return fmt.Errorf("committing %d records to the ledger: %w", len(list), err)
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
		if p.sink != nil {
			if err := p.sink.Write(&j.chunk); err != nil {
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
	return nil
}
