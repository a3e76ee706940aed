package verify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

func TestUnsearchable(t *testing.T) {
	const words = "The easement runs with the land and binds each later owner."
	c := inputsOf(t,
		index.Input{ID: "scan", Status: index.StatusNoText},
		index.Input{ID: "broken", Status: index.StatusFailed, Reason: "it is encrypted"},
		index.Input{ID: "lease", Source: []byte(lease)},
		index.Input{ID: "deed", Source: []byte(deed)},
	)
	for _, x := range []struct {
		source, quote string
		noDiscover    bool
		want          Status
		reason        Reason
		detail        string
		nearest       string // the id of the document it stands in
	}{
		{"scan", words, false, Unverifiable, ReasonNoText, "no text layer", "deed"},
		{"scan", words, true, Unverifiable, ReasonNoText, "no text layer", ""},
		{"broken", words, false, Unverifiable, ReasonExtractionFailed, "it is encrypted", "deed"},
		{"nosuch", words, false, Unverifiable, ReasonSourceNotFound, "not in the corpus", "deed"},
		{"nosuch", words, true, Unverifiable, ReasonSourceNotFound, "not in the corpus", ""},
		{"lease", words, false, Misattributed, "", "", ""},
		{"lease", words, true, Fabricated, ReasonNotFound, "", ""},
		{"deed", words, false, Exact, "", "", ""},
		// what stands in no text may stand in one of the two without: it cannot be said that it is nowhere
		{"lease", "Nobody ever wrote this sentence about the harbour wall.", false, Unverifiable, ReasonSearchIncomplete, "2 of 4 documents", ""},
		{"lease", "Nobody ever wrote this sentence about the harbour wall.", true, Fabricated, ReasonNotFound, "", ""},
		{"", "Nobody ever wrote this sentence about the harbour wall.", false, Unverifiable, ReasonSearchIncomplete, "2 of 4 documents", ""},
	} {
		r := askQuote(t, c, cite(x.source, x.quote), Options{NoDiscover: x.noDiscover})
		if r.Status != x.want || r.FailureReason != x.reason || !strings.Contains(r.Detail, x.detail) {
			t.Errorf("%q in %q: %v %q %q, want %v %q %q", x.quote, x.source, r.Status, r.FailureReason, r.Detail, x.want, x.reason, x.detail)
		}
		got := ""
		if r.Status == Unverifiable && r.Nearest != nil {
			got = r.Nearest.SourceID
		}
		if got != x.nearest {
			t.Errorf("%q in %q: nearest in %q, want %q", x.quote, x.source, got, x.nearest)
		}
		checkFacts(t, &r)
	}
	// outside of the scope they do not matter
	q := cite("", "Nobody ever wrote this sentence about the harbour wall.")
	q.AllowedIDs = []string{"lease", "deed"}
	if r := askQuote(t, c, q, Options{}); r.Status != Fabricated {
		t.Errorf("in a scope with all texts: %v, want fabricated", r.Status)
	}
}

func TestNearest(t *testing.T) {
	c := corpusOf(t, doc{"lease", lease}, doc{"deed", deed})
	for _, x := range []struct{ source, quote, in, text string }{
		{"lease", "The tenant shall polish all of the roof tiles and the landlord shall sing.", "lease", "The tenant shall"},
		{"deed", "The tenant must keep every single one of the drains clear at all times", "lease", "tenant"},
		{"", "The easement, such as it was, ran off with the land and never binds an owner.", "deed", "with the land and"},
		{"", "Qwzx vbnm kjhg poiu ytre lkjh.", "", ""},
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Status != Fabricated {
			t.Errorf("%q: %v, want fabricated", x.quote, r.Status)
			continue
		}
		n := r.Nearest
		if n == nil || x.in == "" {
			if x.in != "" || n != nil {
				t.Errorf("%q: nearest %+v, want one in %q", x.quote, n, x.in)
			}
			continue
		}
		text := map[string]string{"lease": lease, "deed": deed}[n.SourceID]
		if n.SourceID != x.in || text[n.Start:n.End] != n.Text || !strings.Contains(n.Text, x.text) || n.Similarity != r.Similarity || n.Similarity >= 0.8 {
			t.Errorf("%q: nearest %+v at similarity %v, want one in %q with %q", x.quote, n, r.Similarity, x.in, x.text)
		}
		if (r.FailureReason == ReasonBelowThreshold) != (n.Similarity >= 0.5) {
			t.Errorf("%q: %q at %v", x.quote, r.FailureReason, n.Similarity)
		}
		if r.Decision != Reject {
			t.Errorf("%q: %v", x.quote, r.Decision)
		}
	}
}

