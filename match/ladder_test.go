package match

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

var update = flag.Bool("update", false, "write what testdata/ladder says beside the verdicts anew")

// climber is a plain searcher: it brings every place of one text to the ladder, in the order in which a caller would.
type climber struct {
	m     Matcher
	scan  Scan
	pages Interleaver
}

// readingsOf makes the readings of a source text.
func readingsOf(source []byte) []Text {
	var list []Text
	for _, r := range [...]normalize.Reading{normalize.Folded, normalize.Literal} {
		if r == normalize.Literal && !normalize.HasMarkup(source) {
			break
		}
		sk := &normalize.Skeleton{}
		sk.Make(source, r)
		list = append(list, Text{Source: source, Reading: r, Turkish: normalize.IsTurkish(source), Skeleton: sk})
	}
	return list
}

// form takes the best place of the rungs above fuzzy.
func (c *climber) form(texts []Text, quotes []*Quote, e *Editorial, threshold float64) Match {
	var best Match
	for n, q := range quotes {
		for i := range texts {
			if len(q.Skeleton) == 0 {
				break
			}
			for _, pos := range occurrences(texts[i].Skeleton.Bytes, q.Skeleton, 64) {
				if m, ok := c.m.Confirm(q, &texts[i], pos); ok && m.Better(&best) {
					best = m
				}
			}
		}
		if (best.Grade == GradeExact || best.Grade == GradeNormalized) && (n+1 == len(quotes) || best.Method <= MethodNormalized) {
			return best
		}
	}
	if e != nil {
		for i := range texts {
			if m, ok := c.m.Editorial(e, &texts[i], threshold); ok && (best.Grade == GradeNone || m.Grade < best.Grade) {
				best = m
			}
		}
	}
	return best
}

// climb finds a quote in a source text; the grade is GradeNone where it is not there.
func (c *climber) climb(source, quote string, threshold float64) Match {
	texts := readingsOf([]byte(source))
	var literal, folded Quote
	literal.Prepare([]byte(quote), normalize.Literal)
	quotes := []*Quote{&literal}
	if normalize.HasMarkup([]byte(quote)) {
		folded.Prepare([]byte(quote), normalize.Folded)
		quotes = append(quotes, &folded)
	}
	e, _ := ParseEditorial([]byte(quote))
	m := c.form(texts, quotes, e, threshold)
	q := quotes[len(quotes)-1]
	if edited := m.Flags.Has(FlagEllipsis) || m.Flags.Has(FlagAlteration); e != nil && e.Marks() && (m.Grade == GradeNone || m.Grade == GradeFuzzy && edited) {
		if near := c.fuzzy(q, &texts[0], e.LiteralEdits(q.Runes(), threshold)); near.Grade != GradeNone {
			if x, ok := c.m.Literally(e, q, &texts[0], &near, threshold); ok {
				return x
			}
		}
	}
	if m.Grade != GradeNone || e != nil && e.Ellipsis {
		return m
	}
	k := MaxEdits(q.Runes(), threshold)
	if len(q.Skeleton) == 0 {
		return Match{}
	}
	if m := c.interleaved(q, &texts[0], k, c.fuzzy(q, &texts[0], k)); m.Grade != GradeNone {
		return m
	}
	return c.damaged(q, e, &texts[0], threshold)
}

// fuzzy takes the best place of one text.
func (c *climber) fuzzy(q *Quote, t *Text, k int) Match {
	from, to, d, ok := c.scan.Best(q.Skeleton, t.Skeleton.Bytes, k)
	if !ok {
		return Match{}
	}
	if m, ok := c.m.Fuzzy(q, t, from, to, d, k); ok {
		return m
	}
	m, _ := c.m.Anywhere(q, t, k)
	return m
}

// ladderCase is one case of testdata/ladder: "== name", the source (S), the quote (Q), the verdict (=: grade and flags, written by hand),
// and then what -update writes: method (m), flag words (~ flag quote | source), spans (>), what an ellipsis left out (o) and folds (f).
// Go's escapes hold in texts.
type ladderCase struct {
	file, name, source, quote, verdict string
	rest                               []string
	comment                            []string // the lines before it
}

