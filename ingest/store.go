package ingest

import (
	"context"
	"errors"
	"fmt"

	"example.com/verbatim/index"
)

// store is the end of the way: it hands documents to the Sink, one at a time, and counts.
type store struct {
	w    Sink
	o    Options
	sum  Summary
	seen map[string]place // ids that this run met, also those that failed
	// unnamed counts what failed without an id: with it, nobody can say which documents are missing.
	unnamed int
}

// place is where a document stands.
type place struct {
	path string
	line int
}

func (p place) String() string {
	if p.line > 0 {
		return atLine(p.path, p.line)
	}
	return p.path
}

func newStore(w Sink, o Options) (*store, error) {
	if _, ok := w.(Collector); o.RemoveMissing && o.Collection != "" && !ok {
		return nil, errors.New("removing the missing documents of one collection: the corpus does not tell collections")
	}
	return &store{w: w, o: o, seen: map[string]place{}}, nil
}

func (s *store) problem(p Problem) {
	switch p.Kind {
	case Failed:
		s.sum.Failed++
		if p.ID == "" {
			s.unnamed++
		} else if _, ok := s.seen[p.ID]; !ok {
			s.seen[p.ID] = place{}
		}
	case Skipped:
		s.sum.Skipped++
	}
	s.o.OnProblem(p)
}

// put hands one document on. An error ends the run.
func (s *store) put(ctx context.Context, path string, d Document) error {
	here := place{path, d.Line}
	if at, ok := s.seen[d.ID]; ok && at.path != "" {
		s.problem(Problem{Path: path, Line: d.Line, ID: d.ID, Reason: fmt.Sprintf("the id %q was given before, at %s, and that document is kept", d.ID, at),
			Hint: "give each document an id of its own"})
		return nil
	}
	in := index.Input{ID: d.ID, Title: d.Title, Collection: d.Collection, Meta: d.Meta, Path: path, Source: d.Source, Invalid: d.Invalid}
	if s.o.Collection != "" {
		in.Collection = s.o.Collection
	}
	out, err := s.hand(ctx, in)
	if errors.Is(err, index.ErrTooLarge) {
		s.problem(Problem{Path: path, Line: d.Line, ID: d.ID, Reason: err.Error(), Hint: "split the document"})
		return nil
	}
	if err != nil {
		return err
	}
	s.seen[d.ID] = here
	switch out {
	case index.Added:
		s.sum.Added++
	case index.Changed:
		s.sum.Changed++
	default:
		s.sum.Unchanged++
	}
	s.sum.Documents++
	s.sum.Bytes += int64(len(d.Source))
	if d.Invalid > 0 {
		s.sum.Invalid += d.Invalid
		s.o.OnProblem(Problem{Kind: Warning, Path: path, Line: d.Line, ID: d.ID, Reason: fmt.Sprintf("%d bytes or surrogates were not UTF-8 and became U+FFFD", d.Invalid),
			Hint: "convert the file to UTF-8 from the encoding it is in"})
	}
	s.o.OnProgress(s.sum.Documents, s.sum.Bytes)
	return nil
}

func (s *store) hand(ctx context.Context, in index.Input) (index.Outcome, error) {
	if s.o.DryRun {
		return s.w.Compare(in)
	}
	return s.w.Put(ctx, in)
}

// removeMissing removes the documents that the run did not meet. A document that failed keeps its last version: that it cannot be
// read is no reason to forget it. When something failed whose id is not known, nothing is removed at all.
func (s *store) removeMissing(ctx context.Context) error {
	if !s.o.RemoveMissing {
		return nil
	}
	if s.unnamed > 0 {
		s.o.OnProblem(Problem{Kind: Warning, Path: "remove-missing", Reason: fmt.Sprintf("nothing was removed: %d inputs could not be read, so what is missing is not known", s.unnamed),
			Hint: "mend or leave out what failed, and run again"})
		return nil
	}
	var missing []string
	for id := range s.w.IDs() {
		if _, ok := s.seen[id]; ok {
			continue
		}
		if s.o.Collection != "" {
			if c, ok := s.w.(Collector).Collection(id); !ok || c != s.o.Collection {
				continue
			}
		}
		missing = append(missing, id)
	}
	for _, id := range missing {
		if s.o.DryRun {
			s.sum.Removed++
			continue
		}
		removed, err := s.w.Remove(ctx, id)
		if err != nil {
			return fmt.Errorf("removing %q: %w", id, err)
		}
		if removed {
			s.sum.Removed++
		}
	}
	return nil
}
