package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

// Each line that is no document is told with its number, reason and id where it has one; the others are read.
func TestJSONLProblems(t *testing.T) {
	dir := tree(t, map[string]string{"d.jsonl": "\uFEFF" + strings.Join([]string{
		`{"id":"a","text":"one\u2028two","other":{"x":[1]}}` + "\r", "", `{"text":"x"}`, `{"id":"c"}`, `{"id":7,"text":"x"}`, `{"id":"e","text":null}`, `{"id":"f","text":["x"]}`,
		`{"id":"","text":"x"}`, `["id"]`, `{"id":"h","text":"x"`, `{"id":"i","text":"x","meta":"m"}`, `{"id":"j","text":"x","title":1}`, "{\"id\":\"k\",\"text\":\"a\u2028b\u0085c\"}",
		`{"id":"l","text":"` + strings.Repeat("x", 300) + `"}`, `{"id":"a","text":"again"}`, `{"id":"z","text":"cut of`}, "\n")})
	c := newCorpus()
	s, told := run(t, c, dir, Options{MaxBytes: 200}, filepath.Join(dir, "d.jsonl"))
	const want = `; want {"id": "…", "text": "…"} on a line of its own`
	wantLines(t, "problems", told,
		"failed d.jsonl:3: no id"+want,
		"failed d.jsonl:4: no text"+want,
		"failed d.jsonl:5: id is not a string; put it in quotation marks",
		"failed d.jsonl:6: no text"+want,
		"failed d.jsonl:7: text is not a string; put it in quotation marks",
		"failed d.jsonl:8: the id is empty; give each document an id of its own",
		"failed d.jsonl:9: not a JSON object"+want,
		"failed d.jsonl:10: not valid JSON: no comma or closing brace after a value at byte 20"+want,
		"failed d.jsonl:11: meta is not an object; want \"meta\": {…}",
		"failed d.jsonl:12: title is not a string; put it in quotation marks",
		"failed d.jsonl:14: the line is larger than a document may be; split the document",
		`failed d.jsonl:15: the id "a" was given before, at d.jsonl:1, and that document is kept; give each document an id of its own`,
		"failed d.jsonl:16: the last line is cut off: not valid JSON: string not closed at byte 24; the file may be incomplete: fetch it again")
	wantLines(t, "documents", c.order, "a", "k")
	if string(c.docs["a"].Source) != "one\u2028two" || string(c.docs["k"].Source) != "a\u2028b\u0085c" || s.Failed != 13 {
		t.Errorf("%q, %q, %+v", c.docs["a"].Source, c.docs["k"].Source, s)
	}
}

func TestJSONLFields(t *testing.T) {
	in := `{"meta":{"url": "x"},"text":"\ud800 caf\u00e9","title":"T","collection":"c","id":"x"}`
	doc, p := parseDocument([]byte(in))
	if p != nil || doc.ID != "x" || doc.Title != "T" || doc.Collection != "c" || string(doc.Meta) != `{"url": "x"}` || string(doc.Source) != "\uFFFD café" || doc.Invalid != 1 {
		t.Errorf("%+v, %v", doc, p)
	}
}

// Invalid bytes are replaced, counted and told, and the document is read.
func TestInvalidUTF8(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "caf\xe9 \xff", "b.jsonl": "{\"id\":\"b\",\"text\":\"\xe9\\udc00\"}"})
	c := newCorpus()
	s, told := run(t, c, dir, Options{}, dir)
	wantLines(t, "problems", told,
		"warning a.txt: 2 bytes or surrogates were not UTF-8 and became U+FFFD; convert the file to UTF-8 from the encoding it is in",
		"warning b.jsonl:1: 2 bytes or surrogates were not UTF-8 and became U+FFFD; convert the file to UTF-8 from the encoding it is in")
	if s.Invalid != 4 || s.Failed != 0 || c.docs["a.txt"].Invalid != 2 || string(c.docs["a.txt"].Source) != "caf\uFFFD \uFFFD" {
		t.Errorf("%+v, %q", s, c.docs["a.txt"].Source)
	}
}

// UTF-16 with a byte order mark is decoded, the mark kept as U+FEFF.
func TestUTF16(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		invalid        int
	}{
		{"little", "\xff\xfea\x00\r\x00\n\x00\x3d\xd8\x00\xde", "\uFEFFa\r\n😀", 0},
		{"big", "\xfe\xff\x00a\xd8\x3d\xde\x00", "\uFEFFa😀", 0},
		{"lone surrogate and odd byte", "\xff\xfe\x00\xd8a\x00b", "\uFEFF\uFFFDa\uFFFD", 2},
		{"surrogate last", "\xff\xfe\x00\xd8", "\uFEFF\uFFFD", 1},
		{"two high surrogates before a low one", "\xfe\xff\xd8\x3d\xd8\x3d\xde\x00", "\uFEFF\uFFFD😀", 1},
	} {
		text, invalid, err := readText(Source{Input: strings.NewReader(c.in), MaxBytes: 100})
		if err != nil || string(text) != c.want || invalid != c.invalid {
			t.Errorf("%s: %q, %d invalid, %v; want %q, %d", c.name, text, invalid, err, c.want, c.invalid)
		}
	}
	for name, in := range map[string]string{"UTF-32": "\xff\xfe\x00\x00a\x00\x00\x00", "no mark": "a\x00b\x00c\x00"} {
		if text, _, err := readText(Source{Input: strings.NewReader(in), MaxBytes: 100}); err == nil {
			t.Errorf("%s was read as %q", name, text)
		}
	}
}

