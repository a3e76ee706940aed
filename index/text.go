package index

import (
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"example.com/verbatim/normalize"
)

// Text is one stored source text with its matching forms. It is shared and does not change.
type Text struct {
	Doc  int      // slot
	Hash [32]byte // SHA-256 of Source
	// HashName is Hash as results write it: sha256: and 64 hex digits.
	HashName string
	Source   []byte // the source text; do not change it
	Turkish  bool   // its words hold ı or İ

	folded  normalize.Skeleton
	literal *normalize.Skeleton // nil when it would be like folded
	kmers   [2]struct {
		once  sync.Once
		table *Kmers
	}
	grams [2]struct {
		once   sync.Once
		filter *Grams
	}
	learnt struct {
		once  sync.Once
		value any
	}
	cache *textCache // that counts its memory; nil for old versions
}

// Skeleton is the matching form of the text in a reading. Literal is nil when both readings are alike.
func (t *Text) Skeleton(r normalize.Reading) *normalize.Skeleton {
	if r == normalize.Folded {
		return &t.folded
	}
	return t.literal
}

// Kmers is the table of the text's k-mers in a reading, made when it is first asked for; nil where Skeleton is nil.
func (t *Text) Kmers(r normalize.Reading) *Kmers {
	sk := t.Skeleton(r)
	if sk == nil {
		return nil
	}
	k := &t.kmers[r]
	k.once.Do(func() {
		k.table = newKmers(sk.Bytes)
		if t.cache != nil {
			t.cache.grow(t, k.table.size())
		}
	})
	return k.table
}

// Learnt keeps what learn makes of the text, which it calls once, with the memory that it takes in bytes. Every call must bring the same
// learn.
func (t *Text) Learnt(learn func(source []byte) (value any, size int64)) any {
	t.learnt.once.Do(func() {
		var size int64
		t.learnt.value, size = learn(t.Source)
		if t.cache != nil {
			t.cache.grow(t, size)
		}
	})
	return t.learnt.value
}

func newText(doc int, hash [32]byte, src []byte) *Text {
	t := &Text{Doc: doc, Hash: hash, HashName: "sha256:" + hex.EncodeToString(hash[:]), Source: src, Turkish: normalize.IsTurkish(src)}
	t.folded.Make(src, normalize.Folded)
	if normalize.HasMarkup(src) {
		t.literal = new(normalize.Skeleton)
		t.literal.Make(src, normalize.Literal)
	}
	return t
}

// size is about what the text takes in memory, in bytes.
func (t *Text) size() int64 {
	n := int64(cap(t.Source)) + 256
	for _, sk := range []*normalize.Skeleton{&t.folded, t.literal} {
		if sk != nil {
			n += int64(cap(sk.Bytes)) + 8*int64(cap(sk.Checkpoints))
		}
	}
	return n
}

// Text returns the current text of a document. It is kept in the cache, and safe for concurrent use.
func (s *Snapshot) Text(doc int) (*Text, error) {
	if t := s.cache.peek(doc); t != nil {
		return t, nil
	}
	return s.fetch(doc)
}

func (s *Snapshot) fetch(doc int) (*Text, error) {
	if doc < 0 || doc >= len(s.gone) || s.gone[doc] {
		return nil, fmt.Errorf("%w: document in slot %d", ErrNotFound, doc)
	}
	return s.cache.get(doc, func() (*Text, error) {
		d, err := s.document(doc)
		if err != nil {
			return nil, err
		}
		return s.loadText(doc, d.current())
	})
}

// Version returns the text of a document that has a hash, current or old, also of a removed one; ErrNotFound when it is not kept.
func (s *Snapshot) Version(doc int, hash [32]byte) (*Text, error) {
	if doc < 0 || doc >= len(s.gone) {
		return nil, fmt.Errorf("%w: document in slot %d", ErrNotFound, doc)
	}
	d, err := s.document(doc)
	if err != nil {
		return nil, err
	}
	if d.Hash == hash && !d.Removed {
		return s.Text(doc)
	}
	for i := len(d.Versions) - 1; i >= 0; i-- {
		if v := d.Versions[i]; v.Hash == hash {
			return s.loadText(doc, v)
		}
	}
	return nil, fmt.Errorf("%w: version sha256:%x of document %q", ErrNotFound, hash, d.ID)
}

// loadText reads a text from the store and makes its matching forms.
func (s *Snapshot) loadText(doc int, v VersionInfo) (*Text, error) {
	src, err := s.source(doc, v)
	if err != nil {
		return nil, err
	}
	return newText(doc, v.Hash, src), nil
}

// source reads a text from the store and checks it.
func (s *Snapshot) source(doc int, v VersionInfo) ([]byte, error) {
	var src []byte
	err := s.st.view(numKey(tableText, uint64(doc), uint64(v.text)), func(row []byte) (err error) {
		src, err = parseTextRow(row, s.dec, nil)
		if err == nil && len(src) != v.Bytes {
			err = fmt.Errorf("%d bytes, the document says %d", len(src), v.Bytes)
		}
		if err != nil {
			return corruptf(s.st.dir, -1, "text %d of document in slot %d: %w", v.text, doc, err)
		}
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return nil, corruptf(s.st.dir, -1, "text %d of document in slot %d is missing", v.text, doc)
	}
	return src, err
}
