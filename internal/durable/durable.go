// Package durable makes changes to files that survive a crash or a power cut.
//
// POSIX promises little: written bytes may stay in memory until fsync, a renamed file may appear before its content, and a
// new name may be lost until its folder is synced too. The functions here do the steps in the one order that is safe.
// See Pillai and others, "All File Systems Are Not Created Equal" (OSDI 2014).
package durable

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FS is the seam for every call that changes a folder, so that a test can make each of them fail in turn.
// Reading goes to package os directly: a read that fails does no damage.
type FS interface {
	// OpenFile opens name as os.OpenFile does.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	// Rename replaces newname by oldname as one step.
	Rename(oldname, newname string) error
	// Remove removes one file or one empty folder.
	Remove(name string) error
	// MkdirAll makes a folder and its parents.
	MkdirAll(name string, perm fs.FileMode) error
	// SyncDir makes names that were created, renamed or removed in dir durable.
	SyncDir(dir string) error
	// SyncAll makes everything below dir durable, in one call where the system has one: for many small files.
	SyncAll(dir string) error
}

// File is a file opened through an FS.
type File interface {
	io.ReaderAt
	io.WriterAt
	// Sync makes everything written so far durable.
	Sync() error
	// Truncate sets the size in bytes.
	Truncate(size int64) error
	// Size returns the present size in bytes.
	Size() (int64, error)
	Close() error
}

// OS returns the FS of the operating system.
func OS() FS { return osFS{} }

type osFS struct{}

func (osFS) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (osFS) Rename(oldname, newname string) error         { return os.Rename(oldname, newname) }
func (osFS) Remove(name string) error                     { return os.Remove(name) }
func (osFS) MkdirAll(name string, perm fs.FileMode) error { return os.MkdirAll(name, perm) }
func (osFS) SyncDir(dir string) error                     { return SyncDir(dir) }
func (osFS) SyncAll(dir string) error                     { return syncAll(dir) }

type osFile struct{ *os.File }

func (f osFile) Size() (int64, error) {
	fi, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return fi.Size(), nil
}

// TempSuffix ends the name of the file that WriteFile writes before it takes its place.
const TempSuffix = ".tmp"

// WriteFile replaces path by data: after a crash at any moment path holds either what it held before or all of data.
// It writes path + TempSuffix first, so at most one process may write a path at a time. After an error the old content
// is normally still there; only when the last step (the sync of the folder) fails may a crash bring back either.
func WriteFile(path string, data []byte, perm fs.FileMode) error {
	return WriteFileFS(OS(), path, data, perm)
}

// WriteFileFS is WriteFile through fsys.
func WriteFileFS(fsys FS, path string, data []byte, perm fs.FileMode) error {
	tmp := path + TempSuffix
	// A leftover of an earlier crash is removed, not reused: it may have other permissions.
	if err := fsys.Remove(tmp); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("removing leftover %q: %w", tmp, err)
	}
	if err := writeSynced(fsys, tmp, data, perm); err != nil {
		fsys.Remove(tmp) // best effort: the error that matters is the first
		return fmt.Errorf("writing %q: %w", path, err)
	}
	// The content is durable under its temporary name before the rename: rename first, and a crash could show an
	// empty file under the final name.
	if err := fsys.Rename(tmp, path); err != nil {
		fsys.Remove(tmp)
		return fmt.Errorf("writing %q: %w", path, err)
	}
	// Without this the rename itself may be undone by a power cut.
	if err := fsys.SyncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("syncing folder of %q: %w", path, err)
	}
	return nil
}

func writeSynced(fsys FS, name string, data []byte, perm fs.FileMode) error {
	f, err := fsys.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	if _, err := f.WriteAt(data, 0); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// SyncDir makes the names in dir durable: those created, renamed or removed there before the call.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	if err := d.Sync(); err != nil {
		d.Close()
		return err
	}
	return d.Close()
}
