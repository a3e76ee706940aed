package main

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// table sets rows in columns. Characters of other scripts are as wide as a terminal shows them.
type table struct {
	rows  [][]string
	right map[int]bool // columns that are set to the right
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer, header ...string) error {
	rows := append([][]string{header}, t.rows...)
	widths := make([]int, len(header))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			if t.right[i] {
				cell = space + cell
			} else {
				cell += space
			}
			if i > 0 && widths[i] > 0 {
				line.WriteString("  ")
			}
			line.WriteString(cell)
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}
