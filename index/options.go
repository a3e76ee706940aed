package index

import (
	"log/slog"
	"runtime"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Options say how a corpus is opened. The zero value is the default.
type Options struct {
	Now        func() time.Time // the clock for version times; nil: time.Now
	Log        *slog.Logger     // nil: discard
	CacheBytes int64            // texts kept in memory by a Snapshot: source and skeleton bytes; 0: 1 GiB
	BatchBytes int64            // source bytes collected by a Writer before it commits; 0: 256 MiB
	Workers    int              // goroutines that prepare a batch; 0: GOMAXPROCS

	fs             vfs.FS // set by tests; nil: the disk
	dictionaryFrom int    // set by tests; 0: the constant
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = 1 << 30
	}
	if o.BatchBytes <= 0 {
		o.BatchBytes = 256 << 20
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.dictionaryFrom <= 0 {
		o.dictionaryFrom = dictionaryFrom
	}
	if o.fs == nil {
		o.fs = vfs.Default
	}
	return o
}
