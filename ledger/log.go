package ledger

import (
	"context"
	"errors"
	"sync"

	"example.com/verbatim/internal/durable"
	"golang.org/x/mod/sumdb/note"
)

// Log is a ledger open for appending. Its methods are safe for concurrent use.
type Log struct {
	dir       string
	o         Options
	lock      *durable.Lock
	signer    note.Signer
	public    string
	recovered Recovery

	randMu sync.Mutex // guards o.Rand

	queueMu sync.Mutex
	queue   []*batch // encoded, waiting for the sequencer

	// seqMu is held by the sequencer: whoever holds it commits the whole queue. It guards all below.
	seqMu                    sync.Mutex
	failed                   error // of the first write that failed; nothing is written after it
	closed                   bool
	files                    []durable.File
	records, hashes, offsets durable.File
	vault                    durable.File // the last segment
	store                    store
	front                    frontier // of what is committed
	end                      ends     // of what is committed
	tiles                    tileWriter
	tileErr                  error  // of the first tile that could not be written; tiles then wait for the next Open
	buf                      staged // reused

	stateMu sync.RWMutex // guards what readers of the Log see: the last commit
	state   struct {
		hw         HighWater
		checkpoint []byte
	}
}

// HighWater returns size and root of the log as of the last commit, for the caller to keep elsewhere.
func (l *Log) HighWater() HighWater {
	l.stateMu.RLock()
	defer l.stateMu.RUnlock()
	return l.state.hw
}

// Size returns the number of committed records.
func (l *Log) Size() int64 { return l.HighWater().Size }

// Root returns the RFC 6962 root hash of the committed records.
func (l *Log) Root() [32]byte { return l.HighWater().Root }

// Checkpoint returns the signed checkpoint of the last commit.
func (l *Log) Checkpoint() []byte {
	l.stateMu.RLock()
	defer l.stateMu.RUnlock()
	return append([]byte(nil), l.state.checkpoint...)
}

// PublicKey returns the key that checkpoints are checked with, in the text form of golang.org/x/mod/sumdb/note.
func (l *Log) PublicKey() string { return l.public }

// Recovered says what Open found beyond the last commit and dropped.
func (l *Log) Recovered() Recovery { return l.recovered }

// RebuildTiles writes all tiles again, from the records and hashes.
func (l *Log) RebuildTiles(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.seqMu.Lock()
	defer l.seqMu.Unlock()
	if l.closed {
		return ErrClosed
	}
	l.tiles.written = 0
	l.tileErr = l.tiles.grow(&l.store, l.front.size)
	if l.tileErr == nil {
		l.tileErr = l.tiles.finish(&l.store)
	}
	return l.tileErr
}

// Close writes the partial tiles and releases the ledger. An error means that tiles are missing, which the next Open
// makes up for, never that records are.
func (l *Log) Close() error {
	l.seqMu.Lock()
	defer l.seqMu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	err := l.tileErr
	if err == nil && l.failed == nil && l.tiles.marked != l.front.size {
		err = l.tiles.finish(&l.store)
	}
	return errors.Join(err, l.closeFiles(), l.lock.Release())
}

func (l *Log) closeFiles() error {
	var errs []error
	for _, f := range l.files {
		errs = append(errs, f.Close())
	}
	l.files = nil
	return errors.Join(errs...)
}
