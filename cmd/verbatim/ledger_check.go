package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

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

// finding is one fault of the corpus or the ledger.
type finding struct {
	Part    string `json:"part"` // corpus or ledger
	Problem string `json:"problem"`
	File    string `json:"file,omitempty"`
	Offset  int64  `json:"offset"` // -1: the file as a whole
	Record  int64  `json:"record"` // of the ledger; -1: none in particular
	Key     string `json:"key,omitempty"`
	Detail  string `json:"detail"`
	Repair  string `json:"repair,omitempty"`
}

func (e *env) finding(c *cli.Context, w io.Writer, f finding) {
	if asJSON(c) {
		e.jsonLine(w, f)
		return
	}
	text := f.Part + ": " + f.Problem
	if f.File != "" {
		text += ": " + f.File
		if f.Offset >= 0 {
			text += fmt.Sprintf(" at byte %d", f.Offset)
		}
	}
	if f.Record >= 0 {
		text += fmt.Sprintf(", record %d", f.Record)
	}
	if f.Key != "" {
		text += ", " + f.Key
	}
	text += ": " + f.Detail
	if f.Repair != "" {
		text += "; " + f.Repair
	}
	fmt.Fprintln(w, printable(oneLine(text)))
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

func runLedgerProve(c *cli.Context, e *env) error {
	if c.IsSet("check") {
		return e.checkReceipt(c)
	}
	arg, err := argument(c, "record index")
	if err != nil {
		return err
	}
	i, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || i < 0 {
		return usagef("ledger prove: %q is no index of a record: \"verbatim ledger log\" shows them", arg)
	}
	r, err := e.readLedger(c)
	if err != nil {
		return err
	}
	defer r.Close()
	receipt, err := r.Prove(i)
	if errors.Is(err, ledger.ErrNotFound) {
		return fmt.Errorf("no record %d: the ledger has %s", i, count(int(r.Size()), "record"))
	}
	if err != nil {
		return err
	}
	return e.jsonLine(e.stdout, receipt)
}

func (e *env) checkReceipt(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	var data []byte
	var err error
	if file := c.String("check"); file == "-" {
		data, err = io.ReadAll(io.LimitReader(e.stdin, 1<<24))
	} else {
		data, err = os.ReadFile(file)
	}
	if err != nil {
		return fmt.Errorf("reading the receipt: %w", err)
	}
	p, err := ledger.CheckReceipt(data, c.String("key"))
	if err != nil {
		return &codedError{code: exitDamage, err: fmt.Errorf("the receipt proves nothing: %w", err)}
	}
	if asJSON(c) {
		return e.jsonLine(e.stdout, map[string]any{"index": p.Index, "origin": p.Origin, "size": p.Size, "root": fmt.Sprintf("%x", p.Root),
			"record": json.RawMessage(p.Record.AppendJSON(nil)), "key_given": c.IsSet("key")})
	}
	fmt.Fprintf(e.stdout, "proven: record %d of %s (%s at the checkpoint) is\n%s\n", p.Index, p.Origin, count(int(p.Size), "record"), p.Record.AppendJSON(nil))
	if !c.IsSet("key") {
		fmt.Fprintln(e.stderr, "without --key this proves only that record, proof and checkpoint belong together")
	}
	return nil
}
