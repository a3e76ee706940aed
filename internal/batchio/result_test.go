package batchio

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.com/verbatim/match"
	"example.com/verbatim/verify"
)

var updateResults = flag.Bool("update", false, "write the golden files anew")

func flagsOf(list ...match.Flag) (s match.Flags) {
	for _, f := range list {
		s = s.Set(f)
	}
	return s
}

// exampleResults has one result of each status; together they have every field.
func exampleResults() []verify.Result {
	at := time.Date(2026, 1, 31, 12, 0, 0, 250_000_000, time.UTC)
	searched := &verify.Searched{Scope: "all", Documents: 3, Bytes: 1 << 33, CorpusRoot: "sha256:00", MaxEdits: 4, Complete: true}
	span := verify.Span{Start: 10, End: 24, From: 9, To: 23, Text: "thirty “days”\n"}
	found := verify.Result{QuoteID: "q_00", Grade: match.GradeExact, Method: match.MethodString, Score: 1, Similarity: 1, SourceID: "lease",
		CitedSourceID: "lease", SourceHash: "sha256:ab", Version: verify.VersionCurrent, Spans: []verify.Span{span}, SourceText: span.Text,
		Context: &verify.Context{Before: "within ", After: ""}, Occurrences: 2, Profile: "verbatim-1", Searched: searched, Support: "not_evaluated",
		Decision: verify.Accept, VerifiedAt: at, LedgerIndex: 7, Quote: &verify.Quote{Text: "thirty", SourceID: "lease", Cited: true}}
	near := &verify.Passage{SourceID: "other", SourceHash: "sha256:cd", Start: 1, End: 9, From: 1, To: 8, Text: "forty days", Similarity: 0.61234}
	var all []verify.Result
	for _, s := range verify.Statuses() {
		r := found
		r.Status, r.Line, r.ID = s, int(s)+1, json.RawMessage(`"id-`+s.String()+`"`)
		switch s {
		case verify.Invalid:
			r = verify.Result{Status: s, Line: 1, QuoteID: "q_01", FailureReason: verify.ReasonUnreadable, Detail: "no quote", Version: verify.VersionUnpinned,
				Support: "not_evaluated", Decision: verify.Reject, Reasons: []string{"There is nothing to verify: no quote."}, LedgerIndex: -1,
				Quote: &verify.Quote{Line: 1, Err: &verify.RecordError{Line: 1, Reason: "no quote"}}}
		case verify.OutOfScope, verify.Unverifiable, verify.Fabricated:
			r.Grade, r.Method, r.Score, r.SourceID, r.SourceHash, r.Spans, r.SourceText, r.Context, r.Occurrences = 0, 0, 0, "", "", nil, "", nil, 0
			r.FailureReason, r.Similarity, r.Nearest = verify.ReasonNotFound, 0.61234, near
		case verify.Normalized:
			r.Grade, r.Method, r.Score, r.Folds = match.GradeNormalized, match.MethodNormalized, 0.95, []string{"case", "quotes"}
			r.Spans, r.Omitted = []verify.Span{span, {From: 30, To: 34, Text: "days"}}, []string{" of ", "\u2028"}
			r.ID, r.Quote = json.RawMessage("12.50"), &verify.Quote{Text: "a\xffb", Cited: true, Extra: []byte(`"field2":{"x":[1]}, "status": "exact","le\u0064ger_index":9,"note":"é"`)}
		case verify.Misattributed:
			r.OtherSources, r.RunnerUp, r.Nearest = []string{"b", "c"}, near, near
		case verify.Fuzzy, verify.Semantic:
			r.Grade, r.Method, r.Score, r.Similarity = match.GradeFuzzy, match.MethodFuzzy, 0.91, 0.91
			r.Flags = flagsOf(match.FlagPageWrong, match.FlagNumberChanged)
			r.FlagDetails = []match.Detail{{Flag: match.FlagPageWrong, Source: "3"}, {Flag: match.FlagNumberChanged, Quote: "30", Source: "60"}, {Flag: match.FlagPageWrong, Quote: "4"}}
			r.Diff = []match.Change{{Kind: match.OpEqual, Quote: "a ", Source: "A "}, {Kind: match.OpReplace, Quote: "30", Source: "60"}, {Kind: match.OpInsert, Source: "x"}, {Kind: match.OpDelete, Quote: "y"}}
		}
		all = append(all, r)
	}
	return all
}

func line(r *verify.Result) []byte {
	return append(AppendLedgerIndex(AppendResult(nil, r), r.LedgerIndex), '\n')
}

func TestResultsGolden(t *testing.T) {
	var got []byte
	for _, r := range exampleResults() {
		got = append(got, line(&r)...)
	}
	name := filepath.Join("testdata", "results.golden.jsonl")
	if *updateResults {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("results differ from %s (refresh it with -update):\ngot  %s\nwant %s", name, got, want)
	}
}

