package verify

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestCountingSort: quotes that cite the same document stand together, in the order of their input.
func TestCountingSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.IntRange(1, 20).Draw(t, "docs")
		j := &job{slots: rapid.SliceOf(rapid.Int32Range(-1, int32(docs)-1)).Draw(t, "slots")}
		j.turns = make([]int32, len(j.slots))
		j.countingSort(docs)
		want := make([]int32, len(j.slots))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return int(j.slots[a] - j.slots[b]) })
		if !slices.Equal(j.turns, want) {
			t.Fatalf("%v of the slots %v, want %v", j.turns, j.slots, want)
		}
	})
}

// TestPlan: groups hold each quote once, and one document each, however many quotes and documents there are.
func TestPlan(t *testing.T) {
	var docs []doc
	for i := range 40 {
		docs = append(docs, doc{fmt.Sprintf("d%02d", i), "Some words."})
	}
	c := corpusOf(t, docs...)
	p := newPipeline(c, &Options{Workers: 1, Chunk: 10_000}, nil, nil)
	for _, n := range []int{1, 4, 5, 6, 1000} {
		j := &job{quotes: make([]Quote, n)}
		for i := range j.quotes {
			j.quotes[i].SourceID = []string{"d07", "", "d39", "nosuch", "d07"}[i%5]
		}
		j.plan(p)
		var seen []int32
		for _, g := range j.groups {
			if most := map[bool]int32{true: groupMost, false: uncitedMost}[g.doc >= 0]; g.to <= g.from || g.to-g.from > most {
				t.Errorf("%d quotes: a group of %d, at most %d", n, g.to-g.from, most)
			}
			for _, i := range j.turns[g.from:g.to] {
				seen = append(seen, i)
				if slot, ok := c.snap.Lookup(j.quotes[i].SourceID); ok != (g.doc >= 0) || ok && slot != g.doc {
					t.Errorf("%d quotes: quote %d is in the group of document %d", n, i, g.doc)
				}
			}
		}
		if slices.Sort(seen); len(seen) != n || seen[0] != 0 || int(seen[n-1]) != n-1 || len(slices.Compact(seen)) != n {
			t.Errorf("%d quotes: groups of %v", n, seen)
		}
	}
}

// TestTrickle: quotes that come one by one, each after the chunk before was flushed, do not make a chunk grow.
func TestTrickle(t *testing.T) {
	c := leaseAndDeed(t)
	const n = 60
	quotes, most := numbered(n), 0
	src := funcSource(func(dst []Quote, room int) ([]Quote, error) {
		if len(quotes) == 0 {
			return dst, io.EOF
		}
		time.Sleep(3 * time.Millisecond)
		most = max(most, cap(dst))
		dst, quotes = append(dst, quotes[0]), quotes[1:]
		return dst, nil
	})
	sink := &listSink{}
	if _, err := c.Batch(context.Background(), src, sink, nil, Options{Flush: time.Millisecond, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	if sink.inOrder(t, n); most > n/2 {
		t.Errorf("room for %d quotes was kept for quotes that come one by one", most)
	}
}

// bigSink renders results in more bytes than a block of them has.
type bigSink struct{ got []int }

func (*bigSink) Encode(dst []byte, r *Result) []byte {
	return append(dst, bytes.Repeat([]byte{byte('a' + r.Line%26)}, r.Line%3*encodedBlock+r.Line)...)
}

func (s *bigSink) Write(c *Chunk) error {
	for i, b := range c.Encoded {
		line := c.Results[i].Line
		if want := s.Encode(nil, &c.Results[i]); !bytes.Equal(b, want) || cap(b)-len(b) < encodedSlack {
			return fmt.Errorf("line %d: %d bytes with room for %d, want %d", line, len(b), cap(b)-len(b), len(want))
		}
		s.got = append(s.got, line)
	}
	return nil
}

// TestLargeResults: what a sink renders is kept whole, whatever its size.
func TestLargeResults(t *testing.T) {
	c := leaseAndDeed(t)
	log, done := openLog(t, c)
	sink := &bigSink{}
	if _, err := c.Batch(context.Background(), &sliceSource{numbered(50)}, sink, log, Options{Chunk: 20}); err != nil || len(sink.got) != 50 {
		t.Errorf("%d results, %v", len(sink.got), err)
	}
	done()
}
