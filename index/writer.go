package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// maxBatchDocs bounds a batch of small documents.
const maxBatchDocs = 1 << 15

// Writer adds, changes and removes documents. What it was given is collected and committed in batches, each wholly or not at all;
// after a batch its snapshot is published. It is safe for concurrent use.
type Writer struct {
	l    layout
	o    Options
	lock *fileLock

	mu        sync.Mutex // guards all that follows
	st        *store
	dict      []byte // of the coders; nil while the corpus has none
	enc       *zstd.Encoder
	dec       *zstd.Decoder
	c         counters // those of the store, but nextSlot counts the pending batch too
	segs      []*segmentInfo
	ids       map[string]uint32 // of all slots, removed documents included
	docs      []docState        // by slot, the pending batch included
	pend      map[uint32]*pending
	pendBytes int64
	busy      chan struct{} // one for each worker that prepares
	preparing sync.WaitGroup

	waiting      []*pending // for a dictionary
	waitingBytes int
	published    uint64 // generation
	broken       error  // the state of the store is not known: reopen
}

// docState is what the Writer keeps in memory of each document.
type docState struct {
	hash    [32]byte
	place   place // as committed
	status  Status
	removed bool
}

// pending is a change that waits for its commit.
type pending struct {
	doc     *Document // as it shall be
	old     *Document // as it is; nil when new
	source  []byte    // when newText or reindex; nil when it is prepared
	newText bool      // the text is not kept yet
	reindex bool      // its candidates change

	row      []byte // of its text
	readings []reading
}

// OpenWriter opens the corpus in dir for writing. It finishes or undoes what a crash left half done. ErrLocked when another process has it.
func OpenWriter(dir string, o Options) (*Writer, error) { return openWriter(dir, o, false) }

func openWriter(dir string, o Options, repair bool) (w *Writer, err error) {
	o = o.withDefaults()
	w = &Writer{l: layout{o.fs, dir}, o: o, ids: map[string]uint32{}, pend: map[uint32]*pending{}, busy: make(chan struct{}, o.Workers)}
	if err := w.l.checkFormat(true); err != nil {
		return nil, err
	}
	if w.lock, err = w.l.lockWriter(o.Now()); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.release())
			w = nil
		}
	}()
	if err := w.load(); err != nil {
		return w, fmt.Errorf("opening the corpus: %w", err)
	}
	if err := w.recover(repair); err != nil {
		return w, fmt.Errorf("opening the corpus: %w", err)
	}
	return w, nil
}

// load reads the state of the store into memory.
func (w *Writer) load() (err error) {
	if w.st, err = openStore(w.l.fs, w.l.path(storeDir), false, w.o.Log); err != nil {
		return err
	}
	if w.c, w.segs, err = w.st.head(); err != nil {
		return err
	}
	dict, err := w.l.dictionary(w.st)
	if err == nil {
		err = errors.Join(w.useDictionary(dict), w.keepDictionaryCopy(dict))
	}
	if err != nil {
		return err
	}
	w.docs = make([]docState, w.c.nextSlot)
	seen := 0
	err = w.st.scan(tableKey(tableDoc), func(key, val []byte) error {
		slot, _, err := numOf(tableDoc, key)
		if err != nil || slot >= uint64(len(w.docs)) {
			return fmt.Errorf("%w: slot %d of %d: %w", errRecord, slot, len(w.docs), err)
		}
		d, err := parseRecord(uint32(slot), val)
		if err != nil {
			return fmt.Errorf("document in slot %d: %w", slot, err)
		}
		w.ids[d.ID] = uint32(slot)
		w.docs[slot] = docState{hash: d.Hash, status: d.Status, removed: d.Removed}
		seen++
		return nil
	})
	if err == nil && seen != len(w.docs) {
		err = fmt.Errorf("%w: %d documents in %d slots", errRecord, seen, len(w.docs))
	}
	if err == nil {
		err = w.st.places(len(w.docs), func(slot uint32, p place) { w.docs[slot].place = p })
	}
	if errors.Is(err, errRecord) {
		err = corruptf(w.st.dir, -1, "%w", err)
	}
	return err
}

