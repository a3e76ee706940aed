package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"example.com/verbatim/bench"
)

// defaultMost is --most of bench.
const defaultMost = time.Minute

// benchOutput is where the figures of bench go.
type benchOutput struct {
	format     string
	file, plot string // empty: none
	old        *bench.Report
}

// open finds faults before anything is measured, which takes minutes.
func (o *benchOutput) open(compare string, asJSON bool) (err error) {
	if asJSON {
		o.format = "json"
	}
	switch o.format {
	case "text", "json", "markdown":
	default:
		return usagef("--format %q: must be text, json or markdown", o.format)
	}
	if compare != "" {
		if o.old, err = bench.ReadReport(compare); err != nil {
			return fmt.Errorf("--compare: %w", err)
		}
	}
	for _, name := range []string{o.file, o.plot} {
		if name == "" {
			continue
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// write writes the figures everywhere.
func (o *benchOutput) write(w io.Writer, rep *bench.Report) error {
	data, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if o.file != "" {
		if err := os.WriteFile(o.file, data, 0o644); err != nil {
			return err
		}
	}
	switch o.format {
	case "json":
		_, err = w.Write(data)
	case "markdown":
		err = rep.WriteMarkdown(w)
	default:
		err = rep.WriteText(w)
	}
	if err == nil && o.old != nil && o.format != "json" {
		err = rep.Compare(w, o.old, o.format == "markdown")
	}
	if err != nil || o.plot == "" {
		return err
	}
	f, err := os.Create(o.plot)
	if err != nil {
		return err
	}
	return errors.Join(rep.Plot(f, o.old), f.Close())
}

// quantity reads a number like 500, 20k or 1M.
func quantity(flag, s string) (int, error) {
	digits, unit := s, 1.0
	for suffix, u := range map[string]float64{"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6} {
		if d, ok := strings.CutSuffix(s, suffix); ok {
			digits, unit = d, u
		}
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || !(x*unit >= 1 && x*unit <= 1e9) {
		return 0, usagef("--%s %q: want a number above 0, such as 500, 20k or 1M", flag, s)
	}
	return int(x * unit), nil
}
