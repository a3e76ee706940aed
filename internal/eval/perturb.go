package eval

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/verbatim/internal/perturb"
	"example.com/verbatim/verify"
)

// DefaultPassages is how many passages are drawn where nothing else is said.
const DefaultPassages = 200

// Options steer Perturb. The zero value is the default.
type Options struct {
	Passages   int            // to draw; 0: DefaultPassages
	Seed       uint64         // equal seeds on an equal corpus give equal figures, for any number of workers
	Modes      []string       // names of the modes to apply; nil: all
	Thresholds []float64      // to measure at; nil: that of Verify
	Verify     verify.Options // NoLedger and NoDiscover are always on
	Progress   func(done, total int)
	Failures   func(*Failure) error // called for all that did not come out right, in an order that is always the same; nil: nobody asks
}

// Failure is a changed passage that did not come out right.
type Failure struct {
	Threshold  float64
	Mode       perturb.Mode
	Problem    string // missed: an edit accepted; unflagged: an edit that only its similarity sends to review; false_alarm; lost: damage not found; passed: an invention; original: a passage that is not exact as it is
	SourceID   string
	Start, End int    // of the passage, UTF-8 bytes
	Passage    string // as it stands in the source
	Text       string // as it was verified
	Result     *verify.Result
}

// Perturb measures how the corpus's own passages are judged when they are damaged, edited or invented.
func Perturb(ctx context.Context, c *verify.Corpus, o Options) (*Report, error) {
	if o.Passages == 0 {
		o.Passages = DefaultPassages
	}
	modes, err := chosen(o.Modes)
	if err != nil {
		return nil, err
	}
	if o.Thresholds == nil {
		o.Thresholds = []float64{max(o.Verify.Threshold, 0)}
	}
	o.Verify.NoLedger, o.Verify.NoDiscover = true, true
	if o.Verify.Policy == nil {
		o.Verify.Policy = verify.DefaultPolicy()
	}
	for i, t := range o.Thresholds {
		if t == 0 {
			o.Thresholds[i] = verify.DefaultThreshold
		}
	}
	passages, err := drawPassages(ctx, c, o.Passages, o.Seed)
	if err != nil {
		return nil, err
	}
	rep := &Report{Passages: len(passages), Seed: o.Seed}
	documents := map[int]bool{}
	for _, p := range passages {
		documents[p.doc] = true
		rep.Characters += utf8.RuneCountInString(p.text)
	}
	rep.Documents = len(documents)
	for i, t := range o.Thresholds {
		o.Verify.Threshold = t
		run := &run{o: &o, passages: passages, modes: modes, at: AtThreshold{Threshold: t}, base: len(passages) * i, total: len(passages) * len(o.Thresholds)}
		for _, m := range modes {
			run.at.Modes = append(run.at.Modes, ModeCounts{Mode: m})
		}
		if _, err := c.Batch(ctx, run, run, nil, o.Verify); err != nil {
			return nil, err
		}
		if i == 0 {
			rep.Original = run.original
		}
		rep.Sweep = append(rep.Sweep, run.at)
	}
	return rep, nil
}

