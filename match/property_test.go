package match

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/verbatim/normalize"
	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

// checkMatch checks what holds for every match.
func checkMatch(m *Match, source, quote string) error {
	if m.Grade == GradeNone {
		return nil
	}
	if len(m.Spans) == 0 || m.Similarity < 0 || m.Similarity > 1 || m.Edits < 0 {
		return fmt.Errorf("%d spans, %d edits, similarity %v", len(m.Spans), m.Edits, m.Similarity)
	}
	borders := graphemes(source)
	for _, s := range append(append([]Span{}, m.Spans...), m.Omitted...) {
		if s.Start < 0 || s.End < s.Start || s.End > len(source) {
			return fmt.Errorf("span %v of %d bytes", s, len(source))
		}
	}
	for _, s := range m.Spans {
		if s.Start == s.End || !borders[s.Start] || !borders[s.End] {
			return fmt.Errorf("span %v, %q, is empty or cuts a character", s, source[s.Start:s.End])
		}
	}
	if m.Grade == GradeExact && (m.Similarity != 1 || m.Method != MethodString || len(m.Spans) != 1 || source[m.Spans[0].Start:m.Spans[0].End] != quote) {
		return fmt.Errorf("exact, and the bytes are %q", source[m.Spans[0].Start:m.Spans[0].End])
	}
	capped := m.Flags.Meaning() != 0 || m.Flags.Has(FlagDiacriticsChanged) || m.Flags.Has(FlagPartialWord)
	if capped && m.Grade < GradeFuzzy {
		return fmt.Errorf("%v with the flags %v", m.Grade, m.Flags.Names())
	}
	if (m.Grade == GradeFuzzy) != (m.Method == MethodFuzzy) {
		return fmt.Errorf("%v by %v", m.Grade, m.Method)
	}
	if m.Partial != m.Flags.Has(FlagPartialWord) {
		return fmt.Errorf("partial is %v, flags %v", m.Partial, m.Flags.Names())
	}
	for _, d := range m.Details {
		if !m.Flags.Has(d.Flag) || d.Quote == "" && d.Source == "" || !utf8.ValidString(d.Quote) || !utf8.ValidString(d.Source) {
			return fmt.Errorf("detail %+v, flags %v", d, m.Flags.Names())
		}
	}
	return nil
}

// graphemes marks the offsets between the graphemes of a text.
func graphemes(s string) map[int]bool {
	at := map[int]bool{0: true, len(s): true}
	for g := uniseg.NewGraphemes(s); g.Next(); {
		from, to := g.Positions()
		at[from], at[to] = true, true
	}
	return at
}

// vocabulary is what random texts are made of: words of many scripts, numbers, marks that the folds know.
var vocabulary = strings.Fields(`the mill was sold to a brewer not never illegal unlawful first twenty-one fifty may June 30 1932 5% $500 -7 1.5 2,500 3/4 10⁶ m²
	(not) café cafe naïve Straße Größe nicht kein einundzwanzig n'est l’œuvre niño środę Łódź договор не прав ΠΌΛΗΣ πόλης İstanbul kapı ISPARTA كَتَبَ
	لا محمـــد שָׁלוֹם לא नहीं किताब ผู้เช่า ไม่ 承租人 不应 三十五 二〇二四 支払わない ガギ ｶﾞｷﾞ 않는다 한국어 người không 👩‍⚖️ ❤️ 🇩🇪 ofﬁce can’t isn't [T]he [sic]
	... … . — " “x” <b>bold</b> *star* &amp; \emph{x} co- oper- re-form a.b x_y ≠ != = (a) 4(1)(a) § 14 [[PAGE_BREAK]] (emphasis added)`)

var separators = []string{" ", " ", " ", " ", "  ", "\n", "\r\n", "\u00a0", ", ", ". ", "-", "-\n", "\f", "", "\u00ad", "\u200b"}

// drawText draws a text of the vocabulary.
func drawText(t *rapid.T, label string, words int) string {
	var b strings.Builder
	for range rapid.IntRange(1, words).Draw(t, label) {
		b.WriteString(rapid.SampledFrom(vocabulary).Draw(t, "word"))
		b.WriteString(rapid.SampledFrom(separators).Draw(t, "separator"))
	}
	return b.String()
}

// drawQuote draws a quote of a source: a cut, changed in a few places or not, or another text.
func drawQuote(t *rapid.T, source string) string {
	if rapid.IntRange(0, 9).Draw(t, "foreign") == 0 {
		return drawText(t, "words", 8)
	}
	r := []rune(source)
	from := rapid.IntRange(0, len(r)-1).Draw(t, "from")
	q := append([]rune{}, r[from:rapid.IntRange(from, len(r)).Draw(t, "to")]...)
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		at := rapid.IntRange(0, len(q)).Draw(t, "at")
		in := []rune(rapid.SampledFrom(append(vocabulary, separators...)).Draw(t, "in"))
		q = slices.Replace(q, at, min(at+rapid.IntRange(0, 4).Draw(t, "out"), len(q)), in...)
	}
	return string(q)
}

