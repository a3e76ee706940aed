package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/note"
)

// The problems that Verify finds.
const (
	ProblemKey          = "key"          // public or private key malformed, or they do not belong together
	ProblemCheckpoint   = "checkpoint"   // malformed, missing, or not signed by the key
	ProblemRoot         = "root"         // the records do not give the root hash of the checkpoint
	ProblemHeader       = "header"       // a file does not begin as its format says
	ProblemFrame        = "frame"        // a record's frame is damaged or cut off
	ProblemRecord       = "record"       // a record is intact but not in the form of its schema
	ProblemHash         = "hash"         // a stored hash is not that of its record, or of its children
	ProblemOffset       = "offset"       // an entry of offsets is damaged
	ProblemVault        = "vault"        // kept words are damaged, or not those of their record
	ProblemTile         = "tile"         // a derived tile is damaged
	ProblemMissing      = "missing"      // a file is not there
	ProblemUnexpected   = "unexpected"   // a file is there that has no place
	ProblemRollback     = "rollback"     // the log is shorter than it was
	ProblemInconsistent = "inconsistent" // the log does not continue an earlier one
	ProblemRead         = "read"         // a file cannot be read: nothing is known of it
)

const (
	repairRestore = "restore the file from a backup"
	repairTiles   = "derived: let the writer rebuild the tiles"
)

// VerifyOptions say what else to compare a log with.
type VerifyOptions struct {
	Since     []byte     // an earlier signed checkpoint of the log: it must be a prefix; nil: none
	HighWater *HighWater // what the caller remembers of the log; nil: nothing
}

// Finding is one thing that is wrong.
type Finding struct {
	Problem string // one of the Problem constants
	File    string // relative to the ledger's folder, with slashes; empty where it is not about a file
	Offset  int64  // byte in File, -1: the file as a whole
	Index   int64  // index of the record concerned, -1: none in particular
	Detail  string // in words
	Repair  string // what to do about it; empty where nothing but the finding is left
}

func (f Finding) String() string {
	s := f.Problem + ": "
	if f.File != "" {
		s += f.File
		if f.Offset >= 0 {
			s += fmt.Sprintf(" at byte %d", f.Offset)
		}
		s += ": "
	}
	return s + f.Detail
}

// Summary counts what Verify read.
type Summary struct {
	Origin   string           // name of the log
	Size     int64            // records, by the checkpoint
	Root     [32]byte         // root hash, by the checkpoint
	Computed [32]byte         // root hash, by the records
	Findings int64            // 0: all is well
	Statuses map[string]int64 // records by status
	Bytes    int64            // of records
	Words    int64            // records whose words are kept
	Erased   int64            // records whose words were erased
	Tiles    int64            // tiles and bundles compared
	Staged   int64            // bytes beyond the checkpoint in file records: a commit in progress or interrupted; no fault
}

// Verify re-reads the whole ledger in dir, beside a writer if there is one: it checks headers, frames and checksums,
// recomputes every hash up to the root, checks the signature, that kept words are those of their record, that the tiles
// agree, and that the log continues what VerifyOptions remember. Each fault is handed to report as it is found; none
// stops it. The error tells only why Verify itself could not run: no ledger there, or ctx ended. Faults are in
// Summary.Findings.
func Verify(ctx context.Context, dir string, o VerifyOptions, report func(Finding)) (Summary, error) {
	c := &checker{dir: dir, o: o, report: report, sum: Summary{Statuses: map[string]int64{}}}
	if err := isLedger(dir); errors.Is(err, ErrNoLedger) {
		return c.sum, err
	} else if err != nil {
		c.fault(ProblemCheckpoint, -1, repairRestore, err)
	}
	err := c.run(ctx)
	return c.sum, err
}

// Verify re-reads the whole ledger, as it is now: see the function Verify.
func (r *Reader) Verify(ctx context.Context, o VerifyOptions, report func(Finding)) (Summary, error) {
	return Verify(ctx, r.dir, o, report)
}

// checker is one run of Verify.
type checker struct {
	dir      string
	o        VerifyOptions
	report   func(Finding)
	sum      Summary
	verifier note.Verifier // nil when the public key is damaged
	c        checkpoint
	known    bool // c could be read
	tiled    int64
	store    store
	files    []*os.File
}

func (c *checker) find(f Finding) {
	f.File = filepath.ToSlash(f.File)
	c.sum.Findings++
	if c.report != nil {
		c.report(f)
	}
}

// fault reports an error, with the place that it names.
func (c *checker) fault(problem string, index int64, repair string, err error) {
	f := Finding{Problem: problem, Offset: -1, Index: index, Detail: err.Error(), Repair: repair}
	var d *DamageError
	if errors.As(err, &d) {
		f.File, f.Offset, f.Detail = d.File, d.Offset, d.Detail
	} else {
		f.Problem, f.Repair = ProblemRead, "make the file readable, then verify again"
	}
	c.find(f)
}

func (c *checker) run(ctx context.Context) error {
	defer func() {
		for _, f := range c.files {
			f.Close()
		}
	}()
	// The marker first: it is written after its checkpoint, so read in this order it can never be ahead of a sound one.
	var err error
	if c.tiled, err = readTiled(c.dir); err != nil {
		c.fault(ProblemTile, -1, repairTiles, err)
	}
	c.checkKeys()
	c.checkCheckpoint()
	c.openFiles()
	if err := c.checkRecords(ctx); err != nil {
		return err
	}
	if err := c.checkTiles(ctx); err != nil {
		return err
	}
	c.checkHistory()
	return ctx.Err()
}

