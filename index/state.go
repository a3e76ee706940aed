package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"
)

// counters are the numbers that only grow.
type counters struct {
	nextSlot    uint64
	nextSegment uint64
	generation  uint64
}

// segmentInfo is a row of segment(N) and dead(N).
type segmentInfo struct {
	number   uint64
	size     uint64
	sum      uint64
	entries  uint64
	texts    uint64
	skeleton uint64 // bytes
	dead     *roaring.Bitmap
}

// place is where the candidates of a document are.
type place struct {
	segment uint32
	text    uint32 // index of the first of its texts
	count   uint32 // of its texts, one a reading; 0: none
}

func (c counters) append(dst []byte) []byte {
	for f, v := range []uint64{c.nextSlot, c.nextSegment, c.generation} {
		dst = appendField(dst, uint64(f+1), binary.AppendUvarint(nil, v))
	}
	return dst
}

func parseCounters(rec []byte) (c counters, err error) {
	err = eachField(rec, func(field uint64, b []byte) error {
		switch field {
		case 1:
			return uvarints(b, &c.nextSlot)
		case 2:
			return uvarints(b, &c.nextSegment)
		case 3:
			return uvarints(b, &c.generation)
		}
		return nil
	})
	return c, err
}

func (s *segmentInfo) append(dst []byte) []byte {
	dst = appendField(dst, 1, binary.AppendUvarint(nil, s.size))
	dst = appendField(dst, 2, binary.LittleEndian.AppendUint64(nil, s.sum))
	dst = appendField(dst, 3, binary.AppendUvarint(nil, s.entries))
	dst = appendField(dst, 4, binary.AppendUvarint(nil, s.texts))
	return appendField(dst, 5, binary.AppendUvarint(nil, s.skeleton))
}

func parseSegmentInfo(n uint64, rec []byte) (*segmentInfo, error) {
	s := &segmentInfo{number: n, dead: roaring.New()}
	err := eachField(rec, func(field uint64, b []byte) error {
		switch field {
		case 1:
			return uvarints(b, &s.size)
		case 2:
			if len(b) != 8 {
				return errRecord
			}
			s.sum = binary.LittleEndian.Uint64(b)
		case 3:
			return uvarints(b, &s.entries)
		case 4:
			return uvarints(b, &s.texts)
		case 5:
			return uvarints(b, &s.skeleton)
		}
		return nil
	})
	return s, err
}

func (p place) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(p.segment))
	dst = binary.AppendUvarint(dst, uint64(p.text))
	return binary.AppendUvarint(dst, uint64(p.count))
}

func parsePlace(b []byte) (place, error) {
	var s, t, c uint64
	err := uvarints(b, &s, &t, &c)
	if err == nil && c > 2 {
		err = errRecord
	}
	return place{uint32(s), uint32(t), uint32(c)}, err
}

// head reads what a store says of itself: options, counters and segments (by number).
func (st *store) head() (c counters, segs []*segmentInfo, err error) {
	key := nameKey(tableMeta, "options")
	b, err := st.get(key)
	if err == nil && string(b) != optionsText() {
		return c, nil, fmt.Errorf("%w: the candidate index was made with %q, this verbatim has %q: index into a new corpus", ErrFormat, b, optionsText())
	}
	if err == nil {
		if b, err = st.get(nameKey(tableMeta, "counters")); err == nil {
			c, err = parseCounters(b)
		}
	}
	if err == nil {
		segs, err = st.segments()
	}
	if errors.Is(err, ErrNotFound) || errors.Is(err, errRecord) {
		err = corruptf(st.dir, -1, "%w", err)
	}
	return c, segs, err
}

func (st *store) segments() (segs []*segmentInfo, err error) {
	err = st.scan(tableKey(tableSegment), func(key, val []byte) error {
		n, _, err := numOf(tableSegment, key)
		if err != nil {
			return err
		}
		s, err := parseSegmentInfo(n, val)
		segs = append(segs, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = st.scan(tableKey(tableDead), func(key, val []byte) error {
		n, _, err := numOf(tableDead, key)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(segs, func(s *segmentInfo) bool { return s.number == n })
		if i < 0 {
			return fmt.Errorf("%w: dead texts of segment %d, which is not there", errRecord, n)
		}
		if err := segs[i].dead.UnmarshalBinary(val); err != nil {
			return fmt.Errorf("%w: dead texts of segment %d: %w", errRecord, n, err)
		}
		return nil
	})
	return segs, err
}

// setHead puts options and counters into a batch.
func setHead(b *pebble.Batch, c counters) error {
	return errors.Join(
		b.Set(nameKey(tableMeta, "options"), []byte(optionsText()), nil),
		b.Set(nameKey(tableMeta, "counters"), c.append(nil), nil))
}

// setSegment puts the rows of a segment into a batch.
func setSegment(b *pebble.Batch, s *segmentInfo) error {
	if err := b.Set(numKey(tableSegment, s.number), s.append(nil), nil); err != nil {
		return err
	}
	return setDead(b, s)
}

func setDead(b *pebble.Batch, s *segmentInfo) error {
	if s.dead.IsEmpty() {
		return nil
	}
	val, err := s.dead.ToBytes()
	if err != nil {
		return err
	}
	return b.Set(numKey(tableDead, s.number), val, nil)
}

func deleteSegment(b *pebble.Batch, n uint64) error {
	return errors.Join(b.Delete(numKey(tableSegment, n), nil), b.Delete(numKey(tableDead, n), nil))
}
