package match

import "math/bits"

// Flag is a measured fact that a reader must know before trusting a match.
type Flag uint8

// The flags. Those before FlagTruncationRisk are meaning flags: a match that has one is at most fuzzy.
const (
	FlagNumberChanged Flag = iota
	FlagNegationChanged
	FlagModalityChanged
	FlagNameChanged
	FlagSentenceJoined
	FlagTruncationRisk
	FlagElisionRisk
	FlagPartialWord
	FlagSpacingChanged
	FlagDiacriticsChanged
	FlagEllipsis
	FlagAlteration
	FlagCrossPage
	FlagHyphenation
	FlagInterleaved
	FlagOCR
	FlagReordered
	FlagAmbiguous
	FlagShort
	FlagCommon
	FlagOffsetsWrong
	FlagPageWrong
	numFlags
)

var flagNames = [numFlags]string{"number_changed", "negation_changed", "modality_changed", "name_changed", "sentence_joined",
	"truncation_risk", "elision_risk", "partial_word", "spacing_changed", "diacritics_changed", "ellipsis", "alteration", "cross_page",
	"hyphenation", "interleaved", "ocr", "reordered", "ambiguous", "short", "common", "offsets_wrong", "page_wrong"}

func (f Flag) String() string { return flagNames[f] }

// FlagByName returns the flag of a name.
func FlagByName(name string) (Flag, bool) {
	for f, n := range flagNames {
		if n == name {
			return Flag(f), true
		}
	}
	return 0, false
}

// Flags is a set of flags.
type Flags uint32

// Set returns the set with a flag added.
func (s Flags) Set(f Flag) Flags { return s | 1<<f }

// Has tells whether a flag is in the set.
func (s Flags) Has(f Flag) bool { return s&(1<<f) != 0 }

// Meaning returns the meaning flags of the set: those that cap a match at fuzzy.
func (s Flags) Meaning() Flags { return s & (1<<FlagTruncationRisk - 1) }

// Names lists the flags of the set in the order of the constants.
func (s Flags) Names() []string {
	names := make([]string, 0, bits.OnesCount32(uint32(s)))
	for f := Flag(0); f < numFlags; f++ {
		if s.Has(f) {
			names = append(names, flagNames[f])
		}
	}
	return names
}

// Detail gives the words that raised a flag.
type Detail struct {
	Flag   Flag
	Quote  string // words of the quote; empty where it has none
	Source string // words of the source; empty where it has none
}
