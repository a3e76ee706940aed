package ingest

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// maxWaiting is how many documents and problems of one file may wait for the Sink, however small they are.
const maxWaiting = 64

// file is one input on its way through Run.
type file struct {
	entry
	number  int
	items   chan item // filled and closed by the goroutine that reads the file
	waiting int64     // bytes of documents in items; guarded by the gate
}

// item is what a file gives: a document, or a problem.
type item struct {
	doc     Document
	problem *Problem
}

// Run reads paths ("-" is Options.Stdin) and puts the documents into w, in order. It does not flush w. Documents that cannot be read
// are told to Options.OnProblem and counted; the error is for what ends the run: w failed, ctx is done, or the options make no sense.
// The summary holds also then.
func Run(ctx context.Context, w Sink, paths []string, o Options) (Summary, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Summary{}, err
	}
	s, err := newStore(w, o)
	if err != nil {
		return Summary{}, err
	}
	g, gctx := errgroup.WithContext(ctx)
	inOrder := make(chan *file, 2*o.Workers) // closed by the walk
	toRead := make(chan *file)               // closed by the walk
	gate := newGate(o.Ahead)

	g.Go(func() error {
		defer close(inOrder)
		defer close(toRead)
		number := 0
		return walk(gctx, paths, o.Exclude, func(e entry) error {
			f := &file{entry: e, number: number, items: make(chan item, maxWaiting)}
			number++
			select {
			case inOrder <- f:
			case <-gctx.Done():
				return gctx.Err()
			}
			if e.problem != nil {
				f.items <- item{problem: e.problem}
				close(f.items)
				return nil
			}
			select {
			case toRead <- f:
				return nil
			case <-gctx.Done():
				return gctx.Err()
			}
		})
	})
	for range o.Workers {
		g.Go(func() error {
			for f := range toRead {
				if err := readFile(gctx, f, gate, o); err != nil {
					return err
				}
			}
			return nil
		})
	}
	g.Go(func() error {
		for f := range inOrder {
			gate.next(f)
			if err := drain(gctx, f, gate, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return s.sum, cause(ctx, err)
	}
	return s.sum, s.removeMissing(ctx)
}

// cause prefers the caller's own cancellation to an error that follows from it.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return context.Cause(ctx)
	}
	return err
}

// drain takes what f gives until it is read.
func drain(ctx context.Context, f *file, gate *gate, s *store) error {
	for {
		select {
		case it, ok := <-f.items:
			if !ok {
				return ctx.Err()
			}
			if it.problem != nil {
				s.problem(*it.problem)
				continue
			}
			size := int64(len(it.doc.Source))
			err := s.put(ctx, f.path, it.doc)
			gate.leave(f, size)
			if err != nil {
				return fmt.Errorf("storing %q from %s: %w", it.doc.ID, f.path, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
