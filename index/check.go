package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"example.com/verbatim/index/internal/keyenc"
	"example.com/verbatim/index/internal/segment"
	"example.com/verbatim/normalize"
)

const (
	hintRepair  = "repair makes the candidate index anew from the stored texts"
	hintWriter  = "repair, or the next index run, publishes and cleans up"
	hintBackup  = "take the corpus from a backup, or index the documents into a new one"
	hintSearch  = "index --search builds the passages anew"
	hintOrphans = "repair removes it; it takes room and does no harm"
)

// Check reads all of the newest snapshot of the corpus in dir and reports every fault: damaged files and rows, texts that differ from
// their hashes, texts whose k-mers are not found. It changes nothing and runs beside a writer. Its error says why it could not go on, not
// that something is wrong.
func Check(ctx context.Context, dir string, o Options, report func(Finding)) (err error) {
	o = o.withDefaults()
	c := &checker{report: report, s: &Snapshot{l: layout{o.fs, dir}, o: o}}
	defer func() { err = errors.Join(err, c.s.Close()) }()
	for _, step := range []func(context.Context) error{c.open, c.files, c.documents, c.texts, c.passages} {
		err := step(ctx)
		if errors.Is(err, errStop) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("checking the corpus: %w", err)
		}
	}
	return ctx.Err()
}

// errStop says that a fault was reported that keeps Check from looking further.
var errStop = errors.New("stop")

type checker struct {
	s      *Snapshot // its store and decoder are open, its segments where they are whole
	report func(Finding)
	head   counters
	infos  []*segmentInfo
	docs   []*Document // by slot; nil where the record cannot be read
}

func (c *checker) fault(kind FindingKind, file string, off int64, key string, hint, format string, args ...any) {
	c.report(Finding{Kind: kind, File: c.s.l.relative(file), Offset: off, Key: key, Err: fmt.Sprintf(format, args...), Hint: hint})
}

// damaged reports err when it is damage and returns it when it is not.
func (c *checker) damaged(err error, file, key, hint string) error {
	if err == nil || !IsCorrupt(err) {
		return err
	}
	c.fault(Checksum, file, -1, key, hint, "%v", err)
	return nil
}

// open gets at the snapshot. Without it there is nothing to check.
func (c *checker) open(context.Context) (err error) {
	l := c.s.l
	stop := func(err error, file, hint string) error {
		if err := c.damaged(err, file, "", hint); err != nil {
			return err
		}
		return errStop
	}
	if err := l.checkFormat(false); err != nil {
		return stop(err, l.path(formatFile), hintBackup)
	}
	for try := 1; ; try++ {
		current := l.path(snapshotsDir, currentFile)
		if c.s.gen, err = l.currentGeneration(); errors.Is(err, fs.ErrNotExist) {
			err = corruptf(current, -1, "%w", err)
		}
		if err != nil {
			return stop(err, current, hintWriter)
		}
		c.s.hold, err = l.holdSnapshot(c.s.gen)
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		if try == openAttempts {
			c.fault(Missing, l.snapshot(c.s.gen), -1, "", hintWriter, "the current snapshot is not there")
			return errStop
		}
	}
	if err != nil {
		return err
	}
	dir := l.snapshot(c.s.gen, storeDir)
	if c.s.st, err = openStore(l.fs, dir, true, c.s.o.Log); err != nil {
		return stop(err, dir, hintBackup)
	}
	if c.head, c.infos, err = c.s.st.head(); err != nil {
		return stop(err, dir, hintBackup)
	}
	dict, err := l.dictionary(c.s.st)
	if err != nil {
		return stop(err, dir, hintBackup)
	}
	if _, err := c.s.st.dictionary(); err != nil {
		c.fault(Checksum, dir, -1, "dictionary", hintBackup, "%v; the copy of the dictionary is read", err)
	}
	if second, err := l.dictionaryCopy(); dict != nil && (err != nil || !bytes.Equal(second, dict)) {
		c.fault(Checksum, l.path(dictionaryFile), -1, "", hintWriter, "the copy of the dictionary is missing or damaged")
	}
	c.s.dec, err = newDecoder(dict)
	return err
}

