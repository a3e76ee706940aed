package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
)

// work is what a quote costs that no clock measures: it is the same on every machine, so that a test can hold it.
type work struct {
	Allocations float64 `json:"allocations"` // a quote
	Bytes       float64 `json:"bytes"`       // allocated, a quote
}

// A class may allocate a tenth more than it did, and a little beside where it allocates nearly nothing.
const (
	tolerance   = 1.10
	spareAllocs = 0.5
	spareBytes  = 256
)

// TestWorkOfQuotes is the guard of throughput: what each class of quote allocates, with one worker and warm caches, does not grow beyond
// testdata/work.json. Allocations are not time, but they are what most losses of speed bring along, and they do not flake.
//
// Where growth is meant, write the file anew and say why in the commit: go test ./bench -run TestWorkOfQuotes -update
func TestWorkOfQuotes(t *testing.T) {
	if testing.Short() {
		t.Skip("make guard runs it")
	}
	if raced {
		t.Skip("allocations are not the program's own under the race detector: make guard runs this test without it")
	}
	w, err := newWorkspace(&Config{MB: 5, Dir: t.TempDir()}) // above 4 MiB searches for quotes without a source do not read everything
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if _, err := w.index(ctx, ""); err != nil {
		t.Fatal(err)
	}
	c, err := w.open()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	now := map[string]work{}
	for _, x := range (&Config{Classes: MeasuredClasses()}).classes() {
		list, err := w.batch(ctx, x, 200)
		if err != nil {
			t.Fatal(err)
		}
		least := work{}
		for pass := range 3 { // the first fills caches; of the others the lesser one, since the runtime allocates now and then, too
			used := allocated(t, func() error {
				_, err := answer(ctx, c, list, nil, "")
				return err
			})
			used.Allocations /= float64(len(list))
			used.Bytes /= float64(len(list))
			if pass == 1 || pass > 1 && used.Allocations < least.Allocations {
				least.Allocations = used.Allocations
			}
			if pass == 1 || pass > 1 && used.Bytes < least.Bytes {
				least.Bytes = used.Bytes
			}
		}
		now[x.String()] = least
	}
	file := filepath.Join("testdata", "work.json")
	if *update {
		writeWork(t, file, now)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bounds := map[string]work{}
	if err := json.Unmarshal(data, &bounds); err != nil {
		t.Fatal(err)
	}
	for _, x := range (&Config{Classes: MeasuredClasses()}).classes() {
		got, was := now[x.String()], bounds[x.String()]
		t.Logf("%-20s %8.1f allocations, %9.0f bytes a quote", x, got.Allocations, got.Bytes)
		if got.Allocations > was.Allocations*tolerance+spareAllocs {
			t.Errorf("%s: %.1f allocations a quote, %.1f before: find the growth with -test.memprofile, or, where it is meant, -update", x, got.Allocations, was.Allocations)
		}
		if got.Bytes > was.Bytes*tolerance+spareBytes {
			t.Errorf("%s: %.0f bytes allocated a quote, %.0f before: find the growth with -test.memprofile, or, where it is meant, -update", x, got.Bytes, was.Bytes)
		}
	}
}

// allocated is what do allocates, with the garbage collector at rest so that pools keep what they have.
func allocated(t *testing.T, do func() error) work {
	t.Helper()
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := do(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return work{float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)}
}

// writeWork writes one class a line, so that a difference shows which has changed.
func writeWork(t *testing.T, file string, now map[string]work) {
	t.Helper()
	out := []byte("{\n")
	for i, x := range (&Config{Classes: MeasuredClasses()}).classes() {
		if i > 0 {
			out = append(out, ",\n"...)
		}
		out = fmt.Appendf(out, "  %q: {\"allocations\": %.1f, \"bytes\": %.0f}", x, now[x.String()].Allocations, now[x.String()].Bytes)
	}
	if err := os.WriteFile(file, append(out, "\n}\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestBatchIsOneByOne: a batch of everything is answered, byte for byte, as its quotes are one by one, each alone, with one worker.
func TestBatchIsOneByOne(t *testing.T) {
	rep, err := Run(context.Background(), Config{MB: 5, Parts: []Part{PartIngest}, Runs: 1, Quotes: []int{2_000}, Check: 200, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if f := rep.Check; f.Compared != 200 || f.Different != 0 {
		t.Errorf("%+v", f)
	}
}
