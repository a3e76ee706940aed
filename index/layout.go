package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/verbatim/normalize"
	"github.com/cockroachdb/pebble/v2/vfs"
)

const (
	formatFile     = "FORMAT"
	dictionaryFile = "DICTIONARY"
	lockFile       = "LOCK"
	storeDir       = "store"
	segmentsDir    = "segments"
	snapshotsDir   = "snapshots"
	passagesDir    = "passages"
	currentFile    = "CURRENT"
	holdFile       = "HOLD"
	listFile       = "SEGMENTS"

	newPrefix  = "new-"
	deadPrefix = "dead-"
	tmpSuffix  = ".tmp"

	writeCategory = vfs.WriteCategoryUnspecified
)

// layout knows where things are in a corpus directory.
type layout struct {
	fs  vfs.FS
	dir string
}

func (l layout) path(elem ...string) string {
	return l.fs.PathJoin(append([]string{l.dir}, elem...)...)
}

func segmentName(n uint64) string { return fmt.Sprintf("%06d.seg", n) }

func generationName(g uint64) string { return fmt.Sprintf("%012d", g) }

func parseSegmentName(name string) (uint64, bool) {
	base, ok := strings.CutSuffix(name, ".seg")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(base, 10, 64)
	return n, err == nil
}

func (l layout) segment(n uint64) string { return l.path(segmentsDir, segmentName(n)) }

func (l layout) snapshot(g uint64, elem ...string) string {
	return l.path(append([]string{snapshotsDir, generationName(g)}, elem...)...)
}

func (l layout) readFile(name string) ([]byte, error) {
	f, err := l.fs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

func (l layout) syncDir(name string) error {
	d, err := l.fs.OpenDir(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// writeFile puts data under name so that a crash leaves the old file or the new one: write beside, sync, rename, sync the directory.
func (l layout) writeFile(name string, data []byte) error {
	if err := l.writeSynced(name+tmpSuffix, data); err != nil {
		return err
	}
	if err := l.fs.Rename(name+tmpSuffix, name); err != nil {
		return err
	}
	return l.syncDir(l.fs.PathDir(name))
}

func (l layout) writeSynced(name string, data []byte) error {
	f, err := l.fs.Create(name, writeCategory)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// currentGeneration reads snapshots/CURRENT.
func (l layout) currentGeneration() (uint64, error) {
	name := l.path(snapshotsDir, currentFile)
	b, err := l.readFile(name)
	if err != nil {
		return 0, fmt.Errorf("reading the current snapshot: %w", err)
	}
	g, err := strconv.ParseUint(strings.TrimSuffix(string(b), "\n"), 10, 64)
	if err != nil || string(b) != fmt.Sprintf("%d\n", g) {
		return 0, corruptf(name, 0, "%q is not a snapshot number", b)
	}
	return g, nil
}

func formatText() string {
	return fmt.Sprintf("verbatim corpus\nformat %d\nread-min %d\nprofile %s\n", formatVersion, formatReadMin, normalize.Profile())
}

func optionsText() string {
	return fmt.Sprintf("k=%d stride=%d profile=%s", kmerLen, stride, normalize.Profile())
}

// checkFormat reads FORMAT and says whether this program can use the corpus.
func (l layout) checkFormat(write bool) error {
	name := l.path(formatFile)
	b, err := l.readFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, lost := l.fs.Stat(l.path(storeDir)); lost == nil {
			return corruptf(name, -1, "the file is missing, and there is a corpus beside it; put it back from a copy")
		}
		return fmt.Errorf("%w: %s (index documents first, or name another directory)", ErrNoCorpus, l.dir)
	}
	if err != nil {
		return fmt.Errorf("reading the format of the corpus: %w", err)
	}
	lines := strings.Split(string(b), "\n")
	if lines[0] != "verbatim corpus" {
		return corruptf(name, 0, "first line is %.40q", lines[0])
	}
	version, readMin, profile := -1, -1, ""
	for _, line := range lines[1:] {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "format":
			version, err = strconv.Atoi(value)
		case "read-min":
			readMin, err = strconv.Atoi(value)
		case "profile":
			profile = value
		}
		if err != nil {
			return corruptf(name, -1, "line %.40q: %w", line, err)
		}
	}
	switch {
	case version < 1 || readMin < 1:
		return corruptf(name, -1, "format or read-min is missing")
	case readMin > formatVersion:
		return fmt.Errorf("%w: %s has format %d, which needs a newer verbatim (this one reads up to %d): use that one", ErrFormat, l.dir, version, formatVersion)
	case version < formatReadMin:
		return fmt.Errorf("%w: %s has format %d, this verbatim reads format %d: use the one that made it, or index the documents again into a new corpus", ErrFormat, l.dir, version, formatVersion)
	case write && version != formatVersion:
		return fmt.Errorf("%w: %s has format %d, this verbatim writes format %d: write with the one that made it, or index into a new corpus", ErrFormat, l.dir, version, formatVersion)
	case profile != normalize.Profile():
		return fmt.Errorf("%w: %s was indexed under profile %q, this verbatim has %q: use the one that made it, or index into a new corpus", ErrFormat, l.dir, profile, normalize.Profile())
	}
	return nil
}

// relative is a path as messages show it.
func (l layout) relative(name string) string {
	if r, err := filepath.Rel(l.dir, name); err == nil {
		return r
	}
	return name
}
