package perturb

import (
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

const contract = `The tenant shall pay the landlord a rent of $1,250.50 within thirty days, and the deposit is held by the agent in London until 14 March 2019. ` +
	`The officers of the company may not increase the fee, unless the board of Mr. Okafor first agrees that the effort was sufficient.`

// samples has, for each mode, a passage that it applies to.
var samples = map[string]string{
	"quote_glyphs":          `He wrote "it's the tenant's roof" and left the 6' ladder.`,
	"dash_glyphs":           "The well-known rule - stated in 1990-1995 - holds at -5 degrees.",
	"composition":           "Das Präsidium hörte die Prüfer an.",
	"ellipsis_glyph":        "He paused... and then spoke. Nothing.... more.",
	"plain_typography":      "“Don’t”, she said — and left the café… at once.",
	"tatweel":               "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق",
	"unwrapped":             "the lessor shall keep\nthe drains clear and\n- the roof dry",
	"entities":              `Smith & Sons said "the café is open" – twice.`,
	"bracketed_pronoun":     "When the clerk found the letter she gave it to the judge of the court.",
	"diacritics_stripped":   "Le café de l'été a été fermé à Noël.",
	"word_replaced":         "The keys of the house were on the table which is by the door.",
	"decimal_moved":         "The rate was 12.75 percent in the first year of the plan.",
	"unit_changed":          "The parcel weighs 30 kilograms and it is kept for two weeks.",
	"sign_dropped":          "The air was at (-12.5 degrees) on the ridge.",
	"superscript_flattened": "A mole holds 6 × 10²³ atoms of it.",
	"negation_removed":      "The board has not approved the request of the tenant.",
	"names_swapped":         "In the second round Alice Smith defeated Bernard Jones by one vote, as the paper of the town wrote.",
	"name_replaced":         "In the second round the town saw how Bernard Jones won the vote of the council by a hair.",
	"swapped_across_verb":   "It is known that the hunter killed the tiger at the river.",
	"sentences_joined":      "The seller keeps the horse. The buyer pays the price in coin.",
	"year_changed":          "The treaty was signed in 1848 and ratified in 1851.",
	"currency_changed":      "The fine was $500, or 450 euros.",
	"number_word_replaced":  "The parties met three times in the course of the year.",
	"clause_cut":            "The officers of the company shall keep the books of the year open, unless the board agrees to close them.",
}

func sample(m Mode) string {
	if s := samples[m.Name]; s != "" {
		return s
	}
	return contract
}

var material = Material{Source: contract + " " + other, Other: other}

const other = `The paper reports that samples of lake water were frozen overnight and thawed slowly in the morning, while the remaining bottles stood at room ` +
	`temperature beside the window. Growth of the cultures was measured every hour with a meter that had been calibrated by the makers, and all readings were written by hand.`

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func TestGolden(t *testing.T) {
	var b strings.Builder
	for _, m := range Modes() {
		got, ok := m.Make(seeded(1), sample(m), material)
		if !ok {
			t.Errorf("%s does not apply to its sample %q", m.Name, sample(m))
		}
		fmt.Fprintf(&b, "%s %s\n\t%q\n", m.Kind, m.Name, got)
	}
	const path = "testdata/modes.golden"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("outputs changed (-update writes them anew):\n%s", b.String())
	}
}

func TestModesAreWellFormed(t *testing.T) {
	seen := make(map[string]bool)
	kinds := make(map[Kind]int)
	last := Form
	for _, m := range Modes() {
		if m.Name == "" || m.Doc == "" || seen[m.Name] || m.Apply == nil || m.Kind < last {
			t.Errorf("mode %q: name missing or twice, no doc, or out of order", m.Name)
		}
		seen[m.Name] = true
		kinds[m.Kind]++
		last = m.Kind
		if got, ok := Lookup(m.Name); !ok || got.Name != m.Name {
			t.Errorf("Lookup(%q) = %q, %v", m.Name, got.Name, ok)
		}
		for _, s := range []string{"", " ", "\xff", "...", "12", "a"} {
			if got, ok := m.Apply(seeded(2), s); !ok && got != s {
				t.Errorf("%s(%q) = %q without ok", m.Name, s, got)
			}
		}
	}
	for k := Form; k <= Fabrication; k++ {
		if kinds[k] != len(OfKind(k)) || kinds[k] < 5 {
			t.Errorf("%d modes of kind %s", kinds[k], k)
		}
	}
	if _, ok := Lookup("no such mode"); ok {
		t.Error("found a mode that does not exist")
	}
}

