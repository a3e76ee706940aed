package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

const (
	foxes = "The quick brown fox jumps over the lazy dog, and the dog does not mind at all."
	ships = "Ships that pass in the night, and speak each other in passing, only a signal shown."
	rains = "The rain in Spain stays mainly in the plain, as everybody in Hertford knows."
)

func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	dir, w := newCorpus(t, testOptions())
	in := Input{
		ID: "d1", Title: "Foxes", Collection: "animals", Meta: json.RawMessage(`{"a":1}`), Path: "a/b.txt",
		Source: []byte(foxes), Invalid: 3,
	}
	got, err := w.Put(ctx, in)
	must(t, err)
	if got != Added {
		t.Fatalf("Put = %v", got)
	}
	put(t, w, "empty", "", Added)
	_, err = w.Put(ctx, Input{ID: "scan", Status: StatusNoText, Reason: "no text layer", Collection: "animals"})
	must(t, err)
	flush(t, w)
	s := open(t, dir, testOptions())
	if s.NumDocs() != 3 {
		t.Errorf("NumDocs = %d", s.NumDocs())
	}
	doc, ok := s.Lookup("d1")
	if !ok {
		t.Fatal("d1 is not found")
	}
	d := s.Document(doc)
	if d.ID != "d1" || d.Title != "Foxes" || d.Collection != "animals" || string(d.Meta) != `{"a":1}` || d.Path != "a/b.txt" ||
		d.Invalid != 3 || d.Bytes != len(foxes) || d.Hash != sha256.Sum256([]byte(foxes)) || len(d.Versions) != 1 || d.Added.Year() != 2020 {
		t.Errorf("Document = %+v", d)
	}
	text, err := s.Text(doc)
	must(t, err)
	if string(text.Source) != foxes || text.Hash != d.Hash {
		t.Errorf("Text = %q", text.Source)
	}
	empty, _ := s.Lookup("empty")
	text, err = s.Text(empty)
	must(t, err)
	if len(text.Source) != 0 || s.Document(empty).Status != StatusOK {
		t.Errorf("empty = %+v", text)
	}
	scan, _ := s.Lookup("scan")
	if d := s.Document(scan); d.Status != StatusNoText || d.Reason != "no text layer" {
		t.Errorf("scan = %+v", d)
	}
	if got := find(t, s, "BROWN fox jumps over the -- lazy dog"); got != "[d1]" {
		t.Errorf("find = %v", got)
	}
	cols, err := s.Collections()
	must(t, err)
	if len(cols) != 2 || cols["animals"] != 2 || cols[""] != 1 {
		t.Errorf("Collections = %v", cols)
	}
	if s.Root(nil) != s.Root([]int{2, 1, 0, 1}) || s.Root(nil) == s.Root([]int{0}) {
		t.Error("Root depends on order, or not on the documents")
	}
}

func TestIncremental(t *testing.T) {
	ctx := context.Background()
	dir, w := newCorpus(t, testOptions())
	put(t, w, "a", foxes, Added)
	put(t, w, "b", ships, Added)
	flush(t, w)
	old := open(t, dir, testOptions())
	if got, _ := w.Compare(Input{ID: "a", Source: []byte(rains)}); got != Changed {
		t.Errorf("Compare = %v", got)
	}
	put(t, w, "a", foxes, Unchanged)
	put(t, w, "a", rains, Changed)
	put(t, w, "a", rains, Unchanged)
	ok, err := w.Remove(ctx, "b")
	must(t, err)
	if again, _ := w.Remove(ctx, "b"); !ok || again {
		t.Errorf("Remove = %v, then %v", ok, again)
	}
	if ids := slices.Collect(w.IDs()); !slices.Equal(ids, []string{"a"}) {
		t.Errorf("IDs = %v", ids)
	}
	flush(t, w)
	s := open(t, dir, testOptions())
	if got := find(t, s, "quick brown fox jumps over") + find(t, s, "ships that pass in the night"); got != "[][]" {
		t.Errorf("candidates of old texts: %v", got)
	}
	if hits, _ := s.Probe(skeleton("quick brown fox jumps over", 0), nil); len(hits) > 0 {
		t.Errorf("hits of old texts: %v", hits)
	}
	if got := find(t, s, "rain in Spain stays mainly"); got != "[a]" {
		t.Errorf("find = %v", got)
	}
	if got := find(t, old, "quick brown fox jumps over"); got != "[a]" {
		t.Errorf("old snapshot: find = %v", got)
	}
	if _, ok := s.Lookup("b"); ok {
		t.Error("b is still there")
	}
	doc, _ := s.Lookup("a")
	v, err := s.Version(doc, sha256.Sum256([]byte(foxes)))
	must(t, err)
	if string(v.Source) != foxes {
		t.Errorf("old version = %q", v.Source)
	}
	if _, err := s.Version(doc, sha256.Sum256([]byte(ships))); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown version: %v", err)
	}
	if d, err := s.History("b"); err != nil || !d.Removed || len(d.Versions) != 1 || s.Document(d.Slot) != nil {
		t.Errorf("History = %+v, %v", d, err)
	}

	put(t, w, "b", ships, Added)
	put(t, w, "a", foxes, Changed) // back to the first text, which is kept once
	flush(t, w)
	s = open(t, dir, testOptions())
	if got := find(t, s, "ships that pass in the night") + find(t, s, "quick brown fox jumps over") + find(t, s, "rain in Spain stays mainly"); got != "[b][a][]" {
		t.Errorf("find = %v", got)
	}
	doc, _ = s.Lookup("b")
	if d := s.Document(doc); len(d.Versions) != 2 || d.Removed {
		t.Errorf("revived: %+v", d)
	}
	doc, _ = s.Lookup("a")
	if d := s.Document(doc); len(d.Versions) != 3 || d.Versions[2].text != 0 {
		t.Errorf("changed back: %+v", d)
	}
}

