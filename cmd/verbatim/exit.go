package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// The exit codes.
const (
	exitFine    = 0
	exitFound   = 1 // a check failed that --fail-on, a --min-… or a --max-… flag names
	exitUsage   = 2
	exitDamage  = 3 // of the corpus or ledger
	exitFailure = 4 // any other
)

// codedError is an error with its exit code. quiet: the command told about it already.
type codedError struct {
	code  int
	quiet bool
	err   error
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

// usagef makes a usage error.
func usagef(format string, args ...any) error {
	return &codedError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// found is the error for what --fail-on, a --min-… or a --max-… flag names.
func found(format string, args ...any) error {
	return &codedError{code: exitFound, err: fmt.Errorf(format, args...)}
}

// told is an error that the command has told about in its own way.
func told(code int) error {
	return &codedError{code: code, quiet: true, err: errors.New("see above")}
}

// exitCode returns the exit code of an error.
func exitCode(err error) int {
	var coded *codedError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &coded):
		return coded.code
	case errors.Is(err, verify.ErrUsage):
		return exitUsage
	case verify.IsCorrupt(err):
		return exitDamage
	}
	return exitFailure
}

// isInterrupt tells whether a command ended because a signal asked it to.
func isInterrupt(c *cli.Context, err error) bool {
	return err != nil && c.Context.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(c.Context)))
}

func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// hint says what to do about an error; empty where its text says that itself.
func hint(err error) string {
	switch {
	case exitCode(err) == exitUsage:
		return `"verbatim help" lists commands, "verbatim help COMMAND" its flags`
	case errors.Is(err, index.ErrNoCorpus):
		return `make one with "verbatim index PATH…", or name another with --corpus DIR or VERBATIM_CORPUS`
	case errors.Is(err, index.ErrLocked), errors.Is(err, ledger.ErrLocked):
		return "one process writes at a time: wait until it is done"
	case errors.Is(err, ledger.ErrNoLedger):
		return `the first "verbatim verify" or "verbatim check" makes it`
	case verify.IsCorrupt(err):
		return `"verbatim doctor" lists all damage and what mends it`
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "make room and run it again: what was done is kept, nothing is damaged"
	case errors.Is(err, fs.ErrPermission):
		return "check the owner and mode of the file or folder"
	}
	return ""
}

// report tells about an error on standard error, in one line, and returns its exit code.
func (e *env) report(err error, asJSON bool) int {
	code := exitCode(err)
	var coded *codedError
	switch {
	case err == nil, errors.As(err, &coded) && coded.quiet:
		return code
	case isClosedPipe(err):
		return code // whoever read our output has had enough
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	text, todo := oneLine(err.Error()), hint(err)
	if asJSON {
		line, _ := json.Marshal(struct {
			Error string `json:"error"`
			Hint  string `json:"hint,omitempty"`
			Exit  int    `json:"exit"`
		}{text, todo, code})
		fmt.Fprintf(e.stderr, "%s\n", line)
		return code
	}
	if todo != "" {
		text += "; " + todo
	}
	fmt.Fprintf(e.stderr, "verbatim: %s\n", text)
	return code
}

// oneLine joins the lines of joined errors.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
