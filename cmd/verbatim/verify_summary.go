package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// limits are what --fail-on and --min-coverage ask for.
type limits struct {
	statuses []verify.Status
	coverage float64
}

func limitsOf(c *cli.Context) (l limits, err error) {
	if l.statuses, err = failOn(c); err == nil && c.IsSet("min-coverage") {
		l.coverage, err = share("min-coverage", c.String("min-coverage"))
	}
	return l, err
}

// check is an error when the batch is not what was asked for. Nothing checked is no coverage.
func (l limits) check(s *verify.Summary) error {
	var bad []string
	for _, status := range l.statuses {
		if n := s.ByStatus[status]; n > 0 {
			bad = append(bad, fmt.Sprintf("%d of %s %s (--fail-on)", n, count(s.Quotes, "quote"), status))
		}
	}
	if l.coverage > 0 && float64(s.Checked()) < l.coverage*float64(s.Quotes) || l.coverage > 0 && s.Quotes == 0 {
		bad = append(bad, fmt.Sprintf("%d of %s checked, less than %.1f %% (--min-coverage)", s.Checked(), count(s.Quotes, "quote"), 100*l.coverage))
	}
	if bad == nil {
		return nil
	}
	return found("%s", strings.Join(bad, ", "))
}

// batchSummary writes the summary of a batch to standard error, each figure with what it is a share of.
func (e *env) batchSummary(c *cli.Context, s *verify.Summary, corpus *verify.Corpus, log *ledger.Log) {
	documents := corpus.Documents(commaList(c.String("collections")))
	if asJSON(c) {
		e.jsonSummary(s, documents, log)
		return
	}
	w := e.stderr
	fmt.Fprintf(w, "%s verified against %s\n", count(s.Quotes, "quote"), count(documents, "document"))
	if s.Quotes == 0 {
		return
	}
	for _, status := range verify.Statuses() {
		if n := s.ByStatus[status]; n > 0 {
			fmt.Fprintf(w, "  %-14s%9s  %7s\n", status, thousands(n), percent(n, s.Quotes))
		}
	}
	var decisions []string
	for _, d := range []verify.Decision{verify.Accept, verify.Review, verify.Reject} {
		decisions = append(decisions, fmt.Sprintf("%s %s (%s)", d, thousands(s.ByDecision[d]), percent(s.ByDecision[d], s.Quotes)))
	}
	fmt.Fprintf(w, "decisions: %s\n", strings.Join(decisions, ", "))
	if len(s.ByFlag) > 0 {
		fmt.Fprintf(w, "flags: %s\n", counts(s.ByFlag))
	}
	if len(s.ByReason) > 0 {
		fmt.Fprintf(w, "not found or not checked: %s\n", counts(s.ByReason))
	}
	fmt.Fprintf(w, "coverage: %s of %s checked (%s)\n", thousands(s.Checked()), thousands(s.Quotes), percent(s.Checked(), s.Quotes))
	if s.Incomplete > 0 {
		fmt.Fprintf(w, "searches that did not run to their end: %s of %s\n", thousands(s.Incomplete), thousands(s.Quotes))
	}
	if s.Damaged > 0 {
		fmt.Fprintf(w, "the corpus is damaged: %s met it, and can be trusted only in what they found\n", count(s.Damaged, "search", "searches"))
	}
	if log != nil {
		fmt.Fprintf(w, "ledger: %s\n", count(int(log.Size()), "record"))
	}
}

// counts lists names with their numbers, the greatest first.
func counts[K ~string](m map[K]int) string {
	names := slices.SortedFunc(maps.Keys(m), func(a, b K) int {
		if m[a] != m[b] {
			return m[b] - m[a]
		}
		return strings.Compare(string(a), string(b))
	})
	var parts []string
	for _, n := range names {
		parts = append(parts, fmt.Sprintf("%s %s", n, thousands(m[n])))
	}
	return strings.Join(parts, ", ")
}

func (e *env) jsonSummary(s *verify.Summary, documents int, log *ledger.Log) {
	statuses := map[string]int{}
	for _, status := range verify.Statuses() {
		statuses[status.String()] = s.ByStatus[status]
	}
	out := map[string]any{"quotes": s.Quotes, "documents": documents, "statuses": statuses, "decisions": s.ByDecision, "flags": s.ByFlag,
		"failure_reasons": s.ByReason, "checked": s.Checked(), "incomplete": s.Incomplete, "damaged": s.Damaged}
	if s.Quotes > 0 {
		out["coverage"] = float64(s.Checked()) / float64(s.Quotes)
	}
	if log != nil {
		out["ledger"] = map[string]any{"size": log.Size(), "root": fmt.Sprintf("%x", log.Root())}
	}
	e.jsonLine(e.stderr, map[string]any{"summary": out})
}
