package index

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/cockroachdb/pebble/v2"
)

// Create makes an empty corpus in dir, which must not exist or be empty (a Create that was interrupted is finished).
func Create(dir string, o Options) (err error) {
	o = o.withDefaults()
	l := layout{o.fs, dir}
	if err := l.vacant(); err != nil {
		return err
	}
	if err := l.fs.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("creating the corpus: %w", err)
	}
	lock, err := l.lockWriter(o.Now())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	if _, err := l.fs.Stat(l.path(formatFile)); err == nil {
		return fmt.Errorf("%w: %s is a corpus", ErrExists, dir) // another process made it meanwhile
	}
	for _, d := range []string{storeDir, segmentsDir, snapshotsDir} {
		if err := errors.Join(l.fs.RemoveAll(l.path(d)), l.fs.MkdirAll(l.path(d), 0o755)); err != nil {
			return fmt.Errorf("creating the corpus: %w", err)
		}
	}
	if err := l.initStore(o); err != nil {
		return fmt.Errorf("creating the corpus: %w", err)
	}
	// FORMAT comes last: with it the directory is a corpus.
	if err := l.writeFile(l.path(formatFile), []byte(formatText())); err != nil {
		return fmt.Errorf("creating the corpus: %w", err)
	}
	if err := l.syncDir(l.fs.PathDir(dir)); err != nil {
		return fmt.Errorf("creating the corpus: %w", err)
	}
	return nil
}

// vacant says whether Create may use the directory.
func (l layout) vacant() error {
	names, err := l.fs.List(l.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("creating the corpus: %w", err)
	}
	for _, n := range names {
		switch n {
		case lockFile, storeDir, segmentsDir, snapshotsDir, formatFile + tmpSuffix:
		case formatFile:
			return fmt.Errorf("%w: %s is a corpus", ErrExists, l.dir)
		default:
			return fmt.Errorf("%w: %s holds other files (%s)", ErrExists, l.dir, n)
		}
	}
	return nil
}

func (l layout) initStore(o Options) (err error) {
	st, err := openStore(l.fs, l.path(storeDir), false, o.Log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close()) }()
	c := counters{generation: 1}
	b := st.db.NewBatch()
	if err := errors.Join(setHead(b, c), b.Commit(pebble.Sync)); err != nil {
		return err
	}
	if err := l.publish(st, c.generation, nil); err != nil {
		return err
	}
	return l.syncDir(l.dir)
}
