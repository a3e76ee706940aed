package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// publish makes the snapshot of generation g, whose commit is in the store, and lets CURRENT name it.
func (l layout) publish(st *store, g uint64, segs []*segmentInfo) error {
	if err := l.makeSnapshot(st, g, segs); err != nil {
		return fmt.Errorf("publishing snapshot %d: %w", g, err)
	}
	if err := l.writeFile(l.path(snapshotsDir, currentFile), fmt.Appendf(nil, "%d\n", g)); err != nil {
		return fmt.Errorf("publishing snapshot %d: %w", g, err)
	}
	return nil
}

func (l layout) makeSnapshot(st *store, g uint64, segs []*segmentInfo) (err error) {
	defer guard(&err)
	final := l.snapshot(g)
	if _, err := l.fs.Stat(final); err == nil {
		// It is whole, or it would not have its name; but it may have been made from a store that lost its last writes.
		dead := l.path(snapshotsDir, deadPrefix+generationName(g))
		if err := l.fs.RemoveAll(dead); err != nil {
			return err
		}
		if err := l.fs.Rename(final, dead); err != nil {
			return err
		}
	}
	tmp := l.path(snapshotsDir, newPrefix+generationName(g))
	if err := errors.Join(l.fs.RemoveAll(tmp), l.fs.MkdirAll(tmp, 0o755)); err != nil {
		return err
	}
	if err := st.flush(); err != nil {
		return err
	}
	if err := st.db.Checkpoint(l.fs.PathJoin(tmp, storeDir)); err != nil {
		return st.wrap(err)
	}
	var list []byte
	for _, s := range segs {
		list = fmt.Appendf(list, "%d\n", s.number)
	}
	err = errors.Join(
		l.writeSynced(l.fs.PathJoin(tmp, listFile), list),
		l.writeSynced(l.fs.PathJoin(tmp, holdFile), nil))
	if err == nil {
		err = l.syncDir(tmp)
	}
	if err == nil {
		err = l.fs.Rename(tmp, final)
	}
	if err == nil {
		err = l.syncDir(l.path(snapshotsDir))
	}
	return err
}

// clean removes snapshots that nobody holds, except generation keep, and segments that no snapshot and no live list names, and what
// a crash left half made. Only the writer calls it.
func (l layout) clean(keep uint64, live []*segmentInfo) error {
	names, err := l.fs.List(l.path(snapshotsDir))
	if err != nil {
		return fmt.Errorf("cleaning the corpus: %w", err)
	}
	named := map[uint64]bool{}
	for _, s := range live {
		named[s.number] = true
	}
	for _, n := range names {
		g, perr := strconv.ParseUint(n, 10, 64)
		switch {
		case strings.HasPrefix(n, newPrefix), strings.HasPrefix(n, deadPrefix), strings.HasSuffix(n, tmpSuffix):
			err = l.fs.RemoveAll(l.path(snapshotsDir, n))
		case perr == nil && g == keep:
		case perr == nil:
			err = l.dropSnapshot(g, named)
		}
		if err != nil {
			return fmt.Errorf("cleaning the corpus: %w", err)
		}
	}
	return l.cleanSegments(named)
}

// dropSnapshot removes a snapshot, or adds its segments to named when a reader holds it.
func (l layout) dropSnapshot(g uint64, named map[uint64]bool) error {
	h, err := flock(l.fs, l.snapshot(g, holdFile), os.O_RDONLY, unix.LOCK_EX)
	if errors.Is(err, errHeld) {
		segs, lerr := l.listedSegments(g)
		for _, n := range segs {
			named[n] = true
		}
		return errors.Join(lerr, h.release())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dead := l.path(snapshotsDir, deadPrefix+generationName(g))
	err = l.fs.RemoveAll(dead)
	if err == nil {
		err = l.fs.Rename(l.snapshot(g), dead)
	}
	if err == nil {
		err = l.fs.RemoveAll(dead)
	}
	return errors.Join(err, h.release())
}

func (l layout) listedSegments(g uint64) ([]uint64, error) {
	name := l.snapshot(g, listFile)
	b, err := l.readFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the segments of snapshot %d: %w", g, err)
	}
	var out []uint64
	for line := range strings.Lines(string(b)) {
		n, err := strconv.ParseUint(strings.TrimSuffix(line, "\n"), 10, 64)
		if err != nil {
			return nil, corruptf(name, -1, "line %.40q", line)
		}
		out = append(out, n)
	}
	return out, nil
}

func (l layout) cleanSegments(named map[uint64]bool) error {
	names, err := l.fs.List(l.path(segmentsDir))
	if err != nil {
		return fmt.Errorf("cleaning the corpus: %w", err)
	}
	slices.Sort(names)
	for _, n := range names {
		num, ok := parseSegmentName(n)
		if (ok && !named[num]) || strings.HasSuffix(n, tmpSuffix) {
			if err := l.fs.Remove(l.path(segmentsDir, n)); err != nil {
				return fmt.Errorf("cleaning the corpus: %w", err)
			}
		}
	}
	return nil
}
