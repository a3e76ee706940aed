package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.com/verbatim/internal/durable"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Open opens the ledger in dir for appending. What an interrupted writer had staged and not committed is cut off, and
// Recovered says how much that was. Open returns ErrNoLedger when there is none, ErrLocked when another process writes
// to it, and ErrCorrupt when the end of the log is not what its checkpoint, or Options.HighWater, says; it then changes
// nothing. It does not read the whole log: Verify does.
func Open(dir string, o Options) (*Log, error) {
	o = o.withDefaults()
	if err := isLedger(dir); err != nil {
		return nil, err
	}
	lock, err := acquire(dir, o)
	if err != nil {
		return nil, err
	}
	l := &Log{dir: dir, o: o, lock: lock}
	if err := l.open(); err != nil {
		l.closeFiles()
		lock.Release()
		return nil, err
	}
	return l, nil
}

func (l *Log) open() error {
	signer, public, err := loadKeys(l.dir, l.o)
	if err != nil {
		return err
	}
	l.signer, l.public = signer, public
	verifier, err := note.NewVerifier(public)
	if err != nil {
		return err
	}
	msg, c, err := loadCheckpoint(l.dir, verifier)
	if err != nil {
		return err
	}
	if err := l.openFiles(); err != nil {
		return err
	}
	if l.end, err = l.store.ends(c.size - 1); err != nil {
		return err
	}
	if l.front, err = loadFrontier(c.size, &l.store); err != nil {
		return err
	}
	if l.front.root() != c.root {
		return damage(fileHashes, -1, "the hashes do not give the root hash of the checkpoint")
	}
	if err := checkHighWater(&l.store, c.size, l.o.HighWater); err != nil {
		return err
	}
	if err := l.checkTail(c.size); err != nil {
		return err
	}
	marked, err := readTiled(l.dir)
	if err != nil && !IsCorrupt(err) { // damage there is mended by writing the tiles again
		return err
	}
	if marked > c.size {
		return damage(fileCheckpoint, -1, "it is older than the tiles, which reach to %d records, not %d", marked, c.size)
	}
	if _, err := os.Stat(filepath.Join(l.dir, dirTile)); errors.Is(err, fs.ErrNotExist) {
		marked = 0
	}
	// Only now is it certain that what lies beyond the checkpoint was never committed.
	if err := l.recover(c.size); err != nil {
		return fmt.Errorf("recovering: %w", err)
	}
	l.tiles = tileWriter{fs: l.o.FS, dir: l.dir, written: marked, marked: marked, partial: marked, dirs: map[string]bool{}}
	l.publish(c.size, c.root, msg)
	if IsCorrupt(l.tileErr) {
		return l.tileErr
	}
	return nil
}

// loadKeys reads the private key and checks that it belongs to the public one.
func loadKeys(dir string, o Options) (note.Signer, string, error) {
	_, public, err := loadPublicKey(dir)
	if err != nil {
		return nil, "", err
	}
	path := o.keyPath(dir)
	line, err := readLimited(path, 4096)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("the signing key %s is gone: put it back from a copy, or name another place with --ledger-key; nothing can be added to the ledger without it: %w", path, err)
	}
	if err != nil {
		return nil, "", fmt.Errorf("reading key: %w", err)
	}
	s, ours, err := parseSigner(line)
	if err == nil && ours != public {
		err = fmt.Errorf("it is not the private part of %q", filePublicKey)
	}
	if err != nil {
		if o.KeyPath == "" {
			return nil, "", damage(fileKey, -1, "%v", err)
		}
		return nil, "", fmt.Errorf("reading key %q: %w", path, err)
	}
	if o.Origin != "" && o.Origin != s.Name() {
		return nil, "", fmt.Errorf("ledger in %q is the log %q, not %q", dir, s.Name(), o.Origin)
	}
	return s, public, nil
}

func loadPublicKey(dir string) (note.Verifier, string, error) {
	line, err := readLimited(filepath.Join(dir, filePublicKey), 4096)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", damage(filePublicKey, -1, "the file is missing")
	}
	if err != nil {
		return nil, "", fmt.Errorf("reading public key: %w", err)
	}
	v, public, err := parseVerifier(line)
	if err != nil {
		return nil, "", damage(filePublicKey, -1, "%v", err)
	}
	return v, public, nil
}

func loadCheckpoint(dir string, v note.Verifier) ([]byte, checkpoint, error) {
	msg, err := readLimited(filepath.Join(dir, fileCheckpoint), 1<<16)
	if err != nil {
		return nil, checkpoint{}, fmt.Errorf("reading checkpoint: %w", err)
	}
	c, err := parseCheckpoint(msg, v)
	if err != nil {
		return nil, checkpoint{}, damage(fileCheckpoint, -1, "%v", err)
	}
	return msg, c, nil
}

