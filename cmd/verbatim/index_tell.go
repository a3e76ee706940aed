package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/ingest"
)

// problem tells what could not be read. --quiet leaves out what is no failure.
func (e *env) problem(c *cli.Context, p *ingest.Problem) {
	switch {
	case asJSON(c):
		e.jsonLine(e.stderr, struct {
			Problem string `json:"problem"`
			Path    string `json:"path"`
			Line    int    `json:"line,omitempty"`
			ID      string `json:"id,omitempty"`
			Reason  string `json:"reason"`
			Hint    string `json:"hint,omitempty"`
		}{p.Kind.String(), p.Path, p.Line, p.ID, p.Reason, p.Hint})
	case !quiet(c) || p.Kind == ingest.Failed:
		fmt.Fprintf(e.stderr, "%s: %s\n", p.Kind, oneLine(p.Error()))
	}
}

// indexSummary goes to standard output, as the run's only output.
func (e *env) indexSummary(c *cli.Context, s *ingest.Summary, dryRun bool) {
	if asJSON(c) {
		e.jsonLine(e.stdout, map[string]any{"documents": s.Documents, "bytes": s.Bytes, "added": s.Added, "changed": s.Changed, "unchanged": s.Unchanged,
			"removed": s.Removed, "failed": s.Failed, "skipped": s.Skipped, "invalid_bytes": s.Invalid, "dry_run": dryRun, "corpus": c.String("corpus")})
		return
	}
	verb := "in"
	if dryRun {
		verb = "would go into"
	}
	parts := []string{thousands(s.Added) + " added", thousands(s.Changed) + " changed", thousands(s.Unchanged) + " unchanged"}
	for _, x := range []struct {
		n    int
		what string
	}{{s.Removed, "removed"}, {s.Failed, "failed"}, {s.Skipped, "skipped"}} {
		if x.n > 0 {
			parts = append(parts, thousands(x.n)+" "+x.what)
		}
	}
	fmt.Fprintf(e.stdout, "%s (%s) %s %s: %s\n", count(s.Documents, "document"), byteSize(s.Bytes), verb, c.String("corpus"), strings.Join(parts, ", "))
	if s.Invalid > 0 {
		fmt.Fprintf(e.stdout, "%s not valid UTF-8: shown as U+FFFD\n", count(s.Invalid, "byte was", "bytes were"))
	}
}

// jsonLine writes a value as one line of JSON.
func (e *env) jsonLine(w interface{ Write([]byte) (int, error) }, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
