package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// failFS fails the n-th call.
type failFS struct {
	FS
	n     int
	calls []string
}

var errBoom = errors.New("boom")

func (f *failFS) next(op string) error {
	f.calls = append(f.calls, op)
	if len(f.calls) == f.n {
		return errBoom
	}
	return nil
}

func (f *failFS) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	if err := f.next("open"); err != nil {
		return nil, err
	}
	file, err := f.FS.OpenFile(name, flag, perm)
	return failFile{file, f}, err
}
func (f *failFS) Rename(o, n string) error {
	if err := f.next("rename"); err != nil {
		return err
	}
	return f.FS.Rename(o, n)
}
func (f *failFS) Remove(n string) error {
	if err := f.next("remove"); err != nil {
		return err
	}
	return f.FS.Remove(n)
}
func (f *failFS) SyncDir(n string) error {
	if err := f.next("syncdir"); err != nil {
		return err
	}
	return f.FS.SyncDir(n)
}

type failFile struct {
	File
	fs *failFS
}

func (f failFile) WriteAt(b []byte, off int64) (int, error) {
	if err := f.fs.next("write"); err != nil {
		return 0, err
	}
	return f.File.WriteAt(b, off)
}
func (f failFile) Sync() error {
	if err := f.fs.next("sync"); err != nil {
		return err
	}
	return f.File.Sync()
}
func (f failFile) Close() error {
	err := f.File.Close()
	if e := f.fs.next("close"); e != nil {
		return e
	}
	return err
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for _, want := range []string{"one", "", "three"} {
		if err := WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", fi.Mode(), err)
	}
	if err := os.WriteFile(path+TempSuffix, []byte("a long leftover of an earlier crash"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, []byte("four"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "four" {
		t.Errorf("over a leftover: %q", got)
	}
	if err := WriteFile(filepath.Join(path, "below a file"), nil, 0o600); err == nil {
		t.Error("wrote below a file")
	}
}

// The steps and their order are the point of this package; each that fails leaves the old content or the new, whole.
func TestWriteFileFailures(t *testing.T) {
	const order = "remove open write sync close rename syncdir"
	path := filepath.Join(t.TempDir(), "f")
	f := &failFS{FS: OS()}
	if err := WriteFileFS(f, path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.calls, " "); got != order {
		t.Errorf("steps %q, want %q", got, order)
	}
	for n := 1; n <= len(strings.Fields(order)); n++ {
		if err := WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		err := WriteFileFS(&failFS{FS: OS(), n: n}, path, []byte("new"), 0o644)
		if !errors.Is(err, errBoom) {
			t.Errorf("step %d failed: %v", n, err)
		}
		want := "old"
		if n == len(strings.Fields(order)) {
			want = "new"
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("step %d failed: %q, %v, want %q", n, got, err, want)
		}
		if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
			t.Errorf("step %d failed: left %v", n, list)
		}
	}
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "LOCK")
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	l, err := Acquire(path, now)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Acquire(path, now)
	if !errors.Is(err, ErrHeld) {
		t.Fatalf("second: %v", err)
	}
	for _, want := range []string{"process ", "durable.test", "since 2026-03-04T05:06:07Z"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	l, err = Acquire(path, now)
	if err != nil {
		t.Fatal(err)
	}
	l.Release()
	if _, err := Acquire(filepath.Join(path, "x"), now); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("impossible path: %v", err)
	}
}

func TestSyncAll(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := OS().SyncAll(dir); err != nil {
		t.Error(err)
	}
	if err := OS().SyncAll(filepath.Join(dir, "none")); err == nil {
		t.Error("synced what is not there")
	}
	if err := SyncDir(filepath.Join(dir, "none")); err == nil {
		t.Error("synced what is not there")
	}
}
