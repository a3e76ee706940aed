package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"example.com/verbatim/index/internal/keyenc"
	"example.com/verbatim/index/internal/segment"
	"example.com/verbatim/normalize"
	"github.com/cockroachdb/pebble/v2"
)

const (
	maxSegments = 8 // every probe looks into each
	mergeWidth  = 5 // so that a text is merged about once each time the corpus grows fivefold

	// Probes wait for memory, and each segment of a corpus that is larger than the caches costs them as much as a corpus of one. So largeRun
	// large segments of like size become one, up to the size that Write makes in two passes.
	largeRun       = 4
	largeEntries   = 4 << 20
	largestEntries = 128 << 20
)

// chooseMerge says which segments to make into one: the smallest ones when there are too many, large ones of like size, and those of which
// most texts are dead.
func (w *Writer) chooseMerge() []*segmentInfo {
	segs := slices.Clone(w.segs)
	slices.SortFunc(segs, func(a, b *segmentInfo) int { return cmp.Compare(a.entries, b.entries) })
	var out []*segmentInfo
	if len(segs) > maxSegments {
		out, segs = segs[:mergeWidth:mergeWidth], segs[mergeWidth:]
	} else if i := alike(segs); i >= 0 {
		out = slices.Clone(segs[i : i+largeRun])
		segs = slices.Delete(segs, i, i+largeRun)
	}
	for _, s := range segs {
		if 2*s.dead.GetCardinality() > s.texts {
			out = append(out, s)
		}
	}
	return out
}

// alike is where largeRun large segments of like size begin in segs, which are sorted; -1: nowhere.
func alike(segs []*segmentInfo) int {
	for i := range max(0, len(segs)-largeRun+1) {
		run := segs[i : i+largeRun]
		total := uint64(0)
		for _, s := range run {
			total += s.entries
		}
		if run[0].entries >= largeEntries && run[largeRun-1].entries <= 4*run[0].entries && total <= largestEntries {
			return i
		}
	}
	return -1
}

// merge rebuilds segments as one from the stored texts, without the dead ones. (They cannot be merged as they are: an entry holds too
// little of its hash to find its bucket in a larger segment.)
func (w *Writer) merge(ctx context.Context, old []*segmentInfo) error {
	var texts []segment.Text
	for _, s := range old {
		m, err := w.l.mapSegment(s)
		if err != nil {
			return err
		}
		for i, t := range m.Texts() {
			if !s.dead.ContainsInt(i) {
				texts = append(texts, t)
			}
		}
		if err := m.unmap(); err != nil {
			return err
		}
	}
	b := w.st.db.NewBatch()
	defer b.Close()
	if len(texts) == 0 {
		return w.replaceIn(ctx, b, old, nil)
	}
	return w.replaceIn(ctx, b, old, [][]segment.Text{texts})
}

// skeletons loads the skeletons of stored texts for segment.Write.
func (w *Writer) skeletons(texts []segment.Text) segment.Load {
	st := w.st
	type scratch struct {
		src []byte
		sk  normalize.Skeleton
	}
	pool := sync.Pool{New: func() any { return new(scratch) }}
	return func(_ context.Context, i int, buf []byte) ([]byte, error) {
		t := texts[i]
		s := pool.Get().(*scratch)
		defer pool.Put(s)
		key := numKey(tableText, uint64(t.Slot), uint64(t.Version))
		err := st.view(key, func(row []byte) (err error) {
			if s.src, err = parseTextRow(row, w.dec, s.src); err != nil {
				return corruptf(st.dir, -1, "text %d/%d: %w", t.Slot, t.Version, err)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		s.sk.Make(s.src, normalize.Reading(t.Reading))
		return append(buf[:0], s.sk.Bytes...), nil
	}
}

// recover brings the directory and the store together after a crash: texts that no commit named go, a commit that was not published is
// published, files that nothing names go.
// When repair is set, segments and CURRENT may be damaged.
func (w *Writer) recover(repair bool) error {
	orphans := numKey(tableText, w.c.nextSlot)
	end := keyenc.AppendEnd(tableKey(tableText))
	it, err := w.st.db.NewIter(&pebble.IterOptions{LowerBound: orphans, UpperBound: end})
	if err != nil {
		return w.st.wrap(err)
	}
	found := it.First()
	if err := errors.Join(it.Error(), it.Close()); err != nil {
		return w.st.wrap(err)
	}
	if found {
		b := w.st.db.NewBatch()
		if err := errors.Join(b.DeleteRange(orphans, end, nil), w.apply(b)); err != nil {
			return err
		}
	}
	for _, s := range w.segs {
		if repair {
			break
		}
		st, err := w.l.fs.Stat(w.l.segment(s.number))
		if err != nil {
			return corruptf(w.l.segment(s.number), -1, "segment is missing (doctor rebuilds it): %w", err)
		}
		if uint64(st.Size()) != s.size {
			return corruptf(w.l.segment(s.number), st.Size(), "file of %d bytes, expected %d (doctor rebuilds it)", st.Size(), s.size)
		}
	}
	g, err := w.l.currentGeneration()
	if IsCorrupt(err) && !repair {
		return err
	}
	if g > w.c.generation {
		return corruptf(w.st.dir, -1, "the store is at commit %d, the snapshot at %d", w.c.generation, g)
	}
	if err != nil || g != w.c.generation {
		if err := w.l.publish(w.st, w.c.generation, w.segs); err != nil {
			return err
		}
	}
	w.published = w.c.generation
	if err := w.l.clean(w.published, w.segs); err != nil {
		return fmt.Errorf("after a crash: %w", err)
	}
	return nil
}
