package match

import (
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

// damaged looks for a quote with known damage at its nearest place in a text, as a caller does when no rung holds.
func (c *climber) damaged(q *Quote, e *Editorial, t *Text, threshold float64) Match {
	from, to, _, ok := c.scan.Best(q.Skeleton, t.Skeleton.Bytes, len(q.Skeleton)-1)
	if !ok {
		return Match{}
	}
	near, ok := c.m.Near(q, t, from-16, to+16)
	if !ok {
		return Match{}
	}
	m, ok := c.m.Damaged(q, t, from, to, near.Similarity, threshold)
	if !ok && e != nil {
		m, _ = c.m.DamagedPiece(e, t, from, to, threshold)
	}
	return m
}

func TestConfused(t *testing.T) {
	for _, x := range []struct {
		a, b string
		n    int
		ok   bool
	}{
		{"modern", "modem", 1, true},
		{"clear", "dear", 1, true},
		{"willow", "vvillovv", 2, true},
		{"mill", "rni11", 3, true},
		{"the", "tlie", 1, true},
		{"such", "fuch", 1, true},
		{"1800", "i8oo", 3, true},
		{"plain", "plain", 0, true},
		{"a b", "ab", 0, true},
		{"café", "cafe", 0, true},
		{"miller", "baker", 0, false},
		{"paid", "pad", 0, false},
		{"men", "man", 0, false},
		{"", "the", 0, false},
	} {
		if n, ok := new(shapeCosts).confused([]rune(x.a), []rune(x.b)); ok != x.ok || ok && n != x.n {
			t.Errorf("confused(%q, %q) = %d, %v; want %d, %v", x.a, x.b, n, ok, x.n, x.ok)
		}
		if n, ok := new(shapeCosts).confused([]rune(x.b), []rune(x.a)); ok != x.ok || ok && n != x.n {
			t.Errorf("the other way round: confused(%q, %q) = %d, %v", x.b, x.a, n, ok)
		}
	}
}

func unitsOf(s string) []normalize.Unit {
	return normalize.AppendUnits(nil, []byte(s), 0, len(s), normalize.Options{Reading: normalize.Literal})
}

func TestSaid(t *testing.T) {
	for _, x := range [][2]string{
		{"Um, the kiln is hot.", "the kiln is hot"},
		{"the kiln, uh, you know, is hot", "the kiln is hot"},
		{"when we, when we got in", "when we got in"},
		{"I I saw it", "i saw it"},
		{"It was, like, cold", "it was cold"},
		{"They look like sheep", "they look like sheep"},
		{"You know the way", "you know the way"},
		{"Well, it broke.", "it broke"},
		{"The well broke.", "the well broke"},
		{"Äh, das ist, na ja, zu spät", "das ist zu spät"},
		{"es ist also wahr", "es ist also wahr"},
		{"えっと、船が着いた", "船 が 着 い た"},
		{"那个,他走了", "他 走 了"},
		{"那个人走了", "那 个 人 走 了"},
		{"uh", ""},
		{"", ""},
	} {
		u := unitsOf(x[0])
		var got []string
		for _, w := range said(u, tokens(u)) {
			got = append(got, w.text)
		}
		if s := strings.Join(got, " "); s != x[1] {
			t.Errorf("said(%q) = %q, want %q", x[0], s, x[1])
		}
	}
}

func TestChangedWords(t *testing.T) {
	for _, x := range []struct {
		quote, source string
		words         int
		misread       int
	}{
		{"the ferry leaves at noon", "the ferry leaves at noon", 0, 0},
		{"the ferry leaves at noon", "the ferry sails at noon", 1, 0},
		{"the ferry leaves at noon", "the old ferry leaves at noon", 1, 0},
		{"the old ferry leaves at noon", "the ferry leaves at noon", 1, 0},
		{"the ferry leevs at noon", "the ferry leaves at noon", 1, 0},
		{"the harbour closed", "the harbor closed", 0, 1},
		{"the harborur closed", "the harbour closed", 0, 1},
		{"the fer ry leaves", "the ferry leaves", 0, 0},
		{"tbe fcrry lcaves", "the ferry leaves", 0, 0},
		{"a dear view", "a clear view", 0, 1},
		{"and so he went", "so he went", 1, 0},
		{"the ship sank", "a ship sank", 1, 0},
		{"他走了", "她走了", 1, 0},
		{"by statue of the realm", "by statute of the realm", 0, 1},
		{"the va1ley is wide", "the valley is wide", 0, 0},
		{"the valley is wide", "the va11ey is wide", 0, 0},
		{"the café is shut", "the cafe is shut", 0, 0},
		{"in unit 14b", "in unit 146", 0, 0},
	} {
		q, s := unitsOf(x.quote), unitsOf(x.source)
		var a Aligner
		al := a.Global(appendRunes(nil, q), appendRunes(nil, s))
		if n, k := new(shapeCosts).changedWords(q, s, wordChanges(nil, q, s, al), func(w []rune) bool { return string(w) == "dear" }); n != x.words || k != x.misread {
			t.Errorf("%q for %q: %d words changed and %d misread, want %d and %d", x.quote, x.source, n, k, x.words, x.misread)
		}
	}
}

// TestRewritten: below the threshold a number in another spelling counts as one edit, and one of another value in full.
func TestRewritten(t *testing.T) {
	for _, tc := range []struct {
		source, quote string
		want          bool
	}{
		{"新法は一九九八年に定められた。", "新法は1998年に定められた。", true},
		{"新法は一九九八年に定められた。", "新法は1989年に定められた。", false},
		{"The lease runs for twenty-four months.", "The lease runs for 24 months.", true},
		{"The lease runs for twenty-four months.", "The lease runs for 42 months.", false},
		{"The toll is 2,500 crowns a year for the barge.", "The toll is two thousand five hundred crowns a year for the barge.", true},
		{"The toll is 2,500 crowns a year for the barge.", "The toll is two thousand six hundred crowns a year for the barge.", false},
		{"The lease runs for twenty-four months.", "The ferry sails for 24 nights.", false},
	} {
		text := &readingsOf([]byte(tc.source))[0]
		var q Quote
		q.Prepare([]byte(tc.quote), normalize.Folded)
		c := climber{}
		from, to, d, ok := c.scan.Best(q.Skeleton, text.Skeleton.Bytes, len(q.Skeleton))
		if !ok {
			t.Fatalf("%q: no place", tc.quote)
		}
		near, _ := c.m.Near(&q, text, from-16, to+16)
		m, got := c.m.Damaged(&q, text, from, to, near.Similarity, 0.8)
		if got != tc.want || m.Flags.Has(FlagNumberChanged) {
			t.Errorf("%q for %q (%d edits, near %.2f): %v %v, want %v", tc.quote, tc.source, d, near.Similarity, got, m.Flags.Names(), tc.want)
		}
	}
}
