package match

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
	"pgregory.net/rapid"
)

// TestPlainWordsTwin: the reader of plain text finds the words, marks and entries that the normalised text has, or says that it cannot tell.
func TestPlainWordsTwin(t *testing.T) {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{" ", " ", "\n", "\t", "'", "’", "‘", "''", "“", "”", "—", "–", "-", "--", "- ", "-\n", ",", ":", "(", ")", "[", "[[PAGE_BREAK]]",
			"?", "not", "No", "if", "unless", "qu'il", "n’est", "N'A", "l'", "ÉTÉ", "Ça", "ſuch", "Plossić", "Őr", "ß", "×", "Ã©", "â€™", "Âł", "\u0301", "«", "»", "¿",
			"\u00a0", "§", "<b>", "&amp;", "$5", "$", "$x=1$", "!", "![", "](a)", "*", "_", "`", "as long as", "provided that", "не", "不", "\x80", "\xc3", "\xe2\x80", "\u00ad", "1", "٣", "²", "I", "İ", "ı"}),
		rapid.StringOfN(rapid.RuneFrom([]rune("abnoIZ'’ é-ć \n,")), 0, 6, -1),
	)
	rapid.Check(t, func(t *rapid.T) {
		var src []byte
		for _, p := range rapid.SliceOfN(piece, 0, 12).Draw(t, "text") {
			src = append(src, p...)
		}
		lo := rapid.IntRange(0, len(src)).Draw(t, "lo")
		hi := rapid.IntRange(lo, len(src)).Draw(t, "hi")
		lo, hi = runeStart(src, lo), runeStart(src, hi)
		reading := normalize.Literal
		if rapid.Bool().Draw(t, "folded") {
			reading = normalize.Folded
		}
		var m Matcher
		var a, b vicinity
		text := &Text{Source: src, Reading: reading}
		a.look(&m, text, Span{})
		b.look(&m, text, Span{})
		if !a.readPlain(lo, hi) {
			return
		}
		b.readUnits(lo, hi)
		if len(a.list) != len(b.list) {
			t.Fatalf("%q: %d words, want %d", src[lo:hi], len(a.list), len(b.list))
		}
		for i := range b.list {
			a.text(i)
			a.list[i].class, a.list[i].bit = 0, 0
			if a.list[i] != b.list[i] {
				t.Fatalf("%q: word %d is %+v, want %+v", src[lo:hi], i, a.list[i], b.list[i])
			}
		}
	})
}

// TestPlainLetters: every rune of a plain word folds as the profile has it.
func TestPlainLetters(t *testing.T) {
	for r := rune(0); r < 0x200; r++ {
		s := string(r)
		if !isPlain(s) {
			continue
		}
		u := normalize.AppendUnits(nil, []byte(s), 0, len(s), normalize.Options{})
		if w := string(appendPlainWord(nil, []byte(s))); len(u) != 1 || !visible(u[0].R) || string(u[0].R) != w {
			t.Errorf("%q is %q, want %+v", s, w, u)
		}
	}
	for _, w := range []string{"not", "ÉTÉ", "Őr"} {
		if !isPlain(w) || unicode.IsLower(runeAfter([]byte(w), 0)) != (w == "not") || !utf8.ValidString(w) {
			t.Errorf("%q is plain", w)
		}
	}
}

// isPlain tells whether a text is one plain word.
func isPlain(s string) bool {
	r := plainReader{src: []byte(s), whole: []byte(s), literal: true}
	return r.next() && r.lo == 0 && r.at == len(s)
}

// TestPlainTable: every word of the lists that plain text may hold is found in any case, and by its own entry.
func TestPlainTable(t *testing.T) {
	l := frames()
	n := 0
	for w, e := range l.words {
		if !isPlainWord(w) {
			continue
		}
		n++
		for _, s := range []string{w, string(appendUpper(w)), " " + w + " and a text that is long enough"} {
			r := plainReader{src: []byte(s), whole: []byte(s), literal: true}
			if !r.next() {
				t.Fatalf("%q is no plain word", s)
			}
			if got := r.find(&l.plain); r.at-r.lo == len(w) && (got == nil || got.e != e || got.form != w) {
				t.Errorf("%q: found %v", s, got)
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d words", n)
	}
}

func appendUpper(w string) (b []byte) {
	for _, r := range w {
		if r == 'ß' || unicode.ToLower(unicode.ToUpper(r)) != r {
			return []byte(w)
		}
		b = utf8.AppendRune(b, unicode.ToUpper(r))
	}
	return b
}

// TestVotes: votes by planes are those that one would count.
func TestVotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v votes
		var count [maxLanguages]int
		for _, in := range rapid.SliceOfN(rapid.Uint32Range(0, 1<<maxLanguages-1), 0, 200).Draw(t, "words") {
			v.add(langs(in))
			for i := range count {
				count[i] += int(in >> i & 1)
			}
		}
		most := 0
		for _, n := range count {
			most = max(most, n)
		}
		if v.most() != most {
			t.Fatalf("most is %d, want %d", v.most(), most)
		}
		n := rapid.IntRange(1, 30).Draw(t, "n")
		for i, k := range count {
			if (v.with(n)>>i&1 != 0) != (k >= n) {
				t.Fatalf("language %d has %d votes", i, k)
			}
		}
	})
}
