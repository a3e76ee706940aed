package verify

import (
	"unsafe"

	"example.com/verbatim/ledger"
	"example.com/verbatim/match"
)

// recorder makes the ledger's records of results, each in the room of the one before.
type recorder struct {
	sealer *ledger.Sealer
	entry  ledger.Entry
	spans  []ledger.Span
	flags  []string
}

// fill makes the record of a result, and the private words that are kept apart from it. It is valid until the next call.
func (x *recorder) fill(r *Result, o *Options) *ledger.Entry {
	rec := &x.entry.Record
	*rec = ledger.Record{
		Kind: ledger.KindVerification, Time: r.VerifiedAt,
		Status: r.Status.String(), Grade: r.Grade.String(), Method: r.Method.String(), Score: r.Score, Similarity: r.Similarity,
		FailureReason: string(r.FailureReason), SourceID: r.SourceID, CitedSourceID: r.CitedSourceID, SourceHash: r.SourceHash,
		Version: string(r.Version), Folds: r.Folds, Profile: r.Profile, Policy: o.policyRef, Decision: string(r.Decision),
	}
	x.spans, x.flags = x.spans[:0], x.flags[:0]
	for i := range r.Spans {
		x.spans = append(x.spans, ledger.Span{Start: r.Spans[i].Start, End: r.Spans[i].End})
	}
	for f := match.Flag(0); r.Flags>>f != 0; f++ {
		if r.Flags.Has(f) {
			x.flags = append(x.flags, f.String())
		}
	}
	rec.Spans, rec.Flags = x.spans, x.flags
	if r.Searched != nil {
		rec.CorpusRoot = r.Searched.CorpusRoot
	}
	x.entry.QuoteID, x.entry.Words = r.QuoteID, r.Quote.Text
	x.entry.CallerID = unsafe.String(unsafe.SliceData(r.ID), len(r.ID))
	return &x.entry
}

// recordRoom is more than most records take, in bytes, but for the words.
const recordRoom = 1536

// record makes a result ready for the ledger, while it is in the processor's caches.
func (w *worker) record(j *job, i int) {
	e := w.recorder.fill(&j.chunk.Results[i], w.p.o)
	w.reserve(j, recordRoom+len(e.QuoteID)+len(e.CallerID)+len(e.Words)+32*len(e.Record.Spans))
	var err error
	if w.block, j.sealed[i], err = w.recorder.sealer.Seal(w.block, e); err != nil {
		j.mu.Lock()
		j.err = err
		j.mu.Unlock()
	}
}
