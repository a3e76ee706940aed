package index

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
	"golang.org/x/sys/unix"
)

var benchCorpus = flag.String("bench-corpus", "", "JSONL file {id, text} for the benchmarks, or a corpus for those that only read one; empty: made-up text")

type benchDoc struct{ ID, Text string }

func benchDocs(b *testing.B) (docs []benchDoc, size int64) {
	if *benchCorpus == "" {
		r := rand.New(rand.NewPCG(1, 2))
		for i := range 500 {
			docs = append(docs, benchDoc{fmt.Sprintf("doc-%d", i), madeUp(r, 20_000)})
			size += int64(len(docs[i].Text))
		}
		return docs, size
	}
	f, err := os.Open(*benchCorpus)
	must(b, err)
	defer f.Close()
	for d := json.NewDecoder(bufio.NewReaderSize(f, 1<<20)); d.More(); {
		var doc benchDoc
		must(b, d.Decode(&doc))
		docs = append(docs, doc)
		size += int64(len(doc.Text))
	}
	return docs, size
}

// madeUp is text of made-up words with the frequencies of a language.
func madeUp(r *rand.Rand, n int) string {
	var sb strings.Builder
	z := rand.NewZipf(r, 1.1, 5, 20_000)
	for sb.Len() < n {
		w := z.Uint64()
		for k := w*2654435761 + 77; k > 0; k /= 26 {
			sb.WriteByte(byte('a' + k%26))
			if sb.Len()%7 == 6 {
				break
			}
		}
		sb.WriteByte(" \n,."[min(r.IntN(40), 3)])
	}
	return sb.String()
}

func benchSnapshot(b *testing.B) (*Snapshot, []benchDoc) {
	if st, err := os.Stat(*benchCorpus); err == nil && st.IsDir() {
		return open(b, *benchCorpus, Options{}), nil
	}
	docs, _ := benchDocs(b)
	dir := b.TempDir() + "/corpus"
	fill(b, dir, docs)
	return open(b, dir, Options{}), docs
}

func fill(b *testing.B, dir string, docs []benchDoc) {
	must(b, Create(dir, Options{}))
	w, err := OpenWriter(dir, Options{})
	must(b, err)
	for _, d := range docs {
		_, err := w.Put(context.Background(), Input{ID: d.ID, Source: []byte(d.Text)})
		must(b, err)
	}
	must(b, w.Flush(context.Background()))
	must(b, w.Close())
}

// onDisk is the size of the files in dir that have not been counted under another name.
func onDisk(b *testing.B, dir string, seen *[]os.FileInfo) (n int64) {
	must(b, filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		st, err := e.Info()
		for _, o := range *seen {
			if err == nil && os.SameFile(o, st) {
				return nil
			}
		}
		*seen = append(*seen, st)
		n += st.Size()
		return err
	}))
	return n
}

func BenchmarkIngest(b *testing.B) {
	docs, size := benchDocs(b)
	b.SetBytes(size)
	b.ResetTimer()
	for range b.N {
		dir := b.TempDir() + "/corpus"
		fill(b, dir, docs)
		b.StopTimer()
		var seen []os.FileInfo
		seg := onDisk(b, filepath.Join(dir, segmentsDir), &seen)
		all := seg + onDisk(b, dir, &seen)
		b.ReportMetric(float64(seg)/float64(size), "index-B/B")
		b.ReportMetric(float64(all)/float64(size), "disk-B/B")
		b.StartTimer()
	}
}

func BenchmarkOpen(b *testing.B) {
	docs, _ := benchDocs(b)
	dir := b.TempDir() + "/corpus"
	fill(b, dir, docs)
	b.ResetTimer()
	for range b.N {
		s, err := Open(dir, Options{})
		must(b, err)
		must(b, s.Close())
	}
}

// benchQuotes are skeletons of 60 bytes with their documents.
func benchQuotes(b *testing.B, s *Snapshot, n int) (quotes [][]byte, docs []int) {
	r := rand.New(rand.NewPCG(3, 4))
	for len(quotes) < n {
		doc := r.IntN(s.NumDocs())
		t, err := s.Text(doc)
		must(b, err)
		sk := t.Skeleton(normalize.Folded).Bytes
		if len(sk) < 200 {
			continue
		}
		p := r.IntN(len(sk) - 60)
		quotes, docs = append(quotes, sk[p:p+60]), append(docs, doc)
	}
	return quotes, docs
}