func chosen(names []string) ([]perturb.Mode, error) {
	if names == nil {
		return perturb.Modes(), nil
	}
	var ms []perturb.Mode
	for _, name := range names {
		m, ok := perturb.Lookup(name)
		if !ok {
			var all []string
			for _, m := range perturb.Modes() {
				all = append(all, m.Name)
			}
			return nil, fmt.Errorf("%w: unknown mode %q; the modes are %s", verify.ErrUsage, name, strings.Join(all, ", "))
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// run is one pass at one threshold: the source and the sink of its batch. Quotes are made as they are asked for.
type run struct {
	o        *Options
	passages []passage
	modes    []perturb.Mode
	at       AtThreshold
	original Counts

	next        int // passage to make cases of; the reader's
	mu          sync.Mutex
	waiting     []testCase // made and not answered yet, in order; guarded by mu
	baseline    verify.Result
	base, total int // of the progress
}

// testCase is one quote of the batch. mode -1 is the passage as it is.
type testCase struct{ passage, mode int }

// ReadChunk makes all cases of one passage: the passage itself, then what each mode makes of it.
func (r *run) ReadChunk(dst []verify.Quote, _ int) ([]verify.Quote, error) {
	if r.next == len(r.passages) {
		return dst, io.EOF
	}
	k := r.next
	r.next++
	p := &r.passages[k]
	cases := []testCase{{k, -1}}
	quote := func(text string) verify.Quote {
		return verify.Quote{Line: k + 1, Text: text, SourceID: p.id, Cited: true, Start: -1, End: -1}
	}
	dst = append(dst, quote(p.text))
	other := r.other(k)
	for i, m := range r.modes {
		if text, ok := m.Make(caseRand(r.o.Seed, k, m.Name), p.text, perturb.Material{Source: p.source, Other: other}); ok {
			dst = append(dst, quote(text))
			cases = append(cases, testCase{k, i})
		}
	}
	r.mu.Lock()
	r.waiting = append(r.waiting, cases...)
	r.mu.Unlock()
	return dst, nil
}

// other returns a passage of another document, or at least another passage.
func (r *run) other(k int) string {
	for i := 1; i < len(r.passages); i++ {
		if p := &r.passages[(k+i)%len(r.passages)]; p.doc != r.passages[k].doc {
			return p.text
		}
	}
	return r.passages[(k+1)%len(r.passages)].text
}

// caseRand gives each case its own randomness, so that leaving modes out changes nothing for the others.
func caseRand(seed uint64, passage int, mode string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", passage, mode)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// Encode is not needed: nothing is written.
func (r *run) Encode(dst []byte, _ *verify.Result) []byte { return dst }

// Write counts the next answers.
func (r *run) Write(c *verify.Chunk) error {
	r.mu.Lock()
	cases := r.waiting[:len(c.Results)]
	r.waiting = r.waiting[len(c.Results):]
	r.mu.Unlock()
	for i := range c.Results {
		if err := r.count(cases[i], &c.Results[i]); err != nil {
			return err
		}
	}
	if r.o.Progress != nil && len(cases) > 0 {
		r.o.Progress(r.base+cases[len(cases)-1].passage+1, r.total)
	}
	return nil
}

func (r *run) count(tc testCase, res *verify.Result) error {
	o := outcomeOf(res)
	p := &r.passages[tc.passage]
	if tc.mode < 0 {
		r.baseline = *res
		r.original.N++
		r.original.Outcomes[o]++
		if o == Exact {
			r.original.Right++
			return nil
		}
		return r.tell(perturb.Mode{Name: "original", Kind: perturb.Form}, "original", p, res)
	}
	m := &r.at.Modes[tc.mode]
	if elsewhere(m.Mode, p, res) {
		m.Elsewhere++
		return nil
	}
	warned := r.warns(res) && o < Flagged
	m.N++
	m.Outcomes[o]++
	if warned {
		m.Warned++
	}
	if right(m.Mode.Kind, o, warned) {
		m.Right++
		return nil
	}
	return r.tell(m.Mode, problem(m.Mode.Kind, o), p, res)
}

func (r *run) tell(m perturb.Mode, problem string, p *passage, res *verify.Result) error {
	if r.o.Failures == nil {
		return nil
	}
	return r.o.Failures(&Failure{Threshold: r.at.Threshold, Mode: m, Problem: problem, SourceID: p.id, Start: p.start, End: p.end,
		Passage: p.text, Text: res.Quote.Text, Result: res})
}

// slack is by how many bytes a span may reach beyond the passage without another word in it: marks and blanks.
const slack = 8

// elsewhere says that the changed text stands in the document in its own right, so that nothing is known of it.
func elsewhere(m perturb.Mode, p *passage, res *verify.Result) bool {
	switch {
	case m.Literal:
		return false
	case res.Status == verify.Exact:
		return true
	case res.Status == verify.Normalized && len(res.Spans) > 0:
		return res.Spans[0].Start < p.start-slack || res.Spans[len(res.Spans)-1].End > p.end+slack
	}
	return false
}

func problem(k perturb.Kind, o Outcome) string {
	switch {
	case k == perturb.Fabrication:
		return "passed"
	case k == perturb.Meaning && o == Doubted:
		return "unflagged"
	case k == perturb.Meaning:
		return "missed"
	case o == Flagged:
		return "false_alarm"
	}
	return "lost"
}

// warns says that a flag sends the result to review or rejects it, one that the passage as it is does not raise, and that is not about
// how much the quote proves (short, common, ambiguous).
func (r *run) warns(res *verify.Result) bool {
	for _, f := range r.o.Verify.Policy.Raised(res.Flags &^ r.baseline.Flags) {
		switch f.String() {
		case "short", "common", "ambiguous":
		default:
			return true
		}
	}
	return false
}
