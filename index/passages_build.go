package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"golang.org/x/sys/unix"
)

const (
	passageLockWait = 10 * time.Second
	passageLockPoll = 50 * time.Millisecond
	passageBatch    = 500 // passages
)

// passagePart is one passage as Bleve takes it.
type passagePart struct {
	Text string `json:"t"`
}

// UpdatePassages makes the passages of what has changed since they were last made, or of all. progress, which may be nil, is told how many
// documents of how many are done. Searches go on meanwhile, on what there was. One process builds at a time: another waits for ten seconds,
// then gets ErrLocked.
func (s *Snapshot) UpdatePassages(ctx context.Context, progress func(done, total int)) (err error) {
	if s.l.fs != vfs.Default {
		return errors.New("index: passages need files on disk")
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	if err := os.MkdirAll(s.l.path(passagesDir), 0o755); err != nil {
		return fmt.Errorf("building passages: %w", err)
	}
	lock, err := s.lockPassages(ctx)
	if err != nil {
		return fmt.Errorf("building passages: %w", err)
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	want := s.wanted()
	have, err := s.l.covered()
	if err != nil {
		have = nil // none, or damaged: all is built anew
	}
	if have != nil && have.gen >= s.gen {
		return nil
	}
	tmp := s.l.path(passagesDir, newPrefix+generationName(s.gen))
	if err := os.RemoveAll(tmp); err != nil {
		return fmt.Errorf("building passages: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	if err := s.buildPassages(ctx, tmp, have, want, progress); err != nil {
		return fmt.Errorf("building passages: %w", err)
	}
	if err := s.publishPassages(tmp, want); err != nil {
		return fmt.Errorf("building passages: %w", err)
	}
	return s.passages.close() // the next Search opens the new ones
}

func (s *Snapshot) lockPassages(ctx context.Context) (*fileLock, error) {
	for end := time.Now().Add(passageLockWait); ; {
		lock, err := flock(s.l.fs, s.l.path(passagesDir, lockFile), os.O_RDWR|os.O_CREATE, unix.LOCK_EX)
		if !errors.Is(err, errHeld) {
			return lock, err
		}
		if err := lock.release(); err != nil {
			return nil, err
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("%w: another process builds the passages of %s", ErrLocked, s.l.dir)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(passageLockPoll):
		}
	}
}

// buildPassages makes the index in tmp: from a copy of the one in use when less than half of it changes, else from nothing.
func (s *Snapshot) buildPassages(ctx context.Context, tmp string, have, want *coverage, progress func(done, total int)) error {
	if have != nil {
		if diff := have.difference(want); len(diff) <= len(want.texts)/2 {
			return s.patchPassages(ctx, tmp, have, want, diff, progress)
		}
	}
	m, err := passageMapping()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return err
	}
	b, err := bleve.NewBuilder(filepath.Join(tmp, "index"), m, map[string]any{"buildPathPrefix": tmp, "batchSize": passageBatch})
	if err != nil {
		return err
	}
	total := len(want.texts)
	for slot, t := range want.texts {
		if err = ctx.Err(); err != nil {
			break
		}
		if t > 0 {
			if err = s.eachPart(slot, t-1, func(id, text string) error { return b.Index(id, passagePart{text}) }); err != nil {
				break
			}
		}
		progress(slot+1, total)
	}
	return errors.Join(err, b.Close())
}

// eachPart calls f for each passage of a text.
func (s *Snapshot) eachPart(slot int, ordinal uint32, f func(id, text string) error) error {
	d, err := s.document(slot)
	if err != nil {
		return err
	}
	for _, v := range d.Versions {
		if v.text != ordinal {
			continue
		}
		src, err := s.source(slot, v)
		if err != nil {
			return err
		}
		return eachPassage(src, func(start, end int) error {
			return f(passageID(slot, ordinal, start, end), string(src[start:end]))
		})
	}
	return fmt.Errorf("%w: text %d of document in slot %d", ErrNotFound, ordinal, slot)
}

func (s *Snapshot) patchPassages(ctx context.Context, tmp string, have, want *coverage, diff []int, progress func(done, total int)) (err error) {
	if err := linkTree(s.l.path(passagesDir, generationName(have.gen), "index"), filepath.Join(tmp, "index")); err != nil {
		return err
	}
	ix, err := bleve.OpenUsing(filepath.Join(tmp, "index"), map[string]any{"bolt_timeout": boltTimeout})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ix.Close()) }()
	b := ix.NewBatch()
	for i, slot := range diff {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t := have.text(slot); t > 0 {
			// The old text is kept, so its passages are known.
			if err := s.eachPart(slot, t-1, func(id, _ string) error { b.Delete(id); return nil }); err != nil {
				return err
			}
		}
		if t := want.text(slot); t > 0 {
			if err := s.eachPart(slot, t-1, func(id, text string) error { return b.Index(id, passagePart{text}) }); err != nil {
				return err
			}
		}
		if b.Size() >= passageBatch || i == len(diff)-1 {
			if err := ix.Batch(b); err != nil {
				return err
			}
			b = ix.NewBatch() // Bleve goes on reading the old one
		}
		progress(i+1, len(diff))
	}
	return nil
}

// linkTree copies a directory. Segments, which never change, are linked.
func linkTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case e.IsDir():
			return os.MkdirAll(target, 0o755)
		case strings.HasSuffix(name, ".zap"):
			return os.Link(name, target)
		}
		return vfs.Copy(vfs.Default, name, target)
	})
}

// publishPassages makes a finished index durable and the one in use.
func (s *Snapshot) publishPassages(tmp string, want *coverage) error {
	if err := s.l.writeSynced(filepath.Join(tmp, coverageFile), want.append(nil)); err != nil {
		return err
	}
	err := filepath.WalkDir(tmp, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
	if err != nil {
		return err
	}
	root := s.l.path(passagesDir)
	final := s.l.path(passagesDir, generationName(want.gen))
	if err := errors.Join(os.RemoveAll(final), os.Rename(tmp, final), s.l.syncDir(root)); err != nil {
		return err
	}
	if err := s.l.writeFile(s.l.path(passagesDir, currentFile), fmt.Appendf(nil, "%d\n", want.gen)); err != nil {
		return err
	}
	names, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	for _, n := range names {
		// Who has an older index open keeps its files.
		if n.IsDir() && n.Name() != filepath.Base(final) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(root, n.Name())))
		}
	}
	return err
}
