package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/note"
)

const statusFabricated = "fabricated"

// Reader reads a ledger as it was when it was opened, beside a writer or without one. It takes no lock: a committed
// byte never changes (but for erased words), and a Reader looks at committed bytes only. It is safe for concurrent use.
type Reader struct {
	dir    string
	msg    []byte
	c      checkpoint
	public string
	store  store
	files  []*os.File
}

// OpenRead opens the ledger in dir for reading. It returns ErrNoLedger when there is none and ErrCorrupt when checkpoint
// or public key are damaged. Of the options it uses none but Origin and HighWater.
func OpenRead(dir string, o Options) (*Reader, error) {
	if err := isLedger(dir); err != nil {
		return nil, err
	}
	v, public, err := loadPublicKey(dir)
	if err != nil {
		return nil, err
	}
	if o.Origin != "" && o.Origin != v.Name() {
		return nil, fmt.Errorf("ledger in %q is the log %q, not %q", dir, v.Name(), o.Origin)
	}
	return openReader(dir, v, public, o.HighWater)
}

func openReader(dir string, v note.Verifier, public string, hw *HighWater) (*Reader, error) {
	r := &Reader{dir: dir, public: public}
	var err error
	if r.msg, r.c, err = loadCheckpoint(dir, v); err != nil {
		return nil, err
	}
	if err := r.openFiles(); err != nil {
		r.Close()
		return nil, err
	}
	if err := checkHighWater(&r.store, r.c.size, hw); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Reader) openFiles() error {
	open := func(file, name string) (*os.File, error) {
		f, err := os.Open(filepath.Join(r.dir, file))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, damage(file, -1, "the file is missing")
		}
		if err != nil {
			return nil, err
		}
		r.files = append(r.files, f)
		return f, checkHeader(f, file, name)
	}
	for _, f := range []struct {
		name string
		at   *readerAt
	}{{fileRecords, &r.store.records}, {fileHashes, &r.store.hashes}, {fileOffsets, &r.store.offsets}} {
		file, err := open(f.name, f.name)
		if err != nil {
			return err
		}
		*f.at = file
	}
	segs, err := listSegments(r.dir)
	if err != nil {
		return err
	}
	end, err := r.store.ends(r.c.size - 1)
	if err != nil {
		return err
	}
	for _, seg := range committedSegments(segs, end.vault) {
		if seg.f, err = sealed(r.dir, seg.name); err != nil {
			return err
		}
		r.store.vault = append(r.store.vault, seg)
	}
	return nil
}

// Size returns the number of records.
func (r *Reader) Size() int64 { return r.c.size }

// Root returns the RFC 6962 root hash.
func (r *Reader) Root() [32]byte { return r.c.root }

// HighWater returns size and root.
func (r *Reader) HighWater() HighWater { return HighWater{r.c.size, r.c.root} }

// Checkpoint returns the signed checkpoint.
func (r *Reader) Checkpoint() []byte { return append([]byte(nil), r.msg...) }

// PublicKey returns the key that the checkpoint is checked with, in the text form of golang.org/x/mod/sumdb/note.
func (r *Reader) PublicKey() string { return r.public }

// Close releases the files.
func (r *Reader) Close() error {
	var errs []error
	for _, f := range r.files {
		errs = append(errs, f.Close())
	}
	r.files = nil
	return errors.Join(errs...)
}

// Record reads one record, and what the vault keeps beside it: nil where it keeps nothing. It returns ErrNotFound for an
// index outside of the log.
func (r *Reader) Record(index int64) (*Record, *Private, error) {
	c := cursor{store: r.store, size: r.c.size} // without windows: there are no neighbours to read
	body, p, err := c.read(index, true)
	if err != nil {
		return nil, nil, err
	}
	rec, err := r.parse(index, body)
	return rec, p, err
}

func (r *Reader) parse(index int64, body []byte) (*Record, error) {
	rec, err := ParseRecord(body)
	if err != nil {
		return nil, fmt.Errorf("reading record %d: %w", index, err)
	}
	return rec, nil
}

// Records calls fn for each record from index from on, oldest first, with what the vault keeps beside it (nil where it
// keeps nothing). When fn returns ErrStop the iteration ends without an error, on any other error with that.
func (r *Reader) Records(ctx context.Context, from int64, fn func(index int64, rec *Record, private *Private) error) error {
	return r.iterate(ctx, max(from, 0), 1, nil, fn)
}

// RecordsBack is Records from index from down to 0, newest first; from below 0 or beyond the log means the last record.
func (r *Reader) RecordsBack(ctx context.Context, from int64, fn func(index int64, rec *Record, private *Private) error) error {
	if from < 0 || from >= r.c.size {
		from = r.c.size - 1
	}
	return r.iterate(ctx, from, -1, nil, fn)
}

// Fabrications calls fn for each record with the status "fabricated" that f chooses, oldest first, as Records does.
func (r *Reader) Fabrications(ctx context.Context, f Filter, fn func(index int64, rec *Record, private *Private) error) error {
	// A cheap look at the bytes spares parsing the others: inside of a string the quotes would be escaped.
	want := []byte(`,"status":"` + statusFabricated + `"`)
	return r.iterate(ctx, 0, 1, func(body []byte) bool { return bytes.Contains(body, want) },
		func(index int64, rec *Record, p *Private) error {
			if rec.Status != statusFabricated || !f.chooses(rec) {
				return nil
			}
			return fn(index, rec, p)
		})
}

func (f Filter) chooses(r *Record) bool {
	return (f.Source == "" || f.Source == r.CitedSourceID || f.Source == r.SourceID) &&
		(f.Since.IsZero() || !r.Time.Before(f.Since)) && (f.Until.IsZero() || r.Time.Before(f.Until))
}

func (r *Reader) iterate(ctx context.Context, from, step int64, may func(body []byte) bool, fn func(int64, *Record, *Private) error) error {
	c := newCursor(r)
	for i := from; i >= 0 && i < r.c.size; i += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		body, _, err := c.read(i, false)
		if err != nil {
			return err
		}
		if may != nil && !may(body) {
			continue
		}
		rec, err := r.parse(i, body)
		if err != nil {
			return err
		}
		p, err := c.private(i)
		if err != nil {
			return err
		}
		if err := fn(i, rec, p); errors.Is(err, ErrStop) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}
