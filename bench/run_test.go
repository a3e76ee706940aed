package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/verbatim/verify"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not as it was (-update writes it anew):\n%s", file, got)
	}
}

// TestRun: a small run measures every part, answers are right, and nothing is left behind.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	steps := 0
	rep, err := Run(context.Background(), Config{MB: 1, Quotes: []int{100}, ClassQuotes: 12, Runs: 2, Check: 25,
		Classes: []Class{Exact, Norm, E20, Fabricated, Wrong}, Dir: dir, Progress: func(step, of int, what string) {
			if step != steps || step >= of || what == "" {
				t.Errorf("step %d of %d %q, want step %d", step, of, what, steps)
			}
			steps++
		}})
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if f := rep.Ingest; f == nil || f.MBPerSecond.Median <= 0 || f.MBPerSecond.Runs != 2 || f.IndexPerByte <= 0 || f.DiskPerByte <= f.IndexPerByte {
		t.Errorf("ingest: %+v", f)
	}
	if len(rep.Classes) != 9 || len(rep.Runs) != 2 || len(rep.Ledger) != 3 {
		t.Fatalf("%d classes, %d runs, %d sizes of commits; want 9, 2, 3", len(rep.Classes), len(rep.Runs), len(rep.Ledger))
	}
	for _, f := range rep.Classes {
		q := f.Quality
		if f.Quotes != 12 || f.PerCPUSecond.Median <= 0 || q.FalseAccepts > 0 || q.Recall < 1 && (f.Cited && f.Class != Fabricated || f.Class == Exact || f.Class == Norm || f.Class == Punct) {
			t.Errorf("%+v", f)
		}
	}
	for _, f := range rep.Runs {
		if f.Quotes != 100 || f.PerSecond.Runs != 2 || f.PerSecond.Min > f.PerSecond.Median || f.PerSecond.Median > f.PerSecond.Max {
			t.Errorf("%+v", f)
		}
	}
	if f := rep.Check; f == nil || f.Compared != 25 || f.Different != 0 {
		t.Errorf("check: %+v", f)
	}
	if rep.Machine.Cores == 0 || rep.Build.Go == "" || rep.Workload.Bytes != 1_000_000 {
		t.Errorf("%+v %+v %+v", rep.Machine, rep.Build, rep.Workload)
	}
}

