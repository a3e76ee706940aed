package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/verbatim/index/internal/keyenc"
	"example.com/verbatim/index/internal/segment"
	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"golang.org/x/sync/errgroup"
)

// flush commits the pending batch, merges segments where that is due, and publishes. The steps are those of format.go.
func (w *Writer) flush(ctx context.Context) error {
	if len(w.pend) > 0 {
		if err := w.commit(ctx); err != nil {
			return fmt.Errorf("committing %d documents: %w", len(w.pend), err)
		}
	}
	for {
		chosen := w.chooseMerge()
		if len(chosen) == 0 {
			break
		}
		if err := w.merge(ctx, chosen); err != nil {
			return fmt.Errorf("merging %d segments: %w", len(chosen), err)
		}
	}
	if w.published == w.c.generation {
		return nil
	}
	if err := w.l.publish(w.st, w.c.generation, w.segs); err != nil {
		return err
	}
	w.published = w.c.generation
	return w.l.clean(w.published, w.segs)
}

func (w *Writer) commit(ctx context.Context) error {
	batch := make([]*pending, 0, len(w.pend))
	for _, p := range w.pend {
		batch = append(batch, p)
	}
	slices.SortFunc(batch, func(a, b *pending) int { return cmp.Compare(a.doc.Slot, b.doc.Slot) })
	w.finishPreparing()
	if err := ctx.Err(); err != nil {
		return err
	}
	// The segment keeps the cores busy while the texts keep the disk busy. Neither is named before both are there.
	var seg *segmentInfo
	var texts []segment.Text
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		seg, texts, err = w.segmentOf(gctx, batch)
		return err
	})
	g.Go(func() error { return w.ingestTexts(gctx, batch) })
	if err := g.Wait(); err != nil {
		return err
	}
	if err := w.commitBatch(batch, seg, texts); err != nil {
		return err
	}
	clear(w.pend)
	w.pendBytes = 0
	return nil
}

// segmentOf writes the segment of a batch; nil when no text of it has candidates.
func (w *Writer) segmentOf(ctx context.Context, batch []*pending) (*segmentInfo, []segment.Text, error) {
	var texts []segment.Text
	var skeletons [][]byte
	for _, p := range batch {
		if !p.reindex || p.doc.Removed || p.doc.Status != StatusOK {
			continue
		}
		for _, r := range p.readings {
			if len(r.skeleton) < segment.K {
				continue
			}
			texts = append(texts, segment.Text{
				Slot: uint32(p.doc.Slot), Version: p.doc.current().text,
				Reading: uint32(r.r), Length: uint32(len(r.skeleton)),
			})
			skeletons = append(skeletons, r.skeleton)
		}
	}
	if len(texts) == 0 {
		return nil, nil, nil
	}
	seg, err := w.writeSegment(ctx, w.c.nextSegment, texts, func(_ context.Context, i int, _ []byte) ([]byte, error) { return skeletons[i], nil })
	return seg, texts, err
}

// writeSegment writes segment file n and makes it durable. No row names it yet.
func (w *Writer) writeSegment(ctx context.Context, n uint64, texts []segment.Text, load segment.Load) (*segmentInfo, error) {
	s := &segmentInfo{number: n, texts: uint64(len(texts)), dead: roaring.New()}
	for _, t := range texts {
		s.skeleton += uint64(t.Length)
	}
	name := w.l.segment(s.number)
	f, err := w.l.fs.Create(name+tmpSuffix, writeCategory)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", name, err)
	}
	info, err := segment.Write(ctx, f, texts, w.o.Workers, load)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = w.l.fs.Rename(name+tmpSuffix, name)
	}
	if err == nil {
		err = w.l.syncDir(w.l.path(segmentsDir))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("writing %s: %w", name, err), w.l.fs.RemoveAll(name+tmpSuffix))
	}
	s.size, s.sum, s.entries = uint64(info.Size), info.Sum, uint64(info.Entries)
	return s, nil
}

// ingestTexts hands the texts of a batch to the store as one table: they do not go through its log and are not rewritten later.
func (w *Writer) ingestTexts(ctx context.Context, batch []*pending) (err error) {
	if !slices.ContainsFunc(batch, func(p *pending) bool { return p.newText && !p.doc.Removed }) {
		return nil
	}
	name := w.l.path(segmentsDir, "texts"+tmpSuffix)
	defer func() { err = errors.Join(err, w.l.fs.RemoveAll(name)) }()
	f, err := w.l.fs.Create(name, writeCategory)
	if err != nil {
		return fmt.Errorf("writing texts: %w", err)
	}
	tw := sstable.NewWriter(objstorageprovider.NewFileWritable(f), w.st.opts.MakeWriterOptions(6, w.st.db.TableFormat()))
	for _, p := range batch {
		if !p.newText || p.doc.Removed {
			continue
		}
		key := numKey(tableText, uint64(p.doc.Slot), uint64(p.doc.current().text))
		if err = tw.Set(key, p.row); err != nil {
			break
		}
	}
	if err = errors.Join(err, tw.Close()); err != nil {
		return fmt.Errorf("writing texts: %w", err)
	}
	return w.ingest(ctx, name)
}