// TestResultsKeepTheirFields: every result is one line of valid JSON that says its status once, and every field that is written is
// reserved, so that no unknown field of a record can pass for one.
func TestResultsKeepTheirFields(t *testing.T) {
	for _, r := range exampleResults() {
		out := line(&r)
		var m map[string]json.RawMessage
		if err := json.Unmarshal(out, &m); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if string(m["status"]) != `"`+r.Status.String()+`"` {
			t.Errorf("status = %s, want %s", m["status"], r.Status)
		}
		for key := range m {
			if !resultField(key) && key != "field2" && key != "note" {
				t.Errorf("field %q is written but not reserved", key)
			}
		}
		if r.Status == verify.Normalized && (string(m["ledger_index"]) != "7" || string(m["field2"]) != `{"x":[1]}` || string(m["id"]) != "12.50") {
			t.Errorf("ledger_index %s, field2 %s, id %s", m["ledger_index"], m["field2"], m["id"])
		}
	}
}

func TestAppendExtra(t *testing.T) {
	for in, want := range map[string]string{
		`"a":1,"b":[2]`:                `,"a":1,"b":[2]`,
		` "a" : 1 , "id":3 ,"b":"x" `:  `,"a" : 1,"b":"x"`,
		`"score":1`:                    ``,
		`"a":1,"b":`:                   `,"a":1`,
		`"a":{"status":2},"\u0069d":1`: `,"a":{"status":2}`,
		``:                             ``,
		`nonsense`:                     ``,
	} {
		if got := string(appendExtra(nil, []byte(in))); got != want {
			t.Errorf("appendExtra(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzResult: whatever a result and its record hold, the output is one line of valid JSON with the result's own status.
func FuzzResult(f *testing.F) {
	f.Add("quote\u2028", "src\xff", "text", `"a":1,"status":"exact"`, 0.5, uint32(1<<21|1))
	f.Add("", "", "", `"a":}`, math.Inf(1), uint32(0))
	f.Fuzz(func(t *testing.T, quote, source, text, extra string, score float64, flags uint32) {
		p := &verify.Passage{SourceID: source, Text: text, Similarity: score}
		r := verify.Result{ID: json.RawMessage("1"), Status: verify.Fuzzy, SourceID: source, SourceText: text, Score: score, Reasons: []string{text, quote},
			Flags: match.Flags(flags) & (1<<22 - 1), FlagDetails: []match.Detail{{Flag: match.FlagShort, Quote: quote, Source: text}},
			Diff: []match.Change{{Quote: quote, Source: text}}, Spans: []verify.Span{{Text: text}}, RunnerUp: p, Nearest: p, Omitted: []string{text},
			Context: &verify.Context{Before: text, After: quote}, Detail: text, Quote: &verify.Quote{Text: quote, Extra: []byte(extra)}}
		// The readers hand over valid JSON members without line breaks; what is not is only required to do no harm.
		wellFormed := json.Valid([]byte("{"+extra+"}")) && utf8.ValidString(extra) && !strings.ContainsAny(extra, "\r\n")
		out := line(&r)
		if !wellFormed {
			r.Quote.Extra = nil
			out = line(&r)
		}
		var m struct {
			Status string `json:"status"`
		}
		if err := json.Unmarshal(out, &m); err != nil || bytes.Count(out, []byte("\n")) != 1 {
			t.Fatalf("%q: %v", out, err)
		}
		if !wellFormed || m.Status == "fuzzy" {
			return
		}
		// encoding/json also takes a key for a field when only its case differs.
		if !strings.Contains(strings.ToLower(extra), "status") {
			t.Fatalf("status = %q in %s", m.Status, out)
		}
	})
}

func BenchmarkAppendResult(b *testing.B) {
	all := exampleResults()
	for _, s := range []verify.Status{verify.Exact, verify.Fuzzy, verify.Fabricated} {
		b.Run(s.String(), func(b *testing.B) {
			r := &all[s]
			r.Quote.Text = strings.Repeat("The tenant shall pay. ", 8)
			r.SourceText = r.Quote.Text
			var buf []byte
			b.ReportAllocs()
			for range b.N {
				buf = AppendLedgerIndex(AppendResult(buf[:0], r), 12)
			}
			b.SetBytes(int64(len(buf)))
		})
	}
}

// TestExtraNamesInAnyCase: a carried-through field can hide no field of the result, also from readers that take names in any case.
func TestExtraNamesInAnyCase(t *testing.T) {
	r := verify.Result{ID: []byte("1"), Status: verify.Fabricated, Quote: &verify.Quote{Text: "x", Extra: []byte(`"Status":"exact","DECISION":"accept","model":"m"`)}}
	got := string(AppendLedgerIndex(AppendResult(nil, &r), -1))
	if strings.Contains(got, "Status") || strings.Contains(got, "DECISION") || !strings.Contains(got, `"model":"m"`) {
		t.Errorf("got %s", got)
	}
}
