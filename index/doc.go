// Package index keeps a corpus on disk: documents and their versions, the source texts, the candidate index that shortlists where
// a quote may stand, and the passages that a person searches.
//
// One process writes to a corpus at a time (OpenWriter), any number read beside it (Open), each on the snapshot that was the newest
// when it opened. What the candidate index answers is a shortlist: whoever asks compares it with the text.
//
// The layout of a corpus directory is described in format.go.
package index
