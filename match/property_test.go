package match

import (
	"fmt"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// checkMatch checks what holds for every match.
func checkMatch(m *Match, source, quote string) error {
	if m.Grade == GradeNone {
		return nil
	}
	if len(m.Spans) == 0 || m.Similarity < 0 || m.Similarity > 1 || m.Edits < 0 {
		return fmt.Errorf("%d spans, %d edits, similarity %v", len(m.Spans), m.Edits, m.Similarity)
	}
	borders := graphemes(source)
	for _, s := range append(append([]Span{}, m.Spans...), m.Omitted...) {
		if s.Start < 0 || s.End < s.Start || s.End > len(source) {
			return fmt.Errorf("span %v of %d bytes", s, len(source))
		}
	}
	for _, s := range m.Spans {
		if s.Start == s.End || !borders[s.Start] || !borders[s.End] {
			return fmt.Errorf("span %v, %q, is empty or cuts a character", s, source[s.Start:s.End])
		}
	}
	if m.Grade == GradeExact && (m.Similarity != 1 || m.Method != MethodString || len(m.Spans) != 1 || source[m.Spans[0].Start:m.Spans[0].End] != quote) {
		return fmt.Errorf("exact, and the bytes are %q", source[m.Spans[0].Start:m.Spans[0].End])
	}
	capped := m.Flags.Meaning() != 0 || m.Flags.Has(FlagDiacriticsChanged) || m.Flags.Has(FlagPartialWord)
	if capped && m.Grade < GradeFuzzy {
		return fmt.Errorf("%v with the flags %v", m.Grade, m.Flags.Names())
	}
	if (m.Grade == GradeFuzzy) != (m.Method == MethodFuzzy) {
		return fmt.Errorf("%v by %v", m.Grade, m.Method)
	}
	if m.Partial != m.Flags.Has(FlagPartialWord) {
		return fmt.Errorf("partial is %v, flags %v", m.Partial, m.Flags.Names())
	}
	for _, d := range m.Details {
		if !m.Flags.Has(d.Flag) || d.Quote == "" && d.Source == "" || !utf8.ValidString(d.Quote) || !utf8.ValidString(d.Source) {
			return fmt.Errorf("detail %+v, flags %v", d, m.Flags.Names())
		}
	}
	return nil
}

// graphemes marks the offsets between the graphemes of a text.
func graphemes(s string) map[int]bool {
	at := map[int]bool{0: true, len(s): true}
	for g := uniseg.NewGraphemes(s); g.Next(); {
		from, to := g.Positions()
		at[from], at[to] = true, true
	}
	return at
}
