package bench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// small is a corpus that is made once a test, 2 MB.
func small(t testing.TB) []Document {
	t.Helper()
	return Synthesize(CorpusConfig{Seed: 1, Bytes: 2_000_000})
}

func hash(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}

// The hashes pin the workload: figures are only comparable while they hold. Change them knowingly, and measure anew.
const (
	corpusHash = "b83841f8440f5a7c"
	quotesHash = "d2d1709b6db9acb9"
	labelsHash = "e65f7c20ce97c52a"
)

func TestWorkloadIsPinned(t *testing.T) {
	docs := small(t)
	var b, q, l bytes.Buffer
	if err := WriteCorpus(&b, docs); err != nil {
		t.Fatal(err)
	}
	if got := hash(b.Bytes()); got != corpusHash {
		t.Errorf("corpus hash %s, want %s", got, corpusHash)
	}
	for _, workers := range []int{1, 3} {
		q.Reset()
		l.Reset()
		g, err := NewGenerator(docs, QuoteConfig{Seed: 1, Quotes: 6_000, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Write(context.Background(), &q, &l); err != nil {
			t.Fatal(err)
		}
		if got := hash(q.Bytes()); got != quotesHash {
			t.Errorf("%d workers: quotes hash %s, want %s", workers, got, quotesHash)
		}
		if got := hash(l.Bytes()); got != labelsHash {
			t.Errorf("%d workers: labels hash %s, want %s", workers, got, labelsHash)
		}
	}
}

func TestLabelsAreTrue(t *testing.T) {
	docs := small(t)
	byID := make(map[string]string)
	for _, d := range docs {
		byID[d.ID] = d.Text
	}
	mix := append(FullMix(), Share{Meaning, 5})
	g, err := NewGenerator(docs, QuoteConfig{Seed: 5, Quotes: 8_000, Mix: mix})
	if err != nil {
		t.Fatal(err)
	}
	qs, err := g.All(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	counts, cited, modes := make(map[Class]int), 0, make(map[string]int)
	for _, q := range qs {
		counts[q.Class]++
		for _, m := range q.Modes {
			modes[m]++
		}
		if q.SourceID != "" {
			cited++
		}
		if !utf8.ValidString(q.Quote) {
			t.Fatalf("%s is not valid UTF-8: %q", q.ID, q.Quote)
		}
		if q.Class == Fabricated {
			if q.TrueSource != "" || q.SourceID != "" && strings.Contains(byID[q.SourceID], q.Quote) {
				t.Errorf("%s is not fabricated: %q", q.ID, q.Quote)
			}
			continue
		}
		text := byID[q.TrueSource]
		p := text[q.Start:q.End]
		if n := utf8.RuneCountInString(p); n < 40 || n > 400 {
			t.Errorf("%s has a passage of %d characters", q.ID, n)
		}
		if a, b := text[:q.Start], text[q.End:]; a != "" && !unicode.IsSpace(rune(a[len(a)-1])) || b != "" && !unicode.IsSpace(rune(b[0])) || p != strings.TrimSpace(p) {
			t.Errorf("%s does not stand on word borders: %q", q.ID, p)
		}
		switch q.Class {
		case Exact:
			if q.Quote != p || q.SourceID != "" && q.SourceID != q.TrueSource {
				t.Errorf("%s is not exact: %q", q.ID, q.Quote)
			}
		case Wrong:
			if q.Quote != p || q.SourceID == "" || q.SourceID == q.TrueSource || holds(byID[q.SourceID], p) {
				t.Errorf("%s is not misattributed: %q to %s", q.ID, q.Quote, q.SourceID)
			}
		default:
			if q.Quote == p || len(q.Modes) == 0 {
				t.Errorf("%s of class %s is unchanged: %q", q.ID, q.Class, q.Quote)
			}
		}
	}
	sum := mix.sum()
	for _, s := range mix {
		want := float64(len(qs)*s.Weight) / float64(sum)
		if got := float64(counts[s.Class]); math.Abs(got-want) > 5*math.Sqrt(want) {
			t.Errorf("%g quotes of class %s, want about %.0f", got, s.Class, want)
		}
	}
	if share := float64(cited) / float64(len(qs)); share < 0.79 || share > 0.84 {
		t.Errorf("%.3f of the quotes cite a source", share)
	}
	t.Log(modes)
}

func TestHolds(t *testing.T) {
	doc := "The officers shall\nkeep the ac-\ncounts: in good ORDER, always."
	for text, want := range map[string]bool{
		"shall keep the accounts": true, "in Good order always": true, "The officers shall\nkeep the ac-\ncounts": true, "shall keep the books": false, "accounts the keep": false,
	} {
		var f filter
		if got := f.mayHold(doc, text) && holds(doc, text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestQuoteLengths(t *testing.T) {
	g, err := NewGenerator(small(t), QuoteConfig{Quotes: 10_000, Mix: Only(Exact)})
	if err != nil {
		t.Fatal(err)
	}
	qs, err := g.All(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	for _, q := range qs {
		if utf8.RuneCountInString(q.Quote) < 126 { // the middle of 40 and 400 on a logarithmic scale
			short++
		}
	}
	if short < 4700 || short > 5700 {
		t.Errorf("%d of 10000 passages are shorter than 126 characters", short)
	}
}

func TestRecords(t *testing.T) {
	q := Labelled{ID: "q7", Quote: "a \"b\"\\\n\t\x01 é\u2028\xff", SourceID: "d/1", Class: Norm, Modes: []string{"case", "ocr"}, TrueSource: "d/1", Start: 3, End: 9}
	var rec map[string]string
	if err := json.Unmarshal(q.AppendQuote(nil), &rec); err != nil {
		t.Fatal(err)
	}
	if want := "a \"b\"\\\n\t\x01 é\u2028\ufffd"; rec["quote"] != want || rec["id"] != "q7" || rec["source_id"] != "d/1" {
		t.Errorf("got %q, want the quote %q", rec, want)
	}
	want := `{"id":"q7","class":"norm","modes":["case","ocr"],"true_source":"d/1","true_start":3,"true_end":9}` + "\n"
	if got := string(q.AppendLabel(nil)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestUnspacedScripts(t *testing.T) {
	docs := []Document{{ID: "zh", Text: strings.Repeat("学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？", 40)},
		{ID: "hi", Text: strings.Repeat("सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है। ", 40)}}
	g, err := NewGenerator(docs, QuoteConfig{Quotes: 500, Mix: Mix{{Exact, 1}, {E05, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	qs, err := g.All(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range qs {
		if c, _ := utf8.DecodeRuneInString(q.Quote); unicode.IsMark(c) || !utf8.ValidString(q.Quote) {
			t.Errorf("%q starts inside a character", q.Quote)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	docs := []Document{{"a", "too short"}}
	for _, c := range []QuoteConfig{{Quotes: -1}, {MinLen: 50, MaxLen: 40}, {Unscoped: 2}, {Mix: Mix{{"nonsense", 1}}}, {Mix: Mix{{Exact, 0}}}, {Mix: Mix{{Exact, -1}}}} {
		if _, err := NewGenerator(docs, c); err == nil {
			t.Errorf("no error for %+v", c)
		}
	}
	if _, err := NewGenerator(nil, QuoteConfig{}); err == nil {
		t.Error("no error without documents")
	}
	g, err := NewGenerator(docs, QuoteConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.All(context.Background()); err == nil {
		t.Error("quotes from a document that is too short")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, _ = NewGenerator(Synthesize(CorpusConfig{Bytes: 100_000}), QuoteConfig{})
	if _, err := g.All(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestParseMix(t *testing.T) {
	for in, want := range map[string]string{
		"exact": fmt.Sprint(ExactMix()), "full": fmt.Sprint(FullMix()), "e05": "[{e05 1}]", "exact:3, wrong:1": "[{exact 3} {wrong 1}]",
		"": "error", "e99": "error", "e05:x": "error", "e05:0": "error", "absent25": "[{fabricated 2500} {exact 4500} {norm 2250} {punct 750}]", "absent": "error", "absent101": "error",
	} {
		m, err := ParseMix(in)
		got := fmt.Sprint(m)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("ParseMix(%q) = %s, want %s", in, got, want)
		}
	}
	if n := FullMix().sum(); n != 100 {
		t.Errorf("the full mix sums to %d", n)
	}
}
