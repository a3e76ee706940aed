package durable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrHeld is returned by Acquire when another process, or another part of this one, holds the lock.
var ErrHeld = errors.New("lock is held")

// Lock is an exclusive lock on a file. The system releases it when the process ends, however it ends, so a killed
// holder never leaves a stale lock behind.
type Lock struct{ f *os.File }

// Acquire takes the lock on the file at path, which it creates when missing, and writes into it who holds it since now:
// process id, command, host and time. It does not wait: when the lock is held it returns an error that names the holder
// and wraps ErrHeld.
func Acquire(path string, now time.Time) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("opening lock: %w", err)
	}
	held, err := tryLock(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("locking %q: %w", path, err)
	}
	if !held {
		defer f.Close()
		return nil, fmt.Errorf("%w by %s (lock file %q)", ErrHeld, holder(f), path)
	}
	// What the file says is for people only, so failing to write it (a full disk) is no reason to refuse the lock.
	if f.Truncate(0) == nil {
		f.WriteAt([]byte(describe(now)), 0)
	}
	return &Lock{f}, nil
}

// Release gives the lock back. The file stays: removing it would let two processes hold locks on two files of one name.
func (l *Lock) Release() error {
	l.f.Truncate(0)
	return l.f.Close()
}

func describe(now time.Time) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	command := "unknown command"
	if len(os.Args) > 0 {
		command = strings.Join(append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...), " ")
	}
	if len(command) > 200 {
		command = strings.ToValidUTF8(command[:200], "") + "…"
	}
	return fmt.Sprintf("process %d (%s) on %s since %s\n", os.Getpid(), command, host, now.UTC().Format(time.RFC3339))
}

func holder(f *os.File) string {
	b, err := io.ReadAll(io.LimitReader(f, 1024))
	line, _, _ := strings.Cut(string(b), "\n")
	if err != nil || line == "" {
		return "another process"
	}
	return line
}
