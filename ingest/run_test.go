package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/unpack"
)

// Packages that index needs start goroutines before any test: they are not ours.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

var _ Sink = (*index.Writer)(nil)

// corpus is a Sink in memory.
type corpus struct {
	docs  map[string]index.Input
	order []string
	err   error // what Put returns
}

func newCorpus() *corpus { return &corpus{docs: map[string]index.Input{}} }

func (c *corpus) Put(_ context.Context, in index.Input) (index.Outcome, error) {
	if c.err != nil {
		return 0, c.err
	}
	out, err := c.Compare(in)
	c.docs[in.ID] = in
	c.order = append(c.order, in.ID)
	return out, err
}

func (c *corpus) Compare(in index.Input) (index.Outcome, error) {
	old, ok := c.docs[in.ID]
	switch {
	case !ok:
		return index.Added, nil
	case !bytes.Equal(old.Source, in.Source):
		return index.Changed, nil
	}
	return index.Unchanged, nil
}

func (c *corpus) Remove(_ context.Context, id string) (bool, error) {
	_, ok := c.docs[id]
	delete(c.docs, id)
	return ok, nil
}

func (c *corpus) IDs() iter.Seq[string] { return maps.Keys(c.docs) }

func (c *corpus) Collection(id string) (string, bool) {
	d, ok := c.docs[id]
	return d.Collection, ok
}

