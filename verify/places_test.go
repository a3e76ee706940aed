package verify

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"example.com/verbatim/match"
)

func TestOffsets(t *testing.T) {
	const text = "𝔘 Über Größe — the “quoted” 🙂 words stand here; the “quoted” 🙂 words stand there."
	const quote = "the “quoted” 🙂 words stand there"
	c := corpusOf(t, doc{"d", text})
	at := strings.Index(text, quote)
	units := map[Offsets]func(string) int{
		"":          func(s string) int { return len(s) },
		OffsetByte:  func(s string) int { return len(s) },
		OffsetRune:  func(s string) int { return len([]rune(s)) },
		OffsetUTF16: func(s string) int { return len(utf16.Encode([]rune(s))) },
	}
	for unit, count := range units {
		from, to := count(text[:at]), count(text[:at+len(quote)])
		for _, x := range []struct {
			name       string
			start, end int
			wrong      bool
		}{
			{"not said", -1, -1, false},
			{"not said in Go", 0, 0, false},
			{"right", from, to, false},
			{"the start alone", from, -1, false},
			{"a blank before it", from - 1, to, false},
			{"a mark behind it", from, to + 1, false},
			{"too early", from - 3, to - 3, true},
			{"too long", from, to + 20, true},
			{"at the start", 0, 8, true},
			{"beyond the text", 1 << 30, 1<<30 + 5, true},
			{"backwards", to, from, true},
		} {
			q := cite("d", quote)
			q.Start, q.End = x.start, x.end
			r := askQuote(t, c, q, Options{Offsets: unit})
			if r.Status != Exact || len(r.Spans) != 1 || r.Spans[0] != (Span{Start: at, End: at + len(quote), From: from, To: to, Text: quote}) {
				t.Fatalf("%q, %s: %v %+v, want exact at %d-%d, in the unit %d-%d", unit, x.name, r.Status, r.Spans, at, at+len(quote), from, to)
			}
			if r.Flags.Has(match.FlagOffsetsWrong) != x.wrong {
				t.Errorf("%q, %s: offsets_wrong is %v", unit, x.name, !x.wrong)
			}
		}
		r := askQuote(t, c, cite("d", "the “quoted” 🙂 sword stands nowhere near"), Options{Offsets: unit})
		if n := r.Nearest; n == nil || n.From != count(text[:n.Start]) || n.To != count(text[:n.End]) {
			t.Errorf("%q: nearest %+v", unit, n)
		}
	}
}

