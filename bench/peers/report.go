//go:build unix

package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"example.com/verbatim/bench"
)

// report writes a table for each task: each peer, and under it Verbatim on the same quotes.
func report(out io.Writer, w *work, list []*outcome) error {
	var b strings.Builder
	for _, t := range []task{cited, uncited} {
		head := false
		for _, o := range list {
			if o.peer.task != t {
				continue
			}
			if !head {
				head = true
				fmt.Fprintf(&b, "Quotes per CPU second, %s\n\n", t)
				b.WriteString("| | quotes | exact | form | fuzzy | fabricated | wrong source | full mix | recall exact, form, fuzzy | false accepts fabricated, wrong source |\n| --- |" + strings.Repeat(" ---: |", 9) + "\n")
			}
			o.row(&b, w, o.peer.name)
			o.ours.row(&b, w, "Verbatim, same quotes")
			b.WriteString("| times faster | |")
			for _, g := range groups {
				theirs, ours := o.rate(w, g), o.ours.rate(w, g)
				if theirs == 0 || ours == 0 {
					b.WriteString(" |")
					continue
				}
				fmt.Fprintf(&b, " **%s** |", number(ours/theirs))
			}
			fmt.Fprintf(&b, " **%s** | | |\n", number(o.ours.mixed(w)/o.mixed(w)))
		}
		if head {
			b.WriteByte('\n')
		}
	}
	head := false
	for _, o := range list {
		if o.peer.task != batch {
			continue
		}
		if !head {
			head = true
			b.WriteString("A file of quotes, CPU seconds of the whole process; Verbatim opens its corpus and writes its ledger\n\n")
			b.WriteString("| | quotes | CPU s | quotes per CPU second | recall exact, form, fuzzy | false accepts fabricated, wrong source |\n| --- |" + strings.Repeat(" ---: |", 5) + "\n")
		}
		o.batchRow(&b, w, o.peer.name)
		o.ours.batchRow(&b, w, "Verbatim, same quotes")
		fmt.Fprintf(&b, "| times faster | | | **%s** | | |\n", number(float64(o.cpu[""])/float64(o.ours.cpu[""])))
	}
	if head {
		b.WriteByte('\n')
	}
	b.WriteString("Not counted in the rates, CPU seconds to load, normalise and index the text:")
	for _, o := range list {
		if o.build > 0 {
			fmt.Fprintf(&b, " %s %.1f;", o.peer.name, o.build.Seconds())
		}
	}
	b.WriteString("\nVersions:")
	for _, o := range list {
		if o.version != "" {
			fmt.Fprintf(&b, " %s: %s;", o.peer.name, o.version)
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(out, b.String())
	return err
}

// rate is in quotes per CPU second; 0 where nothing of the group was asked.
func (o *outcome) rate(w *work, g group) float64 {
	n, _ := o.score(w, g)
	if n == 0 {
		return 0
	}
	return float64(n) / max(o.cpu[g], 10*time.Microsecond).Seconds()
}

func (o *outcome) row(b *strings.Builder, w *work, name string) {
	fmt.Fprintf(b, "| %s | %s |", name, number(float64(len(o.answers))))
	for _, g := range groups {
		if x := o.rate(w, g); x > 0 {
			fmt.Fprintf(b, " %s |", number(x))
		} else {
			b.WriteString(" |")
		}
	}
	fmt.Fprintf(b, " %s | %s | %s |\n", number(o.mixed(w)), o.shares(w, exact, form, fuzzy), o.shares(w, fabricated, wrong))
}

// mixed is the rate on the full mix, out of the rates of the groups that were asked.
func (o *outcome) mixed(w *work) float64 {
	var quotes, seconds float64
	for _, s := range bench.FullMix() {
		if x := o.rate(w, groupOf(s.Class)); x > 0 {
			quotes += float64(s.Weight)
			seconds += float64(s.Weight) / x
		}
	}
	return quotes / max(seconds, 1e-9)
}

func (o *outcome) batchRow(b *strings.Builder, w *work, name string) {
	n, used := len(o.answers), o.cpu[""]
	fmt.Fprintf(b, "| %s | %s | %.2f | %s | %s | %s |\n", name, number(float64(n)), used.Seconds(), number(float64(n)/used.Seconds()), o.shares(w, exact, form, fuzzy),
		o.shares(w, fabricated, wrong))
}

// shares lists the scores of groups in percent.
func (o *outcome) shares(w *work, list ...group) string {
	var parts []string
	for _, g := range list {
		if n, x := o.score(w, g); n > 0 {
			parts = append(parts, fmt.Sprintf("%.1f", 100*x))
		} else {
			parts = append(parts, "–")
		}
	}
	return strings.Join(parts, " / ") + " %"
}

// number has three significant digits.
func number(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	s := fmt.Sprintf("%.0f", x)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