// files looks at segment files and at what should not be there.
func (c *checker) files(ctx context.Context) error {
	l := c.s.l
	named := map[string]bool{}
	for _, info := range c.infos {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := l.segment(info.number)
		named[segmentName(info.number)] = true
		m, err := l.mapSegment(info)
		if err == nil {
			c.s.segs = append(c.s.segs, newSearched(m, info.dead))
			if err = m.VerifyEntries(); err == nil {
				continue
			}
		}
		var f *segment.Fault
		switch {
		case errors.As(err, &f) && f.Truncated:
			c.fault(Truncated, name, f.Offset, "", hintRepair, "%s", f.What)
		case errors.As(err, &f):
			c.fault(Checksum, name, f.Offset, "", hintRepair, "%s", f.What)
		case IsCorrupt(err):
			c.fault(Missing, name, -1, "", hintRepair, "segment file is not there")
		default:
			return err
		}
	}
	// Segments of other generations are in use while readers hold those.
	snaps, err := l.fs.List(l.path(snapshotsDir))
	if err != nil {
		return err
	}
	for _, n := range snaps {
		if strings.HasPrefix(n, newPrefix) || strings.HasPrefix(n, deadPrefix) || strings.HasSuffix(n, tmpSuffix) {
			c.fault(Orphan, l.path(snapshotsDir, n), -1, "", hintOrphans, "left half made")
		}
		segs, err := l.readFile(l.path(snapshotsDir, n, listFile))
		if err == nil {
			for line := range strings.Lines(string(segs)) {
				named[fmt.Sprintf("%06s.seg", strings.TrimSpace(line))] = true
			}
		}
	}
	names, err := l.fs.List(l.path(segmentsDir))
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, n := range names {
		if num, ok := parseSegmentName(n); !ok || !named[segmentName(num)] {
			c.fault(Orphan, l.path(segmentsDir, n), -1, "", hintOrphans, "no snapshot names it (unless a writer is at work)")
		}
	}
	return nil
}

// documents looks at the rows of documents, ids and places.
func (c *checker) documents(context.Context) error {
	st, n := c.s.st, int(c.head.nextSlot)
	c.docs = make([]*Document, n)
	ids := map[string]int{}
	err := st.scan(tableKey(tableDoc), func(key, val []byte) error {
		slot, _, err := numOf(tableDoc, key)
		if err != nil || slot >= uint64(n) {
			c.fault(Dangling, st.dir, -1, keyenc.Format(key), hintBackup, "slot is not below %d", n)
			return nil
		}
		d, err := parseRecord(uint32(slot), val)
		if err != nil {
			c.fault(Checksum, st.dir, -1, keyenc.Format(key), hintBackup, "%v", err)
			return nil
		}
		c.docs[slot] = d
		if other, ok := ids[d.ID]; ok {
			c.fault(Dangling, st.dir, -1, keyenc.Format(key), hintBackup, "id %q is that of slot %d too", d.ID, other)
		}
		ids[d.ID] = int(slot)
		return nil
	})
	if err := c.damaged(err, st.dir, tableDoc, hintBackup); err != nil {
		return err
	}
	err = st.scan(tableKey(tableID), func(key, val []byte) error {
		id, _, err := keyenc.String(key[len(tableKey(tableID)):])
		slot, _, err2 := keyenc.Uint(val)
		if at, ok := ids[id]; err != nil || err2 != nil || !ok || uint64(at) != slot {
			c.fault(Dangling, st.dir, -1, keyenc.Format(key), hintRepair, "points to slot %d, which is not that document", slot)
		}
		delete(ids, id)
		return nil
	})
	for id := range ids {
		c.fault(Missing, st.dir, -1, id, hintRepair, "the document's id is not listed")
	}
	for slot, d := range c.docs {
		if d == nil {
			c.fault(Missing, st.dir, -1, keyenc.Format(numKey(tableDoc, uint64(slot))), hintBackup, "document is not there")
		}
	}
	if err := c.damaged(err, st.dir, tableID, hintRepair); err != nil {
		return err
	}
	c.s.places = make([]place, n)
	err = c.s.loadPlaces()
	if errors.Is(err, errRecord) {
		err = corruptf(st.dir, -1, "%w", err)
	}
	return c.damaged(err, st.dir, tablePlace, hintRepair)
}

