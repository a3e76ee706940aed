package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/verify"
)

// Run measures the standard workload. What it writes lies in a temporary folder, which is gone when it returns, also when ctx is cancelled.
func Run(ctx context.Context, cfg Config) (rep *Report, err error) {
	cfg.setDefaults()
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	start := time.Now()
	m := &measurement{cfg: cfg, steps: cfg.steps()}
	rep = &m.rep
	*rep = Report{Schema: ReportSchema, Started: start.UTC().Truncate(time.Second), Build: theBuild(), Machine: theMachine(),
		Workload: Workload{Corpus: "synthetic", Effort: string(cfg.Effort)}}
	if cfg.Effort == "" {
		rep.Workload.Effort = string(verify.EffortDefault)
	}
	if cfg.CorpusFile != "" {
		rep.Workload.Corpus = filepath.Base(cfg.CorpusFile)
	}
	before := load()
	m.step("making the documents")
	if m.w, err = newWorkspace(&cfg); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.w.close()) }()
	rep.Workload.Documents, rep.Workload.Bytes = len(m.w.docs), m.w.bytes
	for _, part := range []func(context.Context) error{m.ingest, m.classes, m.runs, m.ledger, m.check} {
		if err := errors.Join(ctx.Err(), part(ctx)); err != nil {
			return nil, err
		}
	}
	if before != "" {
		rep.Machine.Load = before + " to " + load()
	}
	rep.Seconds = time.Since(start).Round(time.Millisecond).Seconds()
	return rep, nil
}

// measurement is a Run in progress.
type measurement struct {
	cfg         Config
	w           *workspace
	rep         Report
	done, steps int
}

// steps is how often step is called.
func (c *Config) steps() int {
	n := 2
	if c.has(PartClasses) {
		n += len(c.classes())
	}
	if c.has(PartRuns) {
		n += len(c.Mixes) * len(c.Quotes)
	}
	if c.has(PartLedger) {
		n += len(commitSizes)
	}
	if c.Check > 0 {
		n++
	}
	return n
}

func (m *measurement) step(format string, args ...any) {
	m.cfg.Progress(m.done, m.steps, fmt.Sprintf(format, args...))
	m.done++
}

// repeat measures until it has Config.Runs figures or has taken Config.Most.
func (m *measurement) repeat(ctx context.Context, once func() error) error {
	start := time.Now()
	for i := range m.cfg.Runs {
		if err := errors.Join(ctx.Err(), once()); err != nil {
			return err
		}
		if spent := time.Since(start); spent+spent/time.Duration(i+1) > m.cfg.Most {
			return nil
		}
	}
	return nil
}

// ingest makes the corpus, as often as it is measured and once in any case.
func (m *measurement) ingest(ctx context.Context) error {
	m.step("indexing")
	if !m.cfg.has(PartIngest) {
		_, err := m.w.index(ctx, m.cfg.Program)
		return err
	}
	var wall, cpu []time.Duration
	f := &IngestFigures{}
	err := m.repeat(ctx, func() error {
		u, err := m.w.index(ctx, m.cfg.Program)
		wall, cpu = append(wall, u.wall), append(cpu, u.cpu)
		f.Peak.grow(u.peak)
		return err
	})
	if err != nil {
		return err
	}
	segments, err := m.w.sizeOf("segments")
	if err != nil {
		return err
	}
	all, err := m.w.sizeOf(".")
	if err != nil {
		return err
	}
	mb := float64(m.w.bytes) / 1e6
	f.MBPerSecond, f.MBPerCPUSecond = perSecond(mb, wall), perSecond(mb, cpu)
	f.IndexPerByte, f.DiskPerByte = float64(segments)/float64(m.w.bytes), float64(all)/float64(m.w.bytes)
	m.rep.Ingest = f
	return nil
}

func (m *Memory) grow(x Memory) {
	m.ResidentMB, m.OwnMB = max(m.ResidentMB, x.ResidentMB), max(m.OwnMB, x.OwnMB)
}

// open opens the corpus with every text read once, so that figures are those of a batch and not of its start.
func (w *workspace) open() (*verify.Corpus, error) {
	c, err := verify.Open(w.corpus(), index.Options{})
	if err != nil {
		return nil, err
	}
	for doc := range c.Snapshot().NumDocs() {
		if _, err := c.Snapshot().Text(doc); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}
