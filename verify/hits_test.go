package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/verbatim/index"
	"example.com/verbatim/normalize"
)

// TestSortHits: few hits and many come in the order of document, reading and place.
func TestSortHits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hits := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) index.Hit {
			return index.Hit{Doc: rapid.Uint32Range(0, 5).Draw(t, "doc") * 0x19999999, Pos: rapid.Uint32().Draw(t, "pos"),
				Reading: normalize.Reading(rapid.IntRange(0, 1).Draw(t, "reading"))}
		}), 0, 3*fewHits).Draw(t, "hits")
		want := slices.Clone(hits)
		slices.SortFunc(want, func(a, b index.Hit) int {
			return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Reading, b.Reading), cmp.Compare(a.Pos, b.Pos))
		})
		var s searcher
		if s.sortHits(hits); !slices.Equal(hits, want) {
			t.Fatalf("%v, want %v", hits, want)
		}
	})
}

// TestResultsLast: answers of one searcher after the other, with what it keeps of quotes before, are those of searchers that know nothing and
// look at each hit as it comes; and none of them changes while the next quotes are answered.
func TestResultsLast(t *testing.T) {
	docs := twinDocs()
	for i := range 40 { // passages that many documents share, in part
		docs = append(docs, doc{fmt.Sprint("shared", i), docs[i%3].text[:len(docs[i%3].text)/(1+i%4)] + fmt.Sprint(" No ", i, " of its kind.")})
	}
	c := corpusOf(t, docs...)
	o := Options{}.withDefaults()
	o.Time = time.Unix(0, 0).UTC()
	for doc := range c.snap.NumDocs() { // screen looks at texts in memory alone
		if _, err := c.snap.Text(doc); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := &searcher{c: c, o: &o}
		n := rapid.IntRange(1, 40).Draw(t, "quotes")
		quotes, results, want := make([]Quote, n), make([]Result, n), make([]string, n)
		for i := range quotes {
			from := rapid.SampledFrom(docs).Draw(t, "from").text
			lo := rapid.IntRange(0, max(len(from)-2, 0)).Draw(t, "lo")
			text := from[lo:min(len(from), lo+rapid.IntRange(1, 160).Draw(t, "length"))]
			switch rapid.IntRange(0, 3).Draw(t, "form") {
			case 1:
				text = strings.ToUpper(text)
			case 2:
				text = strings.ReplaceAll(text, " ", "  ")
			}
			quotes[i] = cite(rapid.SampledFrom([]string{"", "shared0", docs[0].id, docs[1].id}).Draw(t, "source"), text)
			q := quotes[i]
			var fresh Result
			alone := &searcher{c: c, o: &o, unscreened: true}
			alone.answer(&q, &fresh)
			want[i] = resultText(&fresh)
		}
		for i := range quotes {
			s.answer(&quotes[i], &results[i])
		}
		for i := range results {
			if got := resultText(&results[i]); got != want[i] {
				t.Fatalf("%q:\n%s\nalone:\n%s", quotes[i].Text, got, want[i])
			}
		}
	})
}

// resultText is all that a result says, but for the quote.
func resultText(r *Result) string {
	x := *r
	x.Quote = nil
	b, err := json.Marshal(&x)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
