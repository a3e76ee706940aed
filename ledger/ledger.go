// Package ledger is an append-only, tamper-evident log of verification records.
//
// It implements a Merkle tree (RFC 6962) over the records, with C2SP tlog-tiles beside it and a signed checkpoint (C2SP
// tlog-checkpoint, an Ed25519 signed note). One process appends (Open), any number read beside it (OpenRead). A record
// that Append has answered for survives a kill or a power cut at any later instant. The words of the quotes are kept
// apart, in a vault that can be erased without touching the log.
//
// What is not guaranteed: who holds both the folder and the signing key can rewrite everything, consistently. Only a
// checkpoint, or a HighWater, kept elsewhere proves otherwise. The file format is described in format.go.
package ledger

import (
	"crypto/rand"
	"errors"
	"io"
	"path/filepath"
	"time"

	"example.com/verbatim/internal/durable"
)

// Errors, to be asked for with errors.Is.
var (
	// ErrCorrupt marks every error that means damage: the ledger's files are not what was written. Its text names file and offset.
	ErrCorrupt = errors.New("ledger is damaged")
	// ErrLocked is returned by Open and Create when another process writes to the ledger. Its text names the holder.
	ErrLocked = errors.New("ledger is in use by another writer")
	// ErrNoLedger is returned by Open and OpenRead when the folder holds no ledger.
	ErrNoLedger = errors.New("no ledger here")
	// ErrExists is returned by Create when the folder holds a ledger.
	ErrExists = errors.New("ledger exists")
	// ErrNotFound is returned when there is no record of the index asked for.
	ErrNotFound = errors.New("no such record")
	// ErrStop, returned by a callback, ends an iteration early without an error.
	ErrStop = errors.New("stop")
	// ErrClosed is returned by Append after Close.
	ErrClosed = errors.New("ledger is closed")
)

// IsCorrupt reports whether err means damage, as opposed to misuse or a failing disk.
func IsCorrupt(err error) bool { return errors.Is(err, ErrCorrupt) }

// TextMode says which quotes' words are kept in the vault. Where words are not kept, neither are their salt and the
// quote's id: nothing is left to guess against.
type TextMode uint8

// The text modes.
const (
	TextAll        TextMode = iota // the words of every quote (the default)
	TextFabricated                 // only those whose status is "fabricated"
	TextNone                       // none
)

// Options are the settings of a ledger. The zero value is the default.
type Options struct {
	Origin       string           // Create: name of the log and of its key; empty: made from the key. Open: must agree when set
	KeyPath      string           // private key; empty: file "key" in the ledger's folder. Made by Create (mode 0600) when missing
	TextMode     TextMode         // which words the vault keeps
	HighWater    *HighWater       // Open: the caller's own memory of the log; a log that falls short of it is ErrCorrupt
	Rand         io.Reader        // key and salts; nil: crypto/rand
	Now          func() time.Time // time of records without one; nil: time.Now
	FS           durable.FS       // calls that change files; nil: the operating system's
	SegmentBytes int64            // size at which a new vault segment starts; 0: 256 MB
}

// HighWater is a size of the log with the root hash it had then. Kept outside the ledger, it shows a cut tail.
type HighWater struct {
	Size int64    // number of records
	Root [32]byte // RFC 6962 root hash of the first Size records
}

// Recovery says what Open found beyond the last commit and dropped: appends that were never answered for.
type Recovery struct {
	Records int64 // whole records that had been staged, not committed
	Bytes   int64 // bytes cut from all files
}

// withDefaults fills in what is not set.
func (o Options) withDefaults() Options {
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.FS == nil {
		o.FS = durable.OS()
	}
	if o.SegmentBytes <= 0 {
		o.SegmentBytes = 256 << 20
	}
	return o
}

// keyPath is where the private key of the ledger in dir is.
func (o Options) keyPath(dir string) string {
	if o.KeyPath != "" {
		return o.KeyPath
	}
	return filepath.Join(dir, fileKey)
}

// Filter chooses fabrications.
type Filter struct {
	Source string    // cited or found source id; empty: all
	Since  time.Time // not before; zero: no limit
	Until  time.Time // before; zero: no limit
}