func (c *checker) checkKeys() {
	v, public, err := loadPublicKey(c.dir)
	if err != nil {
		c.fault(ProblemKey, -1, repairRestore, err)
	} else {
		c.verifier = v
	}
	// The private key may be elsewhere, or for the writer's eyes only: then there is nothing to say about it.
	line, err := readLimited(filepath.Join(c.dir, fileKey), 4096)
	if err != nil {
		return
	}
	_, ours, err := parseSigner(line)
	if err == nil && c.verifier != nil && ours != public {
		err = fmt.Errorf("it is not the private part of %q", filePublicKey)
	}
	if err != nil {
		c.fault(ProblemKey, -1, repairRestore, damage(fileKey, -1, "%v", err))
	}
}

func (c *checker) checkCheckpoint() {
	msg, err := readLimited(filepath.Join(c.dir, fileCheckpoint), 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return // reported at the start
	}
	if err != nil {
		c.fault(ProblemCheckpoint, -1, repairRestore, err)
		return
	}
	if _, err := parseCheckpoint(msg, c.verifier); err != nil {
		c.fault(ProblemCheckpoint, -1, repairRestore, damage(fileCheckpoint, -1, "%v", err))
	}
	// A bad signature does not keep the rest from being compared with what the text says.
	if c.c, err = parseCheckpoint(msg, nil); err == nil {
		c.known = true
		c.sum.Origin, c.sum.Size, c.sum.Root = c.c.origin, c.c.size, c.c.root
	}
}

func (c *checker) openFiles() {
	open := func(file, name string) readerAt {
		f, err := os.Open(filepath.Join(c.dir, file))
		if errors.Is(err, fs.ErrNotExist) {
			c.fault(ProblemMissing, -1, repairRestore, damage(file, -1, "the file is missing"))
			return bytes.NewReader(nil)
		}
		if err != nil {
			c.fault(ProblemRead, -1, "", err)
			return bytes.NewReader(nil)
		}
		c.files = append(c.files, f)
		if err := checkHeader(f, file, name); err != nil {
			c.fault(ProblemHeader, -1, repairRestore, err)
		}
		return f
	}
	c.store.records = open(fileRecords, fileRecords)
	c.store.hashes = open(fileHashes, fileHashes)
	c.store.offsets = open(fileOffsets, fileOffsets)
	if !c.known {
		// Without a checkpoint the best guess at the size is what offsets holds.
		if fi, err := os.Stat(filepath.Join(c.dir, fileOffsets)); err == nil {
			c.c.size = max(fi.Size()-headerSize, 0) / offsetSize
		}
	}
	segs, err := listSegments(c.dir)
	if err != nil {
		c.fault(ProblemMissing, -1, repairRestore, err)
	}
	if end, err := c.store.ends(c.c.size - 1); err == nil {
		segs = committedSegments(segs, end.vault)
	}
	for _, s := range segs {
		file, err := sealed(c.dir, s.name)
		s.f = file
		var damaged *DamageError
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.As(err, &damaged) && damaged.Offset < 0:
			c.fault(ProblemMissing, -1, repairRestore, err)
			s.f = bytes.NewReader(nil)
		case err != nil:
			c.fault(ProblemHeader, -1, repairRestore, err)
		}
		c.store.vault = append(c.store.vault, s)
	}
}

// checkHistory compares the log with what is remembered of it.
func (c *checker) checkHistory() {
	if !c.known {
		return
	}
	if c.tiled > c.c.size {
		c.find(Finding{ProblemRollback, fileCheckpoint, -1, -1,
			fmt.Sprintf("it is older than the tiles, which reach to %d records, not %d", c.tiled, c.c.size), repairRestore})
	}
	if err := checkHighWater(&c.store, c.c.size, c.o.HighWater); err != nil {
		problem := ProblemInconsistent
		if c.o.HighWater.Size > c.c.size {
			problem = ProblemRollback
		}
		c.fault(problem, -1, repairRestore, err)
	}
	if c.o.Since == nil {
		return
	}
	old, err := parseCheckpoint(c.o.Since, c.verifier)
	switch {
	case err != nil:
		c.find(Finding{ProblemInconsistent, "", -1, -1, "the earlier checkpoint: " + err.Error(), ""})
	case old.origin != c.c.origin:
		c.find(Finding{ProblemInconsistent, "", -1, -1, fmt.Sprintf("the earlier checkpoint is of the log %q", old.origin), ""})
	default:
		err := checkHighWater(&c.store, c.c.size, &HighWater{old.size, old.root})
		if err == nil {
			return
		}
		problem := ProblemInconsistent
		if old.size > c.c.size {
			problem = ProblemRollback
		}
		c.fault(problem, -1, repairRestore, err)
	}
}

// checkWords compares what the vault keeps with the record's hash.
func (c *checker) checkWords(rec *Record, p *Private, index int64, at ends) {
	switch {
	case p == nil:
	case p.Erased:
		c.sum.Erased++
	default:
		c.sum.Words++
		h := sha256.New()
		h.Write(p.Salt[:])
		h.Write([]byte(p.Words))
		if rec != nil && rec.QuoteHash != hex.EncodeToString(h.Sum(nil)) {
			f := Finding{ProblemVault, dirVault, -1, index, fmt.Sprintf("record %d: the kept words are not those of the record", index), repairRestore}
			if s := c.store.segment(at.vault); s != nil {
				f.File, f.Offset = filepath.Join(dirVault, s.name), headerSize+at.vault-s.base
			}
			c.find(f)
		}
	}
}
