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
)

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
		return fmt.Errorf("the receipt proves nothing: %w", err)
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
