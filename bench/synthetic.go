package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"
)

// CorpusConfig describes a corpus made up for machines that have no real text. The zero value is 10 MB.
type CorpusConfig struct {
	Seed  uint64 // 0 is a seed like any other
	Bytes int    // size of all texts together; default 10,000,000
	Mean  int    // mean size of a document in bytes; default 19,500, that of the text the project's figures were measured on
}

// spread is the standard deviation of the logarithm of document sizes.
const spread = 1.0

// Synthesize writes a corpus of pseudo-English: the function words, sentence forms and punctuation of English around invented nouns, verbs,
// adjectives and names that follow Zipf's law, with numbers, dates, headings, and paragraphs of boilerplate that many documents share.
// Some documents are wrapped, some have CR LF line ends, some curly quotes and dashes. Sizes are log-normal. Equal configurations give
// equal texts, whatever the number of processors.
func Synthesize(cfg CorpusConfig) []Document {
	if cfg.Bytes <= 0 {
		cfg.Bytes = 10_000_000
	}
	if cfg.Mean <= 0 {
		cfg.Mean = 19_500
	}
	r := rand.New(rand.NewPCG(cfg.Seed, 0))
	var sizes []int
	for left := cfg.Bytes; left > 0; {
		n := int(float64(cfg.Mean) * math.Exp(spread*r.NormFloat64()-spread*spread/2))
		n = min(max(n, 600), 40*cfg.Mean, left)
		if left-n < 600 {
			n = left
		}
		sizes = append(sizes, n)
		left -= n
	}
	v := newVocabulary(cfg.Seed)
	docs := make([]Document, len(sizes))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, n := range sizes {
		g.Go(func() error {
			docs[i] = Document{ID: fmt.Sprintf("syn-%06d", i), Text: v.document(rand.New(rand.NewPCG(cfg.Seed, uint64(i)+1)), n)}
			return nil
		})
	}
	_ = g.Wait() // no document can fail
	return docs
}

// vocabulary is shared by all documents of a corpus and only read once it is made.
type vocabulary struct {
	nouns, verbs, adjectives, names lexis
	boilerplate                     []string
}

// lexis is a list of words by rank and a table to draw from it by Zipf's law: each slot holds a rank, frequent ones have many slots.
type lexis struct {
	words []string
	slots []uint16
}

func newLexis(words []string) lexis {
	const size = 1 << 18
	var total uint64
	weight := func(rank int) uint64 { return 1e12 / (10*uint64(rank) + 27) } // Mandelbrot's offset 2.7
	for i := range words {
		total += weight(i)
	}
	l := lexis{words, make([]uint16, size)}
	var sum uint64
	at := 0
	for i := range words {
		sum += weight(i)
		for at < size && uint64(at)*total < sum*size {
			l.slots[at] = uint16(i)
			at++
		}
	}
	return l
}

func (l *lexis) draw(r *rand.Rand) string { return l.words[l.slots[r.Uint32()&(1<<18-1)]] }

var (
	onsets = strings.Fields("b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w b c d f g l m n p r s t")
	nuclei = strings.Fields("a e i o u a e i o ai ea ee oa ou io")
	codas  = strings.Fields("b ck ct d ff g l ld lm lt m mp n nd ng nt p r rd rk rm rn rt s sh sk ss st t th x n r l s t")
)

// newVocabulary invents words of one to three syllables; frequent ones are short, as in a language.
func newVocabulary(seed uint64) *vocabulary {
	r := rand.New(rand.NewPCG(seed, 0x766f63616273))
	seen := make(map[string]bool)
	invent := func(n int, endings ...string) lexis {
		var ws []string
		for len(ws) < n {
			var b strings.Builder
			for range 1 + min(2, r.IntN(2+len(ws)*3/n)) {
				b.WriteString(pick(r, onsets) + pick(r, nuclei))
			}
			b.WriteString(pick(r, codas) + pick(r, endings))
			if w := b.String(); !seen[w] {
				seen[w] = true
				ws = append(ws, w)
			}
		}
		return newLexis(ws)
	}
	v := &vocabulary{
		nouns:      invent(12000, "", "", "", "tion", "ment", "ity", "er", "ance", "ure"),
		verbs:      invent(3000, "", "", "ize", "ate", "ify"),
		adjectives: invent(4000, "al", "ous", "ive", "ic", "ful", "able", "y"),
		names:      invent(3000, "", "", "o", "a", "er", "son", "é", "ström", "ez", "ić"),
	}
	for i, w := range v.names.words {
		v.names.words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	for range 60 {
		a := v.author(r)
		for range 2 + r.IntN(3) {
			a.sentence()
		}
		v.boilerplate = append(v.boilerplate, strings.TrimSpace(string(a.b)))
	}
	return v
}

func pick[T any](r *rand.Rand, xs []T) T { return xs[r.IntN(len(xs))] }

// document writes n bytes of text, ending with a line end.
func (v *vocabulary) document(r *rand.Rand, n int) string {
	a := v.author(r)
	wrap, crlf := r.IntN(4) == 0, r.IntN(20) == 0
	section := 0
	a.title()
	for len(a.b) < n+200 {
		if r.IntN(9) == 0 {
			section++
			a.b = strconv.AppendInt(a.b, int64(section), 10)
			a.b = append(a.b, ". "...)
			a.title()
		}
		if r.IntN(20) == 0 {
			i := r.IntN(len(v.boilerplate))
			a.b = append(a.b, v.boilerplate[min(i, r.IntN(len(v.boilerplate)))]...)
		} else {
			for range 2 + r.IntN(6) {
				a.sentence()
			}
			a.b = a.b[:len(a.b)-1] // the space after the last sentence
		}
		a.b = append(a.b, "\n\n"...)
	}
	if wrap {
		column(a.b, 72)
	}
	t := string(a.b)
	if crlf {
		t = strings.ReplaceAll(t, "\n", "\r\n")
	}
	n--
	for n > 0 && !utf8.RuneStart(t[n]) {
		n--
	}
	return strings.TrimRight(t[:n], "\r") + "\n"
}

// column turns spaces into line breaks in place.
func column(b []byte, width int) {
	start, space := 0, -1
	for i, c := range b {
		switch c {
		case '\n':
			start, space = i+1, -1
		case ' ':
			space = i
		}
		if i-start >= width && space >= 0 {
			b[space] = '\n'
			start, space = space+1, -1
		}
	}
}
