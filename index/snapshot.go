package index

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/verbatim/index/internal/keyenc"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"
)

// Snapshot is the corpus as one commit left it. It does not change and is safe for concurrent use; a writer beside it goes on unseen.
// Documents are known by their slot, a number below NumDocs that they keep for ever.
type Snapshot struct {
	l    layout
	o    Options
	gen  uint64
	hold *fileLock
	st   *store
	dec  *zstd.Decoder

	records  []byte   // of all documents, one after the other
	starts   []uint64 // records[starts[slot]:starts[slot+1]] is one; empty: no such slot
	gone     []bool   // by slot: removed
	ids      map[string]uint32
	parsed   []atomic.Pointer[Document]
	segs     []*searched
	places   []place // by slot; segment is the index into segs
	cache    *textCache
	scratch  sync.Pool // *seedScratch
	rootOnce sync.Once
	root     [32]byte
	passages passages
}

// openAttempts is how often Open starts again because the snapshot that CURRENT named was replaced and removed meanwhile.
const openAttempts = 20

// Open opens the newest snapshot of the corpus in dir. Close it: while it is open its files stay.
func Open(dir string, o Options) (*Snapshot, error) {
	o = o.withDefaults()
	l := layout{o.fs, dir}
	if err := l.checkFormat(false); err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		s, err := l.open(o)
		if err == nil {
			return s, nil
		}
		if try == openAttempts || !errors.Is(err, errVanished) {
			return nil, fmt.Errorf("opening the corpus: %w", err)
		}
	}
}

// errVanished says that the snapshot was removed between reading CURRENT and holding it.
var errVanished = errors.New("snapshot is gone")

func (l layout) open(o Options) (s *Snapshot, err error) {
	gen, err := l.currentGeneration()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, corruptf(l.path(snapshotsDir, currentFile), -1, "no snapshot is named (opening it for writing mends that): %w", err)
	}
	if err != nil {
		return nil, err
	}
	s = &Snapshot{l: l, o: o, gen: gen}
	if s.hold, err = l.holdSnapshot(gen); err != nil {
		if now, nerr := l.currentGeneration(); errors.Is(err, fs.ErrNotExist) && (nerr != nil || now != gen) {
			return nil, errVanished
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, corruptf(l.snapshot(gen), -1, "snapshot is missing (opening it for writing mends that): %w", err)
		}
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
			s = nil
		}
	}()
	if s.st, err = openStore(l.fs, l.snapshot(gen, storeDir), true, o.Log); err != nil {
		return s, err
	}
	return s, s.load()
}

func (s *Snapshot) load() error {
	c, segs, err := s.st.head()
	if err != nil {
		return err
	}
	if c.generation != s.gen {
		return corruptf(s.st.dir, -1, "snapshot %d holds commit %d", s.gen, c.generation)
	}
	dict, err := s.l.dictionary(s.st)
	if err != nil {
		return err
	}
	if s.dec, err = newDecoder(dict); err != nil {
		return err
	}
	if err := s.loadSegments(segs); err != nil {
		return err
	}
	if err := s.loadDocuments(int(c.nextSlot)); err != nil {
		if errors.Is(err, errRecord) || errors.Is(err, keyenc.ErrMalformed) {
			err = corruptf(s.st.dir, -1, "%w", err)
		}
		return err
	}
	s.scratch.New = func() any { return newSeedScratch(len(s.segs)) }
	s.cache = newTextCache(int(c.nextSlot), s.o.CacheBytes)
	return nil
}

