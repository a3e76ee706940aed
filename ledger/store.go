package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"
)

// DamageError says where a ledger is damaged. It wraps ErrCorrupt.
type DamageError struct {
	File   string // relative to the ledger's folder
	Offset int64  // byte in File; -1: the file as a whole
	Detail string // what is wrong there
}

func (e *DamageError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("%v: file %q: %s", ErrCorrupt, e.File, e.Detail)
	}
	return fmt.Sprintf("%v: file %q, byte %d: %s", ErrCorrupt, e.File, e.Offset, e.Detail)
}

// Unwrap returns ErrCorrupt.
func (e *DamageError) Unwrap() error { return ErrCorrupt }

func damage(file string, offset int64, format string, args ...any) error {
	return &DamageError{file, offset, fmt.Sprintf(format, args...)}
}

// store reads the data files of a ledger, up to a size that its user knows to be committed. It is safe for concurrent use.
type store struct {
	records, hashes, offsets io.ReaderAt
	vault                    []segment // in the order of their positions, the first at 0
	recent                   recent    // what was just committed, for the tiles made of it
}

// recent is records that are in memory still.
type recent struct {
	first  int64
	sealed []Sealed
	buf    []byte // what a bundle is made in; used again
}

// slice returns the n records from first on, if it has them all.
func (r *recent) slice(first, n int64) []Sealed {
	from := first - r.first
	if from < 0 || from+n > int64(len(r.sealed)) {
		return nil
	}
	return r.sealed[from : from+n]
}

// segment is one file of the vault.
type segment struct {
	base int64 // vault position of its first byte after the header
	name string
	f    io.ReaderAt
}

// sealedFile reads a vault segment that is not written to any more. It is opened for each read, so that a vault of many segments does not
// hold as many files open; readers that go through it read large pieces.
type sealedFile string

func (p sealedFile) ReadAt(b []byte, at int64) (int, error) {
	f, err := os.Open(string(p))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(b, at)
}

// sealed makes the reader of a segment and checks its header.
func sealed(dir, name string) (sealedFile, error) {
	file := filepath.Join(dirVault, name)
	f := sealedFile(filepath.Join(dir, file))
	err := checkHeader(f, file, dirVault)
	if errors.Is(err, fs.ErrNotExist) {
		err = damage(file, -1, "the file is missing")
	}
	return f, err
}

func segmentName(base int64) string { return fmt.Sprintf("%016x", base) }

// parseSegmentName is the inverse of segmentName, and takes nothing else.
func parseSegmentName(name string) (base int64, ok bool) {
	base, err := strconv.ParseInt(name, 16, 64)
	return base, err == nil && base >= 0 && segmentName(base) == name
}

// readFull reads len(b) bytes at off; what the file does not have is damage.
func readFull(r io.ReaderAt, b []byte, off int64, file string) error {
	n, err := r.ReadAt(b, off)
	if n == len(b) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return damage(file, off+int64(n), "the file ends here, %d bytes too early", len(b)-n)
	}
	return fmt.Errorf("reading %q at byte %d: %w", file, off, err)
}

func checkHeader(r io.ReaderAt, file, name string) error {
	b := make([]byte, headerSize)
	if err := readFull(r, b, 0, file); err != nil {
		return err
	}
	for i, want := range header(name) {
		if b[i] != want {
			return damage(file, int64(i), "not the header of format version %d", formatVersion)
		}
	}
	return nil
}

// ends returns where the data of record index end; for index -1, where those of the first begin.
func (s *store) ends(index int64) (ends, error) {
	if index < 0 {
		return startEnds(), nil
	}
	var b [offsetSize]byte
	off := headerSize + index*offsetSize
	if err := readFull(s.offsets, b[:], off, fileOffsets); err != nil {
		return ends{}, err
	}
	e, err := parseOffset(b[:], index)
	if err != nil {
		return ends{}, damage(fileOffsets, off, "%v", err)
	}
	return e, nil
}

// frame reads the record between two ends into buf, which it may grow.
func (s *store) frame(index int64, from, to ends, buf []byte) (record, newBuf []byte, err error) {
	n := to.record - from.record
	if n < frameHeaderSize || n > frameHeaderSize+MaxRecord {
		return nil, buf, damage(fileOffsets, headerSize+index*offsetSize, "record %d would have %d bytes", index, n)
	}
	buf = grow(buf, int(n))
	if err := readFull(s.records, buf, from.record, fileRecords); err != nil {
		return nil, buf, err
	}
	record, err = parseFrame(buf, index)
	if err == nil && len(record) != len(buf)-frameHeaderSize {
		err = errors.New("frame and offset disagree on the length")
	}
	if err != nil {
		return nil, buf, damage(fileRecords, from.record, "record %d: %v", index, err)
	}
	return record, buf, nil
}

