package ledger

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkAppend measures whole commits: encoded, salted, hashed, synced, signed, tiles included.
func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{1, 100, 1000, 10_000} {
		b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
			dir := create(b, Options{})
			l := open(b, dir, Options{})
			entries := batchOf(0, size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Append(context.Background(), entries); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)*float64(size)/b.Elapsed().Seconds(), "records/s")
			if err := l.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	const n = 100_000
	dir := create(b, Options{}, n)
	for b.Loop() {
		if _, err := Verify(context.Background(), dir, VerifyOptions{}, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkProve(b *testing.B) {
	dir := create(b, Options{}, 100_000)
	r := openRead(b, dir)
	i := int64(0)
	for b.Loop() {
		if _, err := r.Prove(i * 7919 % r.Size()); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
