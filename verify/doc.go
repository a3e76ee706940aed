// Package verify answers one question about quotes: are these the source's words?
//
// It is the quotes' way through the house and the front door of the library: a Corpus is opened on a directory, quotes go in one by one
// (Corpus.Verify) or in batches (Corpus.Batch), and a Result comes out for each, in input order, whatever happens. Candidates come from
// package index, their confirmation from package match, and every answer goes to package ledger before it is given out.
//
// Everything between a quote and its decision is a function of the quote, the options and a snapshot of the corpus: the number of
// workers, the size of chunks and the order of arrival change no byte of a result.
package verify
