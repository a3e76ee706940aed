package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Fields of a document's record.
const (
	fieldID         = 1
	fieldTitle      = 2
	fieldCollection = 3
	fieldMeta       = 4
	fieldPath       = 5
	fieldStatus     = 6 // Status
	fieldReason     = 7
	fieldRemoved    = 8 // 1 when removed
	fieldTurkish    = 9
	// One a version, oldest first: hash (32 bytes), ordinal of its text, Unix nanoseconds, bytes, invalid bytes.
	fieldVersion = 10
)

var errRecord = errors.New("malformed record")

// appendRecord encodes d; its Slot is the key, its Hash, Bytes, Invalid and Added are those of the last version.
func appendRecord(dst []byte, d *Document) []byte {
	text := func(f uint64, s string) {
		if s != "" {
			dst = appendField(dst, f, []byte(s))
		}
	}
	flag := func(f uint64, on bool) {
		if on {
			dst = appendField(dst, f, []byte{1})
		}
	}
	text(fieldID, d.ID)
	text(fieldTitle, d.Title)
	text(fieldCollection, d.Collection)
	text(fieldMeta, string(d.Meta))
	text(fieldPath, d.Path)
	if d.Status != StatusOK {
		dst = appendField(dst, fieldStatus, []byte{byte(d.Status)})
	}
	text(fieldReason, d.Reason)
	flag(fieldRemoved, d.Removed)
	flag(fieldTurkish, d.Turkish)
	var b []byte
	for _, v := range d.Versions {
		b = append(b[:0], v.Hash[:]...)
		b = binary.AppendUvarint(b, uint64(v.text))
		b = binary.AppendUvarint(b, uint64(v.Added.UnixNano()))
		b = binary.AppendUvarint(b, uint64(v.Bytes))
		b = binary.AppendUvarint(b, uint64(v.Invalid))
		dst = appendField(dst, fieldVersion, b)
	}
	return dst
}

func appendField(dst []byte, field uint64, b []byte) []byte {
	dst = binary.AppendUvarint(dst, field)
	dst = binary.AppendUvarint(dst, uint64(len(b)))
	return append(dst, b...)
}

// eachField calls f for each field of a record.
func eachField(rec []byte, f func(field uint64, b []byte) error) error {
	for len(rec) > 0 {
		field, n := binary.Uvarint(rec)
		if n <= 0 {
			return errRecord
		}
		size, m := binary.Uvarint(rec[n:])
		if m <= 0 || size > uint64(len(rec)-n-m) {
			return errRecord
		}
		rec = rec[n+m:]
		if err := f(field, rec[:size]); err != nil {
			return err
		}
		rec = rec[size:]
	}
	return nil
}

// uvarints decodes len(v) numbers.
func uvarints(b []byte, v ...*uint64) error {
	for _, p := range v {
		x, n := binary.Uvarint(b)
		if n <= 0 {
			return errRecord
		}
		*p, b = x, b[n:]
	}
	return nil
}

func parseRecord(slot uint32, rec []byte) (*Document, error) {
	d := &Document{Slot: int(slot)}
	err := eachField(rec, func(field uint64, b []byte) error {
		switch field {
		case fieldID:
			d.ID = string(b)
		case fieldTitle:
			d.Title = string(b)
		case fieldCollection:
			d.Collection = string(b)
		case fieldMeta:
			d.Meta = append([]byte(nil), b...)
		case fieldPath:
			d.Path = string(b)
		case fieldReason:
			d.Reason = string(b)
		case fieldStatus, fieldRemoved, fieldTurkish:
			if len(b) != 1 {
				return errRecord
			}
			switch field {
			case fieldStatus:
				d.Status = Status(b[0])
			case fieldRemoved:
				d.Removed = b[0] != 0
			case fieldTurkish:
				d.Turkish = b[0] != 0
			}
		case fieldVersion:
			v, err := parseVersion(b)
			if err != nil {
				return err
			}
			d.Versions = append(d.Versions, v)
		}
		return nil
	})
	if err == nil && (d.ID == "" || len(d.Versions) == 0) {
		err = fmt.Errorf("%w: no id or no version", errRecord)
	}
	if err != nil {
		return nil, err
	}
	d.setCurrent()
	return d, nil
}

func parseVersion(b []byte) (VersionInfo, error) {
	var v VersionInfo
	if len(b) < len(v.Hash) {
		return v, errRecord
	}
	copy(v.Hash[:], b)
	var text, added, size, invalid uint64
	if err := uvarints(b[len(v.Hash):], &text, &added, &size, &invalid); err != nil {
		return v, err
	}
	v.text, v.Added, v.Bytes, v.Invalid = uint32(text), time.Unix(0, int64(added)).UTC(), int(size), int(invalid)
	return v, nil
}

// setCurrent fills what is known of the last version.
func (d *Document) setCurrent() {
	v := d.current()
	d.Hash, d.Bytes, d.Invalid, d.Added = v.Hash, v.Bytes, v.Invalid, v.Added
}

func (d *Document) current() VersionInfo { return d.Versions[len(d.Versions)-1] }

// textOf is the ordinal of the kept text with a hash.
func (d *Document) textOf(hash [32]byte) (uint32, bool) {
	for i := len(d.Versions) - 1; i >= 0; i-- {
		if d.Versions[i].Hash == hash {
			return d.Versions[i].text, true
		}
	}
	return 0, false
}

// nextText is the ordinal for a new text.
func (d *Document) nextText() uint32 {
	next := uint32(0)
	for _, v := range d.Versions {
		next = max(next, v.text+1)
	}
	return next
}
