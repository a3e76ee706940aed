package verify

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/verbatim/normalize"
)

// TestPieces: a quote stitched together shows its seams, each piece with its source.
func TestPieces(t *testing.T) {
	c := corpusOf(t,
		doc{"a", "The harbour master shall inspect every vessel before it leaves. No vessel leaves by night. The fee is nine crowns."},
		doc{"b", "A pilot who refuses a vessel in distress forfeits his licence for two years. The fee is waived in storms."},
		doc{"c", "渡し船の船頭は毎朝その日の水位を記録しなければならない。"})
	for _, x := range []struct {
		source, quote string
		want          []string // source: text
	}{
		{"a", "The harbour master shall inspect every vessel before it forfeits his licence for two years and is hanged.",
			[]string{"a: The harbour master shall inspect every vessel before it", "b: forfeits his licence for two years"}},
		{"", "No vessel leaves by night unless a pilot who refuses a vessel in distress is found and drowned in the harbour at once.",
			[]string{"a: No vessel leaves by night", "b: A pilot who refuses a vessel in distress"}},
		{"b", "Every vessel before it leaves. In the winter season the watchman sleeps. The fee is waived in storms.",
			[]string{"a: every vessel before it leaves", "b: The fee is waived in storms"}}, // the full stops are not counted in
		{"a", "Dragons hold the northern pass and nobody dares to climb it.", nil},
		{"a", "船頭は毎朝その日の天気と漁獲高と客の数を帳面に書く。", []string{"c: 船頭は毎朝その日の"}},
		{"a", "inspect every vesselmaker in the kingdom of the north", nil}, // two words and a half
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Status != Fabricated {
			t.Errorf("%q: %v", x.quote, r.Status)
		}
		var got []string
		for _, p := range r.Pieces {
			d, _ := c.snap.Lookup(p.SourceID)
			text, err := c.snap.Text(d)
			if err != nil || string(text.Source[p.Start:p.End]) != p.Text {
				t.Errorf("%q: piece %+v", x.quote, p)
			}
			if !strings.EqualFold(strings.ReplaceAll(x.quote[p.QuoteStart:p.QuoteEnd], "\n", " "), p.Text) {
				t.Errorf("%q: %q is not %q", x.quote, x.quote[p.QuoteStart:p.QuoteEnd], p.Text)
			}
			got = append(got, p.SourceID+": "+p.Text)
		}
		if strings.Join(got, "\n") != strings.Join(x.want, "\n") {
			t.Errorf("%q:\n got %q\nwant %q", x.quote, got, x.want)
		}
	}
}

// TestPieceQuoteRapid: what is counted once is what the stretches themselves show.
func TestPieceQuoteRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte(rapid.StringOfN(rapid.SampledFrom([]rune("ab of\n\u00a0門は。é1")), 0, 60, -1).Draw(t, "quote"))
		var q pieceQuote
		if !q.make(raw, normalize.Literal) {
			return
		}
		n := len(q.skeleton.Bytes)
		lo := rapid.IntRange(0, n-1).Draw(t, "lo")
		hi := rapid.IntRange(lo+1, n).Draw(t, "hi")
		part := raw[q.places[lo].Start:q.places[hi-1].End]
		if got, want := q.wordsIn(lo, hi), len(bytes.Fields(part)); got != want {
			t.Fatalf("%q: %d words, want %d", part, got, want)
		}
		wide := 0
		for _, c := range q.skeleton.Bytes[lo:hi] {
			wide += int(c >> 7)
		}
		words := len(bytes.Fields(part))
		want := hi-lo >= pieceKept || hi-lo >= pieceDense && !(hi-lo >= pieceLeast && bytes.IndexByte(part, ' ') < 0 && q.skeleton.Bytes[lo] < 0x80) &&
			(wide == hi-lo && words == 1 || hi-lo >= pieceLeast && words >= pieceWords)
		if got := q.enough(lo, hi); got != want {
			t.Fatalf("%q: enough %v, want %v", part, got, want)
		}
	})
}

func TestDiagonalEndsRapid(t *testing.T) {
	var d diagonalEnds
	rapid.Check(t, func(t *rapid.T) {
		d.clear()
		want := map[int]int32{}
		for i, x := range rapid.SliceOfN(rapid.IntRange(-3000, 3000), 0, 2000).Draw(t, "diagonals") {
			p := d.at(x)
			if *p != want[x] {
				t.Fatalf("diagonal %d: %d, want %d", x, *p, want[x])
			}
			*p, want[x] = int32(i), int32(i)
		}
	})
}
