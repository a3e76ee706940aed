package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/verify"
)

// searchFlags are those of the commands that verify.
func searchFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.Float64Flag{Name: "threshold", Usage: "least similarity `X` of a fuzzy match, from 0.50 to 1", Value: verify.DefaultThreshold},
		&cli.BoolFlag{Name: "discover", DisableDefaultText: true, Usage: "look in other sources when the cited one fails (default)"},
		&cli.BoolFlag{Name: "no-discover", DisableDefaultText: true, Usage: "look in the cited source only"},
		&cli.StringFlag{Name: "effort", Usage: "search beyond the cited source with `EFFORT`: fast, default, thorough or exhaustive", Value: string(verify.EffortDefault)},
		&cli.DurationFlag{Name: "quote-timeout", DefaultText: "none", Usage: "a quote that is not found within `TIME`, such as 10s, is unverifiable"},
		&cli.StringFlag{Name: "offsets", Usage: "offsets, in and out, count `UNIT`: byte, rune (code points: R, Python, W3C) or utf16 (JavaScript)", Value: string(verify.OffsetByte)},
		&cli.StringFlag{Name: "policy", Usage: "decide by the `POLICY`: default, strict, lenient or a file of rules (docs/policies.md)", Value: "default"},
		&cli.StringFlag{Name: "collections", Usage: "check in these collections only: `NAME,…`"},
		&cli.StringFlag{Name: "time", Usage: "write `TIME` (RFC 3339) as verified_at, so that equal inputs give equal bytes"},
		&cli.StringFlag{Name: "fail-on", Usage: "exit 1 when a quote has one of the statuses `STATUS,…`"},
	}, ledgerFlags()...)
}

// verifyOptions reads searchFlags. All faults of verify.Options are told at once.
func (e *env) verifyOptions(c *cli.Context) (verify.Options, error) {
	o := verify.Options{Threshold: c.Float64("threshold"), NoDiscover: c.Bool("no-discover"), Offsets: verify.Offsets(c.String("offsets")),
		Effort: verify.Effort(c.String("effort")), Workers: c.Int("workers"), Collections: commaList(c.String("collections")),
		NoLedger: c.Bool("no-ledger"), QuoteTimeout: c.Duration("quote-timeout"), Now: e.now, Log: e.logger(c)}
	if c.Bool("discover") && o.NoDiscover {
		return o, usagef("--discover and --no-discover exclude each other")
	}
	if o.Threshold == 0 { // the library's zero is its default; here it was asked for
		o.Threshold = -1
	}
	if err := o.Validate(); err != nil {
		return o, usagef("%s: %w", commandName(c), err)
	}
	var err error
	if o.Policy, err = verify.LoadPolicy(c.String("policy")); err != nil {
		return o, fmt.Errorf("--policy: %w", err)
	}
	if c.IsSet("collections") && o.Collections == nil {
		return o, usagef("--collections names no collection")
	}
	if c.IsSet("time") {
		t, err := time.Parse(time.RFC3339Nano, c.String("time"))
		if err != nil {
			return o, usagef("--time %q: want a time like 2026-01-31T12:00:00Z", c.String("time"))
		}
		o.Time = t
	}
	return o, nil
}

// failOn reads --fail-on.
func failOn(c *cli.Context) ([]verify.Status, error) {
	var list []verify.Status
next:
	for _, name := range commaList(c.String("fail-on")) {
		var names []string
		for _, s := range verify.Statuses() {
			if s.String() == name {
				list = append(list, s)
				continue next
			}
			names = append(names, s.String())
		}
		guess := didYouMean(name, names, "")
		if guess == "" {
			guess = ": the statuses are " + strings.Join(names, ", ")
		}
		return nil, usagef("--fail-on: unknown status %q%s", name, guess)
	}
	if c.IsSet("fail-on") && list == nil {
		return nil, usagef("--fail-on names no status")
	}
	return list, nil
}

// share reads a share like 0.95 or 95%.
func share(flag, s string) (float64, error) {
	digits, isPercent := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if isPercent {
		x /= 100
	}
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, usagef("--%s %q: want a share from 0 to 1, such as 0.95 or 95%%", flag, s)
	}
	return x, nil
}