// TestChoice: among several occurrences the exact one is meant, then the one between prefix and suffix, then the one at the position.
func TestChoice(t *testing.T) {
	const text = "First, the bell rings twice at noon. Second, The Bell  rings twice at night. Third, the bell rings twice at dusk. " +
		"Fourth, the bell rings twice at dawn."
	c := corpusOf(t, doc{"d", text})
	nth := func(s string, n int) int {
		at := -1
		for range n {
			at += 1 + strings.Index(text[at+1:], s)
		}
		return at
	}
	for _, x := range []struct {
		name      string
		quote     Quote
		at        int
		ambiguous bool
		count     int
	}{
		{"nothing to choose by", Quote{Text: "the bell rings twice"}, nth("the bell", 1), true, 3},
		{"by exactness", Quote{Text: "The Bell  rings twice"}, nth("The Bell", 1), false, 1},
		{"by exactness, against the position", Quote{Text: "The Bell  rings twice", Start: 7, End: 27}, nth("The Bell", 1), false, 1},
		{"by the prefix", Quote{Text: "the bell rings twice", Prefix: "Third, "}, nth("the bell", 2), false, 3},
		{"by the suffix", Quote{Text: "the bell rings twice", Suffix: " at dawn"}, nth("the bell", 3), false, 3},
		{"by a prefix in another form", Quote{Text: "the bell rings twice", Prefix: "THIRD"}, nth("the bell", 2), false, 3},
		{"by the prefix, against the position", Quote{Text: "the bell rings twice", Prefix: "Third, ", Start: nth("the bell", 1), End: -1}, nth("the bell", 2), false, 3},
		{"by a prefix that fits all", Quote{Text: "the bell rings twice", Suffix: " at"}, nth("the bell", 1), true, 3},
		{"by a prefix that fits none", Quote{Text: "the bell rings twice", Prefix: "zzz"}, nth("the bell", 1), true, 3},
		{"by a prefix that fits none, then the position", Quote{Text: "the bell rings twice", Prefix: "zzz", Start: nth("the bell", 2), End: -1}, nth("the bell", 2), false, 3},
		{"by the position", Quote{Text: "the bell rings twice", Start: nth("the bell", 3), End: nth("the bell", 3) + 20}, nth("the bell", 3), false, 3},
		{"by a position nearby", Quote{Text: "the bell rings twice", Start: nth("the bell", 2) + 4, End: -1}, nth("the bell", 2), false, 3},
		{"by the start of the text", Quote{Text: "the bell rings twice", Start: 0, End: 5}, nth("the bell", 1), false, 3},
		{"one only", Quote{Text: "the bell rings twice at dusk"}, nth("the bell", 2), false, 1},
	} {
		if x.quote.Start == 0 && x.quote.End == 0 {
			x.quote.Start, x.quote.End = -1, -1
		}
		x.quote.SourceID = "d"
		r := askQuote(t, c, x.quote, Options{})
		if r.Status != Exact || r.Spans[0].Start != x.at || r.Flags.Has(match.FlagAmbiguous) != x.ambiguous || r.Occurrences != x.count {
			t.Errorf("%s: %v at %+v, %d occurrences, flags %v; want exact at %d, %d occurrences, ambiguous %v", x.name, r.Status, r.Spans,
				r.Occurrences, r.Flags.Names(), x.at, x.count, x.ambiguous)
		}
		if want := x.ambiguous; want != (r.Decision == Review) {
			t.Errorf("%s: decision %v", x.name, r.Decision)
		}
	}
}

// TestReadingsCountOnce: a text with markup is read twice, with and without it; a place that both readings find is one place.
func TestReadingsCountOnce(t *testing.T) {
	for _, x := range []struct {
		text, quote string
		want        Status
		count       int
	}{
		{"We **never** pay the ferryman in advance, _not_ once.", "We never pay the ferryman in advance", Normalized, 1},
		{"We **never** pay the ferryman in advance, _not_ once.", "We **never** pay the ferryman in advance", Exact, 1},
		{"We **never** pay  the ferryman in advance, _not_ once.", "We **never** pay the ferryman in advance", Normalized, 1},
		{"**We never pay**  the ferryman in advance.", "**We never pay** the ferryman", Normalized, 1},
		{"So: **we never pay the ferryman**.", "“we never pay the ferryman”", Normalized, 1},
		{"So: **we never pay the ferryman**.", "**we never  pay the ferryman**", Normalized, 1},
		{"<p>We never pay the <b>ferryman</b> twice.</p>", "We never pay the ferryman twice.", Normalized, 1},
		{"<p>We never pay the ferryman twice.</p>", "We never pay the ferryman twice.", Exact, 1},
		{"*row* row *row*", "row", Exact, 3},
		{"A &amp; B, and A &amp; B", "A & B", Normalized, 2},
		{"la la la la", "la la", Exact, 3},
	} {
		r := ask(t, corpusOf(t, doc{"d", x.text}), "d", x.quote)
		if r.Status != x.want || r.Occurrences != x.count || r.Flags.Has(match.FlagAmbiguous) != (x.count > 1) {
			t.Errorf("%q in %q: %v, %d occurrences, flags %v; want %v, %d", x.quote, x.text, r.Status, r.Occurrences, r.Flags.Names(), x.want, x.count)
		}
	}
}

