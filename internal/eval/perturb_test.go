package eval

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/perturb"
	"example.com/verbatim/verify"
)

// demoCorpus indexes the demo's documents.
func demoCorpus(t testing.TB) *verify.Corpus {
	t.Helper()
	dir, ctx := t.TempDir(), context.Background()
	if err := index.Create(dir, index.Options{}); err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	w, err := index.OpenWriter(dir, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("../../testdata/demo/documents/*/*.txt")
	if len(files) == 0 {
		t.Fatal("the demo has no documents")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Put(ctx, index.Input{ID: filepath.Base(f), Source: text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Flush(ctx), w.Close()); err != nil {
		t.Fatal(err)
	}
	c, err := verify.Open(dir, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestPerturbCountsEveryCaseOnce(t *testing.T) {
	c := demoCorpus(t)
	failures := 0
	rep, err := Perturb(context.Background(), c, Options{Passages: 60, Seed: 7, Failures: func(f *Failure) error {
		failures++
		if f.Problem == "" || f.Passage == "" || f.Text == f.Passage {
			t.Errorf("%s: empty failure %+v", f.Mode.Name, f)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Original.Right != rep.Passages || rep.Passages != 60 {
		t.Errorf("%d passages, %d of them exact as they are; want 60, 60", rep.Passages, rep.Original.Right)
	}
	at := &rep.Sweep[0]
	wrong := 0
	for _, m := range at.Modes {
		sum := 0
		for _, n := range m.Outcomes {
			sum += n
		}
		if sum != m.N || m.Right > m.N {
			t.Errorf("%s: %d outcomes of %d, %d right", m.Mode.Name, sum, m.N, m.Right)
		}
		wrong += m.N - m.Right
	}
	if wrong != failures {
		t.Errorf("%d wrong, %d failures told", wrong, failures)
	}
	if at.Honest().N == 0 || at.Meaning().N == 0 || at.Fabrication().N == 0 {
		t.Errorf("nothing measured: %+v", at)
	}
}

// Figures depend on corpus and seed alone; leaving modes out changes nothing for the others.
func TestPerturbIsTheSameForAnyWorkers(t *testing.T) {
	c := demoCorpus(t)
	run := func(o Options) *Report {
		o.Passages, o.Thresholds = 20, []float64{0.75, 0.9}
		rep, err := Perturb(context.Background(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	text := func(o Options) string {
		b, err := json.Marshal(run(o))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	one := text(Options{Seed: 3, Verify: verify.Options{Workers: 1}})
	if many := text(Options{Seed: 3, Verify: verify.Options{Workers: 5, Chunk: 7}}); many != one {
		t.Errorf("one worker:\n%s\nfive:\n%s", one, many)
	}
	if other := text(Options{Seed: 4}); other == one {
		t.Error("another seed gives the same figures")
	}
	few := run(Options{Seed: 3, Modes: []string{"case", "e20"}})
	for i, at := range run(Options{Seed: 3}).Sweep {
		for _, m := range at.Modes {
			for _, f := range few.Sweep[i].Modes {
				if f.Mode.Name == m.Mode.Name && f.Counts != m.Counts {
					t.Errorf("%s: %+v alone, %+v among others", f.Mode.Name, f.Counts, m.Counts)
				}
			}
		}
	}
}

func TestPerturbRefusesUnknownModes(t *testing.T) {
	_, err := Perturb(context.Background(), demoCorpus(t), Options{Modes: []string{"case", "cases"}})
	if !errors.Is(err, verify.ErrUsage) || !strings.Contains(err.Error(), `"cases"`) {
		t.Errorf("err = %v", err)
	}
}

func TestRight(t *testing.T) {
	for _, tc := range []struct {
		kind   perturb.Kind
		o      Outcome
		warned bool
		want   bool
	}{
		{perturb.Form, Exact, false, true},
		{perturb.Form, Flagged, false, false},
		{perturb.Drift, Doubted, false, true}, // whatever the decision
		{perturb.Drift, Doubted, true, true},
		{perturb.Drift, Rejected, false, false},
		{perturb.Meaning, Flagged, false, true},
		{perturb.Meaning, Rejected, false, true},
		{perturb.Meaning, Doubted, false, false}, // its similarity alone says nothing of the meaning
		{perturb.Meaning, Exact, true, true},     // cut out of a sentence that denies it
		{perturb.Meaning, Unchecked, true, false},
		{perturb.Fabrication, Rejected, false, true},
		{perturb.Fabrication, Doubted, false, true},
		{perturb.Fabrication, Accepted, false, false},
	} {
		if got := right(tc.kind, tc.o, tc.warned); got != tc.want {
			t.Errorf("%s %s warned=%t: right = %t", tc.kind, tc.o, tc.warned, got)
		}
	}
}
