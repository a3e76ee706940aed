package ledger

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/tlog"
)

// checkRecords goes through records, hashes, offsets and vault at once.
//
// It must go on behind damage, so it has two ways to find the next record: where offsets says that the one before ends,
// or, should that entry be damaged, where the one before ends by its own length.
func (c *checker) checkRecords(ctx context.Context) error {
	cur := newStoreCursor(&c.store, c.c.size)
	var (
		records frontier // over the records as they are
		stored  frontier // over the hashes as they are stored
		pos     = startEnds()
		vaultOK = true // pos.vault is known
		prefix  []byte
		nodes   []byte
		lost    int64 // records without any readable bytes
	)
	for i := range c.c.size {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to, err := cur.store.ends(i)
		known := err == nil
		if err != nil {
			c.fault(ProblemOffset, i, "rebuild offsets from records", err)
			to, err = c.measure(cur, i, pos)
		}
		if err != nil {
			// Neither says where this record ends: the next sound entry of offsets leads on.
			c.fault(ProblemFrame, i, repairRestore, err)
			records.push(nil, [hashSize]byte{})
			c.checkHash(cur, i, nil, &stored)
			vaultOK, lost = false, lost+1
			continue
		}
		var body []byte
		body, cur.buf, err = cur.store.frame(i, pos, to, cur.buf)
		if err != nil {
			c.fault(ProblemFrame, i, repairRestore, err)
			// Even a damaged frame's bytes are hashed: whether the record itself is intact is for the tree to say.
			if n := to.record - pos.record; n > frameHeaderSize && int64(len(cur.buf)) == n {
				body = cur.buf[frameHeaderSize:]
			}
		}
		prefix = append(append(prefix[:0], 0), body...)
		nodes = records.push(nodes[:0], leafHash(prefix))
		c.checkHash(cur, i, nodes, &stored)
		c.sum.Bytes += int64(len(body))

		var rec *Record
		if err == nil {
			if rec, err = ParseRecord(body); err != nil {
				c.fault(ProblemRecord, i, "", damage(fileRecords, pos.record, "record %d: %v", i, err))
			} else {
				c.sum.Statuses[rec.Status]++
			}
		}
		if known && vaultOK {
			var p *Private
			if p, cur.words, err = cur.store.private(i, pos, to, cur.words); err != nil {
				c.fault(ProblemVault, i, repairRestore, err)
			} else {
				c.checkWords(rec, p, i, pos)
			}
		}
		pos, vaultOK = to, known
	}
	c.checkRoot(&records, lost)
	c.checkSegments(pos.vault, vaultOK)
	if fi, err := os.Stat(filepath.Join(c.dir, fileRecords)); err == nil {
		c.sum.Staged = max(fi.Size()-pos.record, 0)
	}
	return nil
}

// measure finds the end of a record by its own length.
func (c *checker) measure(cur *cursor, index int64, pos ends) (ends, error) {
	var b [frameHeaderSize]byte
	if err := readFull(cur.store.records, b[:], pos.record, fileRecords); err != nil {
		return ends{}, err
	}
	n := int64(binary.LittleEndian.Uint32(b[:]))
	if n == 0 || n > MaxRecord {
		return ends{}, damage(fileRecords, pos.record, "record %d: frame gives its length as %d", index, n)
	}
	return ends{pos.record + frameHeaderSize + n, pos.vault}, nil
}

// checkHash compares the stored hashes that record index completes with computed, the same ones made from the records
// (nil where the record is lost). A node is also right if it is that of its stored children, so that one bad leaf is not
// held against all the nodes above it, nor a bad node against those.
func (c *checker) checkHash(cur *cursor, index int64, computed []byte, stored *frontier) {
	at := tlog.StoredHashIndex(0, index)
	got := make([]byte, (tlog.StoredHashCount(index+1)-at)*hashSize)
	if err := readFull(cur.store.hashes, got, headerSize+at*hashSize, fileHashes); err != nil {
		c.fault(ProblemHash, index, "rebuild hashes from records", err)
		stored.push(nil, [hashSize]byte{})
		return
	}
	h := [hashSize]byte(got)
	if computed != nil && h != [hashSize]byte(computed) {
		c.find(Finding{ProblemHash, fileHashes, headerSize + at*hashSize, index,
			fmt.Sprintf("record %d: the stored hash is not that of the record", index), "compare with tiles or a backup: record or hash was changed"})
	}
	l := 0
	for n := stored.size; n&1 == 1; n >>= 1 {
		h = nodeHash(&stored.nodes[l], &h)
		l++
		have := [hashSize]byte(got[l*hashSize:])
		if have != h && (computed == nil || have != [hashSize]byte(computed[l*hashSize:])) {
			c.find(Finding{ProblemHash, fileHashes, headerSize + (at+int64(l))*hashSize, index,
				fmt.Sprintf("the stored hash of records %d to %d is not that of its halves", index+1-1<<l, index), "rebuild hashes from records"})
		}
		h = have
	}
	stored.nodes[l] = h
	stored.size++
}

func (c *checker) checkRoot(records *frontier, lost int64) {
	c.sum.Computed = records.root()
	if c.known && c.sum.Computed != c.c.root {
		detail := "the records do not give the root hash of the checkpoint"
		if lost > 0 {
			detail += fmt.Sprintf("; %d of them could not be read", lost)
		}
		c.find(Finding{ProblemRoot, fileCheckpoint, -1, -1, detail, ""})
	}
}

// checkSegments checks that the vault's segments follow each other without a gap. Behind the committed end a writer may
// be at work.
func (c *checker) checkSegments(end int64, known bool) {
	var next int64
	for _, s := range c.store.vault {
		if known && s.base > end {
			break
		}
		if s.base != next {
			c.find(Finding{ProblemMissing, dirVault, -1, -1, fmt.Sprintf("a segment is missing, or one of the wrong length: position %d to %d", next, s.base), repairRestore})
		}
		fi, err := os.Stat(filepath.Join(c.dir, dirVault, s.name))
		if err != nil {
			return // reported when it was opened
		}
		next = s.base + max(fi.Size()-headerSize, 0)
	}
	if known && next < end {
		c.find(Finding{ProblemVault, dirVault, -1, -1, fmt.Sprintf("the vault ends at position %d, %d bytes too early", next, end-next), repairRestore})
	}
}
