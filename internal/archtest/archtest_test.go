package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "example.com/verbatim"

// mayImport lists, for each room, the rooms of ours that its code may import. Tests may import what they like.
var mayImport = map[string][]string{
	"normalize":         {"internal/simd"},
	"match":             {"normalize", "internal/simd"},
	"ledger":            {"internal/durable"},
	"index":             {"normalize"},
	"ingest":            {"index", "normalize", "internal/jsonl", "internal/unpack"},
	"verify":            {"index", "match", "ledger", "normalize", "internal/durable"},
	"bench":             {"ingest", "verify", "index", "match", "ledger", "normalize", "internal/batchio", "internal/perturb"},
	"bench/peers":       {"bench", "verify", "index"},
	"internal/batchio":  {"verify", "match", "internal/jsonl", "internal/unpack"},
	"internal/eval":     {"verify", "internal/perturb"},
	"internal/jsonl":    {},
	"internal/unpack":   {},
	"internal/durable":  {},
	"internal/perturb":  {},
	"internal/simd":     {},
	"internal/archtest": {},
	"cmd/verbatim":      {"*"},
}

// onlyImporter names the rooms that alone may import a heavy dependency.
var onlyImporter = map[string][]string{
	"github.com/cockroachdb/pebble": {"index"},
	"github.com/blevesearch/":       {"index", "bench/peers"},
	"github.com/urfave/cli":         {"cmd/verbatim"},
	"golang.org/x/mod":              {"ledger"},
	"go.yaml.in/yaml":               {"verify"},
}

// mustNotImport names what the pure rooms may never touch: they do no I/O and read no clock.
var mustNotImport = map[string][]string{
	"normalize": {"os", "io/fs", "net", "time", "log", "log/slog", "math/rand", "math/rand/v2"},
	"match":     {"os", "io/fs", "net", "time", "log", "log/slog", "math/rand", "math/rand/v2"},
}

func TestImports(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && file != root) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(rel))
		room := roomOf(dir)
		if room == "" {
			t.Errorf("%s: no room of the architecture: add its folder to mayImport and to docs/architecture.md", rel)
			return nil
		}
		seen[room] = true
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			checkImport(t, rel, room, imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for room := range mayImport {
		if !seen[room] {
			t.Errorf("room %s has no Go file: the rules are out of date", room)
		}
	}
}

func checkImport(t *testing.T, file, room, imported string) {
	t.Helper()
	if ours, ok := strings.CutPrefix(imported, module+"/"); ok {
		target := roomOf(ours)
		allowed := mayImport[room]
		if target != room && !slices.Contains(allowed, target) && !slices.Contains(allowed, "*") {
			t.Errorf("%s: %s may not import %s", file, room, ours)
		}
	}
	for heavy, rooms := range onlyImporter {
		if strings.HasPrefix(imported, heavy) && !slices.Contains(rooms, room) {
			t.Errorf("%s: only %v may import %s", file, rooms, imported)
		}
	}
	if slices.Contains(mustNotImport[room], imported) {
		t.Errorf("%s: %s is pure and may not import %s", file, room, imported)
	}
}

// roomOf returns the longest room that a folder belongs to: inner packages (index/internal/segment) follow the rules of their room.
func roomOf(dir string) string {
	for d := dir; d != "." && d != "/"; d = path.Dir(d) {
		if _, ok := mayImport[d]; ok {
			return d
		}
	}
	return ""
}

// TestNoGoFilesAtRoot holds the top level free for the user.
func TestNoGoFilesAtRoot(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) > 0 {
		t.Errorf("Go files at the root: %v", files)
	}
}

// TestFileSizes keeps every room one that can be read: no file over 600 lines.
func TestFileSizes(t *testing.T) {
	const most = 600
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		fset := token.NewFileSet()
		if _, err := parser.ParseFile(fset, file, nil, parser.ParseComments); err != nil {
			return err
		}
		fset.Iterate(func(f *token.File) bool {
			if f.LineCount() > most {
				t.Errorf("%s has %d lines: cut it by concept, at most %d", file, f.LineCount(), most)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
