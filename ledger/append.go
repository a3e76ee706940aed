package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"example.com/verbatim/internal/durable"
	"golang.org/x/mod/sumdb/tlog"
	"golang.org/x/sync/errgroup"
)

// batch is one call of AppendSealed.
type batch struct {
	entries [][]Sealed

	done  bool // guarded by Log.seqMu, as is all below
	first int64
	err   error
}

// staged is what one commit writes.
type staged struct {
	sealed                          []Sealed
	records, hashes, offsets, vault []byte
}

// Append commits entries as one batch and returns the index of the first in the log. When it returns without an error
// the records are durable. When it returns an error none of them counts: but after an error in the very last step (the
// sync of the folder after the checkpoint's rename) a later Open may find them committed.
//
// Concurrent calls share a commit: each batch stays together, batches follow each other in the order of arrival. A
// context that ends before the commit begins stops it; the commit itself is not interrupted.
//
// After a failed write every later Append fails with the same error, as nobody can say what is on the disk; Open
// recovers. A record that cannot be written down (a score that is not a number) fails the call and nothing else.
func (l *Log) Append(ctx context.Context, entries []Entry) (first int64, err error) {
	list := make([]Sealed, len(entries))
	room := 0 // growing a large buffer again and again costs more than the hashes
	for i := range entries {
		e := &entries[i]
		room += recordRoom + saltSize + len(e.QuoteID) + len(e.CallerID) + len(e.Words)
	}
	buf := make([]byte, 0, room)
	s := l.Sealer()
	if err := s.draw(len(entries)); err != nil {
		return 0, err
	}
	for i := range entries {
		if i%1024 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if buf, list[i], err = s.Seal(buf, &entries[i]); err != nil {
			return 0, fmt.Errorf("entry %d of the batch: %w", i, err)
		}
	}
	return l.AppendSealed(ctx, list)
}

// recordRoom is more than most records need, in bytes.
const recordRoom = 768

func (l *Log) keepsWords(r *Record) bool {
	return l.o.TextMode == TextAll || l.o.TextMode == TextFabricated && r.Status == statusFabricated
}

// commit appends batches as one commit and answers each.
func (l *Log) commit(batches []*batch) {
	first, err := l.append(batches)
	for _, b := range batches {
		b.first, b.err, b.done = first, err, true
		for _, list := range b.entries {
			first += int64(len(list))
		}
	}
}

// append is the sequencer. Its steps, in this order:
//
//  1. stage: records, hashes, offsets and words are written behind what is committed, and synced;
//  2. commit: the new checkpoint replaces the old one;
//  3. publish: readers of this Log see the new size, and the tiles grow.
//
// A crash before the rename in 2 leaves the old log and a tail that Open cuts off; after it, the new log.
func (l *Log) append(batches []*batch) (first int64, err error) {
	switch {
	case l.closed:
		return 0, ErrClosed
	case l.failed != nil:
		return 0, fmt.Errorf("an earlier write failed, open the ledger again: %w", l.failed)
	}
	first = l.front.size
	if l.buf.collect(batches); len(l.buf.sealed) == 0 {
		return first, nil
	}
	defer func() { clear(l.buf.sealed) }() // they point to what is the callers' again
	front, end, err := l.stage()
	if err != nil {
		l.failed = err
		return 0, err
	}
	c := checkpoint{origin: l.signer.Name(), size: front.size, root: front.root()}
	msg, err := c.sign(l.signer)
	if err != nil {
		l.failed = err
		return 0, fmt.Errorf("signing checkpoint: %w", err)
	}
	if err := durable.WriteFileFS(l.o.FS, filepath.Join(l.dir, fileCheckpoint), msg, 0o644); err != nil {
		l.failed = fmt.Errorf("committing: %w", err)
		return 0, l.failed
	}
	l.front, l.end = front, end
	l.store.recent.first, l.store.recent.sealed = first, l.buf.sealed
	l.publish(c.size, c.root, msg)
	l.store.recent.sealed = nil
	return first, nil
}

// collect lists the records of a commit.
func (s *staged) collect(batches []*batch) {
	s.sealed = s.sealed[:0]
	for _, b := range batches {
		for _, list := range b.entries {
			s.sealed = append(s.sealed, list...)
		}
	}
}

