package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/verbatim/internal/durable"
	"github.com/cespare/xxhash/v2"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
	// levelEntries stands for the bundles where a tile's level is asked for.
	levelEntries = -1
	maxTileLevel = 63 / tileHeight
	// tileSyncEvery is after how many records a writer makes tiles durable: what a crash can leave to be rebuilt.
	tileSyncEvery = 1 << 16
	// fewTiles is up to how many files are synced one by one rather than with the whole file system.
	fewTiles = 64
)

// tilePath is the path of a tile, or of a bundle, below the ledger's folder, as tlog-tiles has it. Widths below 256 are
// partial.
func tilePath(level int, n int64, w int) string {
	name := "entries"
	if level != levelEntries {
		name = strconv.Itoa(level)
	}
	num := fmt.Sprintf("%03d", n%1000)
	for n >= 1000 {
		n /= 1000
		num = fmt.Sprintf("x%03d/%s", n%1000, num)
	}
	p := dirTile + "/" + name + "/" + num
	if w < tileWidth {
		p += ".p/" + strconv.Itoa(w)
	}
	return p
}

// parseTilePath is the inverse of tilePath, and takes nothing else.
func parseTilePath(p string) (level int, n int64, w int, ok bool) {
	parts := strings.Split(p, "/")
	if len(parts) < 3 || parts[0] != dirTile {
		return 0, 0, 0, false
	}
	level, w = levelEntries, tileWidth
	if parts[1] != "entries" {
		var err error
		if level, err = strconv.Atoi(parts[1]); err != nil || level < 0 || level > maxTileLevel {
			return 0, 0, 0, false
		}
	}
	num := parts[2:]
	if k := len(num) - 1; k > 0 && strings.HasSuffix(num[k-1], ".p") {
		var err error
		if w, err = strconv.Atoi(num[k]); err != nil || w < 1 || w >= tileWidth {
			return 0, 0, 0, false
		}
		num = append([]string{}, num[:k]...)
		num[k-1] = strings.TrimSuffix(num[k-1], ".p")
	}
	if len(num) > 6 { // 10^18: more would overflow
		return 0, 0, 0, false
	}
	for _, s := range num {
		d, err := strconv.ParseUint(strings.TrimPrefix(s, "x"), 10, 16)
		if err != nil || d > 999 {
			return 0, 0, 0, false
		}
		n = n*1000 + int64(d)
	}
	return level, n, w, tilePath(level, n, w) == p
}

