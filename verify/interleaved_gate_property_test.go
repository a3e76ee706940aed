package verify

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/verbatim/index"
	"example.com/verbatim/internal/perturb"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// foreignPages are documents whose sentences the page interrupts, and their words without what the page has put between them.
func foreignPages() (docs []doc, words [][]string) {
	r := rand.New(rand.NewPCG(7, 11))
	syllables := strings.Fields("ba ber cal dor en fal gor hin il jor kal lem mor nal or pel quin ras sor tal um ven wil yor zan the ing ous")
	small := strings.Fields("the of and a in that it was his with as by on from which this at had but her were been one all their there")
	var vocabulary []string
	for range 900 {
		w := ""
		for range 2 + r.IntN(3) {
			w += syllables[r.IntN(len(syllables))]
		}
		vocabulary = append(vocabulary, w)
	}
	word := func() string {
		if r.IntN(5) < 2 {
			return small[r.IntN(len(small))]
		}
		return vocabulary[r.IntN(len(vocabulary))]
	}
	pieces := []func(n int) string{
		func(n int) string { return fmt.Sprintf("\n\fTHE MANOR ROLLS %d\n", n) },
		func(n int) string { return fmt.Sprintf("\n%d\n\fThe Harbour Letters\n", n) },
		func(n int) string { return fmt.Sprintf("\n\n%d\n\n", n) },
		func(n int) string { return fmt.Sprintf(" [%d] ", n) },
		func(n int) string { return fmt.Sprintf(".\n%d And ", n) },
		func(n int) string { return fmt.Sprintf("\n_____\n%d The Register of the abbey, vol. 3.\n\f", n%90+1) },
		func(n int) string {
			return fmt.Sprintf("\n\fTHE MANOR ROLLS %d\n[[PAGE_BREAK]]\nSurvey Of The Orchards | %d\n\n", n, n)
		},
		func(n int) string { return "   " + word() + " " + word() + " " + word() + "\n" },
	}
	for d, every := range []int{9, 14, 25, 60, 9, 14, 25, 60, 30, 12} {
		var b strings.Builder
		var all []string
		piece := pieces[d%len(pieces)]
		for n := 1; b.Len() < 12_000; n++ {
			for range every/2 + r.IntN(every) {
				w := word()
				all = append(all, w)
				b.WriteString(w + " ")
			}
			if d >= len(pieces) {
				piece = pieces[r.IntN(len(pieces))]
			}
			s := piece(n)
			if strings.HasSuffix(s, "And ") {
				all[len(all)-1] += "."
				all = append(all, "And")
			}
			text := strings.TrimSuffix(b.String(), " ")
			b.Reset()
			b.WriteString(text + s)
		}
		docs = append(docs, doc{fmt.Sprintf("d%d", d), b.String()})
		words = append(words, all)
	}
	return docs, words
}

// TestPropertyGateLosesNothing: what is found with foreign pieces between its words is found behind the gate of the chained stretches as
// well, with honest damage of up to one letter in ten beside.
func TestPropertyGateLosesNothing(t *testing.T) {
	docs, words := foreignPages()
	c := corpusOf(t, docs...)
	o := Options{}.withDefaults()
	s := &searcher{c: c, o: &o}
	var modes [2][]perturb.Mode
	for _, x := range perturb.OfKind(perturb.Drift) {
		if x.Name != "e20" { // so much and foreign pieces as well are more than the threshold allows, but for chance
			modes[0] = append(modes[0], x)
		}
	}
	modes[1] = perturb.OfKind(perturb.Form)
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(0, len(docs)-1).Draw(t, "document")
		all := words[d]
		n := rapid.IntRange(6, 120).Draw(t, "words")
		from := rapid.IntRange(0, len(all)-n).Draw(t, "from")
		quote := strings.Join(all[from:from+n], " ")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for k := range rapid.IntRange(0, 3).Draw(t, "damages") {
			if x, ok := rapid.SampledFrom(modes[min(k, 1)]).Draw(t, "mode").Make(r, quote, perturb.Material{}); ok {
				quote = x
			}
		}
		s.raw = append(s.raw[:0], quote...)
		s.prepare()
		text := s.text(slotOf(c, docs[d].id))
		q := s.plain()
		edits := match.MaxEdits(q.Runes(), o.Threshold)
		if len(q.Skeleton) < index.KmerLen {
			return
		}
		if _, ok := s.fuzzy(0, text, edits); ok {
			return // the gate is not asked
		}
		s.nearOf = nil
		want := s.interleaved(0, text, edits, false)
		if len(want) == 0 {
			return
		}
		found++
		s.near, s.nearOf = s.near[:0], nil
		s.seed(q, text.Kmers(normalize.Folded), 0, len(q.Skeleton)-index.KmerLen+1)
		enough := seedsCover(s.near)*coveredLeast >= len(q.Skeleton) && s.seedsTogether(s.near)*index.KmerStride*coveredLeast >= len(q.Skeleton)
		if !enough {
			return
		}
		s.nearOf = text
		got := s.interleaved(0, text, edits, true)
		if len(got) == 0 {
			t.Fatalf("%q of %s is lost", quote, docs[d].id)
		}
		if a, b := &got[0].match, &want[0].match; len(got) != len(want) || a.Grade != b.Grade || a.Start() != b.Start() || a.End() != b.End() || a.Edits != b.Edits {
			t.Fatalf("%q of %s: %v [%d,%d), want %v [%d,%d)", quote, docs[d].id, a.Grade, a.Start(), a.End(), b.Grade, b.Start(), b.End())
		}
	})
	if found == 0 {
		t.Error("nothing was found")
	}
	t.Logf("%d were found", found)
}

// slotOf is the slot of a document.
func slotOf(c *Corpus, id string) int {
	for _, doc := range c.everything.docs {
		if c.snap.Document(doc).ID == id {
			return doc
		}
	}
	return -1
}