// fill makes the bytes of some records and moves front and end behind them.
func (s *staged) fill(front *frontier, end *ends, records []Sealed) {
	s.records, s.hashes, s.offsets, s.vault = s.records[:0], s.hashes[:0], s.offsets[:0], s.vault[:0]
	for i := range records {
		x := &records[i]
		index := front.size
		s.records = appendFrame(s.records, index, x.record)
		end.record += frameHeaderSize + int64(len(x.record))
		if len(x.words) > 0 {
			s.vault = appendVault(s.vault, index, x.words)
			end.vault += vaultHeaderSize + int64(len(x.words))
		}
		s.offsets = appendOffset(s.offsets, index, *end)
		s.hashes = front.push(s.hashes, x.leaf)
	}
}

// stagedAtOnce is how many records are made into bytes and written at once: many, and few enough for the bytes to stay in the processor's
// caches until they are written.
const stagedAtOnce = 512

// stage writes the collected records behind what is committed, syncs them, and returns where they end.
func (l *Log) stage() (frontier, ends, error) {
	front, end := l.front, l.end
	seg := l.store.vault[len(l.store.vault)-1]
	keeps := slices.ContainsFunc(l.buf.sealed, func(x Sealed) bool { return len(x.words) > 0 })
	if keeps && l.end.vault-seg.base >= l.o.SegmentBytes {
		var err error
		if seg, err = l.newSegment(); err != nil {
			return front, end, fmt.Errorf("starting a vault segment: %w", err)
		}
	}
	for rest := l.buf.sealed; len(rest) > 0; {
		n := min(len(rest), stagedAtOnce)
		size, from := front.size, end
		l.buf.fill(&front, &end, rest[:n])
		rest = rest[n:]
		for _, w := range []struct {
			f    durable.File
			file string
			b    []byte
			off  int64
		}{
			{l.records, fileRecords, l.buf.records, from.record},
			{l.hashes, fileHashes, l.buf.hashes, headerSize + hashSize*tlog.StoredHashCount(size)},
			{l.offsets, fileOffsets, l.buf.offsets, headerSize + offsetSize*size},
			{l.vault, filepath.Join(dirVault, seg.name), l.buf.vault, headerSize + from.vault - seg.base},
		} {
			if len(w.b) == 0 {
				continue
			}
			if _, err := w.f.WriteAt(w.b, w.off); err != nil {
				return front, end, fmt.Errorf("writing %q: %w", w.file, err)
			}
		}
	}
	var g errgroup.Group // the syncs wait for the same disk: together they take little longer than one
	sync := func(f durable.File, file string) {
		g.Go(func() error {
			if err := f.Sync(); err != nil {
				return fmt.Errorf("syncing %q: %w", file, err)
			}
			return nil
		})
	}
	sync(l.records, fileRecords)
	sync(l.hashes, fileHashes)
	sync(l.offsets, fileOffsets)
	if keeps {
		sync(l.vault, filepath.Join(dirVault, seg.name))
	}
	return front, end, g.Wait()
}

// newSegment starts the next vault segment. Its name must be durable before the commit.
func (l *Log) newSegment() (segment, error) {
	seg := segment{base: l.end.vault, name: segmentName(l.end.vault)}
	dir := filepath.Join(l.dir, dirVault)
	f, err := l.o.FS.OpenFile(filepath.Join(dir, seg.name), os.O_RDWR|os.O_CREATE|os.O_TRUNC, dataPerm(dirVault))
	if err != nil {
		return segment{}, err
	}
	l.files = append(l.files, f)
	if _, err := f.WriteAt(header(dirVault), 0); err != nil {
		return segment{}, err
	}
	if err := l.o.FS.SyncDir(dir); err != nil {
		return segment{}, err
	}
	seg.f, l.vault = f, f
	l.store.vault = append(l.store.vault, seg)
	return seg, nil
}

// publish shows a commit to the users of this Log and brings the derived tiles up to it. Open runs it too: whatever an
// interrupted writer did not get to do after its commit is done here.
func (l *Log) publish(size int64, root [hashSize]byte, msg []byte) {
	l.stateMu.Lock()
	l.state.hw, l.state.checkpoint = HighWater{size, root}, msg
	l.stateMu.Unlock()
	if l.tileErr == nil {
		// The records are committed whatever happens here; the tiles can be made later. Close reports it.
		l.tileErr = l.tiles.grow(&l.store, size)
	}
}