func TestMetadataUpdate(t *testing.T) {
	dir, w := newCorpus(t, testOptions())
	put(t, w, "a", foxes, Added)
	flush(t, w)
	got, err := w.Put(context.Background(), Input{ID: "a", Title: "new", Collection: "c", Source: []byte(foxes)})
	must(t, err)
	if got != Unchanged {
		t.Errorf("Put = %v", got)
	}
	flush(t, w)
	s := open(t, dir, testOptions())
	doc, _ := s.Lookup("a")
	if d := s.Document(doc); d.Title != "new" || len(d.Versions) != 1 || find(t, s, "quick brown fox jumps over") != "[a]" {
		t.Errorf("Document = %+v", d)
	}
	if c, _ := s.Collections(); len(c) != 1 || c["c"] != 1 {
		t.Errorf("Collections = %v", c)
	}
}

func TestMerge(t *testing.T) {
	dir, w := newCorpus(t, testOptions())
	for i := range 30 {
		id := string(rune('A' + i))
		put(t, w, id, strings.Repeat(id, 3)+foxes+" "+id, Added)
		flush(t, w)
	}
	if len(w.segs) > maxSegments {
		t.Errorf("%d segments", len(w.segs))
	}
	for i := range 28 {
		_, err := w.Remove(context.Background(), string(rune('A'+i)))
		must(t, err)
		flush(t, w)
	}
	s := open(t, dir, testOptions())
	if got := find(t, s, "quick brown fox jumps over"); len(got) != len("[a b]") {
		t.Errorf("find = %v", got)
	}
	names, err := os.ReadDir(filepath.Join(dir, segmentsDir))
	must(t, err)
	if len(names) != len(w.segs) {
		t.Errorf("%d segment files for %d segments", len(names), len(w.segs))
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	dir, w := newCorpus(t, testOptions())
	if _, err := OpenWriter(dir, testOptions()); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("second writer: %v", err)
	}
	if err := Create(dir, testOptions()); !errors.Is(err, ErrExists) {
		t.Errorf("Create again: %v", err)
	}
	if _, err := Open(t.TempDir(), testOptions()); !errors.Is(err, ErrNoCorpus) {
		t.Errorf("Open of an empty directory: %v", err)
	}
	if _, err := w.Put(ctx, Input{}); err == nil {
		t.Error("Put without id succeeds")
	}
	if _, err := w.Put(ctx, Input{ID: "x", Source: make([]byte, MaxSource+1)}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("huge document: %v", err)
	}
	put(t, w, "a", foxes, Added)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := w.Flush(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled Flush: %v", err)
	}
	flush(t, w)
	must(t, w.Close())
	if _, err := w.Put(ctx, Input{ID: "x"}); !errors.Is(err, ErrClosed) {
		t.Errorf("Put after Close: %v", err)
	}

	name := filepath.Join(dir, formatFile)
	newer := append([]byte("verbatim corpus\nformat 9\nread-min 9\nprofile verbatim-7 unicode-33.0.0\n"), bytes.Repeat([]byte("later x\n"), 16)...)
	must(t, os.WriteFile(name, newer, 0o644))
	for _, open := range []func() error{
		func() error { _, err := Open(dir, testOptions()); return err },
		func() error { _, err := OpenWriter(dir, testOptions()); return err },
	} {
		if err := open(); !errors.Is(err, ErrFormat) || IsCorrupt(err) {
			t.Errorf("newer format: %v", err)
		}
	}
	must(t, os.WriteFile(name, []byte(strings.Replace(formatText(), "profile verbatim", "profile other", 1)), 0o644))
	if _, err := Open(dir, testOptions()); !errors.Is(err, ErrFormat) {
		t.Errorf("other profile: %v", err)
	}
}

// TestOlderFormatIsRefused says what to do with a corpus of a format that is no longer read.
func TestOlderFormatIsRefused(t *testing.T) {
	dir, w := newCorpus(t, testOptions())
	must(t, w.Close())
	must(t, os.WriteFile(filepath.Join(dir, formatFile), []byte(strings.NewReplacer("format 2", "format 1", "read-min 2", "read-min 1").Replace(formatText())), 0o644))
	_, err := Open(dir, testOptions())
	if !errors.Is(err, ErrFormat) || IsCorrupt(err) || !strings.Contains(err.Error(), "into a new corpus") {
		t.Errorf("format 1: %v", err)
	}
}

