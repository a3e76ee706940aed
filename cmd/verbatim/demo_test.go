package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// demoRecord is one line of the demo's quotes, with what it expects, and of its results, which carry both.
type demoRecord struct {
	ID            json.RawMessage `json:"id"`
	Line          int             `json:"line"`
	Status        string          `json:"status"`
	Flags         []string        `json:"flags"`
	Version       string          `json:"version"`
	SourceID      string          `json:"source_id"`
	FailureReason string          `json:"failure_reason"`
	LedgerIndex   *int64          `json:"ledger_index"`

	Expect        string   `json:"expect"`
	ExpectFlags   []string `json:"expect_flags"`
	ExpectVersion string   `json:"expect_version"`
	ExpectSource  string   `json:"expect_source"`
	Why           string   `json:"why"`
}

// demoLines splits a file into its lines.
func demoLines(t *testing.T, data []byte) [][]byte {
	t.Helper()
	var lines [][]byte
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		lines = append(lines, bytes.Clone(sc.Bytes()))
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestDemo runs what `make demo` shows and compares each answer with what testdata/demo/quotes.jsonl expects.
func TestDemo(t *testing.T) {
	demo := filepath.Join("..", "..", "testdata", "demo")
	quotes := filepath.Join(demo, "quotes.jsonl")
	corpus := filepath.Join(t.TempDir(), "corpus")
	verbatim := func(args ...string) *world {
		t.Helper()
		w := newWorld(bytes.NewReader(nil))
		if code := run(context.Background(), &w.env, append([]string{"verbatim", "--corpus", corpus}, args...)); code != exitFine {
			t.Fatalf("verbatim %v: exit %d: %s", args, code, w.err.String())
		}
		return w
	}
	verbatim("index", filepath.Join(demo, "earlier"))
	verbatim("index", filepath.Join(demo, "documents"))
	results := verbatim("verify", quotes)

	input, err := os.ReadFile(quotes)
	if err != nil {
		t.Fatal(err)
	}
	in, out := demoLines(t, input), demoLines(t, []byte(results.out.String()))
	if len(out) != len(in) {
		t.Fatalf("%d results of %d records", len(out), len(in))
	}
	seen := map[string]int{}
	broken := 0
	for i := range in {
		var want, got demoRecord
		if err := json.Unmarshal(out[i], &got); err != nil {
			t.Fatalf("result %d is no JSON: %v: %s", i+1, err, out[i])
		}
		seen[got.Status]++
		if got.LedgerIndex == nil || *got.LedgerIndex != int64(i) {
			t.Errorf("line %d: ledger_index %v, want %d", i+1, got.LedgerIndex, i)
		}
		if json.Unmarshal(in[i], &want) != nil || want.Expect == "" { // broken on purpose
			broken++
			if got.Status != "invalid" || got.Line != i+1 || got.FailureReason != "unreadable_record" {
				t.Errorf("line %d is broken; its result is %s", i+1, out[i])
			}
			continue
		}
		if string(got.ID) != string(want.ID) {
			t.Fatalf("line %d: the result is of %s, not of %s", i+1, got.ID, want.ID)
		}
		if got.Status != want.Expect {
			t.Errorf("line %d (%s): %s, want %s\n%s", i+1, want.Why, got.Status, want.Expect, out[i])
			continue
		}
		for _, f := range want.ExpectFlags {
			if !slices.Contains(got.Flags, f) {
				t.Errorf("line %d (%s): flags %v, want %s among them\n%s", i+1, want.Why, got.Flags, f, out[i])
			}
		}
		if want.ExpectVersion != "" && got.Version != want.ExpectVersion {
			t.Errorf("line %d (%s): version %q, want %q", i+1, want.Why, got.Version, want.ExpectVersion)
		}
		if want.ExpectSource != "" && got.SourceID != want.ExpectSource {
			t.Errorf("line %d (%s): found in %q, want %q", i+1, want.Why, got.SourceID, want.ExpectSource)
		}
	}
	if broken != 2 {
		t.Errorf("%d broken records, want 2", broken)
	}
	for _, s := range []string{"invalid", "out_of_scope", "exact", "normalized", "drifted", "misattributed", "fuzzy", "unverifiable", "fabricated"} {
		if seen[s] == 0 {
			t.Errorf("the demo shows no quote that is %s", s)
		}
	}
	t.Logf("statuses: %v", seen)
}