// TestMarkupIsNotSimilarity: the threshold is a share of the words, not of the markup around them.
func TestMarkupIsNotSimilarity(t *testing.T) {
	c := corpusOf(t, doc{"d", lease})
	const marked = `<span class="emphasis strong">The tenants must clean</span> <i>the drains well</i>`
	for _, x := range []struct {
		quote string
		want  Status
	}{
		{marked, Fabricated},
		{"The tenants must clean the drains well", Fabricated},
		{`<span class="emphasis strong">The tenants shall keep</span> <i>the drains clear</i>`, Fuzzy},
		{`<span class="emphasis strong">The tenant shall keep</span> <i>the drains clear</i>`, Normalized},
	} {
		r := ask(t, c, "d", x.quote)
		if r.Status != x.want || r.Status == Fuzzy && r.Similarity < DefaultThreshold {
			t.Errorf("%q: %v, similarity %v, want %v", x.quote, r.Status, r.Similarity, x.want)
		}
	}
}

func TestShort(t *testing.T) {
	c := corpusOf(t, doc{"d", "No. The mill. We all do it. Incomprehensibly so, 我们在这里. 不 ☃\n"})
	for quote, want := range map[string]bool{
		"No": true, "The mill": true, "We all do": false, "Incomprehensibly": false, "不": true, "我们在这里": false, "☃": true,
	} {
		if r := ask(t, c, "d", quote); r.Status != Exact || r.Flags.Has(match.FlagShort) != want {
			t.Errorf("%q: %v, flags %v, want short %v", quote, r.Status, r.Flags.Names(), want)
		}
	}
}

func TestContext(t *testing.T) {
	long := strings.Repeat("wörter ", 100)
	for _, x := range []struct{ text, quote, before, after string }{
		{"He came. She said that the mill was shut, and left. It rained.", "the mill was shut", "She said that ", ", and left."},
		{"the mill was shut", "the mill was shut", "", ""},
		{"A head\n\nthe mill was shut\n\nA foot", "the mill was shut", "", ""},
		{"Really? Yes! So the mill was shut? Oh.", "the mill was shut", "So ", "?"},
		{long + "the mill was shut " + long, "the mill was shut", "", ""},
	} {
		r := ask(t, corpusOf(t, doc{"d", x.text}), "d", x.quote)
		if r.Context == nil {
			t.Fatalf("%q: no context", x.quote)
		}
		if x.text[:7] != long[:7] {
			if r.Context.Before != x.before || r.Context.After != x.after {
				t.Errorf("%q in %q: context %q %q, want %q %q", x.quote, x.text, r.Context.Before, r.Context.After, x.before, x.after)
			}
			continue
		}
		b, a := r.Context.Before, r.Context.After
		if len(b) == 0 || len(b) > contextReach || len(a) == 0 || len(a) > contextReach || !strings.Contains(x.text, b+x.quote+" ") ||
			strings.ToValidUTF8(b+a, "?") != b+a {
			t.Errorf("context %q %q", b, a)
		}
	}
}

func TestEllipsis(t *testing.T) {
	const text = "The board met in the old library on Monday, heard both engineers, and agreed to rebuild the weir before winter. The mayor was away.\n"
	c := corpusOf(t, doc{"d", text}, doc{"e", "Another board met in the yard.\n"})
	for _, x := range []struct {
		source, quote string
		want          Status
		spans         []string
		omitted       []string
	}{
		{"d", "The board met in the old library … and agreed to rebuild the weir", Normalized,
			[]string{"The board met in the old library ", " and agreed to rebuild the weir"}, []string{"on Monday, heard both engineers,"}},
		{"d", "The board met ... on Monday ... before winter.", Normalized,
			[]string{"The board met ", " on Monday", " before winter."}, nil},
		{"d", "agreed to rebuild the weir … The board met", Fuzzy, nil, nil},                    // in another order
		{"d", "The board met in the old library … and agreed to burn it", Fabricated, nil, nil}, // the second piece is not there
		{"d", "The board met in the old library on Tuesdays … agreed to rebuild the weir", Fuzzy, nil, nil},
		{"e", "The board met … and agreed to rebuild the weir", Misattributed, nil, nil},
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Status != x.want || !r.Flags.Has(match.FlagEllipsis) {
			t.Errorf("%q: %v, flags %v, want %v with ellipsis", x.quote, r.Status, r.Flags.Names(), x.want)
			continue
		}
		checkFacts(t, &r)
		var spans []string
		for _, s := range r.Spans {
			if text[s.Start:s.End] != s.Text {
				t.Errorf("%q: span %+v", x.quote, s)
			}
			spans = append(spans, strings.TrimSpace(s.Text))
		}
		if len(spans) > 0 && r.Status == Normalized && len(r.Omitted) != len(spans)-1 {
			t.Errorf("%q: %d spans and %d gaps", x.quote, len(spans), len(r.Omitted))
		}
		if x.spans == nil {
			continue
		}
		for i := range x.spans {
			x.spans[i] = strings.TrimSpace(x.spans[i])
		}
		if !slices.Equal(spans, x.spans) || r.SourceText == "" {
			t.Errorf("%q: spans %q, want %q", x.quote, spans, x.spans)
		}
		for i, o := range x.omitted {
			if strings.TrimSpace(r.Omitted[i]) != o {
				t.Errorf("%q: omitted %q, want %q", x.quote, r.Omitted, x.omitted)
			}
		}
		// the pieces and what was left out are the source's own words from the first to the last, blanks at the seams aside
		whole := text[r.Spans[0].Start:r.Spans[len(r.Spans)-1].End]
		glued := r.Spans[0].Text
		for i, o := range r.Omitted {
			glued += o + r.Spans[i+1].Text
		}
		if solid := strings.NewReplacer(" ", ""); solid.Replace(glued) != solid.Replace(whole) {
			t.Errorf("%q: %q is not %q", x.quote, glued, whole)
		}
	}
}