// TestDictionary puts texts before and after the corpus has its dictionary, and reads all of them after reopening.
func TestDictionary(t *testing.T) {
	o := testOptions()
	dir, w := newCorpus(t, o)
	texts := map[string]string{"small": "a batch too small for a dictionary"}
	put(t, w, "small", texts["small"], Added)
	flush(t, w)
	if w.dict != nil {
		t.Fatal("a dictionary of a small batch")
	}
	for i := range 20 {
		id := fmt.Sprint("doc-", i)
		texts[id] = fmt.Sprintf("%d: the parties hereto have agreed as follows, notwithstanding number %d and all that it says", i, i*i)
		put(t, w, id, texts[id], Added)
		if i == 10 {
			flush(t, w)
			if w.dict == nil {
				t.Fatal("no dictionary after a large batch")
			}
			first := w.dict
			must(t, w.Close())
			var err error
			w, err = OpenWriter(dir, o)
			must(t, err)
			if !bytes.Equal(w.dict, first) {
				t.Fatal("another dictionary after reopening")
			}
		}
	}
	flush(t, w)
	must(t, w.Close())
	must(t, Check(context.Background(), dir, o, func(f Finding) { t.Errorf("finding: %v", f) }))
	s := open(t, dir, o)
	for id, want := range texts {
		doc, ok := s.Lookup(id)
		if !ok {
			t.Fatalf("%s is not there", id)
		}
		got, err := s.Text(doc)
		must(t, err)
		if string(got.Source) != want {
			t.Errorf("%s: %q", id, got.Source)
		}
	}
}

// TestLargeSegmentsAreMerged lists sizes of segments and which of them become one.
func TestLargeSegmentsAreMerged(t *testing.T) {
	const m = 1 << 20
	for _, c := range []struct{ sizes, merged []uint64 }{
		{[]uint64{27 * m, 27 * m, 24 * m}, nil},
		{[]uint64{27 * m, 27 * m, 24 * m, 27 * m}, []uint64{24 * m, 27 * m, 27 * m, 27 * m}},
		{[]uint64{27 * m, 27 * m, 1 * m, 27 * m}, nil},                                        // one is small: it would cost all the others
		{[]uint64{4 * m, 17 * m, 17 * m, 17 * m}, nil},                                        // not alike
		{[]uint64{105 * m, 105 * m, 105 * m, 105 * m}, nil},                                   // too large together
		{[]uint64{105 * m, 9 * m, 8 * m, 9 * m, 8 * m}, []uint64{8 * m, 8 * m, 9 * m, 9 * m}}, // the large one stays
	} {
		w := &Writer{}
		for _, n := range c.sizes {
			w.segs = append(w.segs, &segmentInfo{entries: n, texts: 1, dead: roaring.New()})
		}
		var got []uint64
		for _, s := range w.chooseMerge() {
			got = append(got, s.entries)
		}
		if !slices.Equal(got, c.merged) {
			t.Errorf("of %v: %v, want %v", c.sizes, got, c.merged)
		}
	}
}

// TestDictionaryCopy: texts are read with the copy of the dictionary where that of the store is damaged, and the other way round.
func TestDictionaryCopy(t *testing.T) {
	o := testOptions()
	dir, w := newCorpus(t, o)
	for i := range 20 {
		put(t, w, fmt.Sprint("doc-", i), fmt.Sprintf("%d: the parties hereto have agreed as follows, notwithstanding number %d and all that it says", i, i*i), Added)
	}
	flush(t, w)
	name := filepath.Join(dir, dictionaryFile)
	row, err := os.ReadFile(name)
	must(t, err)
	want, err := w.l.dictionary(w.st)
	must(t, err)
	key := nameKey(tableMeta, "dictionary")
	must(t, w.st.db.Set(key, append(slices.Clone(row[:8]), "another"...), nil))
	got, err := w.l.dictionary(w.st)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("damaged in the store: %d bytes, %v; want the %d of the copy", len(got), err, len(want))
	}
	must(t, os.WriteFile(name, row[:len(row)/2], 0o644))
	if _, err := w.l.dictionary(w.st); !IsCorrupt(err) {
		t.Errorf("both damaged: %v, want damage", err)
	}
	must(t, w.st.db.Set(key, row, nil))
	must(t, w.Close())
	var found []Finding
	must(t, Check(context.Background(), dir, o, func(f Finding) { found = append(found, f) }))
	if len(found) != 1 || filepath.Base(found[0].File) != dictionaryFile {
		t.Errorf("findings %v, want one of the copy", found)
	}
	w, err = OpenWriter(dir, o)
	must(t, err)
	must(t, w.Close())
	if mended, err := os.ReadFile(name); err != nil || !bytes.Equal(mended, row) {
		t.Errorf("the copy after a writer has been at work: %d bytes, %v", len(mended), err)
	}
}
