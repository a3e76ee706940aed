package bench

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

func TestSynthesize(t *testing.T) {
	docs := Synthesize(CorpusConfig{Seed: 9, Bytes: 4_000_000})
	total := 0
	words := make(map[string]int)
	for _, d := range docs {
		total += len(d.Text)
		if !utf8.ValidString(d.Text) || !strings.HasSuffix(d.Text, "\n") {
			t.Errorf("%s is not text", d.ID)
		}
		for _, w := range strings.Fields(d.Text) {
			words[w]++
		}
	}
	// A document that would be cut inside a character ends before it.
	if total > 4_000_000 || total < 4_000_000-4*len(docs) {
		t.Errorf("%d bytes, want 4000000", total)
	}
	if mean := total / len(docs); mean < 14_000 || mean > 27_000 {
		t.Errorf("documents of %d bytes in the mean, want about 19500", mean)
	}
	if len(words) < 15_000 || words["the"] < 10_000 {
		t.Errorf("%d different words, %d times the", len(words), words["the"])
	}
	again := Synthesize(CorpusConfig{Seed: 9, Bytes: 4_000_000})
	if !reflect.DeepEqual(docs, again) {
		t.Error("one seed, two corpora")
	}
	if tiny := Synthesize(CorpusConfig{Bytes: 100}); len(tiny) != 1 || len(tiny[0].Text) != 100 {
		t.Errorf("a corpus of 100 bytes has %d documents", len(tiny))
	}
}

func TestLoadJSONL(t *testing.T) {
	docs := []Document{{"a", "first \"text\"\r\nof two lines\x00"}, {"b/2", ""}, {"ü", "\u2028 𝔘 \ufeff"}}
	var plain, gz, zst bytes.Buffer
	if err := WriteCorpus(&plain, docs); err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&gz)
	z.Write(plain.Bytes())
	z.Close()
	e, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	e.Write(plain.Bytes())
	e.Close()
	for name, b := range map[string][]byte{"c.jsonl": plain.Bytes(), "c.jsonl.gz": gz.Bytes(), "c.jsonl.zst": zst.Bytes()} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := LoadJSONL(path)
		if err != nil || !reflect.DeepEqual(got, docs) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	got, err := ReadJSONL(strings.NewReader("\n{\"text\":\"x\",\"title\":\"y\"}\r\n\n{\"id\":\"z\",\"text\":\"w\"}"))
	if want := []Document{{"2", "x"}, {"z", "w"}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := ReadJSONL(strings.NewReader("{}\nnonsense\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v, want an error that names line 2", err)
	}
	if _, err := LoadJSONL(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("no error for a missing file")
	}
	if got, err := ReadJSONL(strings.NewReader("")); err != nil || len(got) != 0 {
		t.Errorf("an empty file: %q, %v", got, err)
	}
}
