package eval

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Plot writes the sweep as an SVG file that needs nothing else: above, how much is detected at each threshold, below, how much honest damage is not passed.
func (r *Report) Plot(w io.Writer) error {
	var detected, stopped, alarms, lost []float64
	for i := range r.Sweep {
		a := &r.Sweep[i]
		h := a.Honest()
		detected = append(detected, 100*a.Meaning().Share())
		stopped = append(stopped, 100*a.Fabrication().Share())
		alarms = append(alarms, 100*float64(h.Outcomes[Flagged])/float64(max(h.N, 1)))
		lost = append(lost, 100*float64(h.Outcomes[Rejected]+h.Outcomes[Unchecked])/float64(max(h.N, 1)))
	}
	p := &plot{thresholds: r.Sweep}
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 560" font-family="system-ui, sans-serif" font-size="13" fill="#222">
<title>Detection and false alarms by threshold</title>
<rect width="720" height="560" fill="#fff"/>
<text x="24" y="28" font-size="16" font-weight="600">%d passages of %d documents, seed %d</text>
`, r.Passages, r.Documents, r.Seed)
	p.panel(52, "detected or stopped, %", scaleDown(detected, stopped), []series{{"edits of the meaning detected", "#0b5cad", "", detected},
		{"inventions stopped", "#5b2a86", "6 4", stopped}})
	p.panel(300, "honest damage not passed, %", scaleUp(alarms, lost), []series{{"with a meaning flag (false alarm)", "#b3261e", "", alarms},
		{"not found", "#8a5a00", "6 4", lost}})
	fmt.Fprintf(&p.b, "<text x=\"%d\" y=\"546\" text-anchor=\"middle\">threshold (similarity)</text>\n</svg>\n", (leftEdge+rightEdge)/2)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// Where the panels lie.
const (
	leftEdge, rightEdge = 70, 690
	height              = 160
)

type series struct {
	name, colour, dash string
	values             []float64
}

// axis is a range of percentages and the distance of its lines.
type axis struct{ from, to, step float64 }

type plot struct {
	b          strings.Builder
	thresholds []AtThreshold
}

func (p *plot) x(i int) float64 {
	lo, hi := 1.0, 0.0
	for _, a := range p.thresholds {
		lo, hi = min(lo, a.Threshold), max(hi, a.Threshold)
	}
	if hi == lo {
		return (leftEdge + rightEdge) / 2
	}
	return leftEdge + 20 + (rightEdge-leftEdge-40)*(p.thresholds[i].Threshold-lo)/(hi-lo)
}

func (p *plot) panel(top float64, title string, a axis, lines []series) {
	y := func(v float64) float64 { return top + 40 + height*(a.to-v)/(a.to-a.from) }
	fmt.Fprintf(&p.b, "<text x=\"24\" y=\"%.0f\" font-weight=\"600\">%s</text>\n", top+8, title)
	for v := a.from; v <= a.to+a.step/2; v += a.step {
		fmt.Fprintf(&p.b, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
			leftEdge, rightEdge, y(v), y(v), leftEdge-8, y(v)+4, number(v))
	}
	for i, t := range p.thresholds {
		fmt.Fprintf(&p.b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.2f</text>\n", p.x(i), y(a.from)+20, t.Threshold)
	}
	at := float64(leftEdge)
	for _, s := range lines {
		var path []string
		for i, v := range s.values {
			path = append(path, fmt.Sprintf("%.1f,%.1f", p.x(i), y(v)))
			fmt.Fprintf(&p.b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"><title>%s at %.2f: %.2f %%</title></circle>\n", p.x(i), y(v), s.colour,
				s.name, p.thresholds[i].Threshold, v)
		}
		fmt.Fprintf(&p.b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n", strings.Join(path, " "), s.colour, s.dash)
		fmt.Fprintf(&p.b, "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/><text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
			at, at+28, top+22, top+22, s.colour, s.dash, at+34, top+26, s.name)
		at += 290
	}
}

// scaleDown is an axis that ends at 100 and starts below the least value; scaleUp one that starts at 0.
func scaleDown(lists ...[]float64) axis {
	least := 100.0
	for _, l := range lists {
		for _, v := range l {
			least = min(least, v)
		}
	}
	span := nice(100 - least)
	return axis{100 - span, 100, span / 4}
}

func scaleUp(lists ...[]float64) axis {
	most := 0.0
	for _, l := range lists {
		for _, v := range l {
			most = max(most, v)
		}
	}
	span := nice(most)
	return axis{0, span, span / 4}
}

// nice rounds a range of percentages up to one whose quarters are round.
func nice(x float64) float64 {
	for _, n := range []float64{1, 2, 4, 8, 20, 40, 60, 80, 100} {
		if x <= n {
			return n
		}
	}
	return 100
}

func number(v float64) string {
	if v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.2f", v)
}
