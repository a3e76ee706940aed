package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"example.com/verbatim/index/internal/segment"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/edsrzf/mmap-go"
)

// mapped is a segment file in memory.
type mapped struct {
	*segment.Segment
	number uint64
	data   []byte
	unmap  func() error
}

// mapSegment maps and verifies a segment file.
func (l layout) mapSegment(info *segmentInfo) (*mapped, error) {
	name := l.segment(info.number)
	m := &mapped{number: info.number, unmap: func() error { return nil }}
	var err error
	if l.fs == vfs.Default {
		err = m.mapFile(name)
	} else {
		m.data, err = l.readFile(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, corruptf(name, -1, "segment is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("opening segment: %w", err)
	}
	m.Segment, err = segment.Parse(m.data)
	if err == nil {
		err = m.Verify(m.data)
	}
	if err == nil && m.Sum() != info.sum {
		err = &segment.Fault{Offset: int64(len(m.data)) - 8, What: fmt.Sprintf("checksum %016x, the store says %016x: another file", m.Sum(), info.sum)}
	}
	var f *segment.Fault
	if errors.As(err, &f) {
		return nil, errors.Join(corruptf(name, f.Offset, "%w", f), m.unmap())
	}
	return m, err
}

func (m *mapped) mapFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || st.Size() == 0 {
		return err
	}
	data, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return err
	}
	m.data, m.unmap = data, data.Unmap
	return nil
}
