package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"example.com/verbatim/internal/perturb"
)

// QuoteConfig describes a batch of quotes. Zero values are the defaults.
type QuoteConfig struct {
	Seed     uint64
	Quotes   int     // default 10,000
	Mix      Mix     // default FullMix
	Unscoped float64 // share of quotes that cite no source; default 0.2, negative for none. The class wrong always cites one
	MinLen   int     // characters of a passage, before it is changed; default 40
	MaxLen   int     // default 400; lengths between are log-uniform
	Workers  int     // goroutines; default one a processor. The quotes do not depend on it
}

func (c *QuoteConfig) setDefaults() {
	if c.Quotes == 0 {
		c.Quotes = 10_000
	}
	if len(c.Mix) == 0 {
		c.Mix = FullMix()
	}
	if c.Unscoped == 0 {
		c.Unscoped = 0.2
	}
	if c.MinLen == 0 {
		c.MinLen = 40
	}
	if c.MaxLen == 0 {
		c.MaxLen = 400
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
}

func (c *QuoteConfig) check() error {
	var errs []error
	if c.Quotes < 0 {
		errs = append(errs, fmt.Errorf("invalid number of quotes %d", c.Quotes))
	}
	if c.MinLen < 1 || c.MaxLen < c.MinLen {
		errs = append(errs, fmt.Errorf("invalid lengths %d to %d", c.MinLen, c.MaxLen))
	}
	if c.Unscoped > 1 {
		errs = append(errs, fmt.Errorf("invalid share of quotes without a source %g", c.Unscoped))
	}
	return errors.Join(append(errs, c.Mix.check())...)
}

// Labelled is a quote with what is known of it.
type Labelled struct {
	ID       string // "q" and the number of the quote, from 0
	Quote    string
	SourceID string // the document cited; empty: none
	Class    Class
	Modes    []string // the modes of damage or edit that made it, in order

	// The passage that the quote was made of: the bytes Start to End of the document TrueSource. Empty and 0 for fabrications. Other
	// documents, and other places of this one, may hold the passage too.
	TrueSource string
	Start, End int
}

// Generator makes labelled quotes from documents. It is safe for concurrent use.
type Generator struct {
	docs    []Document
	cfg     QuoteConfig
	ends    []int // running sum of the documents' bytes
	total   int
	lengths []int
	norm    []perturb.Mode
	punct   []perturb.Mode
	word    []perturb.Mode
	meaning []perturb.Mode
	invent  []perturb.Mode
	edits   map[Class]perturb.Mode
	sum     int
	filters []filter
}

// NewGenerator checks the configuration, all faults at once. The documents are kept, not copied.
func NewGenerator(docs []Document, cfg QuoteConfig) (*Generator, error) {
	cfg.setDefaults()
	if err := cfg.check(); err != nil {
		return nil, err
	}
	g := &Generator{docs: docs, cfg: cfg, lengths: lengths(cfg.MinLen, cfg.MaxLen), sum: cfg.Mix.sum(), edits: make(map[Class]perturb.Mode),
		meaning: perturb.OfKind(perturb.Meaning), invent: perturb.OfKind(perturb.Fabrication)}
	g.filters = make([]filter, len(docs))
	for i := range docs {
		g.total += len(docs[i].Text)
		g.ends = append(g.ends, g.total)
	}
	if g.total == 0 {
		return nil, errors.New("no text to draw quotes from")
	}
	var err error
	named := func(names ...string) []perturb.Mode {
		var ms []perturb.Mode
		for _, n := range names {
			m, ok := perturb.Lookup(n)
			if !ok {
				err = fmt.Errorf("unknown mode of damage %q", n)
			}
			ms = append(ms, m)
		}
		return ms
	}
	g.norm = named("case", "line_wraps", "double_spaces", "odd_spaces", "unwrapped", "quote_glyphs", "dash_glyphs", "ligatures", "composition",
		"ellipsis_glyph", "plain_typography", "soft_hyphens", "zero_width", "hyphenation")
	g.punct = named("punctuation_dropped", "punctuation_dropped", "punctuation_added")
	g.word = named("word_dropped", "word_inserted", "word_replaced", "word_doubled")
	for _, c := range []Class{E01, E05, E10, E20} {
		g.edits[c] = named(string(c))[0]
	}
	return g, err
}

// Len returns the number of quotes of the configuration.
func (g *Generator) Len() int { return g.cfg.Quotes }

// Quote makes the quote of that number, from 0. It depends on the documents, the configuration and the number alone, so that a batch can be
// made in parts and in any order. The error says that the documents have no passage that the class can be made of.
func (g *Generator) Quote(i int) (Labelled, error) {
	r := rand.New(rand.NewPCG(g.cfg.Seed, uint64(i)*0x9e3779b97f4a7c15+1))
	c := g.cfg.Mix.class(r.IntN(g.sum))
	cited := r.Float64() >= g.cfg.Unscoped || c == Wrong
	q := Labelled{ID: "q" + strconv.Itoa(i), Class: c}
	for range tries {
		p, ok := g.passage(r, c != Exact && c != Wrong)
		if !ok {
			return q, fmt.Errorf("no passage of %d to %d characters found", g.cfg.MinLen, g.cfg.MaxLen)
		}
		d := &g.docs[p.doc]
		q.TrueSource, q.Start, q.End = d.ID, p.start, p.end
		q.SourceID, q.Modes = d.ID, nil
		if !g.make(r, &q, d.Text[p.start:p.end], p.doc) {
			continue
		}
		if !cited {
			q.SourceID = ""
		}
		return q, nil
	}
	return q, fmt.Errorf("no passage found to make a quote of class %q of", c)
}

// make turns the passage into the quote of its class.
func (g *Generator) make(r *rand.Rand, q *Labelled, text string, doc int) bool {
	q.Quote = text
	switch q.Class {
	case Exact:
		return true
	case Norm:
		return q.apply(r, g.norm, 1+r.IntN(3), perturb.Material{})
	case Punct:
		return q.apply(r, g.punct, 1, perturb.Material{})
	case Word:
		return q.apply(r, g.word, 1+r.IntN(1+len(text)/150), perturb.Material{})
	case Meaning:
		return q.apply(r, g.meaning, 1, perturb.Material{})
	case Fabricated:
		other, ok := g.passage(r, true)
		if !ok {
			return false
		}
		o := g.docs[other.doc].Text
		source := around(g.docs[doc].Text, q.Start, q.End)
		q.TrueSource, q.Start, q.End = "", 0, 0
		return q.apply(r, g.invent, 1, perturb.Material{Source: source, Other: o[other.start:other.end]}) && !strings.Contains(source, q.Quote)
	case Wrong:
		return g.misattribute(r, q, text, doc)
	}
	return q.apply(r, []perturb.Mode{g.edits[q.Class]}, 1, perturb.Material{})
}

// around returns the passage with some 4,000 bytes on either side: enough to invent from, where whole documents may be huge.
func around(text string, start, end int) string {
	start, end = max(0, start-4000), min(len(text), end+4000)
	for start > 0 && !utf8.RuneStart(text[start]) {
		start--
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return text[start:end]
}

// apply changes the quote by up to n of the modes, drawn without replacement, and says whether it is another now: modes may undo one another.
func (q *Labelled) apply(r *rand.Rand, modes []perturb.Mode, n int, m perturb.Material) bool {
	old := q.Quote
	for _, i := range r.Perm(len(modes)) {
		if t, ok := modes[i].Make(r, q.Quote, m); ok {
			q.Quote = t
			q.Modes = append(q.Modes, modes[i].Name)
			if n--; n == 0 {
				break
			}
		}
	}
	return q.Quote != old
}

// chunk is how many quotes Each hands over at a time at most.
const chunk = 16384

// Each makes all quotes and hands them to do in order, some thousands at a time. do owns the slice until it returns.
func (g *Generator) Each(ctx context.Context, do func([]Labelled) error) error {
	buf := make([]Labelled, min(chunk, g.cfg.Quotes))
	for from := 0; from < g.cfg.Quotes; from += chunk {
		part := buf[:min(chunk, g.cfg.Quotes-from)]
		var next atomic.Int64
		eg, ctx := errgroup.WithContext(ctx)
		for range g.cfg.Workers {
			eg.Go(func() error {
				const step = 256
				for {
					lo := int(next.Add(step)) - step
					if lo >= len(part) {
						return nil
					}
					if err := ctx.Err(); err != nil {
						return err
					}
					for i := lo; i < min(lo+step, len(part)); i++ {
						q, err := g.Quote(from + i)
						if err != nil {
							return fmt.Errorf("making quote %d: %w", from+i, err)
						}
						part[i] = q
					}
				}
			})
		}
		if err := eg.Wait(); err != nil {
			return err
		}
		if err := do(part); err != nil {
			return err
		}
	}
	return nil
}

// All returns all quotes.
func (g *Generator) All(ctx context.Context) ([]Labelled, error) {
	all := make([]Labelled, 0, g.cfg.Quotes)
	err := g.Each(ctx, func(qs []Labelled) error {
		all = append(all, qs...)
		return nil
	})
	return all, err
}
