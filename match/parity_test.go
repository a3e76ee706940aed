package match

import (
	"strings"
	"testing"
)

// TestCheckable: a quote of nothing but white space, marks and invisible characters has nothing to verify.
func TestCheckable(t *testing.T) {
	for _, s := range []string{"", " \t\r\n", "\u00a0\u2003\u3000", "...", "?!", "\u0301", "\u200b\ufeff\u00ad", "\ufe0f", "[]", "—", "\x00\x07", "\xff\xfe"} {
		if Checkable([]byte(s)) {
			t.Errorf("%q is taken for a quote", s)
		}
	}
	for _, s := range []string{"a", "5", "字", "€", "🎉", " x ", "½", "Ⅳ", "न", "ا"} {
		if !Checkable([]byte(s)) {
			t.Errorf("%q is not taken for a quote", s)
		}
	}
}

// TestFarFragments: fragments thousands of characters apart do not pass for one passage without a flag.
func TestFarFragments(t *testing.T) {
	source := "The owner paints the rail " + strings.Repeat("and sings a song of the sea and ", 400) + "insures the crane of the guild."
	var c climber
	m := c.climb(source, "The owner paints the rail ... insures the crane of the guild.", 0.8)
	if m.Grade != GradeNormalized || !m.Flags.Has(FlagElisionRisk) || !m.Flags.Has(FlagEllipsis) || len(m.Spans) != 2 || len(m.Omitted) != 1 {
		t.Errorf("%v %v, %d spans", m.Grade, m.Flags.Names(), len(m.Spans))
	}
}

// TestSpansAfterGrowingLetters: letters that case folding makes longer or shorter move no span behind them.
func TestSpansAfterGrowingLetters(t *testing.T) {
	var c climber
	for _, before := range []string{"İ", "İİİİİ ", "ŉŉ ", "ﬃﬃ ", "ẞẞ ", "ΐΐ ", "\u0130\u0307 ", "Ⅷ ", "½½ ", "𝑥𝑥 ", "한국 ", "ﷺ "} {
		for _, quote := range []string{"the key hangs in the hall", "The KEY hangs in the hall", "the key hengs in the hall"} {
			source := before + "- the key hangs in the hall"
			m := c.climb(source, quote, 0.8)
			if m.Grade == GradeNone || source[m.Start():m.End()] != "the key hangs in the hall" {
				t.Errorf("after %q: %v %v", before, m.Grade, m.Spans)
			}
		}
	}
}