func (w *Writer) ingest(ctx context.Context, name string) (err error) {
	defer guard(&err)
	if err := w.st.db.Ingest(context.WithoutCancel(ctx), []string{name}); err != nil {
		return fmt.Errorf("storing texts: %w", w.st.wrap(err))
	}
	return nil
}

// commitBatch is the moment from which the batch is in the corpus.
func (w *Writer) commitBatch(batch []*pending, seg *segmentInfo, texts []segment.Text) error {
	b := w.st.db.NewBatch()
	defer b.Close()
	next := w.c
	next.generation++
	segs := slices.Clone(w.segs)
	if seg != nil {
		next.nextSegment++
		segs = append(segs, seg)
	}
	places := placesOf(seg, texts)
	touched := map[*segmentInfo]*roaring.Bitmap{}
	collections := map[string]int64{}
	var errs []error
	for _, p := range batch {
		slot := uint64(p.doc.Slot)
		errs = append(errs, b.Set(numKey(tableDoc, slot), appendRecord(nil, p.doc), nil))
		if p.old == nil {
			errs = append(errs, b.Set(nameKey(tableID, p.doc.ID), keyenc.AppendUint(nil, slot), nil))
		}
		if p.old != nil && !p.old.Removed {
			collections[p.old.Collection]--
		}
		if !p.doc.Removed {
			collections[p.doc.Collection]++
		}
		if p.reindex {
			errs = append(errs, w.bury(b, slot, touched))
			if at, ok := places[uint32(slot)]; ok {
				errs = append(errs, b.Set(numKey(tablePlace, slot), at.append(nil), nil))
			}
		}
	}
	for s, dead := range touched {
		t := *s
		t.dead = dead
		errs = append(errs, setDead(b, &t))
	}
	if seg != nil {
		errs = append(errs, setSegment(b, seg))
	}
	errs = append(errs, w.st.countCollections(b, collections), setHead(b, next))
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := w.apply(b); err != nil {
		return err
	}
	w.c, w.segs = next, segs
	for s, dead := range touched {
		s.dead = dead
	}
	for _, p := range batch {
		if p.reindex {
			w.docs[p.doc.Slot].place = places[uint32(p.doc.Slot)]
		}
	}
	return nil
}

// apply commits a batch durably. When that fails nobody knows what is on disk, so the Writer stops.
func (w *Writer) apply(b *pebble.Batch) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("writing to the store: %w", w.st.wrap(err))
			w.broken = err
		}
	}()
	defer guard(&err)
	return b.Commit(pebble.Sync)
}

// bury marks the candidates that a document has had as dead.
func (w *Writer) bury(b *pebble.Batch, slot uint64, touched map[*segmentInfo]*roaring.Bitmap) error {
	at := w.docs[slot].place
	if at.count == 0 {
		return nil
	}
	i := slices.IndexFunc(w.segs, func(s *segmentInfo) bool { return s.number == uint64(at.segment) })
	if i < 0 {
		return corruptf(w.st.dir, -1, "document in slot %d has its candidates in segment %d, which is not there", slot, at.segment)
	}
	s := w.segs[i]
	if touched[s] == nil {
		touched[s] = s.dead.Clone()
	}
	touched[s].AddRange(uint64(at.text), uint64(at.text)+uint64(at.count))
	return b.Delete(numKey(tablePlace, slot), nil)
}

// placesOf says where the documents of a new segment are.
func placesOf(seg *segmentInfo, texts []segment.Text) map[uint32]place {
	m := map[uint32]place{}
	for i, t := range texts {
		p, ok := m[t.Slot]
		if !ok {
			p = place{segment: uint32(seg.number), text: uint32(i)}
		}
		p.count++
		m[t.Slot] = p
	}
	return m
}

// countCollections adds to the numbers of documents in collections.
func (st *store) countCollections(b *pebble.Batch, delta map[string]int64) error {
	for name, d := range delta {
		if d == 0 {
			continue
		}
		key := nameKey(tableCollection, name)
		n := uint64(0)
		val, err := st.get(key)
		if err == nil {
			n, _, err = keyenc.Uint(val)
		}
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if n = uint64(int64(n) + d); n == 0 {
			err = b.Delete(key, nil)
		} else {
			err = b.Set(key, keyenc.AppendUint(nil, n), nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
