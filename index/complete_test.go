package index

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"example.com/verbatim/normalize"
	"github.com/cockroachdb/pebble/v2/vfs"
	"pgregory.net/rapid"
)

// words make corpora in which much is said twice: few letters, boilerplate, markup, other scripts.
func corpusWords() []string {
	return []string{
		"a", "b", "ab", "ba", "aab", " ", "\n", ". ", "<b>", "</b>", "**", "&amp;", "[x](http://y)", "é", "ß", "слово", "漢字", "עברית", "ﬁ", "2",
		"\\emph{", "}", "the party of the first part shall not be liable", "thepartyofthefirstpart", "Ä", "e\u0301", "İ", "~~", "\u00ad",
	}
}

// TestComplete asserts that every occurrence of a piece of a text of at least MinProbe skeleton bytes is among the hits of Probe and ProbeDoc.
func TestComplete(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		o := testOptions()
		o.fs = vfs.NewMem()
		must(t, Create("/c", o))
		w, err := OpenWriter("/c", o)
		must(t, err)
		defer func() { must(t, w.Close()) }()
		text := rapid.Custom(func(rt *rapid.T) string {
			var sb bytes.Buffer
			for _, word := range rapid.SliceOfN(rapid.SampledFrom(corpusWords()), 0, 120).Draw(rt, "words") {
				sb.WriteString(word)
			}
			return sb.String()
		})
		for i := range rapid.IntRange(1, 12).Draw(rt, "puts") {
			id := fmt.Sprint("d", rapid.IntRange(0, 5).Draw(rt, "id"))
			if rapid.IntRange(0, 4).Draw(rt, "remove") == 0 {
				_, err = w.Remove(ctx, id)
			} else {
				_, err = w.Put(ctx, Input{ID: id, Source: []byte(text.Draw(rt, "text"))})
			}
			must(t, err)
			if i%3 == 2 {
				must(t, w.Flush(ctx))
			}
		}
		must(t, w.Flush(ctx))
		s, err := Open("/c", o)
		must(t, err)
		defer func() { must(t, s.Close()) }()
		must(t, Check(ctx, "/c", o, func(f Finding) { rt.Fatalf("Check: %+v", f) }))
		for doc := range s.NumDocs() {
			if s.Document(doc) == nil {
				continue
			}
			for _, r := range []normalize.Reading{normalize.Folded, normalize.Literal} {
				complete(rt, s, doc, r)
			}
		}
	})
}

