package bench

import (
	"context"
	"io"
	"time"

	"example.com/verbatim/verify"
)

// classCase is one class of quote, with a cited source or without.
type classCase struct {
	class Class
	cited bool
}

func (x classCase) String() string {
	if x.cited {
		return string(x.class) + " cited"
	}
	return string(x.class) + " uncited"
}

// classes lists what is measured. A quote cannot be attributed to the wrong source without citing one.
func (c *Config) classes() (list []classCase) {
	for _, class := range c.Classes {
		list = append(list, classCase{class, true})
		if class != Wrong {
			list = append(list, classCase{class, false})
		}
	}
	return list
}

// batch makes n quotes of the class.
func (w *workspace) batch(ctx context.Context, x classCase, n int) ([]Labelled, error) {
	unscoped := -1.0
	if !x.cited {
		unscoped = 1
	}
	g, err := NewGenerator(w.docs, QuoteConfig{Seed: 7, Quotes: n, Mix: Only(x.class), Unscoped: unscoped})
	if err != nil {
		return nil, err
	}
	return g.All(ctx)
}

// classes measures each class by itself: one worker, the engine alone, no reading, no rendering, no ledger.
func (m *measurement) classes(ctx context.Context) error {
	if !m.cfg.has(PartClasses) {
		return nil
	}
	c, err := m.w.open()
	if err != nil {
		return err
	}
	defer c.Close()
	j := newJudge(m.w.docs)
	for _, x := range m.cfg.classes() {
		m.step("class %s", x)
		list, err := m.w.batch(ctx, x, m.cfg.ClassQuotes)
		if err != nil {
			return err
		}
		var wall, cpu []time.Duration
		if err := m.repeat(ctx, func() error {
			u, err := answer(ctx, c, list, nil, m.cfg.Effort)
			wall, cpu = append(wall, u.wall), append(cpu, u.cpu)
			return err
		}); err != nil {
			return err
		}
		j.reset()
		if _, err := answer(ctx, c, list, j, m.cfg.Effort); err != nil {
			return err
		}
		n := float64(len(list))
		m.rep.Classes = append(m.rep.Classes, ClassFigures{Class: x.class, Cited: x.cited, Quotes: len(list), PerCPUSecond: perSecond(n, cpu),
			PerSecond: perSecond(n, wall), Quality: j.quality()})
	}
	return nil
}

// answer verifies the quotes with one worker. A judge sees the answers; nil: nobody does, and nothing but the engine is measured.
func answer(ctx context.Context, c *verify.Corpus, list []Labelled, j *judge, effort verify.Effort) (usage, error) {
	src := &sliceSource{quotesOf(list)}
	var sink verify.Sink
	if j != nil {
		sink = &judgeSink{j: j, list: list}
	}
	return measured(func() error {
		_, err := c.Batch(ctx, src, sink, nil, verify.Options{Workers: 1, Effort: effort})
		return err
	})
}

// judgeSink gives answers to a judge.
type judgeSink struct {
	j    *judge
	list []Labelled
}

// Encode renders nothing.
func (s *judgeSink) Encode(dst []byte, _ *verify.Result) []byte { return dst }

// Write judges the next answers.
func (s *judgeSink) Write(c *verify.Chunk) error {
	for i := range c.Results {
		s.j.add(&s.list[i], &c.Results[i])
	}
	s.list = s.list[len(c.Results):]
	return nil
}

// sliceSource gives quotes that are in memory.
type sliceSource struct{ quotes []verify.Quote }

// ReadChunk gives the next max quotes.
func (s *sliceSource) ReadChunk(dst []verify.Quote, max int) ([]verify.Quote, error) {
	n := min(max, len(s.quotes))
	dst = append(dst, s.quotes[:n]...)
	if s.quotes = s.quotes[n:]; len(s.quotes) == 0 {
		return dst, io.EOF
	}
	return dst, nil
}

func quotesOf(list []Labelled) []verify.Quote {
	quotes := make([]verify.Quote, len(list))
	for i, l := range list {
		quotes[i] = verify.Quote{ID: []byte(`"` + l.ID + `"`), Line: i + 1, Text: l.Quote, SourceID: l.SourceID, Cited: l.SourceID != "", Start: -1, End: -1}
	}
	return quotes
}