func readCases(t testing.TB, file string) []*ladderCase {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []*ladderCase
	var comment []string
	for n, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		kind, text, _ := strings.Cut(line, " ")
		var c *ladderCase
		if len(list) > 0 {
			c = list[len(list)-1]
		}
		switch kind {
		case "", "#":
			comment = append(comment, line)
		case "==":
			list = append(list, &ladderCase{file: filepath.Base(file), name: text, comment: comment})
			comment = nil
		case "S":
			c.source = unescape(t, text)
		case "Q":
			c.quote = unescape(t, text)
		case "=":
			c.verdict = text
		case "m", "~", ">", "o", "f":
			c.rest = append(c.rest, line)
		default:
			t.Fatalf("%s:%d: %q is no line of a case", file, n+1, line)
		}
	}
	return list
}

func unescape(t testing.TB, s string) string {
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return out
}

func escape(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// verdict writes grade and flags.
func verdict(m *Match) string {
	if m.Grade == GradeNone {
		return "none"
	}
	return strings.Join(append([]string{m.Grade.String()}, m.Flags.Names()...), " ")
}

// report writes what a match says beside its verdict.
func report(m *Match, source string) []string {
	if m.Grade == GradeNone {
		return nil
	}
	list := []string{"m " + m.Method.String()}
	if m.Method == MethodFuzzy {
		list[0] += " " + strconv.FormatFloat(m.Similarity, 'f', 2, 64)
	}
	for _, d := range m.Details {
		list = append(list, "~ "+d.Flag.String()+" "+escape(d.Quote)+" | "+escape(d.Source))
	}
	for _, s := range m.Spans {
		list = append(list, "> "+escape(source[s.Start:s.End]))
	}
	for _, s := range m.Omitted {
		list = append(list, "o "+escape(source[s.Start:s.End]))
	}
	if m.Folds != 0 {
		list = append(list, "f "+strings.Join(m.Folds.Names(), " "))
	}
	for i := range list {
		list[i] = strings.TrimRight(list[i], " ")
	}
	return list
}

func writeCases(t *testing.T, file string, list []*ladderCase) {
	var b bytes.Buffer
	for _, c := range list {
		for _, line := range append(slices.Clone(c.comment), "== "+c.name, "S "+escape(c.source), "Q "+escape(c.quote), "= "+c.verdict) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
		for _, line := range c.rest {
			b.WriteString(line + "\n")
		}
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func ladderFiles(t testing.TB) []string {
	files, err := filepath.Glob("testdata/ladder/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases")
	}
	return files
}

// TestLadderGolden climbs the ladder with every case of testdata/ladder. One climber serves all: nothing may leak from case to case.
func TestLadderGolden(t *testing.T) {
	var c climber
	names := map[string]bool{}
	for _, file := range ladderFiles(t) {
		cases := readCases(t, file)
		for _, x := range cases {
			if full := x.file + x.name; names[full] {
				t.Errorf("%s: %s stands there twice", x.file, x.name)
			} else {
				names[full] = true
			}
			m := c.climb(x.source, x.quote, 0.8)
			if got := verdict(&m); got != x.verdict {
				t.Errorf("%s: %s\n  S %s\n  Q %s\n  %s, want %s\n  %s", x.file, x.name, escape(x.source), escape(x.quote), got, x.verdict,
					strings.Join(report(&m, x.source), "\n  "))
			}
			rest := report(&m, x.source)
			if !*update && !slices.Equal(rest, x.rest) {
				t.Errorf("%s: %s\n  got  %s\n  want %s", x.file, x.name, strings.Join(rest, "\n       "), strings.Join(x.rest, "\n       "))
			}
			x.rest = rest
			if err := checkMatch(&m, x.source, x.quote); err != nil {
				t.Errorf("%s: %s: %v", x.file, x.name, err)
			}
		}
		if *update {
			writeCases(t, file, cases)
		}
	}
}