func TestSymbols(t *testing.T) {
	c := corpusOf(t, doc{"d", "Sent: 🙂🙂, then 🙂 and →.\n"}, doc{"e", "Nothing."})
	for _, x := range []struct {
		source, quote string
		want          Status
		count         int
	}{
		{"d", "🙂🙂", Exact, 1}, {"d", "→", Exact, 1}, {"d", " → ", Normalized, 1}, {"d", "🙂", Exact, 3},
		{"", "🙂🙂", Exact, 1}, {"e", "🙂🙂", Misattributed, 1}, {"", "🙁", Fabricated, 0}, {"nosuch", "🙂", Unverifiable, 0},
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Status != x.want || r.Occurrences != x.count {
			t.Errorf("%q in %q: %v, %d occurrences, want %v, %d", x.quote, x.source, r.Status, r.Occurrences, x.want, x.count)
		}
		checkFacts(t, &r)
	}
}

// TestQuoteID pins the ids by value: they name a quote in ledgers and result files for ever.
func TestQuoteID(t *testing.T) {
	for _, x := range []struct{ source, quote, want string }{
		{"", "", "q_1715ec74197f8f5c62f079f216bf1b83"},
		{"lease", "The tenant shall", "q_0048feb7e6ba88d0ac1c37a87a5be713"},
		{"", "The tenant shall", "q_d326eaf8651ef4125bc1a8e54c3504b3"},
		{"a\x00b", "c", "q_19d39bf28324e0562105611548352ae7"},
	} {
		if got := quoteID(x.source, x.quote); got != x.want {
			t.Errorf("quote id of %q in %q: %s, want %s", x.quote, x.source, got, x.want)
		}
	}
	// it depends on nothing else
	c := corpusOf(t, doc{"lease", lease})
	q := Quote{Text: "The tenant shall", SourceID: "lease", SourceHash: pinOf(lease), Start: 3, End: 7, Prefix: "x", Line: 9, AllowedIDs: []string{}}
	if r := askQuote(t, c, q, Options{NoDiscover: true}); r.QuoteID != quoteID("lease", q.Text) {
		t.Errorf("quote id %s depends on more than source and words", r.QuoteID)
	}
}

// TestLiteralBrackets: a quote whose brackets are the source's own is exact, however many there are.
func TestLiteralBrackets(t *testing.T) {
	const text = "10.2 The licensor may end this licence upon [*] ([*]) days of notice [and] (or) [fee]. Upon receipt the licensee shall stop."
	c := corpusOf(t, doc{"licence", text})
	if r := ask(t, c, "licence", text[5:84]); r.Status != Exact {
		t.Errorf("%q: %v by %v, want exact", text[5:84], r.Status, r.Method)
	}
}