func TestMisattributed(t *testing.T) {
	const both = "The towpath is closed to riders between the lock and the mill."
	c := corpusOf(t,
		doc{"cited", "The towpath is closed for riders between the locks and the mills, they say. Nothing else is here.\n"},
		doc{"n", "The towpath is closed to riders\nbetween the lock and the mill. "},
		doc{"x", both},
		doc{"y", "Rule 4. " + both + " Rule 5."},
		doc{"bare", "Nothing of it."},
	)
	r := ask(t, c, "cited", both)
	if r.Status != Misattributed || r.Grade != match.GradeExact || r.SourceID != "x" || r.CitedSourceID != "cited" {
		t.Errorf("fuzzy in the cited source, exact elsewhere: %v %v in %q", r.Status, r.Grade, r.SourceID)
	}
	if r.Nearest == nil || r.Nearest.SourceID != "cited" {
		t.Errorf("nearest %+v, want the cited source's passage", r.Nearest)
	}
	if slices.Sort(r.OtherSources); !slices.Equal(r.OtherSources, []string{"n", "y"}) {
		t.Errorf("other sources %v, want n and y", r.OtherSources)
	}
	r = ask(t, c, "bare", "The towpath was closed to riders between the lock and the mill.")
	if r.Status != Misattributed || r.Grade != match.GradeFuzzy || r.SourceID == "bare" {
		t.Errorf("nothing in the cited source, fuzzy elsewhere: %v %v in %q", r.Status, r.Grade, r.SourceID)
	}
	r = ask(t, c, "cited", "The towpath was closed for riders between the locks and the mills")
	if r.Status != Fuzzy || r.SourceID != "cited" {
		t.Errorf("fuzzy in the cited source and elsewhere: %v in %q, want fuzzy in the cited one", r.Status, r.SourceID)
	}
	r = ask(t, c, "x", both)
	if slices.Sort(r.OtherSources); r.Status != Exact || r.SourceID != "x" || !slices.Equal(r.OtherSources, []string{"n", "y"}) {
		t.Errorf("%v in %q, other sources %v, want exact in x, others n and y", r.Status, r.SourceID, r.OtherSources)
	}
}

// TestManySources: whatever the number of documents that have a quote in another form, the one that has its very bytes is the answer.
func TestManySources(t *testing.T) {
	const words = "All notices are given in writing and take effect on receipt."
	var docs []doc
	for i := range 30 {
		docs = append(docs, doc{fmt.Sprintf("d%02d", i), fmt.Sprintf("No %d. %s", i, strings.Replace(words, "writing and", "writing\nand", 1))})
	}
	docs = append(docs, doc{"last", words})
	c := corpusOf(t, docs...)
	r := ask(t, c, "", words)
	if r.Status != Exact || r.SourceID != "last" || len(r.OtherSources) != maxOthers {
		t.Errorf("%v in %q and %d others, want exact in last and %d others", r.Status, r.SourceID, len(r.OtherSources), maxOthers)
	}
	if r = ask(t, c, "d07", words); r.Status != Normalized || r.SourceID != "d07" || len(r.OtherSources) != maxOthers || slices.Contains(r.OtherSources, "d07") {
		t.Errorf("%v in %q and %v, want normalized in the cited source", r.Status, r.SourceID, r.OtherSources)
	}
}

