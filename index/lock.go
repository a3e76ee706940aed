package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"golang.org/x/sys/unix"
)

// fileLock is a held flock. Locks of one process conflict like those of several, because each has a file of its own.
type fileLock struct{ f *os.File }

func (l *fileLock) release() error {
	if l == nil || l.f == nil {
		return nil
	}
	f := l.f
	l.f = nil
	return f.Close()
}

// errHeld says that a lock is held by another.
var errHeld = errors.New("lock is held")

// flock takes a lock without waiting. It is a no-op on file systems of tests, which only one process sees.
func flock(on vfs.FS, name string, flag int, how int) (*fileLock, error) {
	if on != vfs.Default {
		return &fileLock{}, nil
	}
	f, err := os.OpenFile(name, flag, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		if err != unix.EINTR {
			break
		}
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		return &fileLock{f}, errHeld
	}
	if err != nil {
		return nil, errors.Join(&fs.PathError{Op: "flock", Path: name, Err: err}, f.Close())
	}
	return &fileLock{f}, nil
}

// lockWriter takes the lock of the corpus, or says who holds it.
func (l layout) lockWriter(now time.Time) (*fileLock, error) {
	lock, err := flock(l.fs, l.path(lockFile), os.O_RDWR|os.O_CREATE, unix.LOCK_EX)
	if errors.Is(err, errHeld) {
		b, _ := io.ReadAll(io.LimitReader(lock.f, 4096))
		return nil, errors.Join(fmt.Errorf("%w: %s is being written by %s", ErrLocked, l.dir, holder(b)), lock.release())
	}
	if err != nil {
		return nil, fmt.Errorf("locking the corpus: %w", err)
	}
	if lock.f == nil {
		return lock, nil
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("pid %d\nhost %s\nstarted %s\ncommand %s\n", os.Getpid(), host, now.UTC().Format(time.RFC3339), strings.Join(os.Args, " "))
	err = lock.f.Truncate(0)
	if err == nil {
		_, err = lock.f.WriteAt([]byte(text), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking the corpus: %w", err), lock.release())
	}
	return lock, nil
}

// holder renders the contents of a LOCK file in one line.
func holder(b []byte) string {
	m := map[string]string{}
	for line := range strings.Lines(string(b)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		m[key] = value
	}
	if m["pid"] == "" {
		return "another process"
	}
	return fmt.Sprintf("process %s on %s since %s (%s)", m["pid"], m["host"], m["started"], m["command"])
}

// holdSnapshot keeps the writer from removing a generation. It fails with fs.ErrNotExist when that is happening.
func (l layout) holdSnapshot(g uint64) (*fileLock, error) {
	name := l.snapshot(g, holdFile)
	h, err := flock(l.fs, name, os.O_RDONLY, unix.LOCK_SH)
	if errors.Is(err, errHeld) {
		return nil, errors.Join(fs.ErrNotExist, h.release())
	}
	if err != nil || h.f == nil {
		return h, err
	}
	// The writer may have taken the directory away between opening and locking: then the file is no longer under its name.
	st, err := h.f.Stat()
	if err == nil {
		var at os.FileInfo
		at, err = os.Stat(name)
		if err == nil && !os.SameFile(st, at) {
			err = fs.ErrNotExist
		}
	}
	if err != nil {
		return nil, errors.Join(err, h.release())
	}
	return h, nil
}
