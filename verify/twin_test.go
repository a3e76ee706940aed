package verify

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// The brute-force twin: the same answers by plain means, over the whole text and without an index. It knows three facts about a quote and
// a text, and the engine must agree with each.
type twin struct {
	literal bool // the quote's bytes stand in the text
	same    bool // its letters and digits stand in the text, whatever stands between them
	alike   bool // the same but for accents and letters that look alike
	edits   int  // plain dynamic programming over the normalised texts
	runes   int  // of the normalised quote
}

func bruteForce(text, quote []byte) twin {
	var tw twin
	tw.literal = bytes.Contains(text, quote)
	units := func(b []byte) []normalize.Unit {
		return normalize.AppendUnits(nil, b, 0, len(b), normalize.Options{Reading: normalize.Folded})
	}
	tu, qu := units(text), units(quote)
	kept := func(u []normalize.Unit) string {
		var b strings.Builder
		for i := range u {
			if normalize.SkeletonByte(u[i].R) != 0 {
				b.WriteRune(u[i].R)
			}
		}
		return b.String()
	}
	sk := normalize.AppendSkeleton(nil, qu)
	tw.alike = bytes.Contains(normalize.AppendSkeleton(nil, tu), sk)
	tw.same = len(sk) > 0 && strings.Contains(kept(tu), kept(qu))
	for len(qu) > 0 && qu[0].R == ' ' {
		qu = qu[1:]
	}
	for len(qu) > 0 && qu[len(qu)-1].R == ' ' {
		qu = qu[:len(qu)-1]
	}
	tw.runes = len(qu)
	col := make([]int, len(qu)+1)
	for i := range col {
		col[i] = i
	}
	tw.edits = len(qu)
	for _, u := range tu {
		diag := col[0]
		for i := 1; i <= len(qu); i++ {
			x := diag
			if qu[i-1].R != u.R {
				x++
			}
			diag = col[i]
			col[i] = min(x, col[i]+1, col[i-1]+1)
		}
		tw.edits = min(tw.edits, col[len(qu)])
	}
	return tw
}

// TestTwin compares the engine with the brute-force twin on generated texts and quotes: nothing that stands in the text within the
// threshold is missed, nothing else is found, and no similarity is above the best there is.
func TestTwin(t *testing.T) {
	docs := twinDocs()
	c := corpusOf(t, docs...)
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(docs).Draw(t, "doc")
		from := rapid.SampledFrom(docs).Draw(t, "from").text
		lo := rapid.IntRange(0, max(len(from)-2, 0)).Draw(t, "lo")
		hi := min(len(from), lo+rapid.IntRange(1, 160).Draw(t, "length"))
		quote := damage(t, strings.ToValidUTF8(from[lo:hi], ""))
		if !match.Checkable([]byte(quote)) || strings.ContainsAny(quote, "[]") || strings.Contains(quote, "..") {
			return // editorial marks have tests of their own
		}
		tw := bruteForce([]byte(d.text), []byte(quote))
		r := askQuote(t, c, Quote{Text: quote, SourceID: d.id, Cited: true, Start: -1, End: -1}, Options{NoDiscover: true})
		k := match.MaxEdits(tw.runes, DefaultThreshold)
		found := r.Status == Exact || r.Status == Normalized || r.Status == Fuzzy
		switch {
		case (tw.same || tw.edits <= k) && !found:
			t.Fatalf("missed: %q in %q: %+v, the twin has %+v", quote, d.text, r.Status, tw)
		case !tw.alike && tw.edits > k && found && !namedDamage(&r):
			t.Fatalf("found what is not there: %q in %q: %v %.3f, the twin has %+v", quote, d.text, r.Status, r.Similarity, tw)
		case r.Status == Exact && !tw.literal:
			t.Fatalf("exact, but its bytes are not there: %q in %q", quote, d.text)
		case found && !r.Flags.Has(match.FlagPartialWord) && r.Method == match.MethodFuzzy && !tw.same && !interleaved(&r) &&
			r.Similarity > 1-float64(tw.edits)/float64(tw.runes)+1e-9:
			t.Fatalf("similarity %v of %q in %q: the best is %d edits in %d runes", r.Similarity, quote, d.text, tw.edits, tw.runes)
		}
		for _, s := range r.Spans {
			if d.text[s.Start:s.End] != s.Text {
				t.Fatalf("span %d-%d is %q, not %q", s.Start, s.End, d.text[s.Start:s.End], s.Text)
			}
		}
	})
}

// namedDamage tells whether a match beyond the threshold is one of those that docs/verdicts.md allows: foreign pieces of the page stand
// between its words, or its difference is damage that is undone by name, down to a similarity of 0.55.
func namedDamage(r *Result) bool {
	return interleaved(r) || r.Status == Fuzzy && r.Similarity >= leastNamed
}

// interleaved tells whether pieces of the page were left out of account: the similarity is then that of what remains.
func interleaved(r *Result) bool {
	return r.Method == match.MethodInterleaved || r.Flags.Has(match.FlagInterleaved) || r.Flags.Has(match.FlagCrossPage)
}

const leastNamed = 0.55