func (s *Snapshot) loadDocuments(n int) error {
	s.starts = make([]uint64, 1, n+1)
	s.gone = make([]bool, n)
	s.parsed = make([]atomic.Pointer[Document], n)
	s.ids = make(map[string]uint32, n)
	type name struct{ from, to uint64 }
	names := make([]name, n)
	err := s.st.scan(tableKey(tableDoc), func(key, val []byte) error {
		slot, _, err := numOf(tableDoc, key)
		if err != nil || slot != uint64(len(s.starts)-1) || slot >= uint64(n) {
			return fmt.Errorf("%w: slot %d comes after %d of %d", errRecord, slot, len(s.starts)-1, n)
		}
		base := uint64(len(s.records))
		s.records = append(s.records, val...)
		s.starts = append(s.starts, uint64(len(s.records)))
		versions := 0
		err = eachField(s.records[base:], func(field uint64, b []byte) error {
			switch field {
			case fieldID:
				at := base + uint64(cap(s.records[base:])-cap(b))
				names[slot] = name{at, at + uint64(len(b))}
			case fieldRemoved:
				s.gone[slot] = len(b) == 1 && b[0] != 0
			case fieldStatus, fieldTurkish:
				if len(b) != 1 {
					return errRecord
				}
			case fieldVersion:
				versions++
				_, err := parseVersion(b)
				return err
			}
			return nil
		})
		if err == nil && (names[slot].from == names[slot].to || versions == 0) {
			err = errRecord
		}
		if err != nil {
			return fmt.Errorf("document in slot %d: %w", slot, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(s.starts) != n+1 {
		return fmt.Errorf("%w: %d documents in %d slots", errRecord, len(s.starts)-1, n)
	}
	for slot, nm := range names {
		s.ids[string(s.records[nm.from:nm.to])] = uint32(slot)
	}
	s.places = make([]place, n)
	return s.loadPlaces()
}

func (s *Snapshot) loadPlaces() error {
	index := map[uint64]uint32{}
	for i, g := range s.segs {
		index[g.number] = uint32(i)
	}
	return s.st.places(len(s.places), func(slot uint32, p place) {
		i, ok := index[uint64(p.segment)]
		if ok && uint64(p.text)+uint64(p.count) <= uint64(len(s.segs[i].Texts())) {
			s.places[slot] = place{i, p.text, p.count}
		}
	})
}

func (s *Snapshot) loadSegments(infos []*segmentInfo) error {
	s.segs = make([]*searched, len(infos))
	var g errgroup.Group
	g.SetLimit(s.o.Workers)
	for i, info := range infos {
		g.Go(func() error {
			m, err := s.l.mapSegment(info)
			if err != nil {
				return err
			}
			s.segs[i] = newSearched(m, info.dead)
			return nil
		})
	}
	return g.Wait()
}

// Close lets go of the snapshot. No text of it may be asked for afterwards; texts that were handed out stay valid.
func (s *Snapshot) Close() error {
	err := s.passages.close()
	for _, g := range s.segs {
		if g != nil {
			err = errors.Join(err, g.unmap())
		}
	}
	s.segs = nil
	if s.st != nil {
		err = errors.Join(err, s.st.close())
		s.st = nil
	}
	if s.dec != nil {
		s.dec.Close()
		s.dec = nil
	}
	return errors.Join(err, s.hold.release())
}

// Generation is the number of the commit that the snapshot shows; it grows.
func (s *Snapshot) Generation() uint64 { return s.gen }

// NumDocs is the number of slots, removed documents included.
func (s *Snapshot) NumDocs() int { return len(s.gone) }

// Lookup finds the slot of the document with an id; false when there is none or it was removed.
func (s *Snapshot) Lookup(id string) (doc int, ok bool) {
	slot, ok := s.ids[id]
	if !ok || s.gone[slot] {
		return 0, false
	}
	return int(slot), true
}

// Document describes the document in a slot; nil when it was removed or there is no such slot. Do not change it.
func (s *Snapshot) Document(doc int) *Document {
	if doc < 0 || doc >= len(s.gone) || s.gone[doc] {
		return nil
	}
	d, err := s.document(doc)
	if err != nil {
		return nil // impossible: load checked it
	}
	return d
}

func (s *Snapshot) document(doc int) (*Document, error) {
	if d := s.parsed[doc].Load(); d != nil {
		return d, nil
	}
	d, err := parseRecord(uint32(doc), s.records[s.starts[doc]:s.starts[doc+1]])
	if err != nil {
		return nil, corruptf(s.st.dir, -1, "document in slot %d: %w", doc, err)
	}
	s.parsed[doc].Store(d)
	return d, nil
}

// History describes the document with an id, also when it was removed; ErrNotFound when it never was.
func (s *Snapshot) History(id string) (*Document, error) {
	slot, ok := s.ids[id]
	if !ok {
		return nil, fmt.Errorf("%w: document %q", ErrNotFound, id)
	}
	return s.document(int(slot))
}

// Collections is the number of documents in each collection, removed ones left out.
func (s *Snapshot) Collections() (map[string]int, error) {
	m := map[string]int{}
	err := s.st.scan(tableKey(tableCollection), func(key, val []byte) error {
		name, _, err := keyenc.String(key[len(tableKey(tableCollection)):])
		if err != nil {
			return err
		}
		n, _, err := keyenc.Uint(val)
		m[name] = int(n)
		return err
	})
	return m, err
}

// Root identifies what the documents say: SHA-256 over the pairs of source id and current hash, sorted by id; of each its id's length
// in bytes (8 bytes, big-endian), the id, the hash (32 bytes). nil means all documents; removed ones are left out.
func (s *Snapshot) Root(docs []int) [32]byte {
	if docs == nil {
		s.rootOnce.Do(func() {
			all := make([]int, len(s.gone))
			for i := range all {
				all[i] = i
			}
			s.root = s.rootOf(all)
		})
		return s.root
	}
	return s.rootOf(docs)
}

func (s *Snapshot) rootOf(docs []int) [32]byte {
	list := make([]*Document, 0, len(docs))
	for _, i := range docs {
		if d := s.Document(i); d != nil {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b *Document) int { return strings.Compare(a.ID, b.ID) })
	list = slices.Compact(list)
	h := sha256.New()
	var b []byte
	for _, d := range list {
		b = binary.BigEndian.AppendUint64(b[:0], uint64(len(d.ID)))
		b = append(b, d.ID...)
		h.Write(append(b, d.Hash[:]...))
	}
	return [32]byte(h.Sum(nil))
}
