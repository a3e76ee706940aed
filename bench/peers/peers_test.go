//go:build unix

package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"example.com/verbatim/bench"
)

func small() *work {
	w := &work{docs: []bench.Document{{ID: "a", Text: strings.Repeat("The weir has stood at the bend since the flood. Über Stock und Stein. ", 60)}, {ID: "b", Text: "short"}}, byID: map[string]int{"a": 0, "b": 1}, seconds: 1}
	w.quotes = []bench.Labelled{{Class: bench.Exact, Quote: "stood at the bend", SourceID: "a", TrueSource: "a", Start: 13, End: 30}, {Class: bench.E05, Quote: "sto0d at the bend", SourceID: "a", TrueSource: "a", Start: 13, End: 30},
		{Class: bench.Fabricated, Quote: "bend the at stood", SourceID: "a"}, {Class: bench.Wrong, Quote: "stood at the bend", SourceID: "b", TrueSource: "a", Start: 13, End: 30}}
	return w
}

// TestScore: what is in its source counts when it is found there; what is not, when it is found in spite of that.
func TestScore(t *testing.T) {
	w := small()
	script := `{"version": "some 1", "build": 0.5}
{"i": 0, "found": "a"}
{"i": 1, "found": "b"}
{"i": 2, "found": ""}
{"i": 3, "found": "b"}
{"group": "exact", "cpu": 0.25}
`
	o, err := parse([]byte(script), w.quotes)
	if err != nil {
		t.Fatal(err)
	}
	if o.version != "some 1" || o.build != time.Second/2 || o.rate(w, exact) != 4 {
		t.Errorf("%+v", o)
	}
	for g, want := range map[group]float64{exact: 1, fuzzy: 0, fabricated: 0, wrong: 1} {
		if n, got := o.score(w, g); n != 1 || got != want {
			t.Errorf("%s: %v of %d, want %v", g, got, n, want)
		}
	}
	o.peer, o.ours = &peers[0], o
	var out bytes.Buffer
	if err := report(&out, w, []*outcome{o}); err != nil || !strings.Contains(out.String(), "| 100.0 / – / 0.0 % | 0.0 / 100.0 % |") || !strings.Contains(out.String(), "**1**") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if _, err := parse([]byte("Traceback\n"), nil); err == nil {
		t.Error("what is no JSON was read")
	}
}

// TestPassages: together they are the whole text, and each passage overlaps the next by more than the longest quote.
func TestPassages(t *testing.T) {
	w := small()
	end, n := 0, 0
	if err := w.passages(func(doc int, text string) error {
		if doc != 0 {
			return nil
		}
		at := strings.LastIndex(w.docs[0].Text[:min(len(w.docs[0].Text), n*passageStride+len(text))], text)
		if at < 0 || n > 0 && end-at < 590 {
			t.Errorf("passage %d of %d bytes begins at %d, the last ended at %d", n, len(text), at, end)
		}
		end = at + len(text)
		n++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if end != len(w.docs[0].Text) {
		t.Errorf("the passages end at %d of %d", end, len(w.docs[0].Text))
	}
}

// TestLiteral: any quote is one string on one line of SQL.
func TestLiteral(t *testing.T) {
	if got, want := literal("it's 5 \\ 6\nand\r"), `E'it''s 5 \\ 6\nand\r'`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