// TestRapidLadder: what holds for every match holds for matches of random texts, and no call leaves anything behind for the next one.
func TestRapidLadder(t *testing.T) {
	var shared climber
	rapid.Check(t, func(t *rapid.T) {
		source := drawText(t, "words", 30)
		quote, other := drawQuote(t, source), drawQuote(t, source)
		var fresh climber
		want := fresh.climb(source, quote, 0.6)
		if err := checkMatch(&want, source, quote); err != nil {
			t.Fatalf("%q in %q: %v", quote, source, err)
		}
		shared.climb(source, other, 0.6)
		if got := shared.climb(source, quote, 0.6); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in %q after %q:\n%+v\n%+v", quote, source, other, got, want)
		}
	})
}

// TestRapidVerbatim: a cut on word borders is exact at its place.
func TestRapidVerbatim(t *testing.T) {
	plain := strings.Fields(`the mill was sold to a brewer not never unlawful twenty fifty June 30 1932 5% $500 -7 1.5 3/4 m² café Straße nicht einundzwanzig niño
		договор не πόλης İstanbul kapı كَتَبَ לא नहीं ผู้เช่า 承租人 支払わない 않는다 không 👩‍⚖️ ofﬁce isn't [sic] <b>bold</b> … (a) “x”`)
	var m Matcher
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(plain), 1, 20).Draw(t, "words")
		source := strings.Join(list, " ")
		from := rapid.IntRange(0, len(list)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(list)).Draw(t, "to")
		start := len(strings.Join(list[:from], " "))
		if from > 0 {
			start++
		}
		quote := strings.Join(list[from:to], " ")
		var q Quote
		q.Prepare([]byte(quote), normalize.Literal)
		if len(q.Skeleton) == 0 {
			return
		}
		texts := readingsOf([]byte(source))
		text := &texts[len(texts)-1]
		for _, pos := range occurrences(text.Skeleton.Bytes, q.Skeleton, 100) {
			r, ok := m.Confirm(&q, text, pos)
			if ok && r.Grade == GradeExact && r.Spans[0].Start == start {
				if len(r.Spans) != 1 || r.Spans[0].End != start+len(quote) || r.Flags != 0 || r.Folds != 0 {
					t.Fatalf("%q in %q: %+v", quote, source, r)
				}
				return
			}
		}
		t.Fatalf("%q in %q is not exact at %d", quote, source, start)
	})
}

// sentences are English sentences with a place for a negation, %[1]s, and one for a number, %[2]s.
var sentences = []string{
	"The lessee shall %[1]skeep the roof of the mill for %[2]s days after the feast.",
	"In the end %[2]s of the boats were %[1]ssold to the brewer of the town.",
	"The board did %[1]sapprove the sum of %[2]s crowns for the bridge.",
	"She has %[1]spaid the toll since %[2]s, as the clerk wrote.",
	"Under section %[2]s the permit may %[1]sbe renewed by the warden.",
}

// TestRapidNot: a "not" put before a verb or taken out is seen.
func TestRapidNot(t *testing.T) {
	var c climber
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom(sentences).Draw(t, "sentence")
		n := strconv.Itoa(rapid.IntRange(0, 3000).Draw(t, "number"))
		word := rapid.SampledFrom([]string{"not ", "never ", "NOT ", "not, however, "}).Draw(t, "not")
		with, without := fmt.Sprintf(form, word, n), fmt.Sprintf(form, "", n)
		if rapid.Bool().Draw(t, "reverse") {
			with, without = without, with
		}
		m := c.climb("Some words before. "+without+" And after.", with, 0.8)
		if m.Grade != GradeNone && (m.Grade != GradeFuzzy || !m.Flags.Has(FlagNegationChanged) || m.Flags.Has(FlagNumberChanged)) {
			t.Fatalf("%q for %q: %v %v", with, without, m.Grade, m.Flags.Names())
		}
	})
}

// TestRapidDigits: a number whose digits changed places is seen, however it is written; one that is only written otherwise is no change.
func TestRapidDigits(t *testing.T) {
	var c climber
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom(sentences).Draw(t, "sentence")
		n := rapid.Int64Range(10, 99_999).Draw(t, "number")
		d := []byte(strconv.FormatInt(n, 10))
		i := rapid.IntRange(0, len(d)-2).Draw(t, "at")
		d[i], d[i+1] = d[i+1], d[i]
		other, _ := strconv.ParseInt(string(d), 10, 64)
		if other == n || d[0] == '0' {
			return
		}
		forms := []func(int64) string{plainDigits, grouped}
		if n < 100 {
			forms = append(forms, english) // longer ones are further from digits than a match may be
		}
		write := rapid.SampledFrom(forms)
		a, b := write.Draw(t, "source form")(n), write.Draw(t, "quote form")
		source := fmt.Sprintf(form, "", a)
		m := c.climb(source, fmt.Sprintf(form, "", b(other)), 0.8)
		if m.Grade != GradeNone && (m.Grade != GradeFuzzy || !m.Flags.Has(FlagNumberChanged)) {
			t.Fatalf("%q for %q: %v %v", b(other), source, m.Grade, m.Flags.Names())
		}
		if m = c.climb(source, fmt.Sprintf(form, "", b(n)), 0.8); m.Flags.Has(FlagNumberChanged) {
			t.Fatalf("%q for %q: %v %+v", b(n), source, m.Grade, m.Details)
		}
	})
}

func plainDigits(n int64) string { return strconv.FormatInt(n, 10) }

func grouped(n int64) string {
	s := plainDigits(n)
	if len(s) > 3 {
		s = s[:len(s)-3] + "," + s[len(s)-3:]
	}
	return s
}
