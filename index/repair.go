package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/verbatim/index/internal/keyenc"
	"example.com/verbatim/index/internal/segment"
	"example.com/verbatim/normalize"
	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/sync/errgroup"
)

// Repair makes anew what follows from documents and texts: the candidate index, the list of ids, the collections, the snapshot. It
// removes texts that no version names. Damage to the texts themselves it cannot mend: it fails with ErrCorrupt and changes nothing.
func Repair(ctx context.Context, dir string, o Options) (err error) {
	w, err := openWriter(dir, o, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := w.rebuild(ctx); err != nil {
		return fmt.Errorf("repairing the corpus: %w", err)
	}
	return w.Flush(ctx)
}

func (w *Writer) rebuild(ctx context.Context) error {
	docs := make([]*Document, len(w.docs))
	b := w.st.db.NewBatch()
	defer b.Close()
	errs := []error{clearTable(b, tableID), clearTable(b, tableCollection), clearTable(b, tablePlace)}
	collections := map[string]uint64{}
	for slot := range docs {
		d, err := w.record(uint32(slot))
		if err != nil {
			return err
		}
		docs[slot] = d
		errs = append(errs, b.Set(nameKey(tableID, d.ID), keyenc.AppendUint(nil, uint64(slot)), nil))
		if !d.Removed {
			collections[d.Collection]++
		}
	}
	for name, n := range collections {
		errs = append(errs, b.Set(nameKey(tableCollection, name), keyenc.AppendUint(nil, n), nil))
	}
	errs = append(errs, w.dropOrphans(b, docs))
	if err := errors.Join(errs...); err != nil {
		return err
	}
	texts, err := w.measure(ctx, docs)
	if err != nil {
		return err
	}
	return w.replaceIn(ctx, b, w.segs, groups(texts))
}

func clearTable(b *pebble.Batch, table string) error {
	k := tableKey(table)
	return b.DeleteRange(k, keyenc.AppendEnd(slices.Clone(k)), nil)
}

func (w *Writer) dropOrphans(b *pebble.Batch, docs []*Document) error {
	c := checker{docs: docs}
	return w.st.scan(tableKey(tableText), func(key, _ []byte) error {
		slot, rest, err := numOf(tableText, key)
		ordinal, _, err2 := keyenc.Uint(rest)
		if err != nil || err2 != nil || c.version(slot, uint32(ordinal)) == nil {
			return b.Delete(key, nil)
		}
		return nil
	})
}

// measure finds the texts to index and the lengths of their skeletons, in the order of slots.
func (w *Writer) measure(ctx context.Context, docs []*Document) ([]segment.Text, error) {
	found := make([][]segment.Text, len(docs))
	var next atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for range w.o.Workers {
		g.Go(func() error {
			var src []byte
			var sk normalize.Skeleton
			for {
				slot := int(next.Add(1)) - 1
				if slot >= len(docs) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				d := docs[slot]
				if d.Removed || d.Status != StatusOK {
					continue
				}
				v := d.current()
				err := w.st.view(numKey(tableText, uint64(slot), uint64(v.text)), func(row []byte) (err error) {
					if src, err = parseTextRow(row, w.dec, src); err != nil {
						err = corruptf(w.st.dir, -1, "text of %q: %w", d.ID, err)
					}
					return err
				})
				if errors.Is(err, ErrNotFound) {
					err = corruptf(w.st.dir, -1, "text of %q is missing", d.ID)
				}
				if err != nil {
					return err
				}
				for _, r := range readingsOf(src) {
					sk.Make(src, r)
					if len(sk.Bytes) >= segment.K {
						found[slot] = append(found[slot], segment.Text{Slot: uint32(slot), Version: v.text, Reading: uint32(r), Length: uint32(len(sk.Bytes))})
					}
				}
			}
		})
	}
	err := g.Wait()
	return slices.Concat(found...), err
}

// rebuildBytes is the size of the segments that Repair makes, in skeleton bytes.
const rebuildBytes = 256 << 20

// groups cuts texts into those of one segment each; the readings of a document stay together.
func groups(texts []segment.Text) (out [][]segment.Text) {
	from, size := 0, 0
	for i, t := range texts {
		if size >= rebuildBytes && t.Slot != texts[i-1].Slot {
			out = append(out, texts[from:i])
			from, size = i, 0
		}
		size += int(t.Length)
	}
	if from < len(texts) {
		out = append(out, texts[from:])
	}
	return out
}

// replaceIn puts new segments, one a group of texts, in the place of old ones, in one commit together with what is in b already.
func (w *Writer) replaceIn(ctx context.Context, b *pebble.Batch, old []*segmentInfo, groups [][]segment.Text) error {
	next := w.c
	next.generation++
	segs := slices.DeleteFunc(slices.Clone(w.segs), func(s *segmentInfo) bool { return slices.Contains(old, s) })
	places := map[uint32]place{}
	var errs []error
	for _, texts := range groups {
		slices.SortFunc(texts, func(a, b segment.Text) int {
			return cmp.Or(cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Reading, b.Reading))
		})
		seg, err := w.writeSegment(ctx, next.nextSegment, texts, w.skeletons(texts))
		if err != nil {
			return err
		}
		next.nextSegment++
		segs = append(segs, seg)
		errs = append(errs, setSegment(b, seg))
		for slot, at := range placesOf(seg, texts) {
			places[slot] = at
			errs = append(errs, b.Set(numKey(tablePlace, uint64(slot)), at.append(nil), nil))
		}
	}
	for _, s := range old {
		errs = append(errs, deleteSegment(b, s.number))
	}
	if err := errors.Join(append(errs, setHead(b, next))...); err != nil {
		return err
	}
	if err := w.apply(b); err != nil {
		return err
	}
	w.c, w.segs = next, segs
	for slot, at := range places {
		w.docs[slot].place = at
	}
	return nil
}
