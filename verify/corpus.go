package verify

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/durable"
	"example.com/verbatim/ledger"
	"example.com/verbatim/normalize"
)

// Corpus is a snapshot of a corpus directory to verify quotes against. It is safe for concurrent use.
type Corpus struct {
	dir  string
	snap *index.Snapshot

	everything *scope
	profile    string // normalize.Profile()
	tables     pageTables

	mu     sync.Mutex
	scopes map[string]*scope // by their bounds (appendBound); guarded by mu
}

// Open opens the newest published snapshot of the corpus in dir. A writer may work beside it.
func Open(dir string, o index.Options) (*Corpus, error) {
	snap, err := index.Open(dir, o)
	if err != nil {
		return nil, err
	}
	c := &Corpus{dir: dir, snap: snap, scopes: map[string]*scope{}, profile: normalize.Profile()}
	all := &scope{all: true}
	for doc := range snap.NumDocs() {
		if d := snap.Document(doc); d != nil {
			all.add(doc, d)
		}
	}
	all.sum.CorpusRoot = hashName(snap.Root(nil))
	c.everything = all
	c.tables.none = make([]atomic.Bool, snap.NumDocs())
	return c, nil
}

// Close releases the snapshot.
func (c *Corpus) Close() error { return c.snap.Close() }

// Snapshot gives access to the documents.
func (c *Corpus) Snapshot() *index.Snapshot { return c.snap }

// Documents is the number of documents that a caller bound to collections (nil: not bound) may use.
func (c *Corpus) Documents(collections []string) int {
	return c.scopeOf(&Quote{}, &Options{Collections: collections}).sum.Documents
}

// LedgerDir is where the corpus in dir keeps its ledger.
func LedgerDir(dir string) string { return filepath.Join(dir, "ledger") }

// highWaterFile keeps the size and root of the ledger apart from it, so that a ledger that was cut or put back shows.
const highWaterFile = "ledger.high-water"

type highWaterJSON struct {
	Size int64  `json:"size"`
	Root string `json:"root"`
}

// ReadHighWater reads the ledger's high-water mark of a corpus; nil where there is none yet.
func ReadHighWater(dir string) (*ledger.HighWater, error) {
	path := filepath.Join(dir, highWaterFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var j highWaterJSON
	var h ledger.HighWater
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ledger.ErrCorrupt, path, err)
	}
	if n, err := hex.Decode(h.Root[:], []byte(j.Root)); err != nil || n != len(h.Root) {
		return nil, fmt.Errorf("%w: %s: root %q is no hash", ledger.ErrCorrupt, path, j.Root)
	}
	h.Size = j.Size
	return &h, nil
}

func writeHighWater(dir string, h ledger.HighWater) error {
	data, err := json.Marshal(highWaterJSON{h.Size, hex.EncodeToString(h.Root[:])})
	if err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(dir, highWaterFile), append(data, '\n'), 0o644)
}

// OpenLedger opens the ledger of the corpus in dir for appending, and makes it where there is none.
func OpenLedger(dir string, o ledger.Options) (*ledger.Log, error) {
	path := LedgerDir(dir)
	h, err := ReadHighWater(dir)
	if err != nil {
		return nil, err
	}
	if h == nil {
		if err := ledger.Create(path, o); err != nil && !errors.Is(err, ledger.ErrExists) {
			return nil, fmt.Errorf("making the ledger: %w", err)
		}
	}
	o.HighWater = h
	log, err := ledger.Open(path, o)
	if errors.Is(err, ledger.ErrNoLedger) {
		return nil, fmt.Errorf("%w: %s is gone, and %s says that it held %d records; put it back from a copy", ledger.ErrCorrupt, path,
			highWaterFile, h.Size)
	}
	return log, err
}
