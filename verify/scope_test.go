package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/index"
)

func scopedInputs() []index.Input {
	return []index.Input{
		{ID: "a1", Collection: "a", Source: []byte(lease)},
		{ID: "a2", Collection: "a", Source: []byte("The ferry leaves at dawn when the water is high enough.\n")},
		{ID: "b1", Collection: "b", Source: []byte(deed)},
		{ID: "b2", Collection: "b", Source: []byte("The ferry leaves at dawn when the water is high enough. " + lease)},
		{ID: "none", Source: []byte("The ferry leaves at dawn, said the keeper of the toll house.\n")},
	}
}

func TestOutOfScope(t *testing.T) {
	c := inputsOf(t, scopedInputs()...)
	const ferry = "The ferry leaves at dawn when the water is high enough."
	for _, x := range []struct {
		name  string
		quote Quote
		bound []string // the caller's collections
		want  Status
	}{
		{"no bounds", cite("b2", ferry), nil, Exact},
		{"allowed", Quote{Text: ferry, SourceID: "b2", AllowedIDs: []string{"a1", "b2"}}, nil, Exact},
		{"not allowed", Quote{Text: ferry, SourceID: "b2", AllowedIDs: []string{"a1", "a2"}}, nil, OutOfScope},
		{"not allowed, unknown", Quote{Text: ferry, SourceID: "nosuch", AllowedIDs: []string{"a1"}}, nil, OutOfScope},
		{"nothing is allowed", Quote{Text: ferry, SourceID: "b2", AllowedIDs: []string{}}, nil, OutOfScope},
		{"allowed, but unknown", Quote{Text: ferry, SourceID: "nosuch", AllowedIDs: []string{"nosuch"}}, nil, Unverifiable},
		{"collection of the quote", Quote{Text: ferry, SourceID: "b2", Collections: []string{"b"}}, nil, Exact},
		{"another collection of the quote", Quote{Text: ferry, SourceID: "b2", Collections: []string{"a"}}, nil, OutOfScope},
		{"no collection of the quote", Quote{Text: ferry, SourceID: "b2", Collections: []string{}}, nil, OutOfScope},
		{"the collection without a name", Quote{Text: "The ferry leaves at dawn", SourceID: "none", Collections: []string{""}}, nil, Exact},
		{"unknown in the collections of the quote", Quote{Text: ferry, SourceID: "nosuch", Collections: []string{"b"}}, nil, OutOfScope},
		{"bound caller", cite("b2", ferry), []string{"b"}, Exact},
		{"caller bound elsewhere", cite("b2", ferry), []string{"a"}, OutOfScope},
		{"caller bound to nothing", cite("b2", ferry), []string{}, OutOfScope},
		{"unknown to a bound caller", cite("nosuch", ferry), []string{"a"}, OutOfScope},
		{"a quote cannot widen what the caller may use", Quote{Text: ferry, SourceID: "b2", Collections: []string{"b"}}, []string{"a"}, OutOfScope},
		{"nor by naming the document", Quote{Text: ferry, SourceID: "b2", AllowedIDs: []string{"b2"}}, []string{"a"}, OutOfScope},
		{"found in scope only", cite("", ferry), []string{"a"}, Exact},
		{"not found in scope", cite("", "The easement runs with the land and binds each later owner."), []string{"a"}, Fabricated},
		{"nothing to search", cite("", ferry), []string{}, Fabricated},
	} {
		r := askQuote(t, c, x.quote, Options{Collections: x.bound})
		if r.Status != x.want {
			t.Errorf("%s: %v, want %v", x.name, r.Status, x.want)
		}
		checkFacts(t, &r)
		if r.Status == OutOfScope && (r.FailureReason != ReasonOutOfScope || r.Decision != Review) {
			t.Errorf("%s: reason %q, decision %q", x.name, r.FailureReason, r.Decision)
		}
	}
}

// TestOutOfScopeTellsNothing: to a caller bound to collections a document elsewhere and one that does not exist look the same in every
// field.
func TestOutOfScopeTellsNothing(t *testing.T) {
	c := inputsOf(t, scopedInputs()...)
	words := "The easement runs with the land and binds each later owner."
	for _, pin := range []string{"", pinOf(deed), pinOf("another text")} {
		var answers []Result
		for _, id := range []string{"b1", "nosuch"} {
			q := cite(id, words)
			q.SourceHash = pin
			r := askQuote(t, c, q, Options{Collections: []string{"a"}})
			r.Quote, r.CitedSourceID, r.QuoteID = nil, "", ""
			answers = append(answers, r)
		}
		if !reflect.DeepEqual(answers[0], answers[1]) {
			t.Errorf("pin %q: a document out of scope is answered\n%+v\nand one that does not exist\n%+v", pin, answers[0], answers[1])
		}
	}
}

