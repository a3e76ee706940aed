package verify

import (
	"strings"
	"testing"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

const (
	lease = "The tenant shall keep the drains clear. The landlord shall insure the roof against storm and fire.\n"
	deed  = "The easement runs with the land and binds each later owner.\nNo owner may build within 12 metres of the weir.\n"
)

func TestStatus(t *testing.T) {
	c := inputsOf(t,
		index.Input{ID: "lease", Source: []byte(lease)},
		index.Input{ID: "deed", Source: []byte(deed)},
		index.Input{ID: "empty", Source: nil},
	)
	for _, x := range []struct {
		source, quote string
		want          Status
		reason        Reason
	}{
		{"lease", "The landlord shall insure the roof against storm and fire.", Exact, ""},
		{"lease", "the landlord shall insure  the roof against storm and fire", Normalized, ""},
		{"lease", "The landlord shall insure the “roof” against storm, and fire", Normalized, ""},
		{"lease", "The landlord shall insure the roof against storms and fires.", Fuzzy, ""},
		{"deed", "No owner may build within 13 metres of the weir.", Fuzzy, ""},
		{"deed", "Any owner may build within 12 metres of the weir.", Fuzzy, ""},
		{"lease", "he landlord shall insure the roof against storm and fir", Fuzzy, ""}, // inside words
		{"lease", "The easement runs with the land and binds each later owner.", Misattributed, ""},
		{"lease", "The easement runs with the land but binds each later owner.", Misattributed, ""}, // nothing in the cited one, fuzzy elsewhere
		{"empty", "The easement runs with the land and binds each later owner.", Misattributed, ""},
		{"", "The easement runs with the land and binds each later owner.", Exact, ""},
		{"", "the easement runs with the land; and binds each later owner", Normalized, ""},
		{"", "The easement runs with this land and bound each later owner.", Fuzzy, ""},
		{"lease", "Nobody ever wrote this sentence about the harbour wall.", Fabricated, ReasonNotFound},
		{"lease", "The tenant shall polish all of the roof tiles and the landlord shall sing.", Fabricated, ReasonBelowThreshold},
		{"", "Nobody ever wrote this sentence about the harbour wall.", Fabricated, ReasonNotFound},
		{"empty", "Nobody ever wrote this sentence about the harbour wall.", Fabricated, ReasonNotFound}, // an empty text was searched completely
		{"none", "Nobody ever wrote this sentence about the harbour wall.", Unverifiable, ReasonSourceNotFound},
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Status != x.want || r.FailureReason != x.reason {
			t.Errorf("%q in %q: %v %q, want %v %q (%+v)", x.quote, x.source, r.Status, r.FailureReason, x.want, x.reason, r)
		}
		if r.CitedSourceID != x.source || r.Profile == "" || r.LedgerIndex != -1 {
			t.Errorf("%q: cited %q, profile %q, ledger index %d", x.quote, r.CitedSourceID, r.Profile, r.LedgerIndex)
		}
		checkFacts(t, &r)
	}
}

// TestInvalid also shows that what cannot be verified comes before all other answers.
func TestInvalid(t *testing.T) {
	c := corpusOf(t, doc{"lease", lease})
	pin := pinOf(lease)
	for _, x := range []struct {
		name   string
		quote  Quote
		reason Reason
	}{
		{"unreadable", Quote{Err: &RecordError{Line: 3, Reason: "it is not JSON", Hint: "look at line 3"}}, ReasonUnreadable},
		{"unreadable before empty and out of scope", Quote{Err: &RecordError{Reason: "x"}, SourceID: "lease", AllowedIDs: []string{}}, ReasonUnreadable},
		{"too long", Quote{Text: strings.Repeat("drains ", 20)}, ReasonTooLong},
		{"too long before empty", Quote{Text: strings.Repeat(" ", 200)}, ReasonTooLong},
		{"empty", Quote{}, ReasonEmptyQuote},
		{"white space", Quote{Text: " \t\n\u00a0\u2003"}, ReasonEmptyQuote},
		{"punctuation", Quote{Text: "“…” — [.]!"}, ReasonEmptyQuote},
		{"combining marks only", Quote{Text: "\u0301\u0308\u064B"}, ReasonEmptyQuote},
		{"invisible", Quote{Text: "\u200b\u200d\ufeff\u00ad\u2066"}, ReasonEmptyQuote},
		{"fillers", Quote{Text: "\u3164\u115f"}, ReasonEmptyQuote},
		{"controls", Quote{Text: "\x00\x07\x1b"}, ReasonEmptyQuote},
		{"invalid UTF-8", Quote{Text: "\xff\xfe\x80"}, ReasonEmptyQuote},
		{"empty before out of scope", Quote{Text: "—", SourceID: "lease", AllowedIDs: []string{}}, ReasonEmptyQuote},
		{"pin without its kind", Quote{Text: "drains", SourceID: "lease", SourceHash: pin[len("sha256:"):]}, ReasonUnreadable},
		{"short pin", Quote{Text: "drains", SourceID: "lease", SourceHash: pin[:len(pin)-2]}, ReasonUnreadable},
		{"long pin", Quote{Text: "drains", SourceID: "lease", SourceHash: pin + "00"}, ReasonUnreadable},
		{"pin of other digits", Quote{Text: "drains", SourceID: "lease", SourceHash: pin[:len(pin)-1] + "g"}, ReasonUnreadable},
		{"pin of another kind", Quote{Text: "drains", SourceID: "lease", SourceHash: "md5:00"}, ReasonUnreadable},
	} {
		r := askQuote(t, c, x.quote, Options{MaxQuote: 100})
		if r.Status != Invalid || r.FailureReason != x.reason || r.Detail == "" {
			t.Errorf("%s: %v %q (%s), want invalid, %q", x.name, r.Status, r.FailureReason, r.Detail, x.reason)
		}
		if r.Searched != nil || r.SourceID != "" || r.Nearest != nil || r.Decision != Reject {
			t.Errorf("%s: searched %v, found in %q, nearest %v, decision %q", x.name, r.Searched, r.SourceID, r.Nearest, r.Decision)
		}
		checkFacts(t, &r)
	}
	for _, quote := range []string{"a", "7", "☃", "€", "屋", "£"} {
		if r := ask(t, c, "", quote); r.Status == Invalid {
			t.Errorf("%q has a letter, digit or symbol, and is invalid", quote)
		}
	}
}

// TestSourceIDCites: a library caller who names a source and forgets Cited is not answered as if none had been named.
func TestSourceIDCites(t *testing.T) {
	c := corpusOf(t, doc{"lease", lease}, doc{"deed", deed})
	r := askQuote(t, c, Quote{Text: "The easement runs with the land", SourceID: "lease"}, Options{})
	if r.Status != Misattributed {
		t.Errorf("status %v, want misattributed", r.Status)
	}
	if r := askQuote(t, c, Quote{Text: "The easement runs with the land", Cited: true}, Options{}); r.Status != Unverifiable {
		t.Errorf("an empty id: %v, want unverifiable", r.Status)
	}
}

// checkFacts compares the fields of a result that depend on each other.
func checkFacts(t testing.TB, r *Result) {
	t.Helper()
	fault := func(what string) {
		t.Helper()
		t.Errorf("%s: status %v grade %v method %v score %v similarity %v spans %v source %q hash %q reason %q searched %+v", what, r.Status, r.Grade,
			r.Method, r.Score, r.Similarity, r.Spans, r.SourceID, r.SourceHash, r.FailureReason, r.Searched)
	}
	matched := r.Grade != match.GradeNone
	if matched != (len(r.Spans) > 0) || matched != (r.SourceID != "") || matched != (r.SourceHash != "") || matched != (r.Occurrences > 0) ||
		matched != (r.Method != match.MethodNone) || matched != (r.FailureReason == ReasonNone) || matched != (r.Context != nil) {
		fault("matched and not matched at once")
	}
	switch r.Method {
	case match.MethodNone:
		if r.Score != 0 {
			fault("a score without a match")
		}
	case match.MethodString:
		if r.Grade != match.GradeExact || r.Score != 1 || r.Similarity != 1 {
			fault("string_match is exact, 1, 1")
		}
	case match.MethodNormalized:
		if r.Grade != match.GradeNormalized || r.Score != 0.95 {
			fault("normalized_match is normalized, 0.95")
		}
	case match.MethodPunctuation, match.MethodEditorial, match.MethodInterleaved:
		if r.Grade != match.GradeNormalized || r.Score != 0.90 {
			fault("the other methods of form are normalized, 0.90")
		}
	case match.MethodFuzzy:
		if r.Grade != match.GradeFuzzy || r.Score != r.Similarity {
			fault("fuzzy_match is fuzzy, and its score its similarity")
		}
	default:
		fault("no method of this build")
	}
	switch s := r.Status; {
	case s == Exact && r.Grade != match.GradeExact, s == Normalized && r.Grade != match.GradeNormalized, s == Fuzzy && r.Grade != match.GradeFuzzy:
		fault("status and grade differ")
	case s == Drifted && r.Grade != match.GradeExact && r.Grade != match.GradeNormalized:
		fault("drifted is exact or normalized in the pinned version")
	case s == Misattributed && (!matched || r.SourceID == r.CitedSourceID):
		fault("misattributed is found elsewhere")
	case matched != (s == Exact || s == Normalized || s == Drifted || s == Misattributed || s == Fuzzy):
		fault("status without a match, or a match without a status")
	case (s == Invalid || s == OutOfScope) != (r.Searched == nil):
		fault("what is searched has a scope")
	case s == Fabricated && !r.Searched.Complete, s == Unverifiable && r.Searched.Complete:
		fault("only a complete search says fabricated")
	}
	if r.Similarity < 0 || r.Similarity > 1 {
		fault("similarity")
	}
	if r.Flags.Meaning() != 0 && r.Grade != match.GradeFuzzy && r.Grade != match.GradeNone {
		fault("a meaning flag caps at fuzzy")
	}
	if r.Decision == "" || r.Decision != Accept && len(r.Reasons) == 0 {
		fault("a decision without a reason")
	}
	if !strings.HasPrefix(r.QuoteID, "q_") || len(r.QuoteID) != 34 {
		fault("quote id " + r.QuoteID)
	}
}