func twinDocs() []doc {
	docs := make([]doc, 24)
	gen := rapid.Custom(func(t *rapid.T) string { return textOf(t, 400) })
	for i := range docs {
		docs[i] = doc{fmt.Sprintf("d%02d", i), gen.Example(i + 1)}
	}
	return docs
}

// TestTwinScope compares quotes without a source with the twin over all documents of a scope.
func TestTwinScope(t *testing.T) {
	docs := twinDocs()
	c := corpusOf(t, docs...)
	rapid.Check(t, func(t *rapid.T) {
		scope := rapid.SliceOfNDistinct(rapid.IntRange(0, len(docs)-1), 1, 3, rapid.ID).Draw(t, "scope")
		from := docs[rapid.SampledFrom(append([]int{0}, scope...)).Draw(t, "from")].text
		lo := rapid.IntRange(0, max(len(from)-2, 0)).Draw(t, "lo")
		hi := min(len(from), lo+rapid.IntRange(1, 120).Draw(t, "length"))
		quote := damage(t, strings.ToValidUTF8(from[lo:hi], ""))
		if !match.Checkable([]byte(quote)) || strings.ContainsAny(quote, "[]") || strings.Contains(quote, "..") {
			return
		}
		q := Quote{Text: quote, AllowedIDs: []string{}}
		texts := map[string]string{}
		var all twin
		all.edits = len(quote)
		for _, i := range scope {
			q.AllowedIDs = append(q.AllowedIDs, docs[i].id)
			texts[docs[i].id] = docs[i].text
			tw := bruteForce([]byte(docs[i].text), []byte(quote))
			all = twin{all.literal || tw.literal, all.same || tw.same, all.alike || tw.alike, min(all.edits, tw.edits), tw.runes}
		}
		r := askQuote(t, c, q, Options{})
		k := match.MaxEdits(all.runes, DefaultThreshold)
		found := r.Status == Exact || r.Status == Normalized || r.Status == Fuzzy
		switch {
		case r.Searched.Documents != len(scope) || !r.Searched.Complete:
			t.Fatalf("searched %+v, want %d documents", r.Searched, len(scope))
		case (all.same || all.edits <= k) && !found:
			t.Fatalf("missed: %q in %q: %v, the twin has %+v", quote, q.AllowedIDs, r.Status, all)
		case !found && r.Searched.MaxEdits > 0 && all.edits <= r.Searched.MaxEdits:
			t.Fatalf("absence of %q in %q is claimed up to %d edits: it is %d away", quote, q.AllowedIDs, r.Searched.MaxEdits, all.edits)
		case !all.alike && all.edits > k && found && !namedDamage(&r):
			t.Fatalf("found what is not there: %q in %q: %v %.3f, the twin has %+v", quote, q.AllowedIDs, r.Status, r.Similarity, all)
		case r.Status == Exact && !all.literal:
			t.Fatalf("exact, but its bytes are not there: %q in %q", quote, q.AllowedIDs)
		}
		text, inScope := texts[r.SourceID]
		if found && !inScope {
			t.Fatalf("%q was found in %q, out of the scope %q", quote, r.SourceID, q.AllowedIDs)
		}
		for _, s := range r.Spans {
			if text[s.Start:s.End] != s.Text {
				t.Fatalf("span %d-%d is %q, not %q", s.Start, s.End, text[s.Start:s.End], s.Text)
			}
		}
		for _, id := range r.OtherSources {
			if _, ok := texts[id]; !ok || id == r.SourceID {
				t.Fatalf("other source %q, found in %q, scope %q", id, r.SourceID, q.AllowedIDs)
			}
		}
		if n := r.Nearest; n != nil && texts[n.SourceID][n.Start:n.End] != n.Text {
			t.Fatalf("nearest %+v, scope %q", n, q.AllowedIDs)
		}
	})
}

// textOf makes prose out of few words, so that places look alike.
func textOf(t *rapid.T, words int) string {
	vocabulary := []string{"the", "mill", "weir", "tenant", "shall", "not", "pay", "30", "1,000", "days", "rent", "of", "a", "keeper",
		"Notice", "roof", "in", "March", "drains", "Größe", "été", "ﬁnal", "water", "wa\u00adter", "ΟΔΟΣ", "屋根", "を", "un-\nder", "it’s", "“so”"}
	gaps := []string{" ", " ", " ", " ", "\n", ", ", ". ", "  ", " — ", "; "}
	var b strings.Builder
	for range rapid.IntRange(0, words).Draw(t, "words") {
		b.WriteString(rapid.SampledFrom(vocabulary).Draw(t, "word"))
		b.WriteString(rapid.SampledFrom(gaps).Draw(t, "gap"))
	}
	return b.String()
}

// damage changes a quote here and there.
func damage(t *rapid.T, s string) string {
	r := []rune(s)
	for range rapid.IntRange(0, 14).Draw(t, "edits") {
		if len(r) == 0 {
			break
		}
		at := rapid.IntRange(0, len(r)-1).Draw(t, "at")
		c := rapid.SampledFrom([]rune("aetnx 3-.ß")).Draw(t, "rune")
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			r[at] = c
		case 1:
			r = append(r[:at], r[at+1:]...)
		case 2:
			r = append(r[:at], append([]rune{c}, r[at:]...)...)
		}
	}
	return string(r)
}
