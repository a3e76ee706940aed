package main

import (
	"fmt"
	"strings"

	"example.com/verbatim/match"
	"example.com/verbatim/verify"
)

// verdict shows one result to a person.
type verdict struct {
	p     palette
	width int
	unit  string // of offsets
	out   strings.Builder
}

const indent = "  "

func (v *verdict) render(r *verify.Result) string {
	title := strings.ToUpper(strings.ReplaceAll(r.Status.String(), "_", " "))
	v.out.WriteString(v.p.paint(inkOf(r.Decision), title) + "  " + statusWords(r) + "\n")
	v.paragraph([]piece{{"decision: " + string(r.Decision), bold}})
	for _, reason := range r.Reasons {
		v.paragraph([]piece{{"– " + reason, plain}})
	}
	v.section("quote", []piece{{r.Quote.Text, plain}})
	v.place(r)
	if len(r.Diff) > 0 {
		v.section(v.legend("difference"), v.difference(r.Diff))
	}
	for _, s := range r.Omitted {
		v.section("left out by the quote", []piece{{s, dim}})
	}
	if n := r.Nearest; n != nil {
		v.section(fmt.Sprintf("nearest: %s, %s, similarity %.2f", n.SourceID, v.offsets(n.From, n.To), n.Similarity), []piece{{n.Text, plain}})
	}
	for _, x := range r.Pieces {
		v.section(fmt.Sprintf("a piece of it: %s, %s", x.SourceID, v.offsets(x.From, x.To)), []piece{{x.Text, plain}})
	}
	v.facts(r)
	return v.out.String()
}

// place shows where the quote was found, with what stands around it.
func (v *verdict) place(r *verify.Result) {
	if len(r.Spans) == 0 {
		return
	}
	where := r.SourceID
	for i, s := range r.Spans {
		sep := ", "
		if i > 0 {
			sep = " and "
		}
		where += sep + v.offsets(s.From, s.To)
		if s.PageStart > 0 {
			where += fmt.Sprintf(" (page %d)", s.PageStart)
		}
	}
	pieces := []piece{}
	// what stands around pieces in another order than the quote's is no context of theirs
	around := r.Context != nil && !r.Flags.Has(match.FlagReordered)
	if around {
		pieces = append(pieces, piece{r.Context.Before, dim})
		if edge(r.Context.Before, r.SourceText) {
			pieces = append(pieces, piece{" ", plain})
		}
	}
	for i, s := range r.Spans {
		if i > 0 {
			pieces = append(pieces, piece{" … ", dim})
		}
		if !v.p {
			s.Text = "»" + s.Text + "«"
		}
		pieces = append(pieces, piece{s.Text, marked})
	}
	if around {
		pieces = append(pieces, piece{r.Context.After, dim})
	}
	v.section(where, pieces)
}

// edge tells whether white space was trimmed between the text before and the match.
func edge(before, match string) bool {
	return before != "" && match != "" && strings.TrimRight(before, " \t\r\n") == before && strings.ContainsAny(before[len(before)-1:], ".!?\n")
}

func (v *verdict) offsets(from, to int) string {
	unit := map[string]string{"": "bytes", "byte": "bytes", "rune": "characters", "utf16": "UTF-16 units"}[v.unit]
	return fmt.Sprintf("%s %d–%d", unit, from, to)
}

// facts are the measured facts of the match, one a line.
func (v *verdict) facts(r *verify.Result) {
	line := func(name, value string) {
		if value != "" {
			v.paragraph([]piece{{name + ": ", dim}, {value, plain}})
		}
	}
	v.out.WriteByte('\n')
	if r.Occurrences > 1 {
		line("occurrences", fmt.Sprint(r.Occurrences))
	}
	line("also in", strings.Join(r.OtherSources, ", "))
	if u := r.RunnerUp; u != nil {
		line("second best", fmt.Sprintf("%s, %s, similarity %.2f: %s", u.SourceID, v.offsets(u.From, u.To), u.Similarity, cut(u.Text, 80)))
	}
	line("flags", strings.Join(r.Flags.Names(), ", "))
	line("folds", strings.Join(r.Folds, ", "))
	if s := r.Searched; s != nil {
		how := "to the end"
		if !s.Complete {
			how = "not to the end"
		}
		line("searched", fmt.Sprintf("%s (%s), %s", count(s.Documents, "document"), byteSize(s.Bytes), how))
	}
	line("failure", strings.TrimPrefix(string(r.FailureReason)+"; "+r.Detail, "; "))
	if r.LedgerIndex >= 0 {
		line("ledger", fmt.Sprintf("record %d", r.LedgerIndex))
	}
}

func (v *verdict) section(title string, pieces []piece) {
	v.out.WriteString("\n" + indent + v.p.paint(bold, title) + "\n" + v.p.wrap(pieces, indent+indent, v.width))
}

func (v *verdict) paragraph(pieces []piece) { v.out.WriteString(v.p.wrap(pieces, indent, v.width)) }

func inkOf(d verify.Decision) ink {
	switch d {
	case verify.Accept:
		return green
	case verify.Review:
		return yellow
	}
	return red
}
