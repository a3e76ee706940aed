package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"
)

// progress shows how far a long command is. A nil progress shows nothing.
type progress struct{ bar *progressbar.ProgressBar }

// progress starts a bar on standard error, on a terminal only. total is -1 where it is not known.
func (e *env) progress(c *cli.Context, what, unit string, total int) *progress {
	if quiet(c) || asJSON(c) || !e.isTerminal(e.stderr) {
		return nil
	}
	return &progress{progressbar.NewOptions(total,
		progressbar.OptionSetWriter(e.stderr),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetElapsedTime(true))}
}

// at says that n are done.
func (p *progress) at(n int) {
	if p != nil {
		_ = p.bar.Set(n) // a bar that cannot be drawn is no reason to stop
	}
}

// of says that n of total are done.
func (p *progress) of(n, total int) {
	if p != nil {
		p.bar.ChangeMax(total)
		_ = p.bar.Set(n)
	}
}

// step says that n of total are done, and what is done now.
func (p *progress) step(n, total int, what string) {
	if p != nil {
		p.bar.Describe(what)
		p.of(n, total)
	}
}

// clear takes the bar away, so that text can follow.
func (p *progress) clear() {
	if p != nil {
		_ = p.bar.Clear()
	}
}

// done ends the bar.
func (p *progress) done() {
	if p != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}
