package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

var update = flag.Bool("update", false, "write the golden outputs in testdata anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"verbatim": func() { os.Exit(mainCode()) }})
}

// TestScripts runs the files under testdata: they are the specification of the command line. -update writes the outputs they compare
// with anew.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("VERBATIM_CORPUS", "")
			e.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector's second at each exit makes minutes of the scripts
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"gzip":     compress("gzip"),
			"zstd":     compress("zstd"),
			"hold":     hold,
			"damage":   damage,
			"truncate": truncate,
			"fields":   fields,
		},
	})
}

// compress is "gzip FILE TO" and "zstd FILE TO".
func compress(kind string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: %s FILE TO", kind)
		}
		f, err := os.Create(ts.MkAbs(args[1]))
		ts.Check(err)
		data := []byte(ts.ReadFile(args[0]))
		if kind == "gzip" {
			w := gzip.NewWriter(f)
			_, err = w.Write(data)
			ts.Check(err)
			ts.Check(w.Close())
		} else {
			w, err := zstd.NewWriter(f)
			ts.Check(err)
			_, err = w.Write(data)
			ts.Check(err)
			ts.Check(w.Close())
		}
		ts.Check(f.Close())
	}
}

// damage is "damage PATTERN": it changes one byte in the middle of each file that the pattern names, and fails when it names none.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage PATTERN")
	}
	names, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(names) == 0 {
		ts.Fatalf("no file is called %s", args[0])
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		ts.Check(err)
		if len(data) > 0 {
			data[len(data)/2] ^= 0x20
		}
		ts.Check(os.Chmod(name, 0o644))
		ts.Check(os.WriteFile(name, data, 0o644))
	}
}

// hold is "hold corpus DIR" and "hold ledger DIR": it writes to the corpus, or its ledger, until the script ends.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hold corpus|ledger DIR")
	}
	var held io.Closer
	var err error
	if args[0] == "ledger" {
		held, err = verify.OpenLedger(ts.MkAbs(args[1]), ledger.Options{})
	} else {
		held, err = index.OpenWriter(ts.MkAbs(args[1]), index.Options{})
	}
	ts.Check(err)
	ts.Defer(func() { held.Close() })
}

// truncate is "truncate FILE N": it cuts N bytes off the end.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	var n int64
	if neg || len(args) != 2 {
		ts.Fatalf("usage: truncate FILE N")
	}
	_, err := fmt.Sscan(args[1], &n)
	ts.Check(err)
	fi, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), fi.Size()-n))
}

// fields is "fields FILE NAME…": it sets standard output to the named fields of each result in FILE, as JSON, one result a line. Names
// may lead into objects and lists: "spans.0.start".
func fields(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fields FILE NAME…")
	}
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n") {
		var m any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			ts.Fatalf("%s: %v", line, err)
		}
		for i, name := range args[1:] {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(field(m, name))
		}
		out.WriteByte('\n')
	}
	_, err := ts.Stdout().Write([]byte(out.String()))
	ts.Check(err)
}

// field returns the value that a path of names leads to; "-" where there is none.
func field(v any, path string) string {
	for _, name := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(x) {
				return "-"
			}
			v = x[i]
		default:
			return "-"
		}
	}
	switch x := v.(type) {
	case nil:
		return "-"
	case string:
		return x
	}
	b, _ := json.Marshal(v)
	return string(b)
}
