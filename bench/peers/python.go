//go:build unix

package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"example.com/verbatim/bench"
)

var errEOF = io.EOF

//go:embed *.py
var scripts embed.FS

// script runs a script of this folder, which answers quotes until its time is up. It needs a module of Python.
func script(file, mode, module string) func(context.Context, *work) (*outcome, error) {
	return func(ctx context.Context, w *work) (*outcome, error) {
		python := pythonWith(ctx, module)
		if python == "" {
			if module == "" {
				return nil, skip("no Python 3")
			}
			return nil, skip("no Python 3 with the module " + module)
		}
		text, err := scripts.ReadFile(file)
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, python, "-", w.path("docs.jsonl"), w.path("quotes.jsonl"), fmt.Sprint(w.seconds/float64(len(groups))), mode, w.dir)
		cmd.Stdin = bytes.NewReader(text)
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, lastLine(said.String()))
		}
		return parse(out, w.quotes)
	}
}

// parse reads what a script says: a line for the start, one for each quote, one for each group.
func parse(out []byte, quotes []bench.Labelled) (*outcome, error) {
	o := newOutcome(quotes)
	for line := range bytes.Lines(out) {
		var m struct {
			Version string  `json:"version"`
			Build   float64 `json:"build"`
			I       *int    `json:"i"`
			Found   string  `json:"found"`
			Group   group   `json:"group"`
			CPU     float64 `json:"cpu"`
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("the script said %.80q: %w", line, err)
		}
		switch {
		case m.I != nil:
			o.answers[*m.I] = answer{m.Found}
		case m.Group != "":
			o.cpu[m.Group] = time.Duration(m.CPU * float64(time.Second))
		default:
			o.version, o.build = m.Version, time.Duration(m.Build*float64(time.Second))
		}
	}
	return o, nil
}

// pythonWith finds a Python that has the module: distributions' modules are seen by their own Python only.
func pythonWith(ctx context.Context, module string) string {
	if module == "" {
		module = "json"
	}
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(ctx, python, "-c", "import "+module).Run() == nil {
			return python
		}
	}
	return ""
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
