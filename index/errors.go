package index

import (
	"errors"
	"fmt"
)

// The errors that callers tell apart. Each is wrapped with what was being done and where.
var (
	// ErrCorrupt marks damage: stored bytes that are not what was written. The text names file and offset.
	ErrCorrupt = errors.New("index: corpus is damaged")
	// ErrNotFound says that a document or a version is not kept.
	ErrNotFound = errors.New("index: not found")
	// ErrNoCorpus says that the directory holds no corpus.
	ErrNoCorpus = errors.New("index: no corpus there")
	// ErrExists says that the directory holds a corpus already, or other files.
	ErrExists = errors.New("index: already exists")
	// ErrFormat says that the corpus was written in a format or under a profile that this program cannot use.
	ErrFormat = errors.New("index: unusable format")
	// ErrLocked says that another process writes to the corpus. The text names it.
	ErrLocked = errors.New("index: corpus is locked")
	// ErrTooLarge says that a document is larger than MaxSource.
	ErrTooLarge = errors.New("index: document too large")
	// ErrNoPassages says that Search has nothing to search: UpdatePassages was never called.
	ErrNoPassages = errors.New("index: no passages were built")
	// ErrClosed says that the Writer or Snapshot was closed.
	ErrClosed = errors.New("index: closed")
)

// IsCorrupt reports whether err comes from damage to the corpus.
func IsCorrupt(err error) bool { return errors.Is(err, ErrCorrupt) }

// corruptf makes an error that IsCorrupt recognises; off is a byte offset in file, or -1.
func corruptf(file string, off int64, format string, args ...any) error {
	at := file
	if off >= 0 {
		at = fmt.Sprintf("%s at byte %d", file, off)
	}
	return fmt.Errorf("%w: %s: %w", ErrCorrupt, at, fmt.Errorf(format, args...))
}
