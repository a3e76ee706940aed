// Package eval measures a corpus's verdicts against known truth, so that thresholds and policies are chosen from figures.
//
// Labelled compares verdicts with answers that people gave. Perturb makes the truth itself: passages of the corpus's own documents, damaged
// honestly, edited in meaning or invented, each verified against the document it came from. What comes out is a detection rate of the
// edits and a false-alarm rate of the damage, mode by mode and threshold by threshold.
package eval