func complete(t *rapid.T, s *Snapshot, doc int, r normalize.Reading) {
	text, err := s.Text(doc)
	if err != nil {
		t.Fatal(err)
	}
	sk := text.Skeleton(r)
	if sk == nil || len(sk.Bytes) < MinProbe {
		return
	}
	from := rapid.IntRange(0, len(sk.Bytes)-MinProbe).Draw(t, "from")
	to := rapid.IntRange(from+MinProbe, len(sk.Bytes)).Draw(t, "to")
	piece := sk.Bytes[from:to]
	hits, ok := s.Probe(piece, nil)
	if !ok {
		t.Fatal("Probe refuses")
	}
	for d := range s.NumDocs() {
		if s.Document(d) == nil {
			continue
		}
		in := s.ProbeDoc(d, piece, nil)
		other, err := s.Text(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, rr := range []normalize.Reading{normalize.Folded, normalize.Literal} {
			osk := other.Skeleton(rr)
			if osk == nil {
				continue
			}
			for p := 0; p+len(piece) <= len(osk.Bytes); p++ {
				if !bytes.HasPrefix(osk.Bytes[p:], piece) {
					continue
				}
				h := Hit{Doc: uint32(d), Pos: uint32(p), Reading: rr}
				if !slices.Contains(hits, h) || !slices.Contains(in, h) {
					t.Fatalf("%q at %+v: Probe %v, ProbeDoc %v", piece, h, hits, in)
				}
				if seeds := s.Seeds(piece, 1<<20, 1<<20, nil); !seeded(seeds, h, len(piece)) {
					t.Fatalf("%q at %+v: Seeds %v", piece, h, seeds)
				}
				if got := other.Kmers(rr).Hits(piece, (4-p%4)%4, 0, nil); !slices.Contains(got, uint32(p+(4-p%4)%4)) {
					t.Fatalf("%q at %d: Kmers.Hits %v", piece, p, got)
				}
			}
		}
	}
}

// seeded reports whether a seed lies on the place h of a piece.
func seeded(seeds []Seed, h Hit, n int) bool {
	return slices.ContainsFunc(seeds, func(s Seed) bool {
		return s.Doc == h.Doc && s.Reading == h.Reading && s.Pos == h.Pos+s.Q && int(s.Q) < n
	})
}

func TestSeedsLimits(t *testing.T) {
	dir, w := newCorpus(t, testOptions())
	for i := range 40 {
		put(t, w, fmt.Sprint(i), fmt.Sprint("the same old boilerplate in every contract number ", i), Added)
	}
	flush(t, w)
	s := open(t, dir, testOptions())
	sk := skeleton("the same old boilerplate in every contract number", 0)
	perKmer := map[uint32]int{}
	seeds := s.Seeds(sk, 5, 1000, nil)
	for _, x := range seeds {
		perKmer[x.Q]++
	}
	for q, n := range perKmer {
		if n > 5 {
			t.Errorf("%d seeds of the k-mer at %d", n, q)
		}
	}
	if len(seeds) == 0 || len(s.Seeds(sk, 5, 7, nil)) != 7 {
		t.Errorf("%d seeds", len(seeds))
	}
	long := bytes.Repeat(sk, 100)
	if len(s.Seeds(long, 5, 1<<20, nil)) == 0 {
		t.Error("no seeds of a long query")
	}
}

func TestNoAllocations(t *testing.T) {
	dir, w := newCorpus(t, testOptions())
	put(t, w, "a", foxes, Added)
	put(t, w, "b", ships, Added)
	flush(t, w)
	s := open(t, dir, testOptions())
	sk := skeleton(foxes, 0)
	hits, seeds := make([]Hit, 0, 100), make([]Seed, 0, 1000)
	for name, f := range map[string]func(){
		"Probe":    func() { s.Probe(sk, hits) },
		"ProbeDoc": func() { s.ProbeDoc(0, sk, hits) },
		"Seeds":    func() { s.Seeds(sk, 16, 500, seeds) },
	} {
		if n := testing.AllocsPerRun(100, f); n > 0.5 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// TestLargeText has more positions in its table of k-mers than 16 bits number.
func TestLargeText(t *testing.T) {
	var sk []byte
	for i := range 40_000 {
		sk = fmt.Appendf(sk, "%07d", i*7919)
	}
	k := newKmers(sk)
	for _, p := range []int{0, 4, 65_536 * 4, len(sk) - 8} {
		p &^= 3
		if got := k.Hits(sk, p, 0, nil); !slices.Contains(got, uint32(p)) || !slices.IsSorted(got) {
			t.Errorf("Hits at %d = %v", p, got)
		}
	}
	if got := newKmers([]byte("short")).Hits([]byte("shortest"), 0, 0, nil); len(got) > 0 {
		t.Errorf("Hits in a short text = %v", got)
	}
}

// TestCacheEviction asks for more text than the cache holds.
func TestCacheEviction(t *testing.T) {
	o := testOptions()
	o.CacheBytes = 20_000
	dir, w := newCorpus(t, o)
	for i := range 50 {
		put(t, w, fmt.Sprint(i), fmt.Sprint(foxes, bytes.Repeat([]byte(ships), 10), i), Added)
	}
	flush(t, w)
	s := open(t, dir, o)
	for range 3 {
		for i := range s.NumDocs() {
			text, err := s.Text(i)
			must(t, err)
			text.Kmers(normalize.Folded)
			if text.Doc != i || !bytes.HasSuffix(text.Source, fmt.Append(nil, i)) {
				t.Fatalf("Text(%d) is of another document", i)
			}
		}
	}
	if s.cache.used > o.CacheBytes || len(s.cache.ring) == 0 || len(s.cache.ring) > 20 {
		t.Errorf("cache holds %d texts, %d bytes", len(s.cache.ring), s.cache.used)
	}
}