// passages draws texts that look like sources: the samples cut and joined, with odd characters between.
func passages() *rapid.Generator[string] {
	all := []string{contract, other, "Der Vertrag ist nicht gültig, wenn die Mieter in Köln mehr als zwei Monate im Rückstand sind.",
		"Le tribunal ne peut pas rejeter la demande sans motif, et les parties doivent être entendues avant le 3 mai 1998.",
		"Договор не является действительным, если стороны не подписали его до 5 мая 2020 года.", "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？", "मनुष्य स्वतंत्र जन्म लेते हैं और समान हैं।",
		"İstanbul'da ısı 30 derece ve ırmak kurudu.", "e\u0301te\u0301 na\u0308he", "a\u200bb 1st—2nd “x” ﬁn", "\n- item\n# head\n", "<b>x</b> &amp; y"}
	for _, s := range samples {
		all = append(all, s)
	}
	// Maps have no order, and a seed must mean one text.
	slices.Sort(all)
	return rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(all), 1, 3).Draw(t, "parts"), " ")
		rs := []rune(s)
		i := rapid.IntRange(0, len(rs)-1).Draw(t, "from")
		return string(rs[i:rapid.IntRange(i, len(rs)).Draw(t, "to")])
	})
}

func TestProperties(t *testing.T) {
	modes, texts := Modes(), passages()
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(modes).Draw(t, "mode")
		s := texts.Draw(t, "text")
		check(t, m, s, rapid.Uint64().Draw(t, "seed"))
	})
}

type failer interface {
	Fatalf(format string, args ...any)
}

// check holds one application of a mode to what the package promises.
func check(t failer, m Mode, s string, seed uint64) {
	got, ok := m.Make(seeded(seed), s, material)
	if again, ok2 := m.Make(seeded(seed), s, material); again != got || ok2 != ok {
		t.Fatalf("%s: one seed, two texts: %q and %q", m.Name, got, again)
	}
	if !ok {
		if got != s {
			t.Fatalf("%s: %q became %q without ok", m.Name, s, got)
		}
		return
	}
	if !utf8.ValidString(got) || got == s {
		t.Fatalf("%s: %q became %q", m.Name, s, got)
	}
	switch m.Kind {
	case Form:
		checkForm(t, m, s, got)
	case Drift:
		if a, b := weighty(s), weighty(got); m.Name != "ocr" && m.Name != "diacritics_stripped" && a != b {
			t.Fatalf("%s touched what carries meaning: %q became %q (%s, %s)", m.Name, s, got, a, b)
		}
	}
}

var (
	anyTag  = regexp.MustCompile(`<[^<>]*>`)
	hanRune = regexp.MustCompile(`\p{Han}`)
	edition = regexp.MustCompile(`\[sic\]|\((emphasis added|citation omitted|internal quotation marks omitted|cleaned up)\)$|\[\[PAGE_BREAK\]\]`)
)

// content is the independent idea of form: letters and digits under compatibility composition and case folding.
func content(s string) string {
	s = cases.Fold().String(norm.NFKC.String(s))
	s = strings.ReplaceAll(s, "i\u0307", "i")
	return strings.Map(func(c rune) rune {
		if c == 'ı' {
			return 'i'
		}
		if unicode.IsLetter(c) && c != 'ـ' || unicode.IsNumber(c) {
			return c
		}
		return -1
	}, norm.NFKC.String(s))
}

