package match

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// editedPage draws a text of several pages of lines, with heads, feet, verse numbers, note marks, speakers or wide spaces.
func editedPage(t *rapid.T) string {
	kind := rapid.IntRange(0, 6).Draw(t, "kind")
	title := rapid.SampledFrom(titleWords).Draw(t, "title")
	first := rapid.IntRange(3, 200).Draw(t, "first")
	var b strings.Builder
	for n := first; n < first+6; n++ {
		line := sentenceOf(t, rapid.IntRange(5, 9).Draw(t, "words"))
		text := strings.ToUpper(line[0][:1]) + line[0][1:] + " " + strings.Join(line[1:], " ")
		switch kind {
		case 0:
			fmt.Fprintf(&b, "%s %d\n\n%s.\n\n", title, n, text)
		case 1:
			fmt.Fprintf(&b, "%d %s.\n", n, text)
		case 2:
			fmt.Fprintf(&b, "%s\n- %d -\n\f", text, n)
		case 3:
			fmt.Fprintf(&b, "%s.%d ", text, n)
		case 4:
			fmt.Fprintf(&b, "%s.\n%s\n\n", []string{"ABBOT", "MILLER"}[n%2], text+".")
		case 5:
			fmt.Fprintf(&b, "%s\nSource: %s GROUP, 9/23/%d\n\f", text, strings.ToUpper(title), 2015)
		default:
			b.WriteString(strings.Join(strings.Fields(text), "  ") + "\n\n")
		}
	}
	return b.String()
}

var letterRuns = regexp.MustCompile(`[A-Za-z]+|[0-9]+`)

// TestPropertyEditAcrossFurniture: a quote that runs over heads, numbers, marks, names and wide spaces as they stand is never form alone
// once a number or a word of it is another.
func TestPropertyEditAcrossFurniture(t *testing.T) {
	var c climber
	rapid.Check(t, func(t *rapid.T) {
		page := editedPage(t)
		runs := letterRuns.FindAllStringIndex(page, -1)
		from := rapid.IntRange(0, len(runs)-13).Draw(t, "from")
		to := rapid.IntRange(from+12, len(runs)-1).Draw(t, "to")
		k := rapid.IntRange(from, to).Draw(t, "edited")
		was := page[runs[k][0]:runs[k][1]]
		now := "ashgrove"
		if was[0] >= '0' && was[0] <= '9' {
			d := []byte(was)
			i := rapid.IntRange(0, len(d)-1).Draw(t, "digit")
			d[i] = '1' + (d[i]-'0'+byte(rapid.IntRange(0, 7).Draw(t, "more")))%9
			now = string(d)
		} else if was[0] < 'a' {
			now = "Ashgrove"
		}
		if was == now {
			return
		}
		quote := page[runs[from][0]:runs[k][0]] + now + page[runs[k][1]:runs[to][1]]
		if strings.Contains(page, quote) {
			return
		}
		m := c.climb(page, quote, 0.8)
		if m.Grade == GradeNormalized || m.Grade == GradeExact {
			t.Fatalf("%q for %q in %q\nof %q\n%v %v %+v", now, was, quote, page, m.Grade, m.Flags.Names(), m.Details)
		}
		if digits := was[0] <= '9'; digits && m.Grade == GradeFuzzy && !m.Flags.Has(FlagNumberChanged) {
			t.Fatalf("%q for %q in %q\nof %q\nraises nothing: %v", now, was, quote, page, m.Flags.Names())
		}
	})
}

// TestPropertyWordsOfTheQuote: words or numbers that only the quote has, on lines of their own or not, are never form alone.
func TestPropertyWordsOfTheQuote(t *testing.T) {
	words := []string{"Ashgrove", "the lame boy", "not", "ASHGROVE MANOR", "Ashgrove Rolls", "ABBESS.", "Abbess:", "never on feast days", "only the rich", "[the lame boy]"}
	var c climber
	rapid.Check(t, func(t *rapid.T) {
		page := editedPage(t)
		runs := letterRuns.FindAllStringIndex(page, -1)
		from := rapid.IntRange(0, len(runs)-13).Draw(t, "from")
		to := rapid.IntRange(from+12, len(runs)-1).Draw(t, "to")
		k := rapid.IntRange(from, to).Draw(t, "place")
		sep := rapid.SampledFrom([]string{" ", "\n", "\n\n", "  ", "\n\f"}).Draw(t, "separator")
		word := rapid.SampledFrom(words[:len(words)-1]).Draw(t, "word")
		quote := page[runs[from][0]:runs[k][1]] + sep + word + sep + page[runs[k][1]:runs[to][1]]
		if m := c.climb(page, quote, 0.8); m.Grade == GradeNormalized || m.Grade == GradeExact {
			t.Fatalf("%q is passed over in %q\nof %q\n%v %v %+v", word, quote, page, m.Grade, m.Flags.Names(), m.Details)
		}
	})
}