// filler makes documents of n bytes and more in all, so that a scope is not small.
func filler(n int) []index.Input {
	rng := rand.New(rand.NewPCG(5, 8))
	var list []index.Input
	var b strings.Builder
	for total := 0; total < n; total += b.Len() {
		b.Reset()
		for b.Len() < 256<<10 {
			for range 3 + rng.IntN(6) {
				b.WriteByte(byte('a' + rng.IntN(26)))
			}
			b.WriteByte(" \n"[rng.IntN(2)])
		}
		list = append(list, index.Input{ID: fmt.Sprintf("filler-%d", len(list)), Source: []byte(b.String())})
	}
	return list
}

// TestLargeScope: in a scope that is not scanned to the end the answers are the same for what the index finds, and what is not proven is not
// said to be.
func TestLargeScope(t *testing.T) {
	c := inputsOf(t, append(filler(smallScope+1),
		index.Input{ID: "lease", Source: []byte(lease + "The **lock keeper** rests ☃☃ at noon, whatever the weather may be.\n")},
		index.Input{ID: "deed", Source: []byte(deed)})...)
	for _, x := range []struct {
		source, quote string
		o             Options
		want          Status
		in            string
		edits         int
	}{
		{"", "The landlord shall insure the roof against storm and fire.", Options{}, Exact, "lease", 0},
		{"", "The landlord shall insure the roof against storm and fire.", Options{NoDiscover: true}, Exact, "lease", 0},
		{"", "the landlord shall insure the ROOF against storm – and fire", Options{}, Normalized, "lease", 0},
		{"", "the drains clear", Options{}, Exact, "lease", 0}, // too short for the index
		{"", "☃☃", Options{}, Exact, "lease", 0},
		{"", "☃☃☃", Options{}, Fabricated, "", 0},
		{"deed", "☃☃", Options{}, Misattributed, "lease", 0},
		{"", "The lock keeper rests ☃☃ at noon", Options{}, Normalized, "lease", 0},
		{"", "The *lock* keeper rests ☃☃ at noon", Options{}, Normalized, "lease", 0},
		{"deed", "The landlord shall insure the roof against storm and fire.", Options{}, Misattributed, "lease", 0},
		{"deed", "The landlord shall insure the roof against storm and fire.", Options{NoDiscover: true}, Fabricated, "", 11},
		{"", "The landlords shall insure the roofs against storm or fire.", Options{}, Fuzzy, "lease", 0},
		{"", "The landlord shall insure … against storm and fire.", Options{NoDiscover: true}, Normalized, "lease", 0},
		{"deed", "The landlord shall insure the roof … storm and fire.", Options{}, Misattributed, "lease", 0},
		{"deed", "Qwzx vbnm kjhg poiu ytre lkjh.", Options{}, Fabricated, "", 0},
		{"deed", "Qwzx vbnm kjhg poiu ytre lkjh.", Options{Effort: EffortFast}, Fabricated, "", 0},
		{"deed", "Qwzx vbnm kjhg poiu ytre lkjh.", Options{Effort: EffortThorough}, Fabricated, "", 0},
		{"deed", "Qwzx vbnm kjhg poiu ytre lkjh.", Options{Effort: EffortExhaustive}, Fabricated, "", 6},
		{"nosuch", "The landlord shall insure the roof against storm and fire.", Options{}, Unverifiable, "", 0},
	} {
		r := askQuote(t, c, cite(x.source, x.quote), x.o)
		if r.Status != x.want || r.SourceID != x.in || r.Searched.MaxEdits != x.edits {
			t.Errorf("%q in %q, effort %q: %v in %q, max edits %d, want %v in %q, %d", x.quote, x.source, x.o.Effort, r.Status, r.SourceID,
				r.Searched.MaxEdits, x.want, x.in, x.edits)
		}
		if r.Searched.Complete != (x.want != Unverifiable) {
			t.Errorf("%q in %q: complete %v", x.quote, x.source, r.Searched.Complete)
		}
		checkFacts(t, &r)
	}
}