// tree writes files, named by their paths, below a new folder; a content that begins with "-> " is a link.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, ok := strings.CutPrefix(content, "-> "); ok {
			err = os.Symlink(to, p)
		} else {
			err = os.WriteFile(p, []byte(content), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run reads paths into c and returns what happened, the folder's name taken out of it.
func run(t testing.TB, c *corpus, dir string, o Options, paths ...string) (Summary, []string) {
	t.Helper()
	var told []string
	o.OnProblem = func(p Problem) {
		told = append(told, p.Kind.String()+" "+strings.ReplaceAll(p.Error(), dir+string(filepath.Separator), ""))
	}
	s, err := Run(context.Background(), c, paths, o)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return s, told
}

func wantLines(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\ngot:\n  %s\nwant:\n  %s", what, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// A folder is read in the order of its names; everything that is left out is told.
func TestFolder(t *testing.T) {
	dir := tree(t, map[string]string{
		"b.txt": "bee", "a/z.md": "# The *title* #\ntext", "a/y.text": "why", "README": "text by content", "c.jsonl": `{"id":"j1","text":"one"}` + "\n" + `{"id":"j2","text":"two"}`,
		".git/config": "x", "d/.hidden": "x", "picture.png": "\x89PNG\x00", "core": "\x7fELF\x00\x00", "paper.pdf": "%PDF-1.7", "d/page.html": "<html>",
		"loop": "-> .", "nowhere": "-> missing", "d/again": "-> ../a", "e.txt": "-> b.txt", "bin.txt": "a\x00b", "corpus/x.txt": "no",
	})
	c := newCorpus()
	s, told := run(t, c, dir, Options{Exclude: []string{filepath.Join(dir, "corpus")}}, dir)
	wantLines(t, "documents", c.order, "README", "a/y.text", "a/z.md", "b.txt", "j1", "j2", "e.txt")
	wantLines(t, "problems", told,
		"skipped .git: hidden",
		"failed bin.txt: binary content (NUL bytes); give the text of it instead",
		"skipped core: binary content (NUL bytes); give the text of it instead",
		"skipped corpus: excluded",
		"skipped d/.hidden: hidden",
		"failed d/page.html: HTML files are not read yet; convert it to text or Markdown",
		"skipped nowhere: a link that leads nowhere: no such file or directory",
		"failed paper.pdf: PDF files are not read yet; convert it to text or Markdown",
		"skipped picture.png: no reader for .png files; give it by itself to read it as text",
		"skipped d/again: a link to a folder that was read already",
		"skipped loop: a link to a folder that was read already")
	if want := (Summary{Documents: 7, Bytes: 3 + 20 + 3 + 15 + 3 + 3 + 3, Added: 7, Failed: 3, Skipped: 8}); s != want {
		t.Errorf("summary %+v, want %+v", s, want)
	}
	if got := c.docs["a/z.md"]; got.Title != "The *title*" || string(got.Source) != "# The *title* #\ntext" || !strings.HasSuffix(got.Path, "z.md") {
		t.Errorf("a/z.md: %+v", got)
	}
}

// A second run adds nothing; a changed file is a new version; a file that is gone is removed when that is asked for.
func TestRunAgain(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "one", "b.txt": "two", "c.txt": "three"})
	c := newCorpus()
	run(t, c, dir, Options{}, dir)
	os.WriteFile(filepath.Join(dir, "b.txt"), []byte("two, changed"), 0o666)
	os.Remove(filepath.Join(dir, "c.txt"))
	for _, dry := range []bool{true, false} {
		s, told := run(t, c, dir, Options{RemoveMissing: true, DryRun: dry}, dir)
		if want := (Summary{Documents: 2, Bytes: 15, Changed: 1, Unchanged: 1, Removed: 1}); s != want || told != nil {
			t.Errorf("dry run %v: %+v %v, want %+v", dry, s, told, want)
		}
		if (len(c.docs) == 3) != dry {
			t.Errorf("dry run %v: the corpus holds %d documents", dry, len(c.docs))
		}
	}
}

// What cannot be read is not missing: its last version stays, and what failed without a name stops the removal.
func TestRemoveMissingIsCareful(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "one", "b.txt": "two", "c.jsonl": `{"id":"j","text":"x"}`})
	c := newCorpus()
	run(t, c, dir, Options{}, dir)
	os.WriteFile(filepath.Join(dir, "a.txt"), []byte("\x00\x01"), 0o666)
	os.Remove(filepath.Join(dir, "b.txt"))
	if s, _ := run(t, c, dir, Options{RemoveMissing: true}, dir); s.Removed != 1 || s.Failed != 1 || len(c.docs) != 2 {
		t.Errorf("%+v, and %d documents are left; want b.txt removed and a.txt kept", s, len(c.docs))
	}
	os.Remove(filepath.Join(dir, "a.txt"))
	os.WriteFile(filepath.Join(dir, "c.jsonl"), []byte("{"), 0o666)
	s, told := run(t, c, dir, Options{RemoveMissing: true}, dir)
	if s.Removed != 0 || len(c.docs) != 2 || len(told) != 2 || !strings.Contains(told[1], "nothing was removed: 1 inputs") {
		t.Errorf("%+v %q; want nothing removed", s, told)
	}
}

func TestCollections(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": `{"id":"x","text":"","collection":"theirs"}` + "\n" + `{"id":"y","text":""}`, "b.txt": "b"})
	c := newCorpus()
	run(t, c, dir, Options{}, filepath.Join(dir, "a.jsonl"))
	if c.docs["x"].Collection != "theirs" || c.docs["y"].Collection != "" {
		t.Errorf("collections %q and %q", c.docs["x"].Collection, c.docs["y"].Collection)
	}
	s, _ := run(t, c, dir, Options{Collection: "ours", RemoveMissing: true}, filepath.Join(dir, "b.txt"))
	if c.docs["b.txt"].Collection != "ours" || s.Removed != 0 {
		t.Errorf("%+v, b.txt is in %q", s, c.docs["b.txt"].Collection)
	}
	os.Remove(filepath.Join(dir, "b.txt"))
	if s, _ := run(t, c, dir, Options{Collection: "ours", RemoveMissing: true}, filepath.Join(dir, "a.jsonl")); s.Removed != 1 || c.docs["x"].Collection != "ours" {
		t.Errorf("%+v; want b.txt removed, x in ours", s)
	}
}

