package index

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"
)

// A text is compressed by itself, so that it can be read by itself; a dictionary gives it the words that the others have too, which takes
// a tenth off texts of 20 KB. A corpus gets its dictionary with the first batch that is large enough, and keeps it.
const (
	dictionaryID    = 1        // of zstd's frames
	dictionaryBytes = 32 << 10 // no more
	dictionaryPiece = 1 << 10
	dictionaryFrom  = 4 << 20 // bytes of new texts in a batch from which a dictionary is made
)

// chooseDictionary cuts pieces out of new texts, evenly spread; nil when there is too little to choose from.
func chooseDictionary(list []*pending) []byte {
	total := 0
	for _, p := range list {
		if p.newText {
			total += len(p.source)
		}
	}
	size := min(dictionaryBytes, total/8)
	piece := min(dictionaryPiece, size)
	step := total / max(size/piece, 1)
	var dict []byte
	pos, next := 0, step/2
	for _, p := range list {
		if !p.newText {
			continue
		}
		for ; next < pos+len(p.source); next += step {
			at := min(next-pos, max(len(p.source)-piece, 0))
			dict = append(dict, p.source[at:min(at+piece, len(p.source))]...)
		}
		pos += len(p.source)
	}
	if len(dict) < 64 {
		return nil
	}
	return dict
}

// dictionary reads the dictionary of the corpus, from the store or, where that is damaged, from its copy: without it no text can be read.
// nil when the corpus has none.
func (l layout) dictionary(st *store) ([]byte, error) {
	dict, err := st.dictionary()
	if err != nil {
		if second, cerr := l.dictionaryCopy(); cerr == nil {
			return second, nil
		}
	}
	return dict, err
}

func (st *store) dictionary() ([]byte, error) {
	row, err := st.get(nameKey(tableMeta, "dictionary"))
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseDictionary(st.dir, row)
}

func (l layout) dictionaryCopy() ([]byte, error) {
	name := l.path(dictionaryFile)
	row, err := l.readFile(name)
	if err != nil {
		return nil, err
	}
	return parseDictionary(name, row)
}

func dictionaryRow(dict []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(dict)), dict...)
}

func parseDictionary(from string, row []byte) ([]byte, error) {
	if len(row) < 8 || xxhash.Sum64(row[8:]) != binary.LittleEndian.Uint64(row) {
		return nil, corruptf(from, -1, "the dictionary of the texts is damaged")
	}
	return row[8:], nil
}

// keepDictionaryCopy writes the copy where it is missing or is not what the corpus uses.
func (w *Writer) keepDictionaryCopy(dict []byte) error {
	if second, err := w.l.dictionaryCopy(); dict == nil || err == nil && bytes.Equal(second, dict) {
		return nil
	}
	return w.l.writeFile(w.l.path(dictionaryFile), dictionaryRow(dict))
}

// makeDictionary makes the dictionary of the corpus. It is on disk before any text is that needs it; a crash between the two leaves a
// dictionary that the next batches use.
func (w *Writer) makeDictionary(list []*pending) error {
	dict := chooseDictionary(list)
	if dict == nil {
		return nil
	}
	b := w.st.db.NewBatch()
	defer b.Close()
	if err := w.keepDictionaryCopy(dict); err != nil {
		return err
	}
	if err := errors.Join(b.Set(nameKey(tableMeta, "dictionary"), dictionaryRow(dict), nil), w.apply(b)); err != nil {
		return err
	}
	return w.useDictionary(dict)
}

// useDictionary makes the coders anew.
func (w *Writer) useDictionary(dict []byte) error {
	enc, err := newEncoder(w.o.Workers, dict)
	if err != nil {
		return err
	}
	dec, err := newDecoder(dict)
	if err != nil {
		return errors.Join(err, enc.Close())
	}
	err = w.closeCoders()
	w.enc, w.dec, w.dict = enc, dec, dict
	return err
}

func (w *Writer) closeCoders() (err error) {
	if w.enc != nil {
		err = w.enc.Close()
		w.dec.Close()
	}
	w.enc, w.dec = nil, nil
	return err
}