func TestTextOverTheLimit(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": strings.Repeat("x", 101), "b.txt": strings.Repeat("x", 100)})
	c := newCorpus()
	_, told := run(t, c, dir, Options{MaxBytes: 100}, dir)
	wantLines(t, "problems", told, "failed a.txt: larger than a document may be (100 bytes); split the document")
	wantLines(t, "documents", c.order, "b.txt")
}

// FuzzParseDocument: a line is a document exactly when encoding/json finds an id and a text in it, and they are the same.
func FuzzParseDocument(f *testing.F) {
	for _, s := range []string{`{"id":"a","text":"b"}`, `{"id":"a","text":"\ud83d\ude00\ud83d","meta":{"x":1},"title":null}`, `{"id":"a","id":"b","text":""}`, "{\"id\":\"\xff\",\"text\":\"\xed\xa0\x80\"}",
		`{"text":"x","id":1}`, `{"\u0069d":"a","text":"b","collection":"c"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		doc, p := parseDocument(bytes.Clone(line))
		var m map[string]json.RawMessage
		err := json.Unmarshal(line, &m)
		bad := err != nil
		str := func(key string) string {
			var s *string
			bad = bad || m[key] != nil && json.Unmarshal(m[key], &s) != nil
			if s == nil {
				bad = bad || key == "id" || key == "text"
				return ""
			}
			return *s
		}
		id, text, title, collection := str("id"), str("text"), str("title"), str("collection")
		var meta map[string]any
		bad = bad || id == "" || m["meta"] != nil && json.Unmarshal(m["meta"], &meta) != nil
		if bad != (p != nil) {
			t.Fatalf("%q: %v, want a problem: %v (%v)", line, p, bad, err)
		}
		if bad {
			return
		}
		if doc.ID != id || string(doc.Source) != text || doc.Title != title || doc.Collection != collection || doc.Meta != nil && !json.Valid(doc.Meta) {
			t.Fatalf("%q was read as %+v", line, doc)
		}
		if again, n := normalize.Decode(doc.Source); n != 0 || string(again) != text {
			t.Fatalf("the text of %q is not valid UTF-8", line)
		}
	})
}

// FuzzRead: no content makes a reader panic, and the source text of each document is valid UTF-8.
func FuzzRead(f *testing.F) {
	f.Add([]byte("\xff\xfea\x00"), uint8(0))
	f.Add([]byte("# x\n"), uint8(1))
	f.Add([]byte("{\"id\":\"a\",\"text\":\"b\"}\n{"), uint8(2))
	f.Fuzz(func(t *testing.T, in []byte, n uint8) {
		r := []Reader{textReader{}, markdownReader{}, jsonlReader{}}[n%3]
		src := Source{Path: "x", ID: "x", Input: bytes.NewReader(in), MaxBytes: 1000, Report: func(p Problem) error {
			if p.Reason == "" {
				t.Fatal("a problem without a reason")
			}
			return nil
		}}
		r.Read(context.Background(), src, func(d Document) error {
			if _, bad := normalize.Decode(d.Source); bad != 0 || d.ID == "" {
				t.Fatalf("document %+v", d)
			}
			return nil
		})
	})
}

func benchLines() []byte {
	var b bytes.Buffer
	text := strings.Repeat(`It was the best of times, it was the worst of times.\nIt was the \"age\" of wisdom, it was the age of foolishness, `, 150)
	for i := range 500 {
		fmt.Fprintf(&b, `{"id": "doc-%d", "title": "A tale", "text": "%s", "meta": {"url": "x"}}`+"\n", i, text)
	}
	return b.Bytes()
}

func BenchmarkJSONL(b *testing.B) {
	in := benchLines()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		src := Source{Input: bytes.NewReader(in), MaxBytes: 1 << 30}
		n := 0
		if err := (jsonlReader{}).Read(context.Background(), src, func(Document) error { n++; return nil }); err != nil || n != 500 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	in := benchLines()
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		if s, err := Run(context.Background(), newCorpus(), []string{"-"}, Options{Stdin: bytes.NewReader(in)}); err != nil || s.Documents != 500 {
			b.Fatal(s, err)
		}
	}
}
