package bench

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/verbatim/verify"
)

// Part is a part of the standard workload.
type Part string

// The parts of the standard workload, in the order in which they run.
const (
	PartIngest  Part = "ingest"  // JSON lines to a corpus that can be asked
	PartClasses Part = "classes" // each class of quote by itself, one worker, the engine alone
	PartRuns    Part = "runs"    // batches as the command line verifies them: files in and out, ledger on, all processors
	PartLedger  Part = "ledger"  // appends to a ledger
)

// Parts lists all parts.
func Parts() []Part { return []Part{PartIngest, PartClasses, PartRuns, PartLedger} }

// MeasuredClasses are the classes that the standard workload measures.
func MeasuredClasses() []Class {
	return []Class{Exact, Norm, Punct, E05, E10, E20, Word, Fabricated, Wrong}
}

// Config describes a measurement. Zero values are the defaults.
type Config struct {
	MB          int           // size of the made-up corpus in millions of bytes; default 105
	CorpusFile  string        // JSON lines {id, text} to measure on instead
	Parts       []Part        // default all
	Quotes      []int         // sizes of whole runs; default 1,000, 10,000 and 100,000
	Mixes       []string      // of whole runs, as ParseMix reads them; default exact and full
	Classes     []Class       // default MeasuredClasses
	ClassQuotes int           // quotes of a class; default 20,000
	Runs        int           // how often each figure is measured; default 5
	Most        time.Duration // a figure that has taken this long is not measured again; default 60 s
	Check       int           // compare this many answers of the largest batch with those of the slow path; 0: none
	Effort      verify.Effort // empty: the default
	Dir         string        // folder for the temporary corpus; empty: that of the system

	// Program is the verbatim program. Ingest and whole runs are measured as processes of their own, which is what users run and
	// the only way to know their memory. Empty: in this process.
	Program string
	// Progress, when not nil, is called before each step.
	Progress func(step, steps int, what string)
}

func (c *Config) setDefaults() {
	if c.MB == 0 {
		c.MB = 105
	}
	if len(c.Parts) == 0 {
		c.Parts = Parts()
	}
	if len(c.Quotes) == 0 {
		c.Quotes = []int{1_000, 10_000, 100_000}
	}
	if len(c.Mixes) == 0 {
		c.Mixes = []string{"exact", "full"}
	}
	if len(c.Classes) == 0 {
		c.Classes = MeasuredClasses()
	}
	if c.ClassQuotes == 0 {
		c.ClassQuotes = 20_000
	}
	if c.Runs == 0 {
		c.Runs = 5
	}
	if c.Most == 0 {
		c.Most = time.Minute
	}
	if c.Progress == nil {
		c.Progress = func(int, int, string) {}
	}
}

// Validate lists all faults of the configuration at once.
func (c *Config) Validate() error {
	var faults []error
	if c.MB < 0 {
		faults = append(faults, fmt.Errorf("size of the corpus %d MB: must be above 0", c.MB))
	}
	for _, n := range c.Quotes {
		if n < 1 {
			faults = append(faults, fmt.Errorf("number of quotes %d: must be above 0", n))
		}
	}
	if c.ClassQuotes < 0 || c.Runs < 0 || c.Check < 0 {
		faults = append(faults, fmt.Errorf("%d quotes a class, %d runs, %d answers to check: must not be negative", c.ClassQuotes, c.Runs, c.Check))
	}
	for _, p := range c.Parts {
		if !slices.Contains(Parts(), p) {
			faults = append(faults, fmt.Errorf("unknown part %q: the parts are %v", p, Parts()))
		}
	}
	for _, mix := range c.Mixes {
		if _, err := ParseMix(mix); err != nil {
			faults = append(faults, err)
		}
	}
	for _, cl := range c.Classes {
		if !slices.Contains(Classes(), cl) {
			faults = append(faults, fmt.Errorf("unknown class %q: the classes are %v", cl, Classes()))
		}
	}
	return errors.Join(append(faults, (&verify.Options{Effort: c.Effort}).Validate())...)
}

func (c *Config) has(p Part) bool { return slices.Contains(c.Parts, p) }