// places reads the rows of place(S).
func (st *store) places(slots int, f func(slot uint32, p place)) error {
	return st.scan(tableKey(tablePlace), func(key, val []byte) error {
		slot, _, err := numOf(tablePlace, key)
		if err != nil || slot >= uint64(slots) {
			return fmt.Errorf("%w: place of slot %d of %d", errRecord, slot, slots)
		}
		p, err := parsePlace(val)
		if err == nil {
			f(uint32(slot), p)
		}
		return err
	})
}

// Put adds a document, or makes a new version of it when its text or status changed; an unchanged text only updates the other fields.
// A removed document comes back with its history. What Put took is on disk after the next Flush that succeeds.
func (w *Writer) Put(ctx context.Context, in Input) (Outcome, error) {
	if err := in.check(); err != nil {
		return 0, err
	}
	hash := sha256.Sum256(in.Source)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return 0, err
	}
	if slot, ok := w.ids[in.ID]; ok && w.pend[slot] != nil {
		// One change a document and batch.
		if err := w.flush(ctx); err != nil {
			return 0, err
		}
	}
	p, outcome, err := w.plan(&in, hash)
	if err != nil || p == nil {
		return outcome, err
	}
	w.pend[uint32(p.doc.Slot)] = p
	w.pendBytes += int64(len(p.source))
	if err := w.prepareSoon(p); err != nil {
		return outcome, err
	}
	if w.pendBytes >= w.o.BatchBytes || len(w.pend) >= maxBatchDocs {
		return outcome, w.flush(ctx)
	}
	return outcome, nil
}

func (in *Input) check() error {
	switch {
	case in.ID == "":
		return errors.New("index: document without an id")
	case len(in.Source) > MaxSource:
		return fmt.Errorf("%w: %q has %d bytes, at most %d are taken: split it", ErrTooLarge, in.ID, len(in.Source), MaxSource)
	case in.Status > StatusFailed:
		return fmt.Errorf("index: %q: status %d is unknown", in.ID, in.Status)
	}
	return nil
}

// plan says what becomes of a document, and takes it into the state in memory; nil when nothing changes.
func (w *Writer) plan(in *Input, hash [32]byte) (*pending, Outcome, error) {
	doc := &Document{ID: in.ID, Title: in.Title, Collection: in.Collection, Meta: slices.Clone(in.Meta), Path: in.Path, Status: in.Status, Reason: in.Reason}
	v := VersionInfo{Hash: hash, Added: w.o.Now().UTC(), Bytes: len(in.Source), Invalid: in.Invalid}
	slot, known := w.ids[in.ID]
	p := &pending{doc: doc, source: in.Source, newText: true, reindex: true}
	outcome := Added
	if known {
		var err error
		if p.old, err = w.record(slot); err != nil {
			return nil, 0, err
		}
		doc.Versions, doc.Turkish = p.old.Versions, p.old.Turkish
		outcome = w.outcome(slot, hash, in.Status)
		if outcome == Unchanged {
			doc.Slot = int(slot)
			if same(doc, p.old) {
				return nil, outcome, nil
			}
			p.newText, p.reindex, p.source = false, false, nil
			doc.setCurrent()
			return p, outcome, nil
		}
		var kept bool
		if v.text, kept = p.old.textOf(hash); kept {
			p.newText = false
		} else {
			v.text = p.old.nextText()
		}
	} else {
		slot = uint32(w.c.nextSlot)
		w.c.nextSlot++
		w.ids[in.ID] = slot
		w.docs = append(w.docs, docState{})
	}
	doc.Slot = int(slot)
	doc.Versions = append(slices.Clip(doc.Versions), v)
	doc.setCurrent()
	s := &w.docs[slot]
	s.hash, s.status, s.removed = hash, in.Status, false
	return p, outcome, nil
}

