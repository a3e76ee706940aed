package normalize

import "math/bits"

// Fold names one rule of the profile.
type Fold uint8

// The folds of the profile. The numbers are not stored anywhere: names are.
const (
	Composition     Fold = iota // canonical composition (NFC)
	Compatibility               // compatibility forms: ligatures, full width, roman numerals, letter-like signs
	Fractions                   // vulgar fractions and fraction slashes
	Case                        // full case folding
	LongS                       // ſ is s
	Whitespace                  // white space of every kind, line breaks
	PageBreak                   // form feeds and [[PAGE_BREAK]]
	Quotes                      // quotation marks and apostrophes
	Dashes                      // dashes, hyphens and minus signs
	Ellipsis                    // ellipsis glyphs
	Punctuation                 // punctuation of other scripts that has an ASCII counterpart
	SoftHyphen                  // U+00AD
	ZeroWidth                   // zero-width characters, byte order marks, fillers
	BidiControls                // marks that only steer the direction of writing
	Variation                   // variation selectors and tag characters
	Tatweel                     // the Arabic stretching stroke
	ArabicMarks                 // Arabic vowel and recitation marks
	HebrewPoints                // Hebrew points and accents
	Lookalikes                  // letters of another script in a word
	Hyphenation                 // a hyphen at a line end
	Tags                        // HTML and XML tags, comments, attributes
	Struck                      // struck-out and hidden text
	Entities                    // character references
	LaTeX                       // LaTeX commands
	Markdown                    // Markdown marks
	Escapes                     // escapes of a JSON string
	Mojibake                    // UTF-8 read as Windows-1252
	EnclosingQuotes             // one pair of quotation marks around the whole quote; applied by the matcher
	PageFurniture               // running heads and feet, page numbers, footnotes, speakers' names; applied by the matcher
	NoteMarks                   // marks of notes, numbers of verses, lines and paragraphs; applied by the matcher
	numFolds
)

// foldNames are the stable names, in the order of the constants.
var foldNames = [numFolds]string{
	"composition", "compatibility", "fractions", "case", "long_s", "whitespace", "page_break", "quotes", "dashes", "ellipsis",
	"punctuation", "soft_hyphen", "zero_width", "bidi_controls", "variation", "tatweel", "arabic_marks", "hebrew_points",
	"lookalikes", "hyphenation", "tags", "struck", "entities", "latex", "markdown", "escapes", "mojibake", "enclosing_quotes",
	"page_furniture", "note_marks",
}

// String returns the fold's name as it stands in results.
func (f Fold) String() string {
	if f >= numFolds {
		return "unknown"
	}
	return foldNames[f]
}

// Folds is a set of folds, one bit each.
type Folds uint32

func set(f Fold) Folds { return 1 << f }

// Has reports whether f is in the set.
func (s Folds) Has(f Fold) bool { return s&set(f) != 0 }

// With returns the set with f added.
func (s Folds) With(f Fold) Folds { return s | set(f) }

// Names returns the names of the folds in the set, in the order of the profile; nil for the empty set.
func (s Folds) Names() []string {
	if s == 0 {
		return nil
	}
	return s.AppendNames(make([]string, 0, s.Len()))
}

// Len is how many folds are in the set.
func (s Folds) Len() int { return bits.OnesCount32(uint32(s)) }

// AppendNames appends what Names gives.
func (s Folds) AppendNames(dst []string) []string {
	for ; s != 0; s &= s - 1 {
		dst = append(dst, Fold(bits.TrailingZeros32(uint32(s))).String())
	}
	return dst
}
