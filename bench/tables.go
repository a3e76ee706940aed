package bench

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// grid is a table of text; the columns after the first are set to the right.
type grid struct {
	title string
	rows  [][]string // the first is the header
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// text sets the table in columns.
func (g *grid) text(b *strings.Builder) {
	widths := make([]int, len(g.rows[0]))
	for _, row := range g.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	fmt.Fprintf(b, "%s\n", g.title)
	for _, row := range g.rows {
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString("  " + cell + space)
			} else {
				b.WriteString("  " + space + cell)
			}
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// markdown writes the table in Markdown.
func (g *grid) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n\n", g.title)
	for i, row := range g.rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("| --- |" + strings.Repeat(" ---: |", len(row)-1) + "\n")
		}
	}
	b.WriteByte('\n')
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	return r.write(w, func(line string) string { return line + "\n" }, (*grid).text)
}

// WriteMarkdown writes the report as Markdown tables.
func (r *Report) WriteMarkdown(w io.Writer) error {
	return r.write(w, func(line string) string { return "- " + line + "\n" }, (*grid).markdown)
}

func (r *Report) write(w io.Writer, line func(string) string, table func(*grid, *strings.Builder)) error {
	var b strings.Builder
	for _, l := range r.head() {
		b.WriteString(line(l))
	}
	b.WriteByte('\n')
	for _, g := range r.grids() {
		table(g, &b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// head says what was measured on what.
func (r *Report) head() []string {
	m := &r.Machine
	name := m.CPU
	if name == "" {
		name = "unknown processor"
	}
	machine := fmt.Sprintf("machine: %s, %s, %.0f GB, %s/%s", name, countOf(m.Cores, "core"), float64(m.MemMB)/1000, m.OS, m.Arch)
	if len(m.SIMD) > 0 {
		machine += ", " + strings.Join(m.SIMD, " ")
	}
	if m.NoSIMD {
		machine += " (not used: VERBATIM_NOSIMD)"
	}
	if m.Load != "" {
		machine += ", load " + m.Load
	}
	commit := r.Build.Commit
	if commit == "" {
		commit = "unknown"
	}
	if r.Build.Modified {
		commit += " (modified)"
	}
	return []string{
		fmt.Sprintf("workload: %s text of %.0f MB in %s, effort %s; measured in %.0f s", r.Workload.Corpus, float64(r.Workload.Bytes)/1e6,
			countOf(r.Workload.Documents, "document"), r.Workload.Effort, r.Seconds),
		machine,
		fmt.Sprintf("commit %s, %s, %s", commit, r.Build.Go, r.Started.Format("2006-01-02 15:04 MST")),
	}
}

// countOf is a number with its noun.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(float64(n)) + " " + noun + "s"
}

func (r *Report) grids() (list []*grid) {
	if f := r.Ingest; f != nil {
		g := &grid{title: "Indexing JSON lines, all cores"}
		g.add("", "MB/s", "MB/CPU-s", "peak MB", "index bytes/byte", "disk bytes/byte")
		g.add("ingest", f.MBPerSecond.String(), f.MBPerCPUSecond.String(), f.Peak.String(), fmt.Sprintf("%.3f", f.IndexPerByte), fmt.Sprintf("%.3f", f.DiskPerByte))
		list = append(list, g)
	}
	if len(r.Classes) > 0 {
		g := &grid{title: "Classes, one worker, quotes per CPU second; false accepts are of the policy's decision"}
		g.add("class", "quotes", "quotes/CPU-s", "right answers", "false accepts", "misplaced")
		for _, f := range r.Classes {
			q := f.Quality
			g.add(classCase{f.Class, f.Cited}.String(), grouped(float64(f.Quotes)), f.PerCPUSecond.String(), share(q.Recall), share(q.FalseAccepts), share(q.Misplaced))
		}
		list = append(list, g)
	}
	if len(r.Runs) > 0 {
		g := &grid{title: "Whole runs, files in and out, ledger on, all cores"}
		g.add("mix", "quotes", "quotes/s", "quotes/CPU-s", "peak MB", "without mapped files, MB")
		for _, f := range r.Runs {
			g.add(f.Mix, grouped(float64(f.Quotes)), f.PerSecond.String(), f.PerCPUSecond.String(), grouped(f.Peak.ResidentMB), known(f.Peak.OwnMB))
		}
		list = append(list, g)
	}
	if len(r.Ledger) > 0 {
		g := &grid{title: "Ledger, each commit synced"}
		g.add("records a commit", "records/s")
		for _, f := range r.Ledger {
			g.add(grouped(float64(f.Batch)), f.PerSecond.String())
		}
		list = append(list, g)
	}
	if f := r.Check; f != nil {
		g := &grid{title: "A batch against its quotes one by one, without vector instructions, one worker"}
		g.add("full mix", "compared", "different")
		g.add(countOf(f.Quotes, "quote"), grouped(float64(f.Compared)), grouped(float64(f.Different)))
		list = append(list, g)
	}
	return list
}

// String is the median, with the range of the runs where there are several.
func (s Series) String() string {
	if s.Runs == 0 {
		return "–"
	}
	if s.Runs == 1 {
		return grouped(s.Median)
	}
	return fmt.Sprintf("%s (%s–%s)", grouped(s.Median), grouped(s.Min), grouped(s.Max))
}

// String is the resident size, and what of it is not pages of files where that is known.
func (m Memory) String() string {
	if m.OwnMB == 0 {
		return grouped(m.ResidentMB)
	}
	return fmt.Sprintf("%s (own %s)", grouped(m.ResidentMB), grouped(m.OwnMB))
}

func known(x float64) string {
	if x == 0 {
		return "–"
	}
	return grouped(x)
}

func share(x float64) string {
	switch {
	case x == 0 || x == 1:
		return fmt.Sprintf("%.0f %%", 100*x)
	case x > 0.9995:
		return fmt.Sprintf("%.3f %%", 100*x)
	}
	return fmt.Sprintf("%.2f %%", 100*x)
}

// grouped writes a number with three significant digits and separators.
func grouped(x float64) string {
	if x == 0 {
		return "0"
	}
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	if x >= 1000 && x != math.Trunc(x) || x >= 10_000_000 {
		unit := math.Pow(10, math.Floor(math.Log10(x))-2)
		x = math.Round(x/unit) * unit
	}
	s := fmt.Sprintf("%.0f", x)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
