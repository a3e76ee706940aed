// Command verbatim answers one question about many quotes at once: are these the source's words?
//
// It indexes documents into a corpus, verifies batches of quotes against it, and records every answer in a ledger. "verbatim help" lists
// the commands; the files under testdata show what each does, and are tested.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() { os.Exit(mainCode()) }

// mainCode runs the program on the process's own arguments and streams.
func mainCode() int {
	// The first signal asks to finish the work in hand; the second ends the process, as without us.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	// A closed pipe is then an error of the write, which leaves the time to close the ledger.
	signal.Ignore(syscall.SIGPIPE)
	e := &env{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, now: time.Now,
		isTerminal: isTerminal, width: terminalWidth}
	return run(ctx, e, os.Args)
}

// env is what commands know of the world around them, so that tests can be that world.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	now            func() time.Time
	isTerminal     func(stream any) bool // of stdin, stdout or stderr
	width          func(stream any) int  // columns of a terminal; 0: not known
}

// run runs one command line and returns the exit code.
func run(ctx context.Context, e *env, args []string) int {
	app := newApp(e)
	err := func() error {
		arranged, err := arrange(app, args)
		if err != nil {
			return err
		}
		return app.RunContext(ctx, arranged)
	}()
	return e.report(err, asksJSON(args))
}

// asksJSON tells whether a command line asks for JSON, also where it could not be read further.
func asksJSON(args []string) bool {
	for _, a := range args {
		switch a {
		case "--json", "-json":
			return true
		case "--":
			return false
		}
	}
	return false
}
