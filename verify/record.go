package verify

import (
	"example.com/verbatim/ledger"
)

// entryOf makes the ledger's record of a result, and the private words that are kept apart from it.
func entryOf(r *Result, o *Options) ledger.Entry {
	rec := ledger.Record{
		Kind: ledger.KindVerification, Time: r.VerifiedAt,
		Status: r.Status.String(), Grade: r.Grade.String(), Method: r.Method.String(), Score: r.Score, Similarity: r.Similarity,
		FailureReason: string(r.FailureReason), SourceID: r.SourceID, CitedSourceID: r.CitedSourceID, SourceHash: r.SourceHash,
		Version: string(r.Version), Folds: r.Folds, Profile: r.Profile, Policy: o.policyRef, Decision: string(r.Decision),
	}
	if r.Flags != 0 {
		rec.Flags = r.Flags.Names()
	}
	if len(r.Spans) > 0 {
		rec.Spans = make([]ledger.Span, len(r.Spans))
		for i, s := range r.Spans {
			rec.Spans[i] = ledger.Span{Start: s.Start, End: s.End}
		}
	}
	if r.Searched != nil {
		rec.CorpusRoot = r.Searched.CorpusRoot
	}
	return ledger.Entry{Record: rec, QuoteID: r.QuoteID, CallerID: string(r.ID), Words: r.Quote.Text}
}
