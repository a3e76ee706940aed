package match

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// prose makes text with the letter and word statistics of English, near enough for the cost of scanning it.
func prose(r *rand.Rand, n int) []byte {
	words := [...]string{"the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "was", "on", "are", "as", "with", "they", "be", "at",
		"one", "have", "this", "from", "by", "hot", "word", "but", "what", "some", "we", "can", "out", "other", "were", "all", "there", "when",
		"model", "result", "measure", "participant", "significant", "increase", "analysis", "between", "treatment", "control", "observed",
		"evidence", "population", "temperature", "government", "history", "language", "economic", "response", "theory", "structure"}
	b := make([]byte, 0, n+16)
	for len(b) < n {
		b = append(b, words[r.IntN(r.IntN(len(words))+1)]...)
	}
	return b[:n]
}

var sinkInt int

func BenchmarkPattern(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	text := prose(r, 15_000)
	for _, c := range []struct{ n, percent int }{{64, 25}, {112, 10}, {112, 25}, {300, 10}, {300, 25}} {
		b.Run(fmt.Sprintf("%d/%d%%", c.n, c.percent), func(b *testing.B) {
			var p Pattern
			p.Compile(prose(r, c.n))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				d, _, _ := p.Distance(text, c.n*c.percent/100)
				sinkInt += d
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/char")
		})
	}
}

func BenchmarkScanAbsent(b *testing.B) {
	r := rand.New(rand.NewPCG(2, 2))
	text := prose(r, 15_000)
	for _, c := range []struct{ n, percent int }{{40, 25}, {64, 25}, {112, 10}, {112, 25}, {112, 32}, {300, 25}, {1000, 25}} {
		b.Run(fmt.Sprintf("%d/%d%%", c.n, c.percent), func(b *testing.B) {
			var s Scan
			pattern := prose(r, c.n)
			for b.Loop() {
				_, _, d, _ := s.Best(pattern, text, c.n*c.percent/100)
				sinkInt += d
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/char")
		})
	}
}

func BenchmarkScanSeeded(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, percent := range []int{0, 5, 10, 20} {
		b.Run(fmt.Sprintf("112/%d%%", percent), func(b *testing.B) {
			pattern := prose(r, 112)
			text := append(append(prose(r, 9_000), damage(r, pattern, 112*percent/100, 26)...), prose(r, 6_000)...)
			seeds, run := seedsOf(pattern, text, 8, 4)
			var s Scan
			for b.Loop() {
				_, _, d, _ := s.BestSeeded(pattern, text, 28, seeds, run)
				sinkInt += d
			}
			b.ReportMetric(float64(len(seeds)), "seeds")
		})
	}
}

func BenchmarkInfix(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	quote := prose(r, 150)
	text := append(append(prose(r, 25), damage(r, quote, 8, 26)...), prose(r, 25)...)
	pattern, runes := []rune(string(quote)), []rune(string(text))
	b.Run("bytes", func(b *testing.B) {
		var p Pattern
		for b.Loop() {
			p.Compile(quote)
			d, e, _ := p.Distance(text, 30)
			sinkInt += d + e
		}
	})
	b.Run("script", func(b *testing.B) {
		var a Aligner
		for b.Loop() {
			al, _ := a.Infix(pattern, runes, 30)
			sinkInt += al.Distance
		}
	})
	b.Run("diff", func(b *testing.B) {
		var a Aligner
		al, _ := a.Infix(pattern, runes, 30)
		for b.Loop() {
			sinkInt += len(Diff(al.Ops, pattern, runes))
		}
	})
}
