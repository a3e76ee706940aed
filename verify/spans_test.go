package verify

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"example.com/verbatim/match"
)

// TestSpansAreCutFromTheSource: whatever the status and the unit, a span, a runner-up, the nearest passage and each piece give their text when
// cut from the source at their offsets, and start and end between characters as readers see them.
func TestSpansAreCutFromTheSource(t *testing.T) {
	docs := twinDocs()
	docs = append(docs, doc{"marks", "Zoë e\u0301crit n\u0303: ส้มตำ, เป็นที่รัก. \U0001F469\u200D\U0001F52C saw \U0001F1E9\U0001F1EA flags\r\nand\fpages. हिन्दी में लिखा है। ﷽ ﬁn. " +
		"The 2\u20E3 keys. a\u200db. [[PAGE_BREAK]] Καλημε\u0301ρα κόσμε. 屋根の上で\u3099 猫。"})
	c := corpusOf(t, docs...)
	texts := map[string]string{}
	for _, d := range docs {
		texts[d.id] = d.text
	}
	units := []Offsets{OffsetByte, OffsetRune, OffsetUTF16}
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(docs).Draw(t, "from").text
		if rapid.Bool().Draw(t, "marks") {
			from = docs[len(docs)-1].text
		}
		lo := rapid.IntRange(0, max(len(from)-2, 0)).Draw(t, "lo")
		hi := min(len(from), lo+rapid.IntRange(1, 120).Draw(t, "length"))
		q := Quote{Text: strings.ToValidUTF8(from[lo:hi], ""), Start: -1, End: -1}
		if rapid.Bool().Draw(t, "damaged") {
			q.Text = damage(t, q.Text)
		}
		if rapid.Bool().Draw(t, "stitched") {
			q.Text += rapid.SampledFrom([]string{" ", " … ", " [x] "}).Draw(t, "seam") + strings.ToValidUTF8(docs[3].text[:min(60, len(docs[3].text))], "")
		}
		if rapid.Bool().Draw(t, "cited") {
			q.SourceID = rapid.SampledFrom(docs).Draw(t, "source").id
			q.Cited = true
		}
		unit := rapid.SampledFrom(units).Draw(t, "unit")
		r := askQuote(t, c, q, Options{Offsets: unit})
		check := func(what, id string, start, end, from, to int, text string, whole bool) {
			src := texts[id]
			if start < 0 || end > len(src) || start > end || src[start:end] != text {
				t.Fatalf("%q, %v: %s %d-%d of %s is not %q", q.Text, r.Status, what, start, end, id, text)
			}
			if got := cutIn(unit, src, from, to); got != text {
				t.Fatalf("%q, %v: %s %d-%d in %s of %s is %q, not %q", q.Text, r.Status, what, from, to, unit, id, got, text)
			}
			if whole && (insideCharacter(src, start) || insideCharacter(src, end)) {
				t.Fatalf("%q, %v: %s %d-%d of %s, %q, cuts a character", q.Text, r.Status, what, start, end, id, text)
			}
		}
		for _, s := range r.Spans {
			check("span", r.SourceID, s.Start, s.End, s.From, s.To, s.Text, len(skeletonOf(q.Text)) > 0)
		}
		for _, p := range []*Passage{r.Nearest, r.RunnerUp} {
			if p != nil {
				check("passage", p.SourceID, p.Start, p.End, p.From, p.To, p.Text, len(skeletonOf(q.Text)) > 0)
			}
		}
		for _, p := range r.Pieces {
			check("piece", p.SourceID, p.Start, p.End, p.From, p.To, p.Text, true)
			if got := cutIn(unit, q.Text, p.QuoteFrom, p.QuoteTo); got != q.Text[p.QuoteStart:p.QuoteEnd] || match.Cut([]byte(q.Text), p.QuoteStart) {
				t.Fatalf("%q: piece %+v is %q of the quote", q.Text, p, got)
			}
		}
	})
}

// cutIn cuts a text at offsets in a unit.
func cutIn(unit Offsets, s string, from, to int) string {
	switch unit {
	case OffsetRune:
		return string([]rune(s)[from:to])
	case OffsetUTF16:
		return string(utf16.Decode(utf16.Encode([]rune(s))[from:to]))
	}
	return s[from:to]
}

// insideCharacter tells whether an offset lies inside an extended grapheme cluster.
func insideCharacter(s string, at int) bool {
	for i, rest, state := 0, s, -1; rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if i += len(c); i >= at {
			return i > at && at > 0
		}
	}
	return false
}
