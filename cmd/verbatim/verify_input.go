package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/internal/batchio"
	"example.com/verbatim/verify"
)

// inputs are the files of a batch, one after the other, as one source.
type inputs struct {
	files  []string // "-" is standard input
	stdin  io.Reader
	format batchio.Format
	limit  int // records; 0: all

	next  int // file to open
	file  *os.File
	r     *batchio.Reader
	count int
	known progressOfInput
	err   error // why reading ended early; the records before it are answered all the same
}

// openInputs reads the arguments of verify. Files that are not there are told before the first is read.
func (e *env) openInputs(c *cli.Context) (*inputs, error) {
	in := &inputs{files: c.Args().Slice(), stdin: e.stdin, limit: c.Int("limit")}
	if c.IsSet("limit") && in.limit <= 0 {
		return nil, usagef("--limit %d: must be above 0", in.limit)
	}
	var err error
	if in.format, err = batchio.ParseFormat(c.String("input-format")); err != nil {
		return nil, usagef("--input-format: %w", err)
	}
	if f := c.String("output-format"); f != "jsonl" {
		return nil, usagef("--output-format %s: not in this version, which writes jsonl", f)
	}
	if v := c.String("view"); v != "native" {
		return nil, usagef("--view %s: not in this version, which has native", v)
	}
	if len(in.files) == 0 {
		if e.isTerminal(e.stdin) {
			return nil, usagef("verify: no quotes: name a file, or - for standard input")
		}
		in.files = []string{"-"}
	}
	for _, name := range in.files {
		if name == "-" {
			in.known.endless = true
			continue
		}
		fi, err := os.Stat(name)
		if err != nil {
			return nil, fmt.Errorf("reading quotes: %w", err)
		}
		if fi.IsDir() {
			return nil, usagef("verify: %s is a folder: name the files in it", name)
		}
		in.known.size += fi.Size()
	}
	return in, nil
}

// ReadChunk appends quotes to dst. It does not wait for more when it has one, so that quotes that are typed or trickle in are answered.
func (in *inputs) ReadChunk(dst []verify.Quote, max int) ([]verify.Quote, error) {
	first := len(dst)
	for len(dst)-first < max && !(in.limit > 0 && in.count >= in.limit) {
		if in.r == nil {
			if in.next == len(in.files) {
				break
			}
			if in.err = in.open(in.files[in.next]); in.err != nil {
				break
			}
			in.next++
		}
		dst = append(dst, verify.Quote{})
		if err := in.r.Next(&dst[len(dst)-1]); err != nil {
			dst = dst[:len(dst)-1]
			in.close()
			if errors.Is(err, io.EOF) {
				continue
			}
			in.err = err
			in.next = len(in.files)
			break
		}
		in.count++
		in.known.records.Store(int64(in.count))
		if !in.r.Buffered() {
			return dst, nil
		}
	}
	if len(dst) == first {
		in.known.all.Store(true)
		return dst, io.EOF
	}
	return dst, nil
}

func (in *inputs) open(name string) (err error) {
	from := in.stdin
	if name != "-" {
		if in.file, err = os.Open(name); err != nil {
			return fmt.Errorf("reading quotes: %w", err)
		}
		from = &countedReader{in.file, &in.known.bytes}
	}
	in.r, err = batchio.NewReader(from, batchio.Options{Name: name, Format: in.format})
	return err
}

func (in *inputs) close() {
	if in.r != nil {
		in.r.Close()
		in.r = nil
	}
	if in.file != nil {
		in.file.Close()
		in.file = nil
	}
}

// lineAfter is the line after the first n records, where the input is one plain JSONL file: then lines are records.
func (in *inputs) lineAfter(n int) (file string, line int, ok bool) {
	if len(in.files) != 1 {
		return "", 0, false
	}
	ext := strings.ToLower(filepath.Ext(in.files[0]))
	return in.files[0], n + 1, ext == ".jsonl" || ext == ".ndjson"
}
