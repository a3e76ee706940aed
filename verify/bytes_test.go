package verify_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/verify"
)

// makeCorpus makes a corpus of id, text pairs in a temporary folder and opens it.
func makeCorpus(t testing.TB, pairs ...string) *verify.Corpus {
	t.Helper()
	dir := t.TempDir()
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(index.Create(dir, index.Options{}))
	w, err := index.OpenWriter(dir, index.Options{})
	check(err)
	for i := 0; i < len(pairs); i += 2 {
		_, err := w.Put(ctx, index.Input{ID: pairs[i], Source: []byte(pairs[i+1])})
		check(err)
		check(w.Flush(ctx)) // so that one id may come twice
	}
	check(w.Close())
	c, err := verify.Open(dir, index.Options{})
	check(err)
	t.Cleanup(func() { c.Close() })
	return c
}

// quotes gives the quotes of a list, at most step at a time.
type quotes struct {
	list []verify.Quote
	step int
}

func (s *quotes) ReadChunk(dst []verify.Quote, room int) ([]verify.Quote, error) {
	n := min(room, s.step, len(s.list))
	dst, s.list = append(dst, s.list[:n]...), s.list[n:]
	if len(s.list) == 0 {
		return dst, io.EOF
	}
	return dst, nil
}

// jsonl writes results as the command line does.
type jsonl struct{ bytes.Buffer }

func (*jsonl) Encode(dst []byte, r *verify.Result) []byte { return batchio.AppendResult(dst, r) }

func (s *jsonl) Write(c *verify.Chunk) error {
	for i, line := range c.Encoded {
		s.Buffer.Write(append(batchio.AppendLedgerIndex(line, c.Results[i].LedgerIndex), '\n'))
	}
	return nil
}

// TestBytesDoNotDependOnTheWay: workers, chunks and the pace of the input change no byte of the results.
func TestBytesDoNotDependOnTheWay(t *testing.T) {
	const old = "The mill race is cleaned in spring. The sluice is never opened at night. Three keys hang in the hall.\n"
	c := makeCorpus(t,
		"mill", old,
		"mill", "Preface.\n"+"The mill race is cleaned in autumn. The sluice is never opened at night. Three keys hang in the hall.\n",
		"farm", "Hay is cut in June, when it is dry. The sluice is never opened at night. **Mind** the _dog_ & the ☃.\n",
		"twins", "A bell rings. A bell rings. A bell rings twice, “at noon”, they say.\n",
		"empty", "")
	words := []string{"The mill race is cleaned in spring.", "the sluice is never opened at night", "The sluice is always opened at night.",
		"A bell rings", "A bell … at noon", "Mind the dog", "☃", "", "Three keys hang in the halls", "No such thing was ever said.", "Hay is cut [each year] in June"}
	var list []verify.Quote
	for i := range 400 {
		q := verify.Quote{Line: i + 1, Text: words[i%len(words)], Start: -1, End: -1, Extra: []byte(fmt.Sprintf(`"n":%d`, i))}
		q.SourceID = []string{"", "mill", "farm", "twins", "nosuch", "empty"}[i%6]
		switch i % 5 {
		case 1:
			q.AllowedIDs = []string{"mill", "twins"}
		case 2:
			q.SourceHash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
		case 3:
			q.Start, q.End = i%50, i%50+12
		}
		list = append(list, q)
	}
	var want []byte
	for _, workers := range []int{1, 2, 7} {
		for _, chunk := range []int{1, 3, 4096} {
			for _, step := range []int{1, 1000} {
				var sink jsonl
				o := verify.Options{Workers: workers, Chunk: chunk, Flush: time.Hour, Offsets: verify.OffsetUTF16, Time: time.Unix(1700000000, 0)}
				sum, err := c.Batch(context.Background(), &quotes{append([]verify.Quote{}, list...), step}, &sink, nil, o)
				if err != nil || sum.Quotes != len(list) {
					t.Fatalf("%d quotes, %v", sum.Quotes, err)
				}
				got := sink.Bytes()
				if want == nil {
					if want = got; bytes.Count(want, []byte("\n")) != len(list) {
						t.Fatalf("%d lines", bytes.Count(want, []byte("\n")))
					}
					continue
				}
				if !bytes.Equal(got, want) {
					a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
					for i := range a {
						if i >= len(b) || !bytes.Equal(a[i], b[i]) {
							t.Fatalf("workers %d, chunk %d, step %d: line %d is\n%s\nwant\n%s", workers, chunk, step, i+1, a[i], b[min(i, len(b)-1)])
						}
					}
					t.Fatalf("workers %d, chunk %d: %d bytes, want %d", workers, chunk, len(got), len(want))
				}
			}
		}
	}
	// nor does the order of arrival
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	var sink jsonl
	if _, err := c.Batch(context.Background(), &quotes{list, 7}, &sink, nil, verify.Options{Offsets: verify.OffsetUTF16, Time: time.Unix(1700000000, 0)}); err != nil {
		t.Fatal(err)
	}
	back := bytes.Split(bytes.TrimSuffix(sink.Bytes(), []byte("\n")), []byte("\n"))
	for i, line := range bytes.Split(bytes.TrimSuffix(want, []byte("\n")), []byte("\n")) {
		if !bytes.Equal(line, back[len(back)-1-i]) {
			t.Fatalf("line %d is\n%s\nwhen it comes last to first, else\n%s", i+1, back[len(back)-1-i], line)
		}
	}
}