// eachFullTile calls fn for every tile and bundle that becomes full when a tree of size from grows to size to.
func eachFullTile(from, to int64, fn func(level int, n int64) error) error {
	for level := levelEntries; level <= maxTileLevel; level++ {
		shift := tileHeight * (max(level, 0) + 1)
		if shift > 62 || to>>shift == 0 {
			break
		}
		for n := from >> shift; n < to>>shift; n++ {
			if err := fn(level, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachPartialTile calls fn for every partial tile and bundle of a tree.
func eachPartialTile(size int64, fn func(level int, n int64, w int) error) error {
	for level := levelEntries; level <= maxTileLevel; level++ {
		count := size >> (tileHeight * max(level, 0))
		if count == 0 {
			break
		}
		if w := int(count % tileWidth); w > 0 {
			if err := fn(level, count/tileWidth, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// tileData makes the content of a tile or bundle.
func (s *store) tileData(level int, n int64, w int) ([]byte, error) {
	if level == levelEntries {
		return s.bundle(n, w)
	}
	return s.tile(level, n, w)
}

// tileWriter writes the derived tiles. They are renamed into place, so that a reader beside sees whole files, but
// synced only now and then: after a power cut everything beyond the marker is simply written again.
type tileWriter struct {
	fs       durable.FS
	dir      string
	written  int64           // full tiles are there for this many records
	marked   int64           // and durable for this many; what file tiled says
	partial  int64           // size whose partial tiles may be there
	unsynced []string        // files written since, at most fewTiles + 1
	dirs     map[string]bool // folders known to exist
}

// grow writes the tiles that became full between the last call and size.
func (t *tileWriter) grow(s *store, size int64) error {
	err := eachFullTile(t.written, size, func(level int, n int64) error { return t.write(s, level, n, tileWidth) })
	if err != nil {
		return fmt.Errorf("writing tiles: %w", err)
	}
	t.written = size
	if t.written-t.marked >= tileSyncEvery {
		// Less than the size of the log: a marker of just that size promises the partial tiles, too.
		return t.mark((t.written - 1) / tileWidth * tileWidth)
	}
	return nil
}

func (t *tileWriter) write(s *store, level int, n int64, w int) error {
	data, err := s.tileData(level, n, w)
	if err != nil {
		return err
	}
	name := filepath.Join(t.dir, filepath.FromSlash(tilePath(level, n, w)))
	if d := filepath.Dir(name); !t.dirs[d] {
		if err := t.fs.MkdirAll(d, 0o755); err != nil {
			return err
		}
		t.dirs[d] = true
	}
	tmp := name + durable.TempSuffix
	f, err := t.fs.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.WriteAt(data, 0); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := t.fs.Rename(tmp, name); err != nil {
		return err
	}
	if len(t.unsynced) <= fewTiles {
		t.unsynced = append(t.unsynced, name)
	}
	return nil
}

// mark makes the tiles durable and notes that they reach to size.
func (t *tileWriter) mark(size int64) error {
	if err := t.sync(); err != nil {
		return fmt.Errorf("syncing tiles: %w", err)
	}
	if err := durable.WriteFileFS(t.fs, filepath.Join(t.dir, fileTiled), formatTiled(size), 0o644); err != nil {
		return err
	}
	t.marked, t.unsynced = size, t.unsynced[:0]
	return nil
}

func (t *tileWriter) sync() error {
	if len(t.unsynced) > fewTiles {
		return t.fs.SyncAll(filepath.Join(t.dir, dirTile))
	}
	dirs := map[string]bool{}
	for _, name := range t.unsynced {
		f, err := t.fs.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			f.Close()
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
		// New folders count too, up to the ledger's own.
		for d := filepath.Dir(name); len(d) >= len(t.dir) && !dirs[d]; d = filepath.Dir(d) {
			dirs[d] = true
			if err := t.fs.SyncDir(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish writes the partial tiles at the right edge, marks, and removes those of the size before: a partial tile
// of an older size is a prefix of the newer one.
func (t *tileWriter) finish(s *store) error {
	keep := map[string]bool{}
	err := eachPartialTile(t.written, func(level int, n int64, w int) error {
		keep[tilePath(level, n, w)] = true
		return t.write(s, level, n, w)
	})
	if err != nil {
		return fmt.Errorf("writing partial tiles: %w", err)
	}
	if err := t.mark(t.written); err != nil {
		return err
	}
	err = eachPartialTile(t.partial, func(level int, n int64, w int) error {
		p := tilePath(level, n, w)
		if keep[p] {
			return nil
		}
		name := filepath.Join(t.dir, filepath.FromSlash(p))
		if err := t.fs.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if d := filepath.Dir(name); t.fs.Remove(d) == nil { // fails, rightly, while a newer partial tile is in it
			delete(t.dirs, d)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("removing old partial tiles: %w", err)
	}
	t.partial = t.written
	return nil
}

// walkTiles calls fn for each file below tile/, with its slash-separated path below the ledger's folder.
func walkTiles(dir string, fn func(rel string) error) error {
	err := fs.WalkDir(os.DirFS(dir), dirTile, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		return fn(path.Clean(p))
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func formatTiled(size int64) []byte {
	b := fmt.Appendf(nil, "verbatim-ledger tiled %d\n%d\n", formatVersion, size)
	return fmt.Appendf(b, "%016x\n", xxhash.Sum64(b))
}

// parseTiled reads file tiled.
func parseTiled(b []byte) (size int64, err error) {
	lines := strings.Split(string(b), "\n")
	if len(lines) == 4 {
		if size, err = strconv.ParseInt(lines[1], 10, 64); err == nil && size >= 0 && bytes.Equal(formatTiled(size), b) {
			return size, nil
		}
	}
	return 0, errors.New("malformed, or wrong checksum")
}

// readTiled reads how far the tiles reach: 0 when nothing says.
func readTiled(dir string) (int64, error) {
	b, err := readLimited(filepath.Join(dir, fileTiled), 1024)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("reading %q: %w", fileTiled, err)
	}
	size, err := parseTiled(b)
	if err != nil {
		return 0, damage(fileTiled, -1, "%v", err)
	}
	return size, nil
}
