package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"
	"unsafe"
)

// Sealed is an entry in the bytes that the log will store, hashed: all of it that does not depend on its place in the log.
type Sealed struct {
	record []byte
	words  []byte // the vault's entry without its header; empty where none is kept
	leaf   [hashSize]byte
}

// Sealer makes entries ready for AppendSealed, without the log's sequencer and without an allocation for each. It is for one goroutine; a log
// may have many.
type Sealer struct {
	l      *Log
	salts  []byte // not used yet
	time   time.Time
	clock  []byte // time as records have it
	rec    Record // the one in hand
	salted []byte
	digest [2 * sha256.Size]byte // what rec.QuoteHash is
}

const (
	saltSize = 32
	// saltsAtOnce is how many salts are drawn at once: a system call a record would cost more than its hash.
	saltsAtOnce = 256
)

// Sealer returns a new Sealer.
func (l *Log) Sealer() *Sealer { return &Sealer{l: l} }

// Seal appends the bytes of an entry to dst, and returns dst and the entry, which points into it. An entry that cannot be written down, such
// as a score that is not a number, is an error and changes nothing.
func (s *Sealer) Seal(dst []byte, e *Entry) ([]byte, Sealed, error) {
	r := &s.rec
	*r = e.Record
	if r.Kind == "" {
		r.Kind = KindVerification
	}
	if r.Schema == 0 {
		r.Schema = Schema
	}
	if r.Time.IsZero() {
		r.Time = s.l.o.Now()
	}
	if len(s.salts) < saltSize {
		if err := s.draw(saltsAtOnce); err != nil {
			return dst, Sealed{}, err
		}
	}
	salt := s.salts[:saltSize]
	s.salted = append(append(s.salted[:0], salt...), e.Words...)
	sum := sha256.Sum256(s.salted)
	hex.Encode(s.digest[:], sum[:])
	r.QuoteHash = unsafe.String(&s.digest[0], len(s.digest)) // rec does not outlive this call
	if r.Time != s.time || s.clock == nil {
		s.time, s.clock = r.Time, appendTime(s.clock[:0], r.Time)
	}
	if err := r.validate(); err != nil {
		return dst, Sealed{}, err
	}
	keep := s.l.keepsWords(r)
	if keep && (len(e.QuoteID) > 1<<16-1 || len(e.CallerID)+len(e.Words) > 1<<30) {
		return dst, Sealed{}, fmt.Errorf("its ids or words are too long")
	}
	s.salts = s.salts[saltSize:]
	from := len(dst)
	dst = append(dst, 0) // what RFC 6962 hashes before a leaf
	dst = r.appendFitted(dst, s.clock)
	mid := len(dst)
	if keep {
		dst = appendVaultBody(dst, salt, e.QuoteID, e.CallerID, e.Words)
	}
	return dst, Sealed{record: dst[from+1 : mid : mid], words: dst[mid:], leaf: leafHash(dst[from:mid])}, nil
}

// draw makes n salts.
func (s *Sealer) draw(n int) error {
	salts := make([]byte, n*saltSize)
	s.l.randMu.Lock()
	defer s.l.randMu.Unlock()
	if _, err := io.ReadFull(s.l.o.Rand, salts); err != nil {
		return fmt.Errorf("drawing salts: %w", err)
	}
	s.salts = salts
	return nil
}

// AppendSealed is Append for entries that are sealed. What they point into must not change before it returns.
func (l *Log) AppendSealed(ctx context.Context, entries ...[]Sealed) (first int64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	b := &batch{entries: entries}
	l.queueMu.Lock()
	l.queue = append(l.queue, b)
	l.queueMu.Unlock()

	l.seqMu.Lock()
	defer l.seqMu.Unlock()
	if !b.done {
		l.queueMu.Lock()
		queue := l.queue
		l.queue = nil
		l.queueMu.Unlock()
		l.commit(queue)
	}
	return b.first, b.err
}
