package eval

import (
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/internal/perturb"
)

func TestParseLabel(t *testing.T) {
	for _, x := range []struct {
		extra, want string // status, or what the error says
		ok          bool
	}{
		{`"label":"present"`, "present", true},
		{`"label":"absent","note":{"a":1}`, "absent", true},
		{`"label":"exact"`, "exact", true},
		{`"expect":"drifted"`, "drifted", true},
		{`"expect":{"status":"fuzzy","flags":["number_changed"]}`, "fuzzy", true},
		{`"expect":{"outcome":"wrong_source","span_source_id":"b"}`, "misattributed", true},
		{`"expect":{"outcome":"exact","flags":["ambiguous_occurrences"],"start":0,"end":4}`, "exact", true},
		{`"label":"exact","expect":"fuzzy"`, "fuzzy", true}, // the fuller one
		{``, "no label", false},
		{`"expect":null`, "no label", false},
		{`"label":"Exact"`, `label "Exact": want one of present, absent, invalid`, false},
		{`"label":7`, "label: ", false},
		{`"expect":["exact"]`, "expect: want a status, or an object", false},
		{`"expect":{"flags":[]}`, "expect: no status", false},
		{`"expect":{"status":"exact","start":3}`, "start and end go together", false},
		{`"expect":{"status":"exact","start":3,"end":3}`, "no span", false},
		{`"expect":"exact","expect_flags":["numbers"]`, `flag "numbers": want some of number_changed`, false},
	} {
		l, err := parseLabel([]byte(x.extra))
		switch {
		case x.ok && (err != nil || l.Status != x.want):
			t.Errorf("%s: %q, %v", x.extra, l.Status, err)
		case !x.ok && (err == nil || !strings.Contains(err.Error(), x.want)):
			t.Errorf("%s: %v, want %q", x.extra, err, x.want)
		}
	}
	l, _ := parseLabel([]byte(`"expect":{"outcome":"exact","flags":["short","ambiguous_occurrences"]}`))
	if !slices.Equal(l.Flags, []string{"short", "ambiguous"}) {
		t.Errorf("flags %q", l.Flags)
	}
}

func TestSpans(t *testing.T) {
	const src = "He said: “The roof leaks.” Then he left."
	i := strings.Index(src, "The roof")
	j := i + len("The roof leaks")
	for _, s := range []span{{i, j}, {i - 3, j}, {i, j + 4}, {i - 4, j + 5}} {
		if got := s.trimmed(src); got != (span{i, j}) {
			t.Errorf("%q trimmed is %q", src[s.start:s.end], src[got.start:got.end])
		}
	}
	for _, x := range []struct {
		a, b span
		want float64
	}{{span{0, 10}, span{0, 10}, 1}, {span{0, 10}, span{5, 15}, 1.0 / 3}, {span{0, 5}, span{5, 9}, 0}, {span{2, 4}, span{0, 8}, 0.25}, {span{3, 3}, span{3, 3}, 0}} {
		if got := overlap(x.a, x.b); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("overlap of %v and %v is %v, want %v", x.a, x.b, got, x.want)
		}
	}
}

// The picture is well-formed whatever was measured.
func TestPlot(t *testing.T) {
	counts := func(n, right, flagged int) Counts {
		c := Counts{N: n, Right: right}
		c.Outcomes[Flagged] = flagged
		return c
	}
	at := func(x float64, c Counts) AtThreshold {
		return AtThreshold{Threshold: x, Modes: []ModeCounts{{Mode: perturb.Mode{Kind: perturb.Form}, Counts: c}, {Mode: perturb.Mode{Kind: perturb.Meaning}, Counts: c}}}
	}
	for _, r := range []*Report{
		{Sweep: []AtThreshold{at(0.8, counts(10, 9, 1))}},
		{Sweep: []AtThreshold{at(0.7, counts(10, 10, 0)), at(0.8, counts(10, 0, 10)), at(0.8, counts(0, 0, 0))}},
		{},
	} {
		var b strings.Builder
		if err := r.Plot(&b); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(b.String()))
		for {
			_, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
		}
		if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
			t.Errorf("no number in\n%s", b.String())
		}
	}
}
