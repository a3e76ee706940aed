package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/verify"
)

// output is the sink of a batch: results as JSONL, written in large pieces.
type output struct {
	w    io.Writer
	file *os.File // nil: standard output
	buf  []byte
}

// openOutput opens what results are written to. An input is not overwritten.
func (e *env) openOutput(c *cli.Context, inputs []string) (*output, error) {
	name := c.String("output")
	if name == "" || name == "-" {
		return &output{w: e.stdout}, nil
	}
	if there, err := os.Stat(name); err == nil {
		for _, in := range inputs {
			if fi, err := os.Stat(in); err == nil && os.SameFile(fi, there) {
				return nil, usagef("verify: --output %s is an input: name another file", name)
			}
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("opening the output: %w", err)
	}
	return &output{w: f, file: f}, nil
}

func (o *output) Encode(dst []byte, r *verify.Result) []byte { return batchio.AppendResult(dst, r) }

// writeAtOnce is how many bytes of results are written at once: many, and few enough to stay in the processor's caches until then.
const writeAtOnce = 256 << 10

func (o *output) Write(chunk *verify.Chunk) error {
	o.buf = o.buf[:0]
	for i, encoded := range chunk.Encoded {
		o.buf = append(batchio.AppendLedgerIndex(append(o.buf, encoded...), chunk.Results[i].LedgerIndex), '\n')
		if len(o.buf) < writeAtOnce && i+1 < len(chunk.Encoded) {
			continue
		}
		if _, err := o.w.Write(o.buf); err != nil {
			return fmt.Errorf("writing results: %w", err)
		}
		o.buf = o.buf[:0]
	}
	return nil
}

func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	return o.file.Close()
}