func (l *Log) openFiles() error {
	open := func(file, name string) (durable.File, error) {
		f, err := l.o.FS.OpenFile(filepath.Join(l.dir, file), os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, damage(file, -1, "the file is missing")
		}
		if err != nil {
			return nil, err
		}
		l.files = append(l.files, f)
		return f, checkHeader(f, file, name)
	}
	var err error
	if l.records, err = open(fileRecords, fileRecords); err != nil {
		return err
	}
	if l.hashes, err = open(fileHashes, fileHashes); err != nil {
		return err
	}
	if l.offsets, err = open(fileOffsets, fileOffsets); err != nil {
		return err
	}
	l.store = store{records: l.records, hashes: l.hashes, offsets: l.offsets}
	segs, err := listSegments(l.dir)
	if err != nil {
		return err
	}
	if len(segs) == 0 {
		return damage(dirVault, -1, "there are no segments")
	}
	l.store.vault = segs
	return nil
}

// checkHighWater compares a log with what its owner remembers of it.
func checkHighWater(r tlog.HashReader, size int64, hw *HighWater) error {
	switch {
	case hw == nil:
		return nil
	case hw.Size < 0 || hw.Size > size:
		return damage(fileCheckpoint, -1, "the log had %d records and now says %d: its end was cut off, or the checkpoint is an older one", hw.Size, size)
	}
	root, err := treeHash(hw.Size, r)
	if err != nil {
		return err
	}
	if root != hw.Root {
		return damage(fileCheckpoint, -1, "the first %d records are not those that were committed: the log was rewritten", hw.Size)
	}
	return nil
}

// treeHash is the root hash of the first n records.
func treeHash(n int64, r tlog.HashReader) ([hashSize]byte, error) {
	f, err := loadFrontier(n, r)
	return f.root(), err
}

// checkTail reads the last record and the last vault entry, the ones that a lying disk loses first.
func (l *Log) checkTail(size int64) error {
	if size == 0 {
		return nil
	}
	before, err := l.store.ends(size - 2)
	if err != nil {
		return err
	}
	_, _, err = l.store.frame(size-1, before, l.end, nil)
	return err
}

// recover cuts off what lies beyond the last commit. It can be interrupted and run again.
func (l *Log) recover(size int64) error {
	l.recovered.Records = l.countStaged(size)
	for _, f := range []struct {
		f    durable.File
		file string
		size int64
	}{
		{l.records, fileRecords, l.end.record},
		{l.hashes, fileHashes, headerSize + tlog.StoredHashCount(size)*hashSize},
		{l.offsets, fileOffsets, headerSize + size*offsetSize},
	} {
		if err := l.cut(f.f, f.file, f.size); err != nil {
			return err
		}
	}
	return l.recoverVault()
}

// cut truncates a file to size; a file that is shorter is damaged.
func (l *Log) cut(f durable.File, file string, size int64) error {
	now, err := f.Size()
	switch {
	case err != nil:
		return err
	case now < size:
		return damage(file, now, "the file ends here, %d bytes too early", size-now)
	case now == size:
		return nil
	}
	if err := f.Truncate(size); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	l.recovered.Bytes += now - size
	return nil
}

// countStaged counts the whole records beyond the commit.
func (l *Log) countStaged(size int64) (n int64) {
	b := make([]byte, frameHeaderSize+MaxRecord)
	for at := l.end.record; ; n++ {
		k, _ := l.records.ReadAt(b, at)
		record, err := parseFrame(b[:k], size+n)
		if err != nil {
			return n
		}
		at += frameHeaderSize + int64(len(record))
	}
}

// recoverVault removes segments that begin at or beyond the committed end, and cuts the last one.
func (l *Log) recoverVault() error {
	all := l.store.vault
	segs := committedSegments(all, l.end.vault)
	// The last one first: interrupted, this leaves no gap.
	for i := len(all) - 1; i >= len(segs); i-- {
		name := filepath.Join(l.dir, dirVault, all[i].name)
		if fi, err := os.Stat(name); err == nil {
			l.recovered.Bytes += fi.Size()
		}
		if err := l.o.FS.Remove(name); err != nil {
			return err
		}
	}
	if len(segs) < len(all) {
		if err := l.o.FS.SyncDir(filepath.Join(l.dir, dirVault)); err != nil {
			return err
		}
	}
	for i := range segs {
		file := filepath.Join(dirVault, segs[i].name)
		if i < len(segs)-1 {
			var err error
			if segs[i].f, err = sealed(l.dir, segs[i].name); err != nil {
				return err
			}
			continue
		}
		f, err := l.o.FS.OpenFile(filepath.Join(l.dir, file), os.O_RDWR, 0)
		if err != nil {
			return err
		}
		l.files = append(l.files, f)
		segs[i].f = f
		if err := checkHeader(f, file, dirVault); err != nil {
			return err
		}
		l.vault = f
	}
	last := segs[len(segs)-1]
	if last.base > l.end.vault {
		return damage(dirVault, -1, "the first segment begins at %d", last.base)
	}
	l.store.vault = segs
	return l.cut(l.vault, filepath.Join(dirVault, last.name), headerSize+l.end.vault-last.base)
}