// TestRunIsCancelled: a signal ends a run, and nothing is left behind.
func TestRunIsCancelled(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Run(ctx, Config{MB: 1, Quotes: []int{100}, Dir: dir, Progress: func(step, _ int, _ string) {
		if step == 2 {
			cancel()
		}
	}})
	if err == nil {
		t.Error("a cancelled run has figures")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestRunFaults: all faults are told at once.
func TestRunFaults(t *testing.T) {
	_, err := Run(context.Background(), Config{MB: -1, Quotes: []int{0}, Runs: -1, Parts: []Part{"dance"}, Classes: []Class{"first"}, Effort: "some"})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"-1 MB", "quotes 0", "-1 runs", `"dance"`, `"first"`, `"some"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
}

// TestJudge: an answer counts when it is about the passage, or the same words elsewhere.
func TestJudge(t *testing.T) {
	docs := []Document{{"a", "It rains on the weir. Nobody minds the boat at the mill."}, {"b", "Elsewhere nobody minds the boat at the mill, they say."}}
	place := Labelled{Class: Exact, TrueSource: "a", Start: 22, End: 55}
	span := func(a, b int) []verify.Span { return []verify.Span{{Start: a, End: b}} }
	for _, x := range []struct {
		name string
		q    Labelled
		r    verify.Result
		want Quality
	}{
		{"at its place", place, verify.Result{Status: verify.Exact, SourceID: "a", Spans: span(22, 55)}, Quality{Recall: 1}},
		{"same words elsewhere", place, verify.Result{Status: verify.Fuzzy, SourceID: "b", Spans: span(10, 43), SourceText: "nobody minds the boat at the mill"}, Quality{Recall: 1}},
		{"other words", place, verify.Result{Status: verify.Fuzzy, SourceID: "a", Spans: span(0, 20), SourceText: "It rains on the weir"}, Quality{Misplaced: 1}},
		{"not found", place, verify.Result{Status: verify.Fabricated}, Quality{}},
		{"invented and not found", Labelled{Class: Fabricated}, verify.Result{Status: verify.Fabricated, Decision: verify.Reject}, Quality{Recall: 1}},
		{"invented and accepted", Labelled{Class: Fabricated}, verify.Result{Status: verify.Fuzzy, Decision: verify.Accept}, Quality{FalseAccepts: 1, Misplaced: 1}},
		{"misattributed", Labelled{Class: Wrong, TrueSource: "a", Start: 22, End: 55}, verify.Result{Status: verify.Misattributed, SourceID: "a", Spans: span(22, 55)}, Quality{Recall: 1}},
		{"wrongly accepted", Labelled{Class: Wrong, TrueSource: "a", Start: 22, End: 55}, verify.Result{Status: verify.Fuzzy, Decision: verify.Accept}, Quality{FalseAccepts: 1}},
	} {
		j := newJudge(docs)
		j.add(&x.q, &x.r)
		if got := j.quality(); got != x.want {
			t.Errorf("%s: %+v, want %+v", x.name, got, x.want)
		}
	}
}

// sample is a report with every field set.
func sample() *Report {
	s := func(x float64) Series { return seriesOf([]float64{x * 1.1, x, x * 0.9}) }
	return &Report{Schema: ReportSchema, Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seconds: 61.5, Build: Build{Commit: "0123456789abcdef", Go: "go1.26"},
		Machine:  Machine{CPU: "Abacus 2", Cores: 2, MaxP: 2, MemMB: 25000, OS: "linux", Arch: "amd64", SIMD: []string{"avx2"}, Load: "0.10 to 1.90"},
		Workload: Workload{Corpus: "synthetic", Documents: 5400, Bytes: 105_000_000, Effort: "default"},
		Ingest:   &IngestFigures{MBPerSecond: s(60), MBPerCPUSecond: s(35), Peak: Memory{512, 256}, IndexPerByte: 0.444, DiskPerByte: 0.85},
		Classes:  []ClassFigures{{Class: Exact, Cited: true, Quotes: 20000, PerCPUSecond: s(400_000), PerSecond: s(390_000), Quality: Quality{Recall: 1}}, {Class: E20, Quotes: 20000, PerCPUSecond: s(20_000), PerSecond: s(19_000), Quality: Quality{Recall: 0.71234, Misplaced: 0.0001}}},
		Runs:     []RunFigures{{Mix: "full", Quotes: 1_000_000, PerSecond: s(120_000), PerCPUSecond: s(65_000), Peak: Memory{1500, 800}}},
		Ledger:   []LedgerFigures{{Batch: 10_000, PerSecond: s(300_000)}},
		Check:    &CheckFigures{Quotes: 1_000_000, Compared: 20_000}}
}

// TestReportGolden pins what programs and people read.
func TestReportGolden(t *testing.T) {
	r, old := sample(), sample()
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", append(data, '\n'))
	back, err := ReadReport(filepath.Join("testdata", "report.json"))
	if err != nil || back.Classes[1].Quality.Recall != 0.71234 {
		t.Errorf("read back: %+v, %v", back, err)
	}
	old.Classes[0].PerCPUSecond = seriesOf([]float64{100_000, 110_000, 90_000})
	old.Runs[0].Peak.ResidentMB = 3000
	old.Build.Commit, old.Machine.CPU = "", "Abacus 1"
	var text, markdown, plot bytes.Buffer
	for _, err := range []error{r.WriteText(&text), r.Compare(&text, old, false), r.WriteMarkdown(&markdown), r.Compare(&markdown, old, true), r.Plot(&plot, old)} {
		if err != nil {
			t.Error(err)
		}
	}
	golden(t, "report.txt", text.Bytes())
	golden(t, "report.md", markdown.Bytes())
	golden(t, "report.svg", plot.Bytes())
}

// TestReadReport: what another version wrote is not compared.
func TestReadReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "old.json")
	for text, want := range map[string]string{`{"schema":99}`: "schema 99", `[]`: "reading the figures"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadReport(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