// private reads the vault entry between two ends; nil where there is none.
func (s *store) private(index int64, from, to ends, buf []byte) (*Private, []byte, error) {
	n := to.vault - from.vault
	if n == 0 {
		return nil, buf, nil
	}
	seg := s.segment(from.vault)
	if seg == nil {
		return nil, buf, damage(dirVault, -1, "no segment for position %d", from.vault)
	}
	file, off := filepath.Join(dirVault, seg.name), headerSize+from.vault-seg.base
	if n < vaultHeaderSize || n > 1<<31 {
		return nil, buf, damage(fileOffsets, headerSize+index*offsetSize, "vault entry %d would have %d bytes", index, n)
	}
	buf = grow(buf, int(n))
	if err := readFull(seg.f, buf, off, file); err != nil {
		return nil, buf, err
	}
	p, err := parseVault(buf, index)
	if err != nil {
		return nil, buf, damage(file, off, "record %d: %v", index, err)
	}
	return p, buf, nil
}

func (s *store) segment(pos int64) *segment {
	i := sort.Search(len(s.vault), func(i int) bool { return s.vault[i].base > pos })
	if i == 0 {
		return nil
	}
	return &s.vault[i-1]
}

// ReadHashes reads stored hashes; with it a store is a tlog.HashReader.
func (s *store) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		if err := readFull(s.hashes, out[i][:], headerSize+x*hashSize, fileHashes); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tile makes the content of a hash tile of w hashes (256 when full).
func (s *store) tile(level int, n int64, w int) ([]byte, error) {
	if level == 0 {
		if list := s.recent.slice(n*tileWidth, int64(w)); list != nil {
			out := make([]byte, 0, w*hashSize)
			for i := range list {
				out = append(out, list[i].leaf[:]...)
			}
			return out, nil
		}
		// The leaves lie close together: one read, and the inner nodes between them left out.
		first := tlog.StoredHashIndex(0, n*tileWidth)
		last := tlog.StoredHashIndex(0, n*tileWidth+int64(w)-1)
		b := make([]byte, (last-first+1)*hashSize)
		if err := readFull(s.hashes, b, headerSize+first*hashSize, fileHashes); err != nil {
			return nil, err
		}
		out := make([]byte, 0, w*hashSize)
		for i := range int64(w) {
			at := (tlog.StoredHashIndex(0, n*tileWidth+i) - first) * hashSize
			out = append(out, b[at:at+hashSize]...)
		}
		return out, nil
	}
	out := make([]byte, w*hashSize)
	for i := range int64(w) {
		at := headerSize + tlog.StoredHashIndex(level*tileHeight, n*tileWidth+i)*hashSize
		if err := readFull(s.hashes, out[i*hashSize:][:hashSize], at, fileHashes); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// bundle makes the content of an entry bundle of w records.
func (s *store) bundle(n int64, w int) ([]byte, error) {
	first := n * tileWidth
	if list := s.recent.slice(first, int64(w)); list != nil {
		size := 0
		for i := range list {
			size += 2 + len(list[i].record)
		}
		out := grow(s.recent.buf, size)[:0]
		s.recent.buf = out
		for i := range list {
			out = binary.BigEndian.AppendUint16(out, uint16(len(list[i].record)))
			out = append(out, list[i].record...)
		}
		return out, nil
	}
	from, err := s.ends(first - 1)
	if err != nil {
		return nil, err
	}
	to, err := s.ends(first + int64(w) - 1)
	if err != nil {
		return nil, err
	}
	size := to.record - from.record
	if size < 0 || size > int64(w)*(frameHeaderSize+MaxRecord) {
		return nil, damage(fileOffsets, headerSize+first*offsetSize, "records %d to %d would have %d bytes", first, first+int64(w)-1, size)
	}
	b := make([]byte, size)
	if err := readFull(s.records, b, from.record, fileRecords); err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(b))
	at := 0
	for i := range int64(w) {
		record, err := parseFrame(b[at:], first+i)
		if err != nil {
			return nil, damage(fileRecords, from.record+int64(at), "record %d: %v", first+i, err)
		}
		at += frameHeaderSize + len(record)
		out = binary.BigEndian.AppendUint16(out, uint16(len(record)))
		out = append(out, record...)
	}
	return out, nil
}

// grow returns b with length n, its content undefined.
func grow(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n, n+n/4)
	}
	return b[:n]
}

// listSegments reads which vault segments there are, in order. Leftovers of interrupted writes are passed over.
func listSegments(dir string) ([]segment, error) {
	list, err := os.ReadDir(filepath.Join(dir, dirVault)) // sorted by name, and so by position
	if errors.Is(err, fs.ErrNotExist) {
		return nil, damage(dirVault, -1, "the folder is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("reading vault: %w", err)
	}
	var segs []segment
	for _, e := range list {
		if base, ok := parseSegmentName(e.Name()); ok {
			segs = append(segs, segment{base: base, name: e.Name()})
		}
	}
	return segs, nil
}

// committedSegments leaves out the segments that hold nothing before position end: those that a writer is about to
// begin, or was when it was killed. They may not even have a header.
func committedSegments(segs []segment, end int64) []segment {
	for len(segs) > 1 && segs[len(segs)-1].base >= end {
		segs = segs[:len(segs)-1]
	}
	return segs
}
