package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Text is a source text in one reading, as the ladder needs it.
type Text struct {
	Source   []byte
	Reading  normalize.Reading
	Turkish  bool // see normalize.Options
	Skeleton *normalize.Skeleton
}

// Bytes returns the span of source bytes of the characters that made Skeleton.Bytes[from:to], from < to.
func (t *Text) Bytes(from, to int) (start, end int) {
	start, end = t.Skeleton.Source(t.Source, t.Reading, from)
	if to-from > 1 {
		_, end = t.Skeleton.Source(t.Source, t.Reading, to-1)
	}
	return start, end
}

// Span is a place in a source text, in bytes, end exclusive.
type Span struct{ Start, End int }

// Match is how a quote stands to one place of a source text.
type Match struct {
	Grade      Grade
	Method     Method
	Spans      []Span  // in quote order; several where an ellipsis left text out
	Omitted    []Span  // what lies between the spans, one entry a gap
	Edits      int     // of the best infix alignment of the normalised texts, in runes
	Similarity float64 // max(0, 1 − Edits/runes of the normalised quote)
	Words      int     // words that a fuzzy match adds, drops or replaces
	Misread    int     // words that differ in a few letters, so that they may be the same or another
	Partial    bool    // starts or ends inside a word or number
	Folds      normalize.Folds
	Flags      Flags
	Details    []Detail
	Diff       []Change // for fuzzy matches
}

// Start returns the first source byte of the match, End the end of its last; spans may stand in any order.
func (m *Match) Start() int {
	s := m.Spans[0].Start
	for _, x := range m.Spans[1:] {
		s = min(s, x.Start)
	}
	return s
}

// End returns the end of the last source byte of the match.
func (m *Match) End() int {
	e := m.Spans[0].End
	for _, x := range m.Spans[1:] {
		e = max(e, x.End)
	}
	return e
}

// Change is one run of the difference between quote and source, in their own words.
type Change struct {
	Kind          OpKind
	Quote, Source string
}

// String names the kind as results do.
func (k OpKind) String() string {
	return [...]string{"equal", "replace", "insert", "delete"}[k]
}

// flag raises a flag, with the words that raised it where there are any.
func (m *Match) flag(f Flag, quote, source string) {
	m.Flags = m.Flags.Set(f)
	if quote == "" && source == "" {
		return
	}
	for _, d := range m.Details {
		if d.Flag == f && d.Source == source && (d.Quote == quote || source != "" && strings.Contains(d.Quote, quote)) {
			return
		}
	}
	m.Details = append(m.Details, Detail{f, quote, source})
}

// settle lowers a match to fuzzy where its flags say that it cannot be form alone.
func (m *Match) settle() {
	capped := m.Flags.Meaning() != 0 || m.Flags.Has(FlagDiacriticsChanged) || m.Partial
	if m.Grade != GradeFuzzy && capped {
		m.Grade, m.Method = GradeFuzzy, MethodFuzzy
	}
}

// Better tells whether m is a better answer than o: by grade, then whole words before parts of words, then similarity.
func (m *Match) Better(o *Match) bool {
	if m.Grade != o.Grade {
		return o.Grade == GradeNone || m.Grade != GradeNone && m.Grade < o.Grade
	}
	if m.Partial != o.Partial {
		return !m.Partial
	}
	if m.Method != o.Method {
		return m.Method < o.Method
	}
	return m.Similarity > o.Similarity
}

// spaceless tells whether a rune is of a script that does not put spaces between words, so that no border can be seen there.
func spaceless(r rune) bool { return r >= 0x0E00 && spacelessScript(r) }

func spacelessScript(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
		unicode.Tibetan) || r == 'ー'
}

// hangul tells whether a rune is a syllable of Korean, whose words take their endings, negations among them, without a border.
func hangul(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }

// runeBefore and runeAfter return the rune that ends or starts at an offset, 0 at the ends of the text.
func runeBefore(src []byte, at int) rune {
	if at <= 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRune(src[:at])
	return r
}

func runeAfter(src []byte, at int) rune {
	if at >= len(src) {
		return 0
	}
	r, _ := utf8.DecodeRune(src[at:])
	return r
}

// runeStart moves an offset back to the start of the rune it lies in.
func runeStart(src []byte, at int) int {
	for n := 0; n < utf8.UTFMax-1 && at > 0 && at < len(src) && !utf8.RuneStart(src[at]); n++ {
		at--
	}
	return at
}
