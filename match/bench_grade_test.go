package match

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

// damagedQuotes are quotes of a text with so many edits a letter, and their places in its skeleton.
func damagedQuotes(n int, rate float64) (t Text, quotes []Quote, spans []Span) {
	r := rand.New(rand.NewPCG(1, 2))
	common := strings.Fields("the of and to in that it is was for a on as with his be at by not may all some before which this from they had have")
	var vocabulary []string
	for range 2000 {
		var b strings.Builder
		for range 2 + r.IntN(3) {
			b.WriteString([]string{"ka", "ro", "lim", "ten", "sor", "bi", "nal", "que", "der", "fo"}[r.IntN(10)])
		}
		vocabulary = append(vocabulary, b.String())
	}
	var b strings.Builder
	for b.Len() < 20000 {
		for i := range 8 + r.IntN(12) {
			w := vocabulary[r.IntN(len(vocabulary))]
			if r.IntN(2) == 0 {
				w = common[r.IntN(len(common))]
			}
			if i == 0 {
				w = strings.ToUpper(w[:1]) + w[1:]
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(w)
		}
		b.WriteString(". ")
	}
	src := []byte(b.String())
	sk := new(normalize.Skeleton)
	sk.Make(src, normalize.Folded)
	t = Text{Source: src, Reading: normalize.Folded, Skeleton: sk}
	quotes, spans = make([]Quote, n), make([]Span, n)
	for i := range quotes {
		lo := r.IntN(len(src) - 500)
		for src[lo] != ' ' {
			lo++
		}
		hi := lo + 40 + r.IntN(360)
		for src[hi] != ' ' {
			hi++
		}
		lo++
		var q []byte
		for _, c := range src[lo:hi] {
			if r.Float64() < rate {
				switch r.IntN(3) {
				case 0:
					q = append(q, byte('a'+r.IntN(26)))
				case 1:
					q = append(q, c, byte('a'+r.IntN(26)))
				}
				continue
			}
			q = append(q, c)
		}
		quotes[i].Prepare(q, normalize.Literal)
		spans[i] = Span{sk.Index(src, t.Reading, lo), sk.Index(src, t.Reading, hi)}
	}
	return t, quotes, spans
}

// BenchmarkFuzzy grades quotes of 40 to 400 bytes at their places.
func BenchmarkFuzzy(b *testing.B) {
	t, quotes, spans := damagedQuotes(200, 0.05)
	var m Matcher
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		q, s := &quotes[i%len(quotes)], spans[i%len(quotes)]
		i++
		q.units = q.units[:0]
		if _, ok := m.Fuzzy(q, &t, s.Start, s.End, q.Runes()/20, q.Runes()/4); !ok {
			b.Fatal("not found")
		}
	}
}

// TestAllocationsOfFuzzy bounds what the grading of a fuzzy match allocates: its spans, its difference and flags, the two texts, and little
// else. The quotes are the same in every run.
func TestAllocationsOfFuzzy(t *testing.T) {
	text, quotes, spans := damagedQuotes(64, 0.05)
	var m Matcher
	n := testing.AllocsPerRun(4, func() {
		for i := range quotes {
			q := &quotes[i]
			if _, ok := m.Fuzzy(q, &text, spans[i].Start, spans[i].End, q.Runes()/20, q.Runes()/4); !ok {
				t.Fatalf("quote %d is not found", i)
			}
		}
	}) / float64(len(quotes))
	if n > mostFuzzyAllocations {
		t.Errorf("%.1f allocations a fuzzy quote, at most %d are meant", n, mostFuzzyAllocations)
	}
}

const mostFuzzyAllocations = 30
