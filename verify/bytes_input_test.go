package verify_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// TestBytesDoNotDependOnTheInput: a file and a pipe that gives it in odd pieces have the same results, with a ledger and without, whatever
// the number of workers and the size of chunks.
func TestBytesDoNotDependOnTheInput(t *testing.T) {
	c := makeCorpus(t,
		"mill", "The mill race is cleaned in spring. The sluice is never opened at night. Three keys hang in the hall.\n",
		"farm", "Hay is cut in June, when it is dry. The sluice is never opened at night. **Mind** the _dog_ & the ☃.\n")
	var in bytes.Buffer
	const n = 900
	for i := range n {
		text := []string{"The mill race is cleaned in spring.", "the sluice is never opened at night", "Hay is cut in May, when it is wet.", "Mind the dog", "No such thing."}[i%5]
		source := []string{`,"source_id":"mill"`, `,"source_id":"farm"`, ``, `,"source_id":"nosuch"`}[i%4]
		fmt.Fprintf(&in, `{"id":%d,"quote":%q%s,"note":[%d]}`+"\n", i, text, source, i)
	}
	file := filepath.Join(t.TempDir(), "quotes.jsonl")
	if err := os.WriteFile(file, in.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	fromFile := func() io.ReadCloser {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	fromPipe := func() io.ReadCloser {
		r, w := io.Pipe()
		go func() {
			for rest, k := in.Bytes(), 1; len(rest) > 0; k = k*7%4001 + 1 {
				k = min(k, len(rest))
				if _, err := w.Write(rest[:k]); err != nil {
					return
				}
				rest = rest[k:]
			}
			w.Close()
		}()
		return r
	}
	dir := filepath.Join(t.TempDir(), "ledger")
	if err := ledger.Create(dir, ledger.Options{}); err != nil {
		t.Fatal(err)
	}
	log, err := ledger.Open(dir, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	run := func(in io.ReadCloser, log *ledger.Log, o verify.Options) []byte {
		defer in.Close()
		r, err := batchio.NewReader(in, batchio.Options{Format: batchio.JSONL})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		o.Time = time.Unix(1700000000, 0)
		var sink encodedOnly
		if sum, err := c.Batch(context.Background(), r, &sink, log, o); err != nil || sum.Quotes != n {
			t.Fatalf("%d quotes, %v", sum.Quotes, err)
		}
		return sink.Bytes()
	}
	want := run(fromFile(), nil, verify.Options{Workers: 1})
	if lines := bytes.Count(want, []byte("\n")); lines != n {
		t.Fatalf("%d lines", lines)
	}
	for _, o := range []verify.Options{{Workers: 2}, {Workers: 3, Chunk: 7}, {Workers: 1, Chunk: 100}, {Workers: 4, Chunk: 1000, Flush: time.Microsecond}} {
		for name, open := range map[string]func() io.ReadCloser{"file": fromFile, "pipe": fromPipe} {
			for _, log := range []*ledger.Log{nil, log} {
				if !bytes.Equal(run(open(), log, o), want) {
					t.Errorf("%s, %d workers, chunks of %d: other results", name, o.Workers, o.Chunk)
				}
			}
		}
	}
}

// encodedOnly keeps results as they are rendered before they have a place in the ledger.
type encodedOnly struct{ bytes.Buffer }

func (*encodedOnly) Encode(dst []byte, r *verify.Result) []byte { return batchio.AppendResult(dst, r) }

func (s *encodedOnly) Write(c *verify.Chunk) error {
	for _, line := range c.Encoded {
		s.Buffer.Write(append(line, '\n'))
	}
	return nil
}
