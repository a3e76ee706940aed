package bench

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// Where the bars lie.
const (
	plotLeft, plotRight = 250, 860
	barHeight, barStep  = 13, 20
)

// Plot writes the rates as an SVG file that needs nothing else: a bar for each, on a logarithmic axis, with the range of the runs. The bars
// of an older report, when there is one, stand beneath.
func (r *Report) Plot(w io.Writer, old *Report) error {
	rates := ratesOf(r)
	before := map[string]figure{}
	if old != nil {
		for _, f := range ratesOf(old) {
			before[f.name+f.unit] = f
		}
	}
	lo, hi := math.Inf(1), 0.0
	for _, list := range [][]figure{rates, ratesOf(old)} {
		for _, f := range list {
			lo, hi = min(lo, f.Min), max(hi, f.Max)
		}
	}
	if len(rates) == 0 || lo <= 0 {
		return fmt.Errorf("no rates to plot")
	}
	from, to := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi)+1e-9)
	x := func(v float64) float64 { return plotLeft + (plotRight-plotLeft)*(math.Log10(v)-from)/max(1, to-from) }
	step := barStep
	if old != nil {
		step += barHeight
	}
	height := 84 + step*len(rates) + 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 %d" font-family="system-ui, sans-serif" font-size="12" fill="#222">
<title>Quotes per second by class and size of batch</title>
<rect width="960" height="%d" fill="#fff"/>
<text x="24" y="26" font-size="16" font-weight="600">Quotes per second: classes per CPU second of one core, whole runs of all cores</text>
`, height, height)
	for i, line := range r.head()[:2] {
		fmt.Fprintf(&b, "<text x=\"24\" y=\"%d\" fill=\"#555\">%s</text>\n", 44+16*i, html.EscapeString(line))
	}
	for e := from; e <= to; e++ {
		v := math.Pow(10, e)
		fmt.Fprintf(&b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"72\" y2=\"%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
			x(v), x(v), height-30, x(v), height-12, grouped(v))
	}
	for i, f := range rates {
		y := 80 + step*i
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", plotLeft-8, y+11, html.EscapeString(f.name))
		colour := "#0b5cad"
		if f.unit == "quotes/s" {
			colour = "#5b2a86"
		}
		bar(&b, x, y, f, colour)
		if o, ok := before[f.name+f.unit]; ok {
			bar(&b, x, y+barHeight, o, "#bbb")
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func bar(b *strings.Builder, x func(float64) float64, y int, f figure, colour string) {
	mid := float64(y) + barHeight/2.0
	fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s: %s %s</title></rect>\n", plotLeft, y, max(1, x(f.Median)-plotLeft),
		barHeight-1, colour, html.EscapeString(f.name), f.Series, f.unit)
	fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#000\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n", x(f.Min), x(f.Max), mid, mid, x(f.Max)+5, y+10, grouped(f.Median))
}

// ratesOf are the figures in quotes a second: classes by CPU time, whole runs by the clock.
func ratesOf(r *Report) (list []figure) {
	if r == nil {
		return nil
	}
	for _, f := range r.figures() {
		if f.unit == "quotes/s" || f.unit == "quotes/CPU-s" && !strings.Contains(f.name, " mix, ") {
			list = append(list, f)
		}
	}
	return list
}
