package ingest

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/unpack"
)

// Sink takes documents: an *index.Writer, or a fake.
type Sink interface {
	// Put adds or updates a document. It may keep in.Source.
	Put(ctx context.Context, in index.Input) (index.Outcome, error)
	// Compare says what Put would do.
	Compare(in index.Input) (index.Outcome, error)
	// Remove removes a document; false when it is not there.
	Remove(ctx context.Context, id string) (bool, error)
	// IDs yields the ids of all documents that are not removed.
	IDs() iter.Seq[string]
}

// Collector is what a Sink must also be for RemoveMissing within one collection.
type Collector interface {
	// Collection returns the collection of a document; false when it is not there.
	Collection(id string) (string, bool)
}

// IDFrom says what a file that is one document is called.
type IDFrom string

const (
	// IDPath is the path below the folder given, separated by slashes; a file given by itself has its base name.
	IDPath IDFrom = "path"
	// IDName is the base name.
	IDName IDFrom = "name"
	// IDStem is the base name without its extension, nor that of its compression.
	IDStem IDFrom = "stem"
)

// Options say how Run works. The zero value is the default.
type Options struct {
	Collection    string    // of all documents of the run, whatever they say; empty: as they say
	IDFrom        IDFrom    // empty: IDPath
	RemoveMissing bool      // remove documents of the collection (all, when none is given) that this run did not meet
	DryRun        bool      // say what would happen and change nothing
	Exclude       []string  // files and folders to leave out, such as the corpus itself
	Stdin         io.Reader // what "-" reads; nil: nothing to read
	MaxBytes      int64     // largest document; 0 or above index.MaxSource: index.MaxSource
	Workers       int       // files read at once; 0: GOMAXPROCS
	Ahead         int64     // bytes of documents that may wait for the Sink; 0: 64 MiB. A single document may be larger

	OnProblem  func(Problem)               // called for each problem, in order
	OnProgress func(docs int, bytes int64) // called after each document with the totals so far

	testOnlyUnpack unpack.Options // smaller limits on compressed files
}

func (o Options) withDefaults() (Options, error) {
	switch o.IDFrom {
	case "":
		o.IDFrom = IDPath
	case IDPath, IDName, IDStem:
	default:
		return o, fmt.Errorf("unknown way to name documents %q: want path, name or stem", o.IDFrom)
	}
	if o.MaxBytes <= 0 || o.MaxBytes > index.MaxSource {
		o.MaxBytes = index.MaxSource
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Ahead <= 0 {
		o.Ahead = 64 << 20
	}
	if o.OnProblem == nil {
		o.OnProblem = func(Problem) {}
	}
	if o.OnProgress == nil {
		o.OnProgress = func(int, int64) {}
	}
	return o, nil
}

// Summary counts what Run did, or would do.
type Summary struct {
	Documents int   // read and handed to the Sink: Added + Changed + Unchanged
	Bytes     int64 // of their source texts
	Added     int
	Changed   int
	Unchanged int
	Removed   int // by RemoveMissing
	Failed    int // documents and files that could not be read
	Skipped   int // files and folders left out by rule
	Invalid   int // bytes and lone surrogates that became U+FFFD
}