// perCPU reports CPU time instead of wall time, for machines that do other things too.
func perCPU(b *testing.B) {
	used := func() int64 {
		var u unix.Rusage
		must(b, unix.Getrusage(unix.RUSAGE_SELF, &u))
		return u.Utime.Nano() + u.Stime.Nano()
	}
	b.ReportAllocs()
	b.ResetTimer()
	from := used()
	b.Cleanup(func() { b.ReportMetric(float64(used()-from)/float64(b.N), "cpu-ns/op") })
}

func BenchmarkProbe(b *testing.B) {
	s, _ := benchSnapshot(b)
	quotes, _ := benchQuotes(b, s, 4096)
	var dst []Hit
	n := 0
	perCPU(b)
	for i := range b.N {
		dst, _ = s.Probe(quotes[i%len(quotes)], dst[:0])
		n += len(dst)
	}
	b.ReportMetric(float64(n)/float64(b.N), "hits/op")
}

func BenchmarkProbeDoc(b *testing.B) {
	s, _ := benchSnapshot(b)
	quotes, docs := benchQuotes(b, s, 4096)
	var dst []Hit
	n := 0
	perCPU(b)
	for i := range b.N {
		dst = s.ProbeDoc(docs[i%len(docs)], quotes[i%len(quotes)], dst[:0])
		n += len(dst)
	}
	b.ReportMetric(float64(n)/float64(b.N), "hits/op")
}

func BenchmarkSeeds(b *testing.B) {
	s, _ := benchSnapshot(b)
	quotes, _ := benchQuotes(b, s, 4096)
	var dst []Seed
	perCPU(b)
	for i := range b.N {
		dst = s.Seeds(quotes[i%len(quotes)], 16, 400, dst[:0])
	}
}

func BenchmarkTextLoad(b *testing.B) {
	s, _ := benchSnapshot(b)
	size := 0
	perCPU(b)
	for i := range b.N {
		doc := i % s.NumDocs()
		d := s.Document(doc)
		t, err := s.loadText(doc, d.current())
		must(b, err)
		size += len(t.Source)
	}
	b.ReportMetric(float64(size)/1e6/b.Elapsed().Seconds(), "MB/s")
}

func BenchmarkTextHit(b *testing.B) {
	s, _ := benchSnapshot(b)
	perCPU(b)
	for i := range b.N {
		_, err := s.Text(i & 15)
		must(b, err)
	}
}

func BenchmarkKmers(b *testing.B) {
	s, _ := benchSnapshot(b)
	t, err := s.Text(0)
	must(b, err)
	sk := t.Skeleton(normalize.Folded).Bytes
	b.SetBytes(int64(len(t.Source)))
	perCPU(b)
	for range b.N {
		newKmers(sk)
	}
}

func BenchmarkPassages(b *testing.B) {
	docs, size := benchDocs(b)
	dir := b.TempDir() + "/corpus"
	fill(b, dir, docs)
	b.SetBytes(size)
	b.ResetTimer()
	for range b.N {
		s, err := Open(dir, Options{})
		must(b, err)
		must(b, os.RemoveAll(filepath.Join(dir, passagesDir)))
		must(b, s.UpdatePassages(context.Background(), nil))
		must(b, s.Close())
	}
	var seen []os.FileInfo
	b.ReportMetric(float64(onDisk(b, filepath.Join(dir, passagesDir), &seen))/float64(size), "disk-B/B")
}

func BenchmarkSearch(b *testing.B) {
	s, docs := benchSnapshot(b)
	must(b, s.UpdatePassages(context.Background(), nil))
	b.ResetTimer()
	for i := range b.N {
		text := docs[i%len(docs)].Text
		_, err := s.Search(context.Background(), text[:min(100, len(text))], 5)
		must(b, err)
	}
}

// BenchmarkOpenSmall opens a corpus of 50,000 small documents.
func BenchmarkOpenSmall(b *testing.B) {
	var docs []benchDoc
	for i := range 50_000 {
		docs = append(docs, benchDoc{fmt.Sprintf("collection/document-%d.txt", i), fmt.Sprint("the text of number ", i)})
	}
	dir := b.TempDir() + "/corpus"
	fill(b, dir, docs)
	b.ResetTimer()
	for range b.N {
		s, err := Open(dir, Options{})
		must(b, err)
		must(b, s.Close())
	}
}
