package verify

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/match"
)

func TestDefaultPolicy(t *testing.T) {
	flags := func(list ...match.Flag) (s match.Flags) {
		for _, f := range list {
			s = s.Set(f)
		}
		return s
	}
	for _, x := range []struct {
		status     Status
		similarity float64
		flags      match.Flags
		want       Decision
	}{
		{Exact, 1, 0, Accept},
		{Normalized, 0.9, 0, Accept},
		{Fuzzy, 0.90, 0, Accept},
		{Fuzzy, 0.8999, 0, Review},
		{Drifted, 1, 0, Review},
		{Semantic, 0, 0, Review},
		{Unverifiable, 0, 0, Review},
		{OutOfScope, 0, 0, Review},
		{Misattributed, 1, 0, Reject},
		{Fabricated, 0.95, 0, Reject},
		{Invalid, 0, 0, Reject},
		{Fuzzy, 0.99, flags(match.FlagNumberChanged), Review},
		{Exact, 1, flags(match.FlagOffsetsWrong, match.FlagPageWrong, match.FlagEllipsis, match.FlagAlteration, match.FlagCrossPage,
			match.FlagHyphenation, match.FlagInterleaved, match.FlagOCR, match.FlagSpacingChanged), Accept}, // these change nothing
		{Misattributed, 1, flags(match.FlagShort), Reject}, // the worst wins
	} {
		r := Result{Status: x.status, Similarity: x.similarity, Flags: x.flags, SourceID: "s", Detail: "why"}
		DefaultPolicy().Decide(&r)
		if r.Decision != x.want {
			t.Errorf("%v at %v, flags %v: %v, want %v", x.status, x.similarity, x.flags.Names(), r.Decision, x.want)
		}
	}
	review := []match.Flag{match.FlagNumberChanged, match.FlagNegationChanged, match.FlagModalityChanged, match.FlagNameChanged,
		match.FlagSentenceJoined, match.FlagTruncationRisk, match.FlagElisionRisk, match.FlagAmbiguous, match.FlagPartialWord, match.FlagReordered,
		match.FlagDiacriticsChanged, match.FlagShort, match.FlagCommon}
	for f := match.FlagNumberChanged; f <= match.FlagPageWrong; f++ {
		r := Result{Status: Exact, Flags: flags(f)}
		DefaultPolicy().Decide(&r)
		want := Accept
		if slices.Contains(review, f) {
			want = Review
		}
		if r.Decision != want || len(r.Reasons) != map[Decision]int{Accept: 0, Review: 1}[want] {
			t.Errorf("exact with %v: %v %q, want %v", f, r.Decision, r.Reasons, want)
		}
	}
}

// TestReasons: every decision but a plain acceptance says why, in whole sentences, and names the words.
func TestReasons(t *testing.T) {
	for _, s := range Statuses() {
		r := Result{Status: s, Similarity: 0.85, SourceID: "deed", Detail: "the pinned version is not kept"}
		r.Reasons = []string{"left over"}
		DefaultPolicy().Decide(&r)
		if want := s != Exact && s != Normalized; want != (len(r.Reasons) == 1) {
			t.Errorf("%v: reasons %q", s, r.Reasons)
		}
		for _, text := range r.Reasons {
			if len(text) < 10 || !strings.HasSuffix(text, ".") || strings.Contains(text, "..") || text[0] < 'A' || text[0] > 'Z' {
				t.Errorf("%v: %q is no sentence", s, text)
			}
		}
	}
	r := Result{Status: Fuzzy, Similarity: 0.97, FlagDetails: []match.Detail{{Flag: match.FlagNumberChanged, Quote: "13", Source: "12"},
		{Flag: match.FlagNegationChanged, Source: "not"}, {Flag: match.FlagPartialWord, Quote: "legal"}}}
	r.Flags = r.Flags.Set(match.FlagNumberChanged).Set(match.FlagNegationChanged).Set(match.FlagPartialWord)
	DefaultPolicy().Decide(&r)
	got := strings.Join(r.Reasons, "\n")
	for _, want := range []string{"0.97", "the quote has “13”, the source “12”", "only the source has “not”", "only the quote has “legal”"} {
		if !strings.Contains(got, want) {
			t.Errorf("reasons %q, want %q in them", got, want)
		}
	}
}

// TestOwnPolicy: what a policy does not name is not accepted.
func TestOwnPolicy(t *testing.T) {
	p := &Policy{Statuses: map[Status]Decision{Exact: Accept}, Flags: map[match.Flag]Decision{match.FlagShort: Reject, match.FlagOCR: Accept}}
	for _, x := range []struct {
		status Status
		flag   match.Flag
		want   Decision
	}{
		{Exact, match.FlagAmbiguous, Accept}, {Exact, match.FlagShort, Reject}, {Exact, match.FlagOCR, Accept}, {Fuzzy, match.FlagOCR, Reject},
		{Normalized, match.FlagOCR, Reject}, {Fabricated, match.FlagOCR, Reject},
	} {
		r := Result{Status: x.status, Similarity: 1, Flags: match.Flags(0).Set(x.flag)}
		p.Decide(&r)
		if r.Decision != x.want {
			t.Errorf("%v with %v: %q, want %q", x.status, x.flag, r.Decision, x.want)
		}
	}
	c := corpusOf(t, doc{"d", lease})
	if r := askQuote(t, c, cite("d", "The tenant shall"), Options{Policy: p}); r.Decision != Accept {
		t.Errorf("options do not carry the policy: %v", r.Decision)
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{Threshold: 0.49}, {Threshold: 1.01}, {Threshold: -1}, {Threshold: math.NaN()}, {Effort: "much"}, {Offsets: "char"}, {Workers: -1}, {Workers: MaxWorkers + 1}, {Chunk: -1}} {
		if o.Validate() == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	if err := (&Options{Threshold: 2, Effort: "x", Offsets: "y", Workers: -1, Chunk: -1}).Validate(); strings.Count(err.Error(), "\n") != 4 {
		t.Errorf("not all faults at once: %v", err)
	}
	for _, o := range []Options{{}, {Threshold: 0.5}, {Threshold: 1, Effort: EffortExhaustive, Offsets: OffsetUTF16}} {
		if err := o.Validate(); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
	// a threshold of 1 leaves form alone
	c := corpusOf(t, doc{"d", lease})
	if r := askQuote(t, c, cite("d", "The tenants shall keep the drains clear."), Options{Threshold: 1}); r.Status != Fabricated || r.Nearest == nil {
		t.Errorf("threshold 1: %v", r.Status)
	}
	if r := askQuote(t, c, cite("d", "the tenant shall keep the drains clear"), Options{Threshold: 1}); r.Status != Normalized {
		t.Errorf("threshold 1: %v", r.Status)
	}
}