// TestScopesDoNotLeak: an answer within bounds is the same, field by field, as from a corpus that holds nothing else.
func TestScopesDoNotLeak(t *testing.T) {
	all := inputsOf(t, scopedInputs()...)
	mine := slices.DeleteFunc(scopedInputs(), func(in index.Input) bool { return in.Collection != "a" })
	alone := inputsOf(t, mine...)
	bounds := []func(q *Quote, o *Options){
		func(q *Quote, o *Options) { o.Collections = []string{"a"} },
		func(q *Quote, o *Options) { q.Collections = []string{"a"} },
		func(q *Quote, o *Options) { q.AllowedIDs = []string{"a1", "a2"} },
	}
	for _, source := range []string{"", "a1", "a2", "b1", "nosuch"} {
		for _, words := range []string{
			"The ferry leaves at dawn when the water is high enough.", // in a2 and b2
			"The ferry leaves at dusk when the water is high enough.", // fuzzy in both
			"The easement runs with the land and binds each later owner.",
			"the easement binds the owner of the land",
			"The landlord shall insure the roof against storm and fire.",
			"The landlord … the roof",
			"The ferry leaves at dawn, said the keeper",
			"ferry",
			"Nothing like it was written anywhere.",
		} {
			for i, bound := range bounds {
				var answers []Result
				for _, c := range []*Corpus{all, alone} {
					q, o := cite(source, words), Options{}
					bound(&q, &o)
					r := askQuote(t, c, q, o)
					checkFacts(t, &r)
					r.Quote = nil
					answers = append(answers, r)
				}
				if !reflect.DeepEqual(answers[0], answers[1]) {
					t.Errorf("bound %d: %q in %q leaks:\n%s\n%s", i, words, source, show(&answers[0]), show(&answers[1]))
				}
			}
		}
	}
}

func show(r *Result) string {
	return fmt.Sprintf("%+v searched %+v nearest %+v context %+v", *r, r.Searched, r.Nearest, r.Context)
}

// TestBoundsAreNotMixedUp: scopes are kept by their bounds; no name may make two bounds look alike.
func TestBoundsAreNotMixedUp(t *testing.T) {
	lists := [][]string{nil, {}, {""}, {"", ""}, {"a"}, {"a", "b"}, {"a\x00b"}, {"a\x00", "b"}, {"ab"}, {"*"}, {"1:a"}, {"a*"}, {"a1:b"}, {"0:"}}
	seen := map[string]string{}
	for _, x := range lists {
		for _, y := range lists {
			key := string(appendBound(appendBound(nil, x), y))
			bounds := fmt.Sprintf("%#v %#v", x, y)
			if other, ok := seen[key]; ok {
				t.Errorf("%s and %s have the key %q", bounds, other, key)
			}
			seen[key] = bounds
		}
	}
}

func TestSearched(t *testing.T) {
	c := inputsOf(t, scopedInputs()...)
	alone := inputsOf(t, scopedInputs()[0])
	none := inputsOf(t)
	const nowhere = "Nothing like it was written anywhere."
	edits := 7 // of 37 runes at 0.80
	for _, x := range []struct {
		name  string
		quote Quote
		o     Options
		want  Searched
	}{
		{"all", cite("a1", nowhere), Options{}, Searched{Scope: "all", Documents: 5, MaxEdits: edits, Complete: true}},
		{"stricter", cite("a1", nowhere), Options{Threshold: 0.95}, Searched{Scope: "all", Documents: 5, MaxEdits: 1, Complete: true}},
		{"collection", cite("", nowhere), Options{Collections: []string{"a"}}, Searched{Scope: "all", Documents: 2, MaxEdits: edits, Complete: true}},
		{"cited only", cite("a1", nowhere), Options{NoDiscover: true}, Searched{Scope: "cited", Documents: 1, MaxEdits: edits, Complete: true}},
		{"cited only, found", cite("a1", "keep the drains clear"), Options{NoDiscover: true}, Searched{Scope: "cited", Documents: 1, Complete: true}},
		{"cited only, unknown", cite("nosuch", nowhere), Options{NoDiscover: true}, Searched{Scope: "cited"}},
		{"no source to limit it to", cite("", nowhere), Options{NoDiscover: true}, Searched{Scope: "all", Documents: 5, MaxEdits: edits, Complete: true}},
		{"no letters", cite("a1", "☃☃☃☃☃☃"), Options{NoDiscover: true}, Searched{Scope: "cited", Documents: 1, Complete: true}},
		{"no letters, all", cite("a1", "☃☃☃☃☃☃"), Options{}, Searched{Scope: "all", Documents: 5, Complete: true}},
		{"ellipsis", cite("a1", "The tenant … the harbour wall"), Options{NoDiscover: true}, Searched{Scope: "cited", Documents: 1, Complete: true}},
	} {
		r := askQuote(t, c, x.quote, x.o)
		got := *r.Searched
		switch {
		case x.want.Scope == "cited" && x.want.Documents == 1:
			if want := alone.everything.sum; got.CorpusRoot != want.CorpusRoot || got.Bytes != want.Bytes {
				t.Errorf("%s: %+v, want root and bytes of %+v", x.name, got, want)
			}
		case x.want.Documents == 0 && got.CorpusRoot != none.everything.sum.CorpusRoot:
			t.Errorf("%s: root %s is not that of no document", x.name, got.CorpusRoot)
		}
		if !strings.HasPrefix(got.CorpusRoot, "sha256:") {
			t.Errorf("%s: root %q", x.name, got.CorpusRoot)
		}
		got.CorpusRoot, got.Bytes = "", 0
		if got != x.want {
			t.Errorf("%s: searched %+v, want %+v (%v)", x.name, got, x.want, r.Status)
		}
	}
}
