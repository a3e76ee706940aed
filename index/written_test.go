package index

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// countingFS counts the bytes that are written through it.
type countingFS struct {
	vfs.FS
	written *atomic.Int64
}

type countingFile struct {
	vfs.File
	written *atomic.Int64
}

func (c countingFS) wrap(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return countingFile{f, c.written}, nil
}

func (c countingFS) Create(name string, w vfs.DiskWriteCategory) (vfs.File, error) {
	return c.wrap(c.FS.Create(name, w))
}

func (c countingFS) OpenReadWrite(name string, w vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	return c.wrap(c.FS.OpenReadWrite(name, w, o...))
}

func (c countingFS) ReuseForWrite(from, to string, w vfs.DiskWriteCategory) (vfs.File, error) {
	return c.wrap(c.FS.ReuseForWrite(from, to, w))
}

func (f countingFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	f.written.Add(int64(n))
	return n, err
}

func (f countingFile) WriteAt(p []byte, at int64) (int, error) {
	n, err := f.File.WriteAt(p, at)
	f.written.Add(int64(n))
	return n, err
}

// TestBytesWritten holds the amplification that docs/architecture.md states: what a large ingest writes, what it leaves on disk, and what one
// more document in a hundred costs.
func TestBytesWritten(t *testing.T) {
	var written atomic.Int64
	o := testOptions()
	o.fs, o.BatchBytes = countingFS{vfs.Default, &written}, 4<<20
	dir := t.TempDir() + "/corpus"
	must(t, Create(dir, o))
	r := rand.New(rand.NewPCG(5, 6))
	ingest := func(name string, n int) (source, wrote int64) {
		from := written.Load()
		w, err := OpenWriter(dir, o)
		must(t, err)
		for i := range n {
			text := madeUp(r, 20_000)
			source += int64(len(text))
			put(t, w, fmt.Sprint(name, i), text, Added)
		}
		must(t, w.Flush(context.Background()))
		must(t, w.Close())
		return source, written.Load() - from
	}
	source, wrote := ingest("first", 600)
	size := int64(0)
	for _, part := range []string{segmentsDir, storeDir} {
		must(t, filepath.WalkDir(filepath.Join(dir, part), func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			st, err := d.Info()
			if err == nil {
				size += st.Size()
			}
			return err
		}))
	}
	t.Logf("%d bytes of text: %d on disk (%.3f), %d written (%.3f)", source, size, float64(size)/float64(source), wrote, float64(wrote)/float64(size))
	if wrote > size*6/5 {
		t.Errorf("wrote %d bytes to leave %d", wrote, size)
	}
	if _, more := ingest("more", 6); more > wrote*3/100 {
		t.Errorf("1 %% more wrote %d bytes, the rest %d", more, wrote)
	} else {
		t.Logf("1 %% more: %d bytes written, %.2f %%", more, 100*float64(more)/float64(wrote))
	}
}
