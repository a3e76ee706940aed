//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// skip is why a peer cannot be run here.
type skip string

func (s skip) Error() string { return string(s) }

// peer is a way to find quotes.
type peer struct {
	key  string // for -peers
	name string
	task task
	run  func(ctx context.Context, w *work) (*outcome, error)
}

// task is what a peer is asked, and Verbatim with it.
type task string

const (
	cited   task = "in the cited document" // quotes with a source, looked for there alone
	uncited task = "in all documents"      // quotes without one
	batch   task = "a file of quotes"      // whole processes
)

var peers = []peer{
	{"find", "CPython str.find", cited, script("cited.py", "find", "")},
	{"edlib", "find, normalised find, edlib at 12 %", cited, script("cited.py", "edlib", "edlib")},
	{"rapidfuzz", "rapidfuzz window scan (token_set_ratio 75)", cited, script("cited.py", "rapidfuzz", "rapidfuzz")},
	{"sqlite", "SQLite FTS5 phrase", uncited, script("sqlite.py", "", "sqlite3")},
	{"bleve", "Bleve phrase", uncited, blevePhrase},
	{"like", "PostgreSQL pg_trgm, LIKE", uncited, postgres("like")},
	{"similar", "PostgreSQL pg_trgm, word similarity 0.6", uncited, postgres("similar")},
	{"rg", "ripgrep -F -f, full mix", batch, patterns("rg", 1_000, false)},
	{"grep", "GNU grep -F -f, exact mix", batch, patterns("grep", mostBatch, true)},
	{"grep-full", "GNU grep -F -f, full mix", batch, patterns("grep", mostBatch, false)},
}

func run(ctx context.Context) (err error) {
	mb := flag.Int("mb", 100, "size of the made-up corpus in MB")
	file := flag.String("corpus-file", "", "documents {id, text} to use instead, JSON lines")
	program := flag.String("program", "bin/verbatim", "the verbatim program")
	seconds := flag.Float64("seconds", 15, "CPU seconds that a peer may take for its quotes; it answers as many as it can")
	only := flag.String("peers", "", "only these peers, by comma: "+keys())
	flag.Parse()

	start := time.Now()
	w, err := newWork(ctx, *mb, *file, *program, *seconds)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	var done []*outcome
	for i := range peers {
		p := &peers[i]
		if *only != "" && !strings.Contains(","+*only+",", ","+p.key+",") {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s …\n", p.name)
		o, err := p.run(ctx, w)
		var s skip
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &s):
			fmt.Printf("skipped: %s: %s\n", p.name, s)
			continue
		case err != nil: // one peer's trouble is no reason to lose the others' figures
			fmt.Printf("failed: %s: %v\n", p.name, err)
			continue
		}
		o.peer = p
		if p.task != batch {
			if o.ours, err = w.ours(ctx, p.task, o); err != nil {
				return err
			}
		}
		done = append(done, o)
	}
	fmt.Printf("\n%.0f MB in %d documents; measured in %.0f s\n\n", float64(w.bytes)/1e6, len(w.docs), time.Since(start).Seconds())
	return report(os.Stdout, w, done)
}

func keys() string {
	var list []string
	for i := range peers {
		list = append(list, peers[i].key)
	}
	return strings.Join(list, ",")
}
