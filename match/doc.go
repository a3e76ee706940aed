// Package match decides how well a quote matches a place in a source text, and what a reader must know before trusting the match.
//
// A candidate place climbs down the ladder, one rung a file: exact, normalized, punctuation, editorial, interleaved, fuzzy, and damage that
// is undone by name. Each rung is a pure function of the quote and the source text; the first that holds gives the grade. Flags are
// measured differences between the aligned texts, each with the words that raised it; Surroundings raises the one that is asked for last, for
// the place that was chosen: what governs the quote from outside of it.
//
// What is known of languages is data: the lists of lexicon, each with its format at its head, one table of languages (languages.txt) for all.
//
// The package is pure: no I/O, no clock, no shared state. It knows nothing of indexes or documents: the caller brings the candidate
// places. Distances are those of Sellers' infix alignment, computed bit-parallel after Myers (1999) and Hyyrö (2003).
package match
