package index

import (
	"context"
	"fmt"
	"testing"
	"time"

	"example.com/verbatim/normalize"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if runChild() {
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) // Bleve starts goroutines when it is loaded
}

// clock is a fixed time that goes on by a second a call.
func clock() func() time.Time {
	t := time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC)
	return func() time.Time {
		t = t.Add(time.Second)
		return t
	}
}

// testOptions let small batches have a dictionary.
func testOptions() Options { return Options{Now: clock(), Workers: 2, dictionaryFrom: 512} }

// newCorpus makes an empty corpus and opens it.
func newCorpus(t testing.TB, o Options) (string, *Writer) {
	t.Helper()
	dir := t.TempDir() + "/corpus"
	must(t, Create(dir, o))
	w, err := OpenWriter(dir, o)
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	return dir, w
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t testing.TB, w *Writer, id, text string, want Outcome) {
	t.Helper()
	got, err := w.Put(context.Background(), Input{ID: id, Source: []byte(text)})
	must(t, err)
	if got != want {
		t.Fatalf("Put(%q) = %v, want %v", id, got, want)
	}
}

func flush(t testing.TB, w *Writer) {
	t.Helper()
	must(t, w.Flush(context.Background()))
}

func open(t testing.TB, dir string, o Options) *Snapshot {
	t.Helper()
	s, err := Open(dir, o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func skeleton(text string, r normalize.Reading) []byte {
	var sk normalize.Skeleton
	sk.Make([]byte(text), r)
	return sk.Bytes
}

// find returns the ids of documents that Probe has hits in which the text confirms.
func find(t testing.TB, s *Snapshot, quote string) string {
	t.Helper()
	sk := skeleton(quote, normalize.Folded)
	hits, ok := s.Probe(sk, nil)
	if !ok {
		t.Fatalf("Probe(%q): too short", quote)
	}
	var ids []string
	for _, h := range hits {
		text, err := s.Text(int(h.Doc))
		must(t, err)
		b := text.Skeleton(h.Reading).Bytes
		if string(b[h.Pos:int(h.Pos)+len(sk)]) == string(sk) {
			ids = append(ids, s.Document(int(h.Doc)).ID)
		}
	}
	return fmt.Sprint(ids)
}
