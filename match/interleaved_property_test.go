package match

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Plain words without numbers, negations, conditions or capitals, and names for heads.
var (
	plainWords = strings.Fields("the miller keeps an open book upon every barge that carries corn along his river and writes there what it brings " +
		"her sister sold warm bread behind our old stone church where children played with wooden boats beneath tall elms each autumn evening")
	titleWords = strings.Fields("Rolls Manor Barge Harbour Letters Survey Orchard Register Abbey Chronicle")
)

func sentenceOf(t *rapid.T, n int) []string {
	return rapid.Permutation(plainWords).Draw(t, "words")[:n]
}

// TestPropertyPageBetweenWords: whatever the page puts between two words of a sentence, the sentence is found as form alone, from its first
// to its last character, with the flag of the piece.
func TestPropertyPageBetweenWords(t *testing.T) {
	var c climber
	rapid.Check(t, func(t *rapid.T) {
		a, b := sentenceOf(t, rapid.IntRange(5, 14).Draw(t, "before")), sentenceOf(t, rapid.IntRange(5, 14).Draw(t, "after"))
		n := rapid.IntRange(2, 300).Draw(t, "number")
		title := strings.Join(rapid.SliceOfN(rapid.SampledFrom(titleWords), 1, 3).Draw(t, "title"), " ")
		kinds := []struct {
			piece string
			flag  Flag
		}{
			{fmt.Sprintf("\n\f%s %d\n", strings.ToUpper(title), n), FlagCrossPage},
			{fmt.Sprintf("\n%d\n\f%s\n", n, title), FlagCrossPage},
			{fmt.Sprintf("\n\n%s | %d\n\n", title, n), FlagCrossPage},
			{fmt.Sprintf("\nPage %d of 400\n[[PAGE_BREAK]]\n", n), FlagCrossPage},
			{fmt.Sprintf("\n\n%d\n\n", n), FlagCrossPage},
			{fmt.Sprintf("\n_____\n%d %s by the abbey gate.\n\f", n%90+1, title), FlagCrossPage},
			{fmt.Sprintf("[%d] ", n), FlagInterleaved},
			{"¹ ", numFlags},
		}
		k := kinds[rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")]
		first, last := strings.Join(a, " "), strings.Join(b, " ")
		if k.piece[0] == '[' && len(a[len(a)-1]) < 4 {
			first += " corn"
		}
		if k.flag == numFlags {
			first += " bread"
		}
		source := "Once more, as before. " + first + k.piece + last + " at last. So it was."
		quote := first + " " + last
		m := c.climb(source, quote, 0.8)
		if m.Grade != GradeNormalized || k.flag < numFlags && !m.Flags.Has(k.flag) {
			t.Fatalf("%q\nin %q\n%v %v %+v", quote, source, m.Grade, m.Flags.Names(), m.Details)
		}
		if from := strings.Index(source, first); m.Start() != from || !strings.HasPrefix(source[m.End():], " at last") {
			t.Fatalf("%q\nin %q\n%q", quote, source, source[m.Start():m.End()])
		}
		if err := checkMatch(&m, source, quote); err != nil {
			t.Fatal(err)
		}
	})
}

// TestPropertyClauseIsNotForeign: a clause of the sentence that the quote leaves out is never form, on whatever lines it stands.
func TestPropertyClauseIsNotForeign(t *testing.T) {
	clauses := []string{"shall not", "unless he is ill", "except on feast days", "if the river is low", "in 12 cases", "and the lame boy", "who never paid",
		"with her consent", "for three weeks", "within 30 days", "Unless He Is Ill", "ONLY BY NIGHT", "Except in 1904", "5 May 1920", "$20",
		"without a word", "Subject to Section 4"}
	var c climber
	rapid.Check(t, func(t *rapid.T) {
		a, b := sentenceOf(t, rapid.IntRange(5, 14).Draw(t, "before")), sentenceOf(t, rapid.IntRange(5, 14).Draw(t, "after"))
		clause := rapid.SampledFrom(clauses).Draw(t, "clause")
		sep := rapid.SampledFrom([]string{" ", "\n", "\n\n", " \n ", "\n\f"}).Draw(t, "separator")
		end := rapid.SampledFrom([]string{" ", "\n", "\n\n"}).Draw(t, "end")
		first, last := strings.Join(a, " "), strings.Join(b, " ")
		source := "Once more, as before. " + first + sep + clause + end + last + " at last. So it was."
		m := c.climb(source, first+" "+last, 0.8)
		if m.Grade == GradeNormalized || m.Grade == GradeExact {
			t.Fatalf("%q is left out of %q\n%v %v %+v", clause, source, m.Grade, m.Flags.Names(), m.Details)
		}
	})
}

// TestInterleavedIsLinear: long quotes full of foreign pieces, and long texts without any, take time in proportion.
func TestInterleavedIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	var source, quote strings.Builder
	for n := 1; quote.Len() < 60_000; n++ {
		var words [12]string
		for k := range words {
			words[k] = plainWords[n*(2*k+1)*(n+k)/7%len(plainWords)]
		}
		verse := "And " + strings.Join(words[:], " ") + ".\n"
		fmt.Fprintf(&source, "%d %s", n, verse)
		quote.WriteString(verse)
	}
	for _, q := range []string{quote.String(), strings.Repeat("1 2 3 4 5 6 7 8 9 10 ", 3000), strings.Repeat("A. Q. B:\n\f12\n", 5000)} {
		start := time.Now()
		var c Interleaver
		var x Quote
		text := readingsOf([]byte(source.String()))[0]
		x.Prepare([]byte(q), text.Reading)
		var seeds []Seed
		for j := 0; j+8 <= len(x.Skeleton); j += 8 {
			for _, at := range occurrences(text.Skeleton.Bytes, x.Skeleton[j:j+8], 8) {
				seeds = append(seeds, Seed{Q: int32(j), T: int32(at)})
			}
		}
		list := c.Places(&x, &text, seeds, false, func() *Furniture { return LearnFurniture(text.Source) }, 100)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%d bytes took %v", len(q), d)
		}
		if q == quote.String() && (len(list) == 0 || list[0].Grade != GradeNormalized) {
			t.Errorf("the verses are not found: %d places", len(list))
		}
	}
}