func TestNames(t *testing.T) {
	dir := tree(t, map[string]string{"sub/a.b.txt": "1", "sub/c.txt.gz": "2", "d.txt": "3"})
	for from, want := range map[IDFrom][]string{
		"":     {"d.txt", "sub/a.b.txt", "sub/c.txt.gz", "c.txt.gz"},
		IDName: {"d.txt", "a.b.txt", "c.txt.gz"},
		IDStem: {"d", "a.b", "c"},
	} {
		c := newCorpus()
		run(t, c, dir, Options{IDFrom: from}, dir, filepath.Join(dir, "sub", "c.txt.gz"))
		wantLines(t, "names from "+string(from), c.order, want...)
	}
	if _, err := Run(context.Background(), newCorpus(), nil, Options{IDFrom: "hash"}); err == nil {
		t.Error("naming documents by hash was accepted")
	}
}

// Equal ids: the first is kept, the second told, also across files.
func TestEqualIDs(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": `{"id":"x","text":"1"}` + "\n" + `{"id":"x","text":"2"}`, "b/x": "3"})
	c := newCorpus()
	s, told := run(t, c, dir, Options{IDFrom: IDName}, dir)
	wantLines(t, "problems", told,
		`failed a.jsonl:2: the id "x" was given before, at a.jsonl:1, and that document is kept; give each document an id of its own`,
		`failed b/x: the id "x" was given before, at a.jsonl:1, and that document is kept; give each document an id of its own`)
	if s.Failed != 2 || s.Documents != 1 || string(c.docs["x"].Source) != "1" {
		t.Errorf("%+v, x is %q", s, c.docs["x"].Source)
	}
}

func TestPathsThatAreNotThere(t *testing.T) {
	dir := tree(t, map[string]string{"a.log": "text, whatever it is called", "b.docx": "PK\x03\x04"})
	c := newCorpus()
	_, told := run(t, c, dir, Options{}, filepath.Join(dir, "gone"), filepath.Join(dir, "a.log"), filepath.Join(dir, "b.docx"), "-")
	wantLines(t, "problems", told,
		"failed gone: no such file or directory; check the path",
		"failed b.docx: Word files are not read yet; convert it to text or Markdown",
		"failed -: no standard input to read")
	wantLines(t, "documents", c.order, "a.log")
}

func TestPermissionDenied(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := tree(t, map[string]string{"a.txt": "a", "b.txt": "b"})
	os.Chmod(filepath.Join(dir, "a.txt"), 0)
	c := newCorpus()
	_, told := run(t, c, dir, Options{}, dir)
	wantLines(t, "problems", told, "failed a.txt: permission denied; give yourself the right to read it, or leave it out")
	wantLines(t, "documents", c.order, "b.txt")
}

func TestStandardInput(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"JSONL", "\n {\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}\n", []string{"a=x", "b=y"}},
		{"text that begins with a brace", "\n{ a set }\nmore", []string{"stdin=\n{ a set }\nmore"}},
		{"JSON that is no document", `{"quote":"x"}`, []string{`stdin={"quote":"x"}`}},
		{"text", "plain", []string{"stdin=plain"}},
		{"nothing", "", []string{"stdin="}},
		{"a brace", "{", []string{"stdin={"}},
	} {
		for _, form := range []string{"plain", "gzip", "zstd"} {
			sink := newCorpus()
			_, told := run(t, sink, "", Options{Stdin: bytes.NewReader(pack(t, form, c.in))}, "-")
			var got []string
			for _, id := range sink.order {
				got = append(got, id+"="+string(sink.docs[id].Source))
			}
			wantLines(t, c.name+" "+form, got, c.want...)
			wantLines(t, c.name+" "+form, told)
		}
	}
}

// pack compresses s.
func pack(t testing.TB, form, s string) []byte {
	t.Helper()
	var buf bytes.Buffer
	var w io.WriteCloser
	switch form {
	case "gzip":
		w = gzip.NewWriter(&buf)
	case "zstd":
		w, _ = zstd.NewWriter(&buf)
	default:
		return []byte(s)
	}
	io.WriteString(w, s)
	w.Close()
	return buf.Bytes()
}

