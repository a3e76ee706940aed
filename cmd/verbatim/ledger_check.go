package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

func runLedgerVerify(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	var since []byte
	if file := c.String("since"); file != "" {
		var err error
		if since, err = os.ReadFile(file); err != nil {
			return fmt.Errorf("reading the checkpoint: %w", err)
		}
	}
	sum, err := e.verifyLedger(c, since, e.stdout)
	if err != nil {
		return err
	}
	if sum.Findings > 0 {
		return told(exitDamage)
	}
	return nil
}

// verifyLedger checks the ledger against its own checkpoint, the high-water mark of the corpus and an earlier checkpoint, and tells each
// fault as it is found.
func (e *env) verifyLedger(c *cli.Context, since []byte, w io.Writer) (ledger.Summary, error) {
	dir := c.String("corpus")
	high, err := verify.ReadHighWater(dir)
	if err != nil {
		return ledger.Summary{}, err
	}
	sum, err := ledger.Verify(c.Context, verify.LedgerDir(dir), ledger.VerifyOptions{Since: since, HighWater: high}, func(f ledger.Finding) {
		e.finding(c, w, finding{Part: "ledger", Problem: f.Problem, File: f.File, Offset: f.Offset, Record: f.Index, Detail: f.Detail, Repair: f.Repair})
	})
	if errors.Is(err, ledger.ErrNoLedger) {
		_, err := e.readLedger(c) // which tells a ledger that is gone from one that never was
		return sum, err
	}
	if err != nil {
		return sum, err
	}
	if high == nil && sum.Size > 0 {
		e.markMissing(c, int(sum.Size))
	}
	if asJSON(c) {
		return sum, e.jsonLine(w, map[string]any{"ledger": map[string]any{"origin": sum.Origin, "size": sum.Size, "root": fmt.Sprintf("%x", sum.Root),
			"findings": sum.Findings, "statuses": sum.Statuses, "bytes": sum.Bytes, "words": sum.Words, "erased": sum.Erased, "tiles": sum.Tiles, "staged_bytes": sum.Staged}})
	}
	state := "intact"
	if sum.Findings > 0 {
		state = "DAMAGED: " + count(int(sum.Findings), "fault")
	}
	fmt.Fprintf(w, "ledger %s: %s, root %x\n", state, count(int(sum.Size), "record"), sum.Root)
	if len(sum.Statuses) > 0 && !quiet(c) {
		fmt.Fprintf(w, "  %s\n", counts(toInts(sum.Statuses)))
	}
	return sum, nil
}

func toInts(m map[string]int64) map[string]int {
	out := map[string]int{}
	for k, n := range m {
		out[k] = int(n)
	}
	return out
}

func runLedgerCheckpoint(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	r, err := e.readLedger(c)
	if err != nil {
		return err
	}
	defer r.Close()
	if asJSON(c) {
		return e.jsonLine(e.stdout, map[string]any{"size": r.Size(), "root": fmt.Sprintf("%x", r.Root()), "checkpoint": string(r.Checkpoint())})
	}
	_, err = e.stdout.Write(r.Checkpoint())
	return err
}

func runLedgerKey(c *cli.Context, e *env) error {
	if err := noArguments(c); err != nil {
		return err
	}
	r, err := e.readLedger(c)
	if err != nil {
		return err
	}
	defer r.Close()
	if asJSON(c) {
		return e.jsonLine(e.stdout, map[string]string{"key": r.PublicKey()})
	}
	_, err = fmt.Fprintln(e.stdout, r.PublicKey())
	return err
}
