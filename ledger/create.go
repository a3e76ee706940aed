package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.com/verbatim/internal/durable"
	"golang.org/x/mod/sumdb/note"
)

// Create makes an empty ledger in dir, which it makes when missing, with a new key unless Options.KeyPath names one that
// exists. When dir holds a ledger it returns ErrExists. A ledger exists from the moment its checkpoint does: after a
// crash before that, Create can simply be called again.
func Create(dir string, o Options) error {
	o = o.withDefaults()
	if err := o.FS.MkdirAll(filepath.Join(dir, dirVault), 0o755); err != nil {
		return fmt.Errorf("creating ledger: %w", err)
	}
	lock, err := acquire(dir, o)
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := isLedger(dir); err == nil {
		return fmt.Errorf("%w in %q", ErrExists, dir)
	} else if !errors.Is(err, ErrNoLedger) {
		return err
	}
	signer, public, err := createKey(dir, o)
	if err != nil {
		return fmt.Errorf("creating ledger: %w", err)
	}
	if err := durable.WriteFileFS(o.FS, filepath.Join(dir, filePublicKey), []byte(public+"\n"), 0o644); err != nil {
		return fmt.Errorf("creating ledger: %w", err)
	}
	for _, f := range []struct{ file, name string }{
		{fileRecords, fileRecords}, {fileHashes, fileHashes}, {fileOffsets, fileOffsets},
		{filepath.Join(dirVault, segmentName(0)), dirVault},
	} {
		if err := durable.WriteFileFS(o.FS, filepath.Join(dir, f.file), header(f.name), dataPerm(f.name)); err != nil {
			return fmt.Errorf("creating ledger: %w", err)
		}
	}
	// The folder's own name, and then the checkpoint: without it the rest means nothing.
	if err := o.FS.SyncDir(filepath.Dir(filepath.Clean(dir))); err != nil {
		return fmt.Errorf("creating ledger: %w", err)
	}
	c := checkpoint{origin: signer.Name(), root: sha256.Sum256(nil)}
	msg, err := c.sign(signer)
	if err != nil {
		return fmt.Errorf("creating ledger: %w", err)
	}
	if err := durable.WriteFileFS(o.FS, filepath.Join(dir, fileCheckpoint), msg, 0o644); err != nil {
		return fmt.Errorf("creating ledger: %w", err)
	}
	return nil
}

// dataPerm keeps the vault, which holds people's words, to its owner; the log itself holds nothing secret.
func dataPerm(name string) fs.FileMode {
	if name == dirVault {
		return 0o600
	}
	return 0o644
}

func acquire(dir string, o Options) (*durable.Lock, error) {
	lock, err := durable.Acquire(filepath.Join(dir, fileLock), o.Now())
	if errors.Is(err, durable.ErrHeld) {
		return nil, fmt.Errorf("%w: %w", ErrLocked, err)
	}
	return lock, err
}

// isLedger returns nil when dir holds a ledger, ErrNoLedger when it does not, and ErrCorrupt when it holds one without
// its checkpoint: to take that for an empty one would throw the records away.
func isLedger(dir string) error {
	_, err := os.Stat(filepath.Join(dir, fileCheckpoint))
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range []string{fileRecords, fileHashes, fileOffsets} {
		if fi, err := os.Stat(filepath.Join(dir, name)); err == nil && fi.Size() > headerSize {
			return damage(fileCheckpoint, -1,
				"the file is missing, but there are records; restore it from a backup or from where you keep checkpoints")
		}
	}
	return fmt.Errorf("%w: %q", ErrNoLedger, dir)
}

// createKey reads the private key, or makes it when it is missing.
func createKey(dir string, o Options) (note.Signer, string, error) {
	path := o.keyPath(dir)
	line, err := readLimited(path, 4096)
	if errors.Is(err, fs.ErrNotExist) {
		private, _, err := newKey(o.Rand, o.Origin)
		if err != nil {
			return nil, "", err
		}
		line = []byte(private + "\n")
		if err := durable.WriteFileFS(o.FS, path, line, 0o600); err != nil {
			return nil, "", err
		}
	} else if err != nil {
		return nil, "", fmt.Errorf("reading key: %w", err)
	}
	s, public, err := parseSigner(line)
	if err != nil {
		return nil, "", fmt.Errorf("reading key %q: %w", path, err)
	}
	if o.Origin != "" && o.Origin != s.Name() {
		return nil, "", fmt.Errorf("key %q is of the log %q, not %q", path, s.Name(), o.Origin)
	}
	return s, public, nil
}
