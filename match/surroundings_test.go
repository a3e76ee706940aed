package match

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

// surrounded is one case of testdata/surroundings: the source, the quote and the words outside of it that raise truncation_risk. A line is
// "+ words | source", the words separated by " ; ", or "- source" where nothing may be raised; the quote stands in [[ ]].
type surrounded struct {
	where         string
	source, quote string
	at            Span
	words         string
}

func surroundedCases(t testing.TB) []surrounded {
	files, err := filepath.Glob("testdata/surroundings/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases")
	}
	var list []surrounded
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			c := surrounded{where: filepath.Base(file)}
			text := strings.TrimPrefix(line, "- ")
			if line[0] == '+' {
				var ok bool
				if c.words, text, ok = strings.Cut(line[2:], " | "); !ok {
					t.Fatalf("%s:%d: no words", file, n+1)
				}
			}
			text = unescape(t, text)
			before, rest, ok := strings.Cut(text, "[[")
			quote, after, ok2 := strings.Cut(rest, "]]")
			if !ok || !ok2 {
				t.Fatalf("%s:%d: no quote in [[ ]]", file, n+1)
			}
			c.source, c.quote, c.at = before+quote+after, quote, Span{len(before), len(before) + len(quote)}
			list = append(list, c)
		}
	}
	return list
}

// look asks for the surroundings of a literal quote and returns the words that raised the flag; raised is false where it was not.
func look(m *Matcher, c *surrounded) (words string, raised bool) {
	var q Quote
	q.Prepare([]byte(c.quote), normalize.Literal)
	t := Text{Source: []byte(c.source), Turkish: normalize.IsTurkish([]byte(c.source))}
	r := Match{Grade: GradeExact, Method: MethodString, Similarity: 1, Spans: []Span{c.at}}
	m.Surroundings(&q, &t, &r)
	var list []string
	for _, d := range r.Details {
		list = append(list, d.Source)
	}
	return strings.Join(list, " ; "), r.Flags.Has(FlagTruncationRisk)
}

// TestSurroundings: the flag is raised by what governs the quote, with its words among those told, and not where nothing governs it.
func TestSurroundings(t *testing.T) {
	var m Matcher
	for _, c := range surroundedCases(t) {
		words, raised := look(&m, &c)
		missing := slices.ContainsFunc(strings.Split(c.words, " ; "), func(w string) bool { return !slices.Contains(strings.Split(words, " ; "), w) })
		if raised != (c.words != "") || raised && missing {
			t.Errorf("%s: %s\n  quote %q: raised by %q, want %q", c.where, escape(c.source), c.quote, words, c.words)
		}
	}
}

// TestSurroundingsAnywhere: no bytes and no place of them make the look panic, or look far.
func TestSurroundingsAnywhere(t *testing.T) {
	var m Matcher
	texts := []string{"", "?", "\xff\xfe not \x80", "if", "not\n\n- \n(a)", strings.Repeat("(", 900), strings.Repeat("not ", 300), strings.Repeat("不", 300),
		"<p>not</p><p", "&amp;;;", ":\n- a\n- b\n:", "\"said", "“…” he", "3. Mai 3.", strings.Repeat("a\n", 400), strings.Repeat("not, ", 200), "그는 않", "'t n' qu'"}
	for _, a := range texts {
		for _, b := range texts {
			c := surrounded{source: a + "the boat left" + b, quote: "the boat left", at: Span{len(a), len(a) + 13}}
			look(&m, &c)
			for lo := 0; lo < len(c.source); lo += 1 + len(c.source)/40 {
				for _, hi := range []int{lo, lo + 1, lo + 7, len(c.source)} {
					c.at = Span{lo, min(hi, len(c.source))}
					look(&m, &c)
				}
			}
		}
	}
}

// BenchmarkSurroundings: a quote that is a whole sentence, one in the middle of one that says nothing against it, and one that is negated.
func BenchmarkSurroundings(b *testing.B) {
	for _, x := range []struct{ name, text string }{
		{"whole", "The weir was mended in spring. [[The mill was sold to the widow of the baker.]] She let it to the town for nine years."},
		{"inside", "In the spring of that year, when the floods had gone down, [[the mill was sold to the widow of the baker]] for nine hundred marks."},
		{"negated", "In the spring of that year the council of the town did not agree that [[the mill was sold to the widow of the baker]] for nine hundred marks."},
	} {
		b.Run(x.name, func(b *testing.B) {
			before, rest, _ := strings.Cut(x.text, "[[")
			quote, after, _ := strings.Cut(rest, "]]")
			var q Quote
			q.Prepare([]byte(quote), normalize.Literal)
			t := Text{Source: []byte(before + quote + after)}
			var m Matcher
			spans := []Span{{len(before), len(before) + len(quote)}}
			b.ReportAllocs()
			for b.Loop() {
				r := Match{Grade: GradeExact, Method: MethodString, Similarity: 1, Spans: spans}
				m.Surroundings(&q, &t, &r)
			}
		})
	}
}