func (w *Writer) outcome(slot uint32, hash [32]byte, status Status) Outcome {
	switch s := w.docs[slot]; {
	case s.removed:
		return Added
	case s.hash != hash || s.status != status:
		return Changed
	}
	return Unchanged
}

// same reports whether the fields that an unchanged text leaves open are equal too.
func same(a, b *Document) bool {
	return a.Title == b.Title && a.Collection == b.Collection && a.Path == b.Path && a.Reason == b.Reason && bytes.Equal(a.Meta, b.Meta)
}

func (w *Writer) record(slot uint32) (*Document, error) {
	rec, err := w.st.get(numKey(tableDoc, uint64(slot)))
	if err != nil {
		return nil, err
	}
	d, err := parseRecord(slot, rec)
	if err != nil {
		return nil, corruptf(w.st.dir, -1, "document in slot %d: %w", slot, err)
	}
	return d, nil
}

// Compare says what Put would do, and does nothing.
func (w *Writer) Compare(in Input) (Outcome, error) {
	if err := in.check(); err != nil {
		return 0, err
	}
	hash := sha256.Sum256(in.Source)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return 0, err
	}
	slot, ok := w.ids[in.ID]
	if !ok {
		return Added, nil
	}
	return w.outcome(slot, hash, in.Status), nil
}

// Remove takes a document out of the corpus; its versions are kept. It is false when the corpus does not have the document.
func (w *Writer) Remove(ctx context.Context, id string) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return false, err
	}
	slot, ok := w.ids[id]
	if !ok || w.docs[slot].removed {
		return false, nil
	}
	if w.pend[slot] != nil {
		if err := w.flush(ctx); err != nil {
			return false, err
		}
	}
	old, err := w.record(slot)
	if err != nil {
		return false, err
	}
	doc := *old
	doc.Removed = true
	w.docs[slot].removed = true
	w.pend[slot] = &pending{doc: &doc, old: old, reindex: true}
	if len(w.pend) >= maxBatchDocs {
		return true, w.flush(ctx)
	}
	return true, nil
}

// IDs yields the ids of all documents that are not removed, in order, as they are when the iteration begins.
func (w *Writer) IDs() iter.Seq[string] {
	return func(yield func(string) bool) {
		w.mu.Lock()
		ids := make([]string, 0, len(w.ids))
		for id, slot := range w.ids {
			if !w.docs[slot].removed {
				ids = append(ids, id)
			}
		}
		w.mu.Unlock()
		slices.Sort(ids)
		for _, id := range ids {
			if !yield(id) {
				return
			}
		}
	}
}

// Collection is the collection of a document that is in the corpus and not removed.
func (w *Writer) Collection(id string) (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	slot, ok := w.ids[id]
	if !ok || w.docs[slot].removed || w.ready() != nil {
		return "", false
	}
	if p := w.pend[slot]; p != nil {
		return p.doc.Collection, true
	}
	d, err := w.record(slot)
	if err != nil {
		return "", false
	}
	return d.Collection, true
}

// Flush commits what was put and removed, and publishes it: when it returns nil, all is on disk and readers that open see it.
// When ctx ends it may return early; nothing is lost, and Flush can be called again.
func (w *Writer) Flush(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	return w.flush(ctx)
}

func (w *Writer) ready() error {
	if w.st == nil {
		return ErrClosed
	}
	if w.broken != nil {
		return fmt.Errorf("index: an earlier commit failed, reopen the corpus: %w", w.broken)
	}
	return nil
}

// Close drops what was not flushed and lets go of the corpus.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.release()
}

func (w *Writer) release() error {
	w.preparing.Wait()
	var err error
	if w.st != nil && w.st.db != nil {
		err = w.st.close()
	}
	w.st = nil
	return errors.Join(err, w.closeCoders(), w.lock.release())
}
