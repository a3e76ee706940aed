// Package normalize turns source text into the two forms that Verbatim matches on, and maps both back to the source bytes.
//
// The normalised text is a sequence of Units: one rune under the normalisation profile each, with the span of source bytes that made
// it and the folds that were at work there. Grades, similarity, differences and flags are decided on it.
//
// The skeleton is one byte a kept character of the normalised text (see Skeleton). Candidates are looked up in it. It is an image of
// the normalised text, character by character: texts that are equal under the profile, or but for punctuation, white space, accents
// and superscript marks, have equal skeletons, and an edit of the normalised text is at most one edit of the skeleton.
//
// The package is pure: no I/O, no clock, no state that outlives a call but buffers.
package normalize

// Reading says how the markup of a text is read.
type Reading uint8

const (
	// Folded takes markup out: tags, comments, attributes, LaTeX commands and struck-out text are dropped, entities decoded once.
	Folded Reading = iota
	// Literal takes every character as text.
	Literal
)

// Unit is one rune of the normalised text.
type Unit struct {
	R     rune   // the rune under the profile
	Start uint32 // byte offset in the source of the first character that made it
	End   uint32 // byte offset in the source of the end of the last character that made it
	Folds Folds  // folds that changed, dropped or merged source characters here or just before
}

// Options choose how a text is normalised.
type Options struct {
	Reading Reading
	Turkish bool // I folds to ı, not to i (see IsTurkish)
}
