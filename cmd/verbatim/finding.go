package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
)

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
