package verify

import (
	"fmt"
	"strings"
	"testing"

	"example.com/verbatim/match"
)

// workOf verifies one quote and says how many places were graded for it.
func workOf(t testing.TB, c *Corpus, q Quote, o Options) (Result, int) {
	t.Helper()
	o = o.withDefaults()
	s := &searcher{c: c, o: &o}
	var r Result
	s.answer(&q, &r)
	return r, s.graded
}

// TestWorkIsBounded: quotes that stand almost everywhere are answered by grading few places, and all of the places are counted.
func TestWorkIsBounded(t *testing.T) {
	var docs []doc
	prose := "a mill, a weir and a barn stand at a bend; any man may pass there. Then the tenant may say a word. "
	for i := range 60 {
		docs = append(docs, doc{fmt.Sprintf("d%02d", i), strings.Repeat(prose, 300)})
	}
	c := corpusOf(t, docs...)
	if c.everything.small() {
		t.Log("a small scope")
	}
	marks := strings.Repeat("\u0301", 100)
	for _, x := range []struct {
		quote string
		want  Status
		count int
		most  int
	}{
		{"a", Exact, 1500, 3500},
		{"ma", Fuzzy, 900, 2 * gradedInText},
		{"A", Normalized, 1500, 3500},
		{"a" + marks, Fuzzy, 1500, 60 * 300},
		{strings.Repeat("!", 100) + "a" + strings.Repeat("?", 100), Normalized, 1500, 60 * 300}, // or fuzzy: two sentence ends
		{"zq", Fabricated, 0, 0},
	} {
		for _, source := range []string{"", "d07"} {
			r, work := workOf(t, c, cite(source, x.quote), Options{})
			if r.Status != x.want && !(x.want == Normalized && r.Status == Fuzzy) || r.Occurrences != x.count || work > x.most {
				t.Errorf("%.12q of %q: %v, %d occurrences, %d places graded; want %v, %d, at most %d", x.quote, source, r.Status, r.Occurrences, work, x.want, x.count, x.most)
			}
		}
	}
}

// TestManyOccurrences: beyond what is graded, places are counted, and the one that the caller means is found all the same.
func TestManyOccurrences(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "%d. Item: the fee is due. ", i)
	}
	text := b.String()
	c := corpusOf(t, doc{"d", text})
	for _, words := range []string{"the fee is due", "The Fee is due", "Item: the fee is due. "} {
		r := askQuote(t, c, cite("d", words), Options{})
		if r.Occurrences != 5000 || !r.Flags.Has(match.FlagAmbiguous) {
			t.Errorf("%q: %v, %d occurrences, flags %v", words, r.Status, r.Occurrences, r.Flags.Names())
		}
		q := cite("d", words)
		if q.Prefix = "4321. Item: "; words[0] == 'I' {
			q.Prefix = "4321. "
		}
		r = askQuote(t, c, q, Options{})
		if at := strings.Index(text, "4321. "); len(r.Spans) != 1 || r.Spans[0].Start < at || r.Spans[0].Start > at+12 || r.Flags.Has(match.FlagAmbiguous) {
			t.Errorf("%q: at %+v, flags %v, want it behind %d", words, r.Spans, r.Flags.Names(), at)
		}
	}
}

// TestBoilerplateIsGradedOnce: a passage that many documents share, and that the quote changes, is looked at once, not in each of them.
func TestBoilerplateIsGradedOnce(t *testing.T) {
	clause := "Either party may end this agreement by notice in writing of not less than 30 days, and the fee of $5 million for the month then running stays due. "
	var docs []doc
	for i := range 500 {
		docs = append(docs, doc{fmt.Sprintf("c%03d", i), fmt.Sprintf("Agreement of the %d. of the parties. %sSigned by the parties.", i, clause)})
	}
	c := corpusOf(t, docs...)
	for _, x := range []struct {
		old, new string
		want     Status
	}{
		{"", "", Exact}, {"$5", "€5", Fuzzy}, {"30", "60", Fuzzy}, {"month", "week", Fuzzy}, {"writing of not", "writing, of not", Normalized},
	} {
		r, work := workOf(t, c, cite("", strings.Replace(clause, x.old, x.new, 1)), Options{})
		if r.Status != x.want || r.SourceID != "c000" || work > 40 {
			t.Errorf("%q for %q: %v in %s, %d places graded", x.new, x.old, r.Status, r.SourceID, work)
		}
		if r.RunnerUp == nil || r.RunnerUp.SourceID == "c000" {
			t.Errorf("%q for %q: runner-up %+v", x.new, x.old, r.RunnerUp)
		}
	}
}
