package match

import (
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

// TestEveryFoldIsNamed: a quote that differs from its source by one fold of the profile is form, and the verdict names that fold: in the
// source as well as in the quote.
func TestEveryFoldIsNamed(t *testing.T) {
	plain := "The smith shall forge the keys of the town hall."
	change := func(old, new string) string { return strings.Replace(plain, old, new, 1) }
	cases := []struct{ fold, source, quote string }{
		{"composition", "The café by the forge is shut.", "The cafe\u0301 by the forge is shut."},
		{"compatibility", change("forge", "ｆorge"), plain},
		{"fractions", "The smith takes 1/2 of the iron.", "The smith takes ½ of the iron."},
		{"case", plain, strings.ToUpper(plain)},
		{"long_s", plain, change("smith", "ſmith")},
		{"whitespace", plain, change(" forge", "\u00a0 forge")},
		{"page_break", plain, change(" forge", " [[PAGE_BREAK]] forge")},
		{"quotes", "The smith’s keys are of iron.", "The smith's keys are of iron."},
		{"dashes", "The years 1904–05 were wet.", "The years 1904-05 were wet."},
		{"ellipsis", "The smith… forges the keys.", "The smith... forges the keys."},
		{"punctuation", "锻匠做了钥匙。门开了。", "锻匠做了钥匙｡门开了｡"},
		{"soft_hyphen", plain, change("forge", "for\u00adge")},
		{"zero_width", plain, change("forge", "for\u200bge")},
		{"bidi_controls", plain, change("forge", "\u2067forge\u2069")},
		{"variation", "The ☎ of the forge rings.", "The ☎\ufe0f of the forge rings."},
		{"tatweel", "صنع الحداد مفاتيح المدينة", "صنع الحـــداد مفاتيح المدينة"},
		{"arabic_marks", "صنع الحداد مفاتيح المدينة", "صَنَعَ الحداد مفاتيح المدينة"},
		{"hebrew_points", "הנפח עשה מפתחות לעיר", "הַנַּפָּח עשה מפתחות לעיר"},
		{"lookalikes", plain, change("forge", "fоrge")},
		{"hyphenation", plain, change("forge", "for-\nge")},
		{"tags", plain, change("forge", "<b>forge</b>")},
		{"struck", plain, change("forge", "~~cast~~forge")},
		{"entities", "The café by the forge is shut.", "The caf&eacute; by the forge is shut."},
		{"latex", plain, change("forge", `\emph{forge}`)},
		{"markdown", plain, change("forge", "[forge](https://x.org)")},
		{"escapes", "The café by the forge is shut.", `The caf\u00e9 by the forge is shut.`},
		{"mojibake", "The café by the forge is shut.", "The cafÃ© by the forge is shut."},
		{"enclosing_quotes", plain, `"` + plain + `"`},
		{"note_marks", plain + " The clerk keeps them.", plain + "[12] The clerk keeps them."},
	}
	named := map[string]bool{"page_furniture": true} // learnt from the whole document; see the tests of interleaved matches
	var c climber
	for _, tc := range cases {
		named[tc.fold] = true
		for _, swap := range []bool{false, true} {
			source, quote := tc.source, tc.quote
			if swap {
				source, quote = quote, source
			}
			if swap && (tc.fold == "enclosing_quotes" || tc.fold == "note_marks") {
				continue // of quotes alone; marks of notes in a source are looked for on its pages
			}
			m := c.climb(source, quote, 0.8)
			if m.Grade != GradeNormalized {
				t.Errorf("%s: %q for %q: %v %v", tc.fold, quote, source, m.Grade, m.Flags.Names())
			}
			if got := m.Folds.Names(); !slices.Equal(got, []string{tc.fold}) && !(tc.fold == "page_break" || tc.fold == "hyphenation") || !slices.Contains(got, tc.fold) {
				t.Errorf("%s: %q for %q names %v", tc.fold, quote, source, got)
			}
		}
	}
	for _, r := range normalize.Rules() {
		if !named[r.Name] {
			t.Errorf("%s: no case", r.Name)
		}
	}
	if m := c.climb(plain, plain, 0.8); m.Folds != 0 {
		t.Errorf("the same bytes name %v", m.Folds.Names())
	}
}