// Compression shows by content: the name may say so, or not.
func TestCompressed(t *testing.T) {
	line := `{"id":"%s","text":"x"}`
	dir := tree(t, map[string]string{
		"a.jsonl.gz": string(pack(t, "gzip", fmt.Sprintf(line, "a"))), "b.jsonl.zst": string(pack(t, "zstd", fmt.Sprintf(line, "b"))),
		"c.jsonl": string(pack(t, "zstd", fmt.Sprintf(line, "c"))), "d.txt.zstd": string(pack(t, "gzip", "text")), "e.md.gz": "not compressed at all",
		"f.txt.gz": string(pack(t, "gzip", strings.Repeat("cut off", 1000)))[:30],
		"g.txt.gz": string(pack(t, "gzip", strings.Repeat("\n", 30<<20))),
	})
	c := newCorpus()
	_, told := run(t, c, dir, Options{testOnlyUnpack: unpack.Options{Grace: 1 << 20}}, dir)
	wantLines(t, "documents", c.order, "a", "b", "c", "d.txt.zstd", "e.md.gz")
	if len(told) != 2 || !strings.Contains(told[0], "f.txt.gz: reading gzip: unexpected EOF; the file is cut off") || !strings.Contains(told[1], "g.txt.gz: reading gzip: the compressed data expands beyond all proportion") {
		t.Errorf("problems: %q", told)
	}
}

// Documents arrive in the order of the paths however many files are read at once, and no more of them wait than may.
func TestOrderAndMemory(t *testing.T) {
	files := map[string]string{}
	var want []string
	for i := range 60 {
		name := fmt.Sprintf("%02d.txt", i)
		if i%7 == 0 {
			var lines strings.Builder
			for j := range 200 {
				id := fmt.Sprintf("j%d-%d", i, j)
				fmt.Fprintf(&lines, `{"id":%q,"text":%q}`+"\n", id, strings.Repeat(id, 100))
				want = append(want, id)
			}
			files[fmt.Sprintf("%02d.jsonl", i)] = lines.String()
			continue
		}
		files[name] = strings.Repeat(name, 1000*(i%5))
		want = append(want, name)
	}
	dir := tree(t, files)
	for _, o := range []Options{{Workers: 1, Ahead: 1}, {Workers: 8, Ahead: 1}, {Workers: 8, Ahead: 5000}, {Workers: 4}} {
		c := newCorpus()
		run(t, c, dir, o, dir)
		if !slices.Equal(c.order, want) {
			t.Errorf("%d workers, %d bytes ahead: the order is not that of the paths", o.Workers, o.Ahead)
		}
	}
}

// A Sink that fails ends the run, and so does the caller; no goroutine is left (see TestMain).
func TestRunEnds(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("%d.jsonl", i)] = strings.Repeat(`{"id":"","text":"x"}`+"\n", 300)
		files[fmt.Sprintf("%d.txt", i)] = strings.Repeat("x", 1000)
	}
	dir := tree(t, files)
	full := errors.New("no space left")
	if _, err := Run(context.Background(), &corpus{docs: map[string]index.Input{}, err: full}, []string{dir}, Options{Workers: 4, Ahead: 100}); !errors.Is(err, full) {
		t.Errorf("got %v, want the error of the Sink", err)
	}
	for stop := range int64(5) {
		ctx, cancel := context.WithCancel(context.Background())
		var n atomic.Int64
		s, err := Run(ctx, newCorpus(), []string{dir}, Options{Workers: 4, Ahead: 100, OnProgress: func(docs int, bytes int64) {
			if n.Add(1) == stop*10+1 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || s.Documents == 0 || s.Documents == 50 {
			t.Errorf("%v after %d documents, want context.Canceled on the way", err, s.Documents)
		}
		cancel()
	}
}