func checkForm(t failer, m Mode, s, got string) {
	a, b := content(s), content(got)
	switch m.Name {
	case "entities":
		b = content(html.UnescapeString(got))
	case "tags":
		b = content(anyTag.ReplaceAllString(got, ""))
	case "sic", "closing_parenthetical", "page_mark":
		b = content(edition.ReplaceAllString(got, ""))
	case "look_alikes":
		back := make([]string, 0, 2*len(twins))
		for c, twin := range twins {
			back = append(back, string(twin), string(c))
		}
		b = content(strings.NewReplacer(back...).Replace(got))
		a = content(strings.NewReplacer(back...).Replace(s))
	case "editorial_ellipsis":
		// what is left is what was there, in order
		for _, c := range b {
			i := strings.IndexRune(a, c)
			if i < 0 {
				t.Fatalf("%s: %q became %q", m.Name, s, got)
			}
			a = a[i+utf8.RuneLen(c):]
		}
		return
	case "bracketed_pronoun":
		return // the name in brackets is new
	}
	if a != b {
		t.Fatalf("%s changed more than form: %q became %q", m.Name, s, got)
	}
}

// weighty is what honest damage must leave: digits, and negations, modal words and names in their order.
func weighty(s string) string {
	var b strings.Builder
	s = hanRune.ReplaceAllString(s, " $0 ")
	for _, f := range strings.FieldsFunc(s, func(c rune) bool {
		return !unicode.In(c, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("'’\u00ad\u200c\u200d", c)
	}) {
		if !plain(f) {
			b.WriteString(f + " ")
		}
	}
	return b.String()
}

func TestDistances(t *testing.T) {
	for seed := range uint64(50) {
		for _, m := range Modes() {
			s := other
			got, ok := m.Make(seeded(seed), s, Material{Source: contract, Other: contract})
			if !ok {
				continue
			}
			switch sim := similarity(got, s); {
			case m.Kind == Fabrication && sim >= 0.78:
				t.Errorf("%s, seed %d: similarity %.2f of %q", m.Name, seed, sim, got)
			case m.Kind == Drift && sim < 0.80:
				t.Errorf("%s, seed %d: similarity %.2f of %q", m.Name, seed, sim, got)
			case m.Kind == Meaning && sim < 0.80:
				t.Errorf("%s, seed %d: similarity %.2f of %q", m.Name, seed, sim, got)
			}
		}
	}
}

// similarity is 1 − edits/runes of the best place of q in s, by plain dynamic programming.
func similarity(q, s string) float64 {
	a, b := []rune(q), []rune(s)
	row := make([]int, len(b)+1)
	for i, x := range a {
		diag := row[0]
		row[0] = i + 1
		for j, y := range b {
			up := row[j+1]
			d := diag
			if x != y {
				d++
			}
			row[j+1] = min(d, up+1, row[j]+1)
			diag = up
		}
	}
	best := len(a)
	for _, d := range row {
		best = min(best, d)
	}
	return 1 - float64(best)/float64(len(a))
}

func TestRates(t *testing.T) {
	for name, want := range map[string]float64{"e01": 0.01, "e05": 0.05, "e10": 0.10, "e20": 0.20} {
		m, _ := Lookup(name)
		got, ok := m.Apply(seeded(3), other)
		n := (1 - similarity(got, other)) * float64(len([]rune(got)))
		// Neighbouring edits may cost an aligner less than they are, never more.
		if most := want*float64(letters(other)) + 0.5; !ok || n < want*float64(letters(other))*0.7 || n > most+1e-6 {
			t.Errorf("%s: %.1f edits, want at most %.1f", name, n, most)
		}
	}
}

func FuzzModes(f *testing.F) {
	modes := Modes()
	for i, m := range modes {
		f.Add(sample(m), uint64(i), uint8(i))
	}
	f.Add("\xff\xfe", uint64(0), uint8(0))
	f.Add("ﬃ ŉ ǰ ẞ İı ſt\u0345\u0301", uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, s string, seed uint64, i uint8) {
		m := modes[int(i)%len(modes)]
		got, ok := m.Apply(seeded(seed), s)
		if ok && (got == s || !utf8.ValidString(got)) || !ok && got != s {
			t.Errorf("%s: %q became %q, %v", m.Name, s, got, ok)
		}
	})
}

func BenchmarkModes(b *testing.B) {
	for _, m := range Modes() {
		b.Run(m.Name, func(b *testing.B) {
			r, s := seeded(1), sample(m)
			b.ReportAllocs()
			for b.Loop() {
				m.Make(r, s, material)
			}
		})
	}
}
