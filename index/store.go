package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync/atomic"

	"example.com/verbatim/index/internal/keyenc"
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// store is a Pebble database with errors that say what was damaged.
type store struct {
	db   *pebble.DB
	opts *pebble.Options
	dir  string
	fail atomic.Pointer[error] // the first background failure: Pebble itself would try again for ever
	bad  chan struct{}         // closed after fail is set
}

func openStore(fsys vfs.FS, dir string, readOnly bool, log *slog.Logger) (st *store, err error) {
	st = &store{dir: dir, bad: make(chan struct{})}
	o := &pebble.Options{
		FS:                 fsys,
		ReadOnly:           readOnly,
		ErrorIfNotExists:   readOnly,
		FormatMajorVersion: pebble.FormatColumnarBlocks,
		Logger:             quietLogger{log},
		CacheSize:          16 << 20,
		MemTableSize:       16 << 20,
		// Waiting compactions would only delay a commit; tables of texts do not overlap.
		L0StopWritesThreshold: 1000,
	}
	o.EventListener = &pebble.EventListener{
		BackgroundError: func(e error) {
			if st.fail.CompareAndSwap(nil, &e) {
				close(st.bad)
			}
		},
		// The read that found the damage returns it; by default Pebble would end the process.
		DataCorruption: func(pebble.DataCorruptionInfo) {},
	}
	if readOnly {
		o.FS = unlockedFS{fsys}
		o.MaxOpenFiles = 256
	}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings { return pebble.DBCompressionNone })
	for i := range o.Levels {
		o.Levels[i].BlockSize = 32 << 10
	}
	defer func() {
		if p := recover(); p != nil {
			st, err = nil, corruptf(dir, -1, "opening: %v", p)
		}
	}()
	st.db, err = pebble.Open(dir, o)
	if err != nil {
		var perm *fs.PathError
		if errors.As(err, &perm) && errors.Is(err, fs.ErrPermission) {
			return nil, fmt.Errorf("opening the store: %w", err)
		}
		if pebble.IsCorruptionError(err) || readOnly {
			return nil, corruptf(dir, -1, "opening: %w", err)
		}
		return nil, fmt.Errorf("opening the store: %w", st.wrap(err))
	}
	st.opts = o
	return st, nil
}

// wrap marks damage that Pebble found, with the file that it names.
func (st *store) wrap(err error) error {
	if err == nil || errors.Is(err, ErrCorrupt) {
		return err
	}
	if info := pebble.ExtractDataCorruptionInfo(err); info != nil {
		return corruptf(filepath.Join(st.dir, filepath.Base(info.Path)), -1, "%w", err)
	}
	if pebble.IsCorruptionError(err) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, io.ErrUnexpectedEOF) {
		return corruptf(st.dir, -1, "%w", err)
	}
	return err
}

// get copies the value of key; ErrNotFound when there is none.
func (st *store) get(key []byte) (val []byte, err error) {
	err = st.view(key, func(v []byte) error {
		val = append([]byte{}, v...)
		return nil
	})
	return val, err
}

// view calls f with the value of key, which is valid during the call.
func (st *store) view(key []byte, f func([]byte) error) error {
	v, c, err := st.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return fmt.Errorf("%w: %s", ErrNotFound, keyenc.Format(key))
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", keyenc.Format(key), st.wrap(err))
	}
	err = f(v)
	return errors.Join(err, c.Close())
}

// scan calls f for each key that begins with prefix, in order; key and value are valid during the call.
func (st *store) scan(prefix []byte, f func(key, val []byte) error) error {
	it, err := st.db.NewIter(&pebble.IterOptions{LowerBound: prefix, UpperBound: keyenc.AppendEnd(append([]byte{}, prefix...))})
	if err != nil {
		return st.wrap(err)
	}
	for ok := it.First(); ok; ok = it.Next() {
		v, verr := it.ValueAndErr()
		if verr != nil {
			err = verr
			break
		}
		if err = f(it.Key(), v); err != nil {
			break
		}
	}
	if err == nil {
		err = it.Error()
	}
	err = errors.Join(err, it.Close())
	if err != nil {
		return fmt.Errorf("reading %s: %w", keyenc.Format(prefix), st.wrap(err))
	}
	return nil
}

// guard turns a panic of quietLogger.Fatalf into an error.
func guard(err *error) {
	if p := recover(); p != nil {
		f, ok := p.(fatal)
		if !ok {
			panic(p)
		}
		*err = errors.Join(*err, f)
	}
}

// flush writes all of the store to tables, or fails with the background error that keeps it from that.
func (st *store) flush() error {
	done, err := st.db.AsyncFlush()
	if err != nil {
		return st.wrap(err)
	}
	select {
	case <-done:
		return nil
	case <-st.bad:
		return st.wrap(*st.fail.Load())
	}
}

func (st *store) close() (err error) {
	defer guard(&err)
	return st.db.Close()
}

// unlockedFS lets several processes open a snapshot, which nobody writes to.
type unlockedFS struct{ vfs.FS }

type noLock struct{}

func (noLock) Close() error { return nil }

// Lock locks nothing.
func (unlockedFS) Lock(string) (io.Closer, error) { return noLock{}, nil }

// Unwrap is the file system inside.
func (u unlockedFS) Unwrap() vfs.FS { return u.FS }

// quietLogger sends what Pebble says to our log, at the level of debugging: its errors come to us as errors.
type quietLogger struct{ log *slog.Logger }

// fatal is what Pebble cannot go on after, such as a failed write of its log.
type fatal string

func (f fatal) Error() string { return "store: " + string(f) }

func (q quietLogger) Infof(format string, args ...any) {
	q.log.Debug("store: " + fmt.Sprintf(format, args...))
}

func (q quietLogger) Errorf(format string, args ...any) {
	q.log.Debug("store: " + fmt.Sprintf(format, args...))
}

// Fatalf must not return, and a library must not exit: see guard.
func (q quietLogger) Fatalf(format string, args ...any) { panic(fatal(fmt.Sprintf(format, args...))) }
