package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// ReadReport reads a report that was written as JSON.
func ReadReport(file string) (*Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("reading the figures in %s: %w", file, err)
	}
	if r.Schema != ReportSchema {
		return nil, fmt.Errorf("reading the figures in %s: they have schema %d, this program reads %d: measure anew", file, r.Schema, ReportSchema)
	}
	return &r, nil
}

// figure is one number of a report with its name; less says that a smaller one is better.
type figure struct {
	name, unit string
	Series
	less bool
}

// figures lists all numbers that two reports can be compared by.
func (r *Report) figures() (list []figure) {
	once := func(x float64) Series { return Series{x, x, x, 1} }
	if f := r.Ingest; f != nil {
		list = append(list, figure{"ingest", "MB/s", f.MBPerSecond, false}, figure{"ingest", "MB/CPU-s", f.MBPerCPUSecond, false},
			figure{"ingest, peak", "MB", once(f.Peak.ResidentMB), true}, figure{"index", "bytes/byte", once(f.IndexPerByte), true},
			figure{"disk", "bytes/byte", once(f.DiskPerByte), true})
	}
	for _, f := range r.Classes {
		name := classCase{f.Class, f.Cited}.String()
		list = append(list, figure{name, "quotes/CPU-s", f.PerCPUSecond, false}, figure{name + ", right answers", "share", once(f.Quality.Recall), false})
	}
	for _, f := range r.Runs {
		name := fmt.Sprintf("%s mix, %s", f.Mix, countOf(f.Quotes, "quote"))
		list = append(list, figure{name, "quotes/s", f.PerSecond, false}, figure{name, "quotes/CPU-s", f.PerCPUSecond, false},
			figure{name + ", peak", "MB", once(f.Peak.ResidentMB), true})
		if f.Peak.OwnMB > 0 {
			list = append(list, figure{name + ", peak without mapped files", "MB", once(f.Peak.OwnMB), true})
		}
	}
	for _, f := range r.Ledger {
		list = append(list, figure{fmt.Sprintf("ledger, %s a commit", countOf(f.Batch, "record")), "records/s", f.PerSecond, false})
	}
	return list
}

// Compare writes how the figures of r stand to those of an older report: ratios above 1 are better. Markdown or text.
func (r *Report) Compare(w io.Writer, old *Report, markdown bool) error {
	g := &grid{title: fmt.Sprintf("Against commit %.12s of %s", known12(old.Build.Commit), old.Started.Format("2006-01-02 15:04"))}
	g.add("figure", "unit", "old", "new", "times better", "")
	was := map[string]figure{}
	for _, f := range old.figures() {
		was[f.name+f.unit] = f
	}
	for _, f := range r.figures() {
		o, ok := was[f.name+f.unit]
		if !ok || o.Median == 0 || f.Median == 0 {
			continue
		}
		ratio := f.Median / o.Median
		if f.less {
			ratio = 1 / ratio
		}
		g.add(f.name, f.unit, grouped(o.Median), grouped(f.Median), fmt.Sprintf("%.2f", ratio), remark(o, f, ratio))
	}
	var b strings.Builder
	if markdown {
		g.markdown(&b)
	} else {
		g.text(&b)
	}
	if r.Machine.CPU != old.Machine.CPU || r.Machine.MaxP != old.Machine.MaxP || r.Machine.NoSIMD != old.Machine.NoSIMD {
		b.WriteString("The machines differ: ratios say as much about them as about the program.\n")
	}
	if r.Workload != old.Workload {
		b.WriteString("The workloads differ: ratios are those of growth, not of speed.\n")
	}
	b.WriteString("noise: the ranges of the runs overlap, or the medians differ by less than 3 %. Memory and sizes are single figures.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// remark says whether two figures differ by more than their runs do.
func remark(old, now figure, ratio float64) string {
	switch {
	case old.Median == now.Median:
		return "same"
	case now.unit == "share":
		return ""
	case old.Min <= now.Max && now.Min <= old.Max || ratio > 0.97 && ratio < 1.03:
		return "noise"
	}
	return ""
}

func known12(commit string) string {
	if commit == "" {
		return "unknown"
	}
	return commit
}
