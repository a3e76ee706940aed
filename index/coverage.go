package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// # The passages directory
//
//	passages/CURRENT     text: the number of the directory in use and a newline
//	passages/LOCK        held (flock, exclusive) by who builds
//	passages/G/index/    a Bleve index (scorch); never changed once it has its name: an update works on a copy whose segments are hard links
//	passages/G/COVERAGE  what it covers: generation G of the corpus (8 bytes, little-endian), number of slots (varint), for each slot 0, or
//	                     1 + the ordinal of the text whose passages it holds (varint), xxHash64 of all that (8 bytes, little-endian)
//
// The id of a passage is "slot.text.start.end", decimal: the ordinal of the text, and the bytes of the source that it covers. Only the field t
// is indexed, and nothing stored: the words are in the store.
const coverageFile = "COVERAGE"

// coverage says which texts the passages are of.
type coverage struct {
	gen   uint64
	texts []uint32 // by slot: 1 + ordinal of the text; 0: none
}

func (c *coverage) append(dst []byte) []byte {
	from := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, c.gen)
	dst = binary.AppendUvarint(dst, uint64(len(c.texts)))
	for _, t := range c.texts {
		dst = binary.AppendUvarint(dst, uint64(t))
	}
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[from:]))
}

func parseCoverage(b []byte) (*coverage, error) {
	if len(b) < 17 || xxhash.Sum64(b[:len(b)-8]) != binary.LittleEndian.Uint64(b[len(b)-8:]) {
		return nil, errors.New("checksum differs")
	}
	c := &coverage{gen: binary.LittleEndian.Uint64(b)}
	b = b[8 : len(b)-8]
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)) {
		return nil, errRecord
	}
	b = b[k:]
	for range n {
		t, k := binary.Uvarint(b)
		if k <= 0 {
			return nil, errRecord
		}
		c.texts = append(c.texts, uint32(t))
		b = b[k:]
	}
	return c, nil
}

// covered reads what the passages in use cover; ErrNoPassages when there are none.
func (l layout) covered() (*coverage, error) {
	b, err := l.readFile(l.path(passagesDir, currentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoPassages
	}
	if err != nil {
		return nil, fmt.Errorf("reading the passages: %w", err)
	}
	g, err := strconv.ParseUint(strings.TrimSuffix(string(b), "\n"), 10, 64)
	if err != nil {
		return nil, corruptf(l.path(passagesDir, currentFile), 0, "%.40q is not a number (index --search builds the passages anew)", b)
	}
	name := l.path(passagesDir, generationName(g), coverageFile)
	if b, err = l.readFile(name); err != nil {
		return nil, corruptf(name, -1, "%w (index --search builds the passages anew)", err)
	}
	c, err := parseCoverage(b)
	if err == nil && c.gen != g {
		err = fmt.Errorf("of commit %d", c.gen)
	}
	if err != nil {
		return nil, corruptf(name, -1, "%w (index --search builds the passages anew)", err)
	}
	return c, nil
}

// wanted is what the passages should cover for this snapshot.
func (s *Snapshot) wanted() *coverage {
	c := &coverage{gen: s.gen, texts: make([]uint32, len(s.gone))}
	for i := range c.texts {
		if d := s.Document(i); d != nil && d.Status == StatusOK && d.Bytes > 0 {
			c.texts[i] = d.current().text + 1
		}
	}
	return c
}

// difference lists the slots whose passages have to go, come or both.
func (c *coverage) difference(want *coverage) (slots []int) {
	for i := range max(len(c.texts), len(want.texts)) {
		if c.text(i) != want.text(i) {
			slots = append(slots, i)
		}
	}
	return slots
}

func (c *coverage) text(slot int) uint32 {
	if slot >= len(c.texts) {
		return 0
	}
	return c.texts[slot]
}
