package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// safeBuffer is a buffer that may be read while a command writes.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// world is an env with buffers for streams. terminals are the streams that are one.
type world struct {
	env
	out, err  safeBuffer
	terminals []any
}

func newWorld(stdin io.Reader) *world {
	w := &world{}
	w.env = env{stdin: stdin, stdout: &w.out, stderr: &w.err, getenv: func(string) string { return "" },
		now: func() time.Time { return time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC) },
		isTerminal: func(s any) bool {
			for _, t := range w.terminals {
				if s == t {
					return true
				}
			}
			return false
		},
		width: func(any) int { return 60 }}
	return w
}

// corpusDir makes a corpus of two documents.
func corpusDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "corpus")
	w := newWorld(strings.NewReader(`{"id":"lease","text":"The tenant shall pay the rent within 30 days. The keys stay with the landlord.\n"}
{"id":"notice","text":"Notice must be given in writing, three months before the end of the term.\n"}
`))
	if code := run(context.Background(), &w.env, []string{"verbatim", "--corpus", dir, "index", "-"}); code != exitFine {
		t.Fatalf("indexing: exit %d: %s", code, w.err.String())
	}
	return dir
}

const keys = `{"quote":"The keys stay with the landlord."}` + "\n"

func TestExitCodes(t *testing.T) {
	dir := corpusDir(t)
	damaged := corpusDir(t)
	segments, _ := filepath.Glob(filepath.Join(damaged, "segments", "*"))
	for _, name := range segments {
		if err := os.WriteFile(name, []byte("this is no segment"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args string
		want int
	}{
		{"verify --no-ledger", exitFine},
		{"verify --no-ledger --fail-on exact", exitFound},
		{"verify --no-ledger --fail-on fabricated", exitFine},
		{"verify --no-ledger --min-coverage 100%", exitFine},
		{"verify --nosuch", exitUsage},
		{"nosuch", exitUsage},
		{"ledger", exitUsage},
		{"verify --threshold 0.3", exitUsage},
		{"verify nosuch.jsonl", exitFailure},
		{"docs show nosuch", exitFailure},
		{"ledger log", exitFailure},
		{"--corpus " + filepath.Join(dir, "nosuch") + " verify", exitFailure},
		{"--corpus " + damaged + " verify --no-ledger", exitDamage},
		{"--corpus " + damaged + " doctor", exitDamage},
		{"version", exitFine},
		{"help", exitFine},
		{"", exitFine},
	} {
		w := newWorld(strings.NewReader(keys))
		args := append([]string{"verbatim", "--corpus", dir}, strings.Fields(test.args)...)
		if got := run(context.Background(), &w.env, args); got != test.want {
			t.Errorf("verbatim %s: exit %d, want %d; stderr: %s", test.args, got, test.want, w.err.String())
		}
		if test.want >= exitUsage && test.want != exitDamage && (strings.Count(w.err.String(), "\n") != 1 || !strings.HasPrefix(w.err.String(), "verbatim: ")) {
			t.Errorf("verbatim %s: the error is not one line: %q", test.args, w.err.String())
		}
	}
}

// waitFor waits until cond holds.
func waitFor(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !cond(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// TestVerifyWhileInputTricklesIn: a quote is answered while the input stays open, and a signal then ends the run in good order.
func TestVerifyWhileInputTricklesIn(t *testing.T) {
	dir := corpusDir(t)
	in, typing := io.Pipe()
	w := newWorld(in)
	ctx, signal := context.WithCancel(context.Background())
	code := make(chan int, 1)
	go func() { code <- run(ctx, &w.env, []string{"verbatim", "--corpus", dir, "verify", "-"}) }()
	fmt.Fprint(typing, keys)
	waitFor(t, "the first result", func() bool { return strings.Count(w.out.String(), "\n") == 1 })
	fmt.Fprint(typing, keys)
	waitFor(t, "the second result", func() bool { return strings.Count(w.out.String(), "\n") == 2 })
	signal()
	if got := <-code; got != exitFailure {
		t.Errorf("exit %d, want %d", got, exitFailure)
	}
	if !strings.Contains(w.err.String(), "interrupted: the first 2 records are verified") {
		t.Errorf("stderr = %s", w.err.String())
	}
	after := newWorld(nil)
	if got := run(context.Background(), &after.env, []string{"verbatim", "--corpus", dir, "ledger", "verify"}); got != exitFine || !strings.Contains(after.out.String(), "intact: 2 records") {
		t.Errorf("after the interruption: exit %d: %s%s", got, after.out.String(), after.err.String())
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
}

func TestClosedOutputEndsQuietly(t *testing.T) {
	dir := corpusDir(t)
	for _, args := range [][]string{{"verify", "--no-ledger"}, {"docs", "list"}, {"folds"}} {
		w := newWorld(strings.NewReader(strings.Repeat(keys, 10_000)))
		w.env.stdout = closedPipe{}
		if got := run(context.Background(), &w.env, append([]string{"verbatim", "--corpus", dir}, args...)); got != exitFailure || w.err.String() != "" {
			t.Errorf("%v: exit %d, stderr %q", args, got, w.err.String())
		}
	}
}

// TestTerminal: colour and progress on a terminal alone, and no colour where it is not wanted.
func TestTerminal(t *testing.T) {
	dir := corpusDir(t)
	check := func(setup func(*world), args ...string) (out, err string) {
		w := newWorld(strings.NewReader(keys))
		w.terminals = []any{w.env.stdout, w.env.stderr}
		setup(w)
		run(context.Background(), &w.env, append([]string{"verbatim", "--corpus", dir}, args...))
		return w.out.String(), w.err.String()
	}
	as := func(*world) {}
	quote := "The keys stay with the landlords."
	if out, _ := check(as, "check", "--no-ledger", quote); !strings.Contains(out, "\x1b[") {
		t.Errorf("no colour on a terminal: %q", out)
	}
	for name, setup := range map[string]func(*world){
		"no terminal": func(w *world) { w.terminals = nil },
		"NO_COLOR":    func(w *world) { w.env.getenv = func(k string) string { return map[string]string{"NO_COLOR": "1"}[k] } },
	} {
		if out, _ := check(setup, "check", "--no-ledger", quote); strings.Contains(out, "\x1b[") {
			t.Errorf("%s: colour: %q", name, out)
		}
	}
	if out, _ := check(as, "--no-color", "check", "--no-ledger", quote); strings.Contains(out, "\x1b[") {
		t.Errorf("--no-color: colour: %q", out)
	}
	results := filepath.Join(t.TempDir(), "results.jsonl")
	if _, err := check(as, "verify", "--no-ledger", "-", "-o", results); !strings.Contains(err, "verifying") {
		t.Errorf("no progress on a terminal: %q", err)
	}
	for _, flag := range []string{"--quiet", "--json"} {
		if _, err := check(as, flag, "verify", "--no-ledger", "-", "-o", results); strings.Contains(err, "verifying") {
			t.Errorf("%s: progress: %q", flag, err)
		}
	}
	if _, err := check(func(w *world) { w.terminals = append(w.terminals, w.env.stdin) }, "verify"); !strings.Contains(err, "no quotes") {
		t.Errorf("verify waits for quotes to be typed: %q", err)
	}
}
