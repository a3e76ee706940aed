package main

import (
	"strings"

	"example.com/verbatim/match"
)

func (v *verdict) legend(s string) string {
	if v.p {
		return s + ": " + v.p.paint(red, "only in the quote") + ", " + v.p.paint(green, "only in the source")
	}
	return s + ": [-only in the quote-], {+only in the source+}"
}

// difference shows quote and source in one text.
func (v *verdict) difference(diff []match.Change) []piece {
	var pieces []piece
	for _, c := range diff {
		if c.Kind == match.OpEqual {
			pieces = append(pieces, piece{c.Quote, plain})
			continue
		}
		quote, source := c.Quote, c.Source
		if !v.p {
			quote, source = fence("[-", quote, "-]"), fence("{+", source, "+}")
		}
		pieces = append(pieces, piece{quote, red}, piece{source, green})
	}
	return pieces
}

// fence puts marks around text, inside the white space at its ends.
func fence(open, s, close string) string {
	core := strings.TrimSpace(s)
	if core == "" {
		return s
	}
	i := strings.Index(s, core)
	return s[:i] + open + core + close + s[i+len(core):]
}
