package verify

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"
)

// Effort says how far the search goes beyond the cited source. What each guarantees is in docs/verdicts.md.
type Effort string

// The efforts.
const (
	EffortFast       Effort = "fast"
	EffortDefault    Effort = "default"
	EffortThorough   Effort = "thorough"
	EffortExhaustive Effort = "exhaustive"
)

// Defaults of Options.
const (
	DefaultThreshold = 0.80
	MinThreshold     = 0.50     // a lower threshold would call chance similarities matches
	DefaultMaxQuote  = 64 << 10 // the cost of a fuzzy search grows with quote times text
	DefaultChunk     = 1 << 15
	DefaultFlush     = 200 * time.Millisecond
	MaxWorkers       = 1024
)

// Options steer a verification. The zero value is the default.
type Options struct {
	Threshold  float64 // least similarity of a fuzzy match; 0: DefaultThreshold
	NoDiscover bool    // look in the cited source only; quotes without one are looked for everywhere all the same
	Offsets    Offsets // unit of the offsets in quotes and results; empty: OffsetByte
	Effort     Effort  // empty: EffortDefault
	Workers    int     // 0: GOMAXPROCS
	MaxQuote   int     // bytes; longer quotes are invalid; 0: DefaultMaxQuote
	// QuoteTimeout ends the search for a quote: what was not found by then is unverifiable. 0: none, so that answers do not depend on the clock.
	QuoteTimeout time.Duration
	Chunk        int              // quotes that are held and committed together at most; 0: DefaultChunk
	Flush        time.Duration    // a chunk that is not full is committed this long after its last input; 0: DefaultFlush
	Time         time.Time        // verified_at of all results; zero: the start of the call
	Policy       *Policy          // nil: DefaultPolicy
	Collections  []string         // the collections that the caller is bound to; nil: not bound
	NoLedger     bool             // append nothing to the ledger
	Now          func() time.Time // nil: time.Now
	Log          *slog.Logger     // nil: discard
	Answered     func(n int)      // is told by the workers, at once and in any order, that n more quotes are answered; nil: nobody

	policyRef string // Policy.Ref(), made once a batch
}

// Validate lists all faults of the options at once.
func (o *Options) Validate() error {
	var faults []error
	if o.Threshold != 0 && !(o.Threshold >= MinThreshold && o.Threshold <= 1) {
		faults = append(faults, fmt.Errorf("threshold %v: must be from %v to 1", o.Threshold, MinThreshold))
	}
	switch o.Effort {
	case "", EffortFast, EffortDefault, EffortThorough, EffortExhaustive:
	default:
		faults = append(faults, fmt.Errorf("effort %q: must be fast, default, thorough or exhaustive", o.Effort))
	}
	switch o.Offsets {
	case "", OffsetByte, OffsetRune, OffsetUTF16:
	default:
		faults = append(faults, fmt.Errorf("offsets %q: must be byte, rune or utf16", o.Offsets))
	}
	if o.Workers < 0 || o.Workers > MaxWorkers {
		faults = append(faults, fmt.Errorf("workers %d: must be from 0 to %d", o.Workers, MaxWorkers))
	}
	if o.QuoteTimeout < 0 {
		faults = append(faults, fmt.Errorf("quote timeout %v: must not be negative", o.QuoteTimeout))
	}
	if o.Chunk < 0 {
		faults = append(faults, fmt.Errorf("chunk %d: must not be negative", o.Chunk))
	}
	return errors.Join(faults...)
}

func (o Options) withDefaults() Options {
	if o.Threshold == 0 {
		o.Threshold = DefaultThreshold
	}
	if o.Effort == "" {
		o.Effort = EffortDefault
	}
	if o.Offsets == "" {
		o.Offsets = OffsetByte
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxQuote == 0 {
		o.MaxQuote = DefaultMaxQuote
	}
	if o.Chunk == 0 {
		o.Chunk = DefaultChunk
	}
	if o.Flush == 0 {
		o.Flush = DefaultFlush
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Time.IsZero() {
		o.Time = o.Now()
	}
	o.Time = o.Time.UTC()
	if o.Policy == nil {
		o.Policy = builtin()["default"]
	}
	o.policyRef = o.Policy.Ref()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
