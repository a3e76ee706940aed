package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/verify"
)

// prepareEffort makes what an effort needs of the corpus: thorough asks the passages, which are made when they are first needed.
func (e *env) prepareEffort(c *cli.Context, corpus *verify.Corpus, effort verify.Effort) error {
	if effort != verify.EffortThorough {
		return nil
	}
	if err := e.updatePassages(c.Context, c, corpus.Snapshot()); err != nil {
		return fmt.Errorf("--effort thorough asks the passages of the corpus (index --search makes them): %w", err)
	}
	return nil
}
