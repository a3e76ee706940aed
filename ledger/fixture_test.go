package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	if os.Getenv(killChildEnv) != "" {
		killChild()
		return
	}
	goleak.VerifyTestMain(m)
}

// counterRand is a reproducible source of random bytes: SHA-256 of a counter.
type counterRand struct {
	n   uint64
	buf []byte
}

func (c *counterRand) Read(p []byte) (int, error) {
	for len(c.buf) < len(p) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], c.n)
		c.n++
		s := sha256.Sum256(b[:])
		c.buf = append(c.buf, s[:]...)
	}
	n := copy(p, c.buf)
	c.buf = c.buf[n:]
	return n, nil
}

var _ io.Reader = (*counterRand)(nil)

func fixedOptions() Options {
	at := time.Date(2026, 3, 4, 5, 6, 7, 890_000_000, time.UTC)
	return Options{Origin: "verbatim.example/test", Rand: &counterRand{}, Now: func() time.Time { return at }}
}

// entry makes the i-th of a series of entries that show every field.
func entry(i int) Entry {
	r := Record{
		Status: "exact", Grade: "exact", Method: "string_match", Score: 1, Similarity: 1,
		SourceID: fmt.Sprintf("contract-%02d", i%7), CitedSourceID: fmt.Sprintf("contract-%02d", i%7),
		SourceHash: "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Version: "unpinned",
		Spans: []Span{{i * 10, i*10 + 42}}, Profile: "verbatim-1 unicode-15.0.0", Policy: "default", Decision: "accept",
		CorpusRoot: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
	}
	switch i % 5 {
	case 1:
		r.Status, r.Grade, r.Method, r.Score, r.Similarity = "fuzzy", "fuzzy", "fuzzy_match", 0.9375, 0.9375
		r.Flags, r.Folds, r.Decision = []string{"number_changed", "short"}, []string{"case", "quotes"}, "review"
	case 3:
		r.Status, r.Grade, r.Method, r.Score, r.Similarity = "fabricated", "", "", 0, 0.31
		r.SourceID, r.SourceHash, r.Spans, r.FailureReason, r.Decision = "", "", nil, "not_found", "reject"
	}
	return Entry{Record: r, QuoteID: fmt.Sprintf("q_%032x", i), CallerID: fmt.Sprint(i + 1),
		Words: fmt.Sprintf("The %d. quote, “as received” – naïve\n", i)}
}

func batchOf(from, n int) []Entry {
	out := make([]Entry, n)
	for i := range out {
		out[i] = entry(from + i)
	}
	return out
}

// create makes a ledger with the given batches in a new folder and closes it.
func create(t testing.TB, o Options, batches ...int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "ledger")
	if err := Create(dir, o); err != nil {
		t.Fatal(err)
	}
	if len(batches) > 0 {
		l := open(t, dir, o)
		n := 0
		for _, b := range batches {
			appendN(t, l, n, b)
			n += b
		}
		closeLog(t, l)
	}
	return dir
}

func open(t testing.TB, dir string, o Options) *Log {
	t.Helper()
	l, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func closeLog(t testing.TB, l *Log) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func appendN(t testing.TB, l *Log, from, n int) {
	t.Helper()
	first, err := l.Append(context.Background(), batchOf(from, n))
	if err != nil {
		t.Fatal(err)
	}
	if first != int64(from) {
		t.Fatalf("first index = %d, want %d", first, from)
	}
}

func openRead(t testing.TB, dir string) *Reader {
	t.Helper()
	r, err := OpenRead(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// findings runs Verify.
func findings(t testing.TB, dir string, o VerifyOptions) ([]Finding, Summary) {
	t.Helper()
	var list []Finding
	sum, err := Verify(context.Background(), dir, o, func(f Finding) { list = append(list, f) })
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(list)) != sum.Findings {
		t.Errorf("summary counts %d findings, %d reported", sum.Findings, len(list))
	}
	return list, sum
}

// wantSound fails the test when Verify finds anything, and returns what it counted.
func wantSound(t testing.TB, dir string) Summary {
	t.Helper()
	list, sum := findings(t, dir, VerifyOptions{})
	for _, f := range list {
		t.Errorf("finding: %v", f)
	}
	if sum.Root != sum.Computed {
		t.Errorf("computed root %x, checkpoint %x", sum.Computed, sum.Root)
	}
	return sum
}

// readTree reads all files below dir but the lock.
func readTree(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	m := map[string][]byte{}
	err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == fileLock {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		m[filepath.ToSlash(rel)] = b
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// writeTree makes dir hold exactly these files.
func writeTree(t testing.TB, dir string, m map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for rel, b := range m {
		p := filepath.Join(dir, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func equalTrees(t testing.TB, got, want map[string][]byte) {
	t.Helper()
	for name, b := range want {
		if g, ok := got[name]; !ok {
			t.Errorf("file %s is missing", name)
		} else if !bytes.Equal(g, b) {
			t.Errorf("file %s differs:\n got %q\nwant %q", name, g, b)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("file %s is new", name)
		}
	}
}