// texts looks at every stored text and at the candidates of the current ones.
func (c *checker) texts(ctx context.Context) error {
	st := c.s.st
	type ref struct{ slot, ordinal uint32 }
	seen := map[ref]bool{}
	var src []byte
	err := st.scan(tableKey(tableText), func(key, val []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		slot, rest, err := numOf(tableText, key)
		ordinal, rest, err2 := keyenc.Uint(rest)
		r := ref{uint32(slot), uint32(ordinal)}
		v := c.version(slot, uint32(ordinal))
		if err != nil || err2 != nil || v == nil || len(rest) > 0 {
			c.fault(Orphan, st.dir, -1, keyenc.Format(key), hintOrphans, "no version of a document names this text")
			return nil
		}
		seen[r] = true
		if src, err = parseTextRow(val, c.s.dec, nil); err != nil {
			c.fault(Checksum, st.dir, -1, keyenc.Format(key), hintBackup, "%v", err)
			return nil
		}
		if sha256.Sum256(src) != v.Hash {
			c.fault(Checksum, st.dir, -1, keyenc.Format(key), hintBackup, "SHA-256 of the text of %q is not that of its version", c.docs[slot].ID)
			return nil
		}
		if d := c.docs[slot]; !d.Removed && d.Status == StatusOK && d.current().text == r.ordinal {
			c.candidates(d, src)
		}
		return nil
	})
	if err := c.damaged(err, st.dir, tableText, hintBackup); err != nil {
		return err
	}
	if err != nil {
		return nil // the rows after the damage were not seen: do not call them missing
	}
	for slot, d := range c.docs {
		if d == nil {
			continue
		}
		for _, v := range d.Versions {
			if r := (ref{uint32(slot), v.text}); !seen[r] {
				seen[r] = true
				c.fault(Missing, st.dir, -1, keyenc.Format(numKey(tableText, uint64(slot), uint64(v.text))), hintBackup, "a text of %q is not there", d.ID)
			}
		}
	}
	return nil
}

func (c *checker) version(slot uint64, ordinal uint32) *VersionInfo {
	if slot < uint64(len(c.docs)) && c.docs[slot] != nil {
		for i, v := range c.docs[slot].Versions {
			if v.text == ordinal {
				return &c.docs[slot].Versions[i]
			}
		}
	}
	return nil
}

// candidates looks for each sampled k-mer of a current text.
func (c *checker) candidates(d *Document, src []byte) {
	at := c.s.places[d.Slot]
	i := uint32(0)
	for _, r := range readingsOf(src) {
		var sk normalize.Skeleton
		sk.Make(src, r)
		if len(sk.Bytes) < segment.K {
			continue
		}
		if i >= at.count {
			c.fault(Missing, c.s.st.dir, -1, d.ID, hintRepair, "the document has no candidates in reading %d", r)
			return
		}
		g, text := c.s.segs[at.segment], at.text+i
		t := g.Texts()[text]
		i++
		name := c.s.l.segment(g.number)
		if g.row[text].slot != uint32(d.Slot) || t.Version != d.current().text || t.Reading != uint32(r) || int(t.Length) != len(sk.Bytes) {
			c.fault(Dangling, name, -1, d.ID, hintRepair, "text %d of the segment is not that of the document", text)
			continue
		}
		unit := t.Start
		for j := 0; j+segment.K <= len(sk.Bytes); j += segment.Stride {
			if g.Within(g.Group(segment.Hash(sk.Bytes[j:])), unit, unit+1).Len() == 0 {
				c.fault(Missing, name, -1, d.ID, hintRepair, "the k-mer at skeleton byte %d is not found", j)
				break
			}
			unit++
		}
	}
}

// passages looks at the passages, as far as that is quick.
func (c *checker) passages(context.Context) error {
	if _, err := c.s.l.covered(); errors.Is(err, ErrNoPassages) {
		return nil
	} else if err != nil {
		return c.damaged(err, c.s.l.path(passagesDir), "", hintSearch)
	}
	ix, err := c.s.openPassages()
	if err == nil {
		_, err = ix.DocCount()
	}
	return c.damaged(err, c.s.l.path(passagesDir), "", hintSearch)
}
