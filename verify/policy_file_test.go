package verify

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/verbatim/match"
)

// The rules of a policy that comes with the program never change under its name: a ledger that names it says what decided.
func TestBuiltinPoliciesArePinned(t *testing.T) {
	for name, want := range map[string]string{"default": "default-2 sha256:5e15d846", "strict": "strict-1 sha256:57b2ca86", "lenient": "lenient-1 sha256:3e0e2381"} {
		p, ok := BuiltinPolicy(name)
		if !ok {
			t.Fatalf("no policy %s", name)
		}
		if p.Ref() != p.Name {
			t.Errorf("%s: Ref %q", name, p.Ref())
		}
		other := p.clone()
		other.Name = "x"
		if _, sum, _ := strings.Cut(other.Ref(), "@"); p.Name+" "+sum != want {
			t.Errorf("%s is %s %s, want %s: give changed rules another name", name, p.Name, sum, want)
		}
	}
	if _, ok := BuiltinPolicy("loose"); ok {
		t.Error("a policy loose")
	}
}

// A copy is the caller's own, and whoever changes rules under a name of ours does not get away with it.
func TestPolicyRef(t *testing.T) {
	p := DefaultPolicy()
	p.Flags[match.FlagShort] = Reject
	if ref := p.Ref(); !regexp.MustCompile(`^default-2@sha256:[0-9a-f]{8}$`).MatchString(ref) {
		t.Errorf("changed rules are called %q", ref)
	}
	if DefaultPolicy().Flags[match.FlagShort] != Review {
		t.Error("a change of a copy changed the policy")
	}
	q, err := ParsePolicy("q.yaml", []byte("name: mine\nstatuses: {exact: accept, fabricated: reject}\nflags: {ocr: accept}\n"))
	if err != nil {
		t.Fatal(err)
	}
	q2, err := ParsePolicy("q.yaml", []byte("# the same\nstatuses: {exact: accept}\nname: mine\n"))
	if err != nil {
		t.Fatal(err)
	}
	if q.Ref() != q2.Ref() || q.Ref() == "mine" {
		t.Errorf("%q and %q are the same rules", q.Ref(), q2.Ref())
	}
}

// TestDocsShowThePolicies: the page shows the files that the program reads.
func TestDocsShowThePolicies(t *testing.T) {
	page, err := os.ReadFile("../docs/policies.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range PolicyNames() {
		var b strings.Builder
		if err := WritePolicy(&b, name); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "```yaml\n"+b.String()+"```") {
			t.Errorf("docs/policies.md does not show the policy %s as it is", name)
		}
	}
}

// TestPolicyFaults: all faults at once, each with its line and with what would be right.
func TestPolicyFaults(t *testing.T) {
	const text = `name: my policy
statuses:
  exact: accept
  exakt: accept
  normalized: accept
  fuzzy: maybe
  fabricated: accept
  exact: review
thresholds:
  normalized:
    - accept_from: 0.9
  fuzzy:
    - accept_from: 90
      changed_words: -1
    - shorter_than: 40
    - shorter_than: 40
      accept_from: 0.3
  exact: []
  semantic:
    - accept_from: never
      shorter_than: 12
flags:
  number_change: review
  short: [review]
min_length: few
colour: red
`
	_, err := ParsePolicy("p.yaml", []byte(text))
	var faulty *PolicyError
	if !errors.As(err, &faulty) || !errors.Is(err, ErrUsage) {
		t.Fatalf("err = %v", err)
	}
	got := strings.Split(err.Error(), "\n")
	for _, want := range []string{
		`p.yaml:1: name "my policy": want up to 64 letters, digits, dots, hyphens and underscores`,
		`p.yaml:4: statuses: unknown key "exakt": want one of invalid, out_of_scope, exact, `,
		`p.yaml:6: fuzzy: "maybe": want accept, review or reject`,
		`p.yaml:7: fabricated: accept: nothing was found that could be accepted; want review or reject`,
		`p.yaml:8: statuses: exact stands here again, after line 3`,
		`p.yaml:13: accept_from: "90": want a number from 0.5 to 1, or never; for 90 % write 0.9`,
		`p.yaml:14: changed_words: "-1": want a whole number from 0 to 1000`,
		`p.yaml:15: no accept_from: want a number from 0.5 to 1, or never`,
		`p.yaml:17: accept_from: "0.3": want a number from 0.5 to 1, or never`,
		`p.yaml:16: thresholds.fuzzy has two thresholds for the same length: only one of them can hold`,
		`p.yaml:18: thresholds: unknown key "exact": want one of normalized, fuzzy, semantic`,
		`p.yaml:20: thresholds.semantic: none without shorter_than: longer quotes have no threshold`,
		`p.yaml:23: flags: unknown key "number_change": want one of number_changed, `,
		`p.yaml:24: short: a list: want accept, review or reject`,
		`p.yaml:25: min_length: "few": want a whole number from 0 to 65536`,
		`p.yaml:26: the policy: unknown key "colour": want one of name, statuses, thresholds, flags, min_length`,
		`p.yaml: thresholds.normalized has no effect where statuses.normalized is accept: put review or reject there`,
	} {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("not told: %s", want)
		}
	}
	if len(got) != 17 {
		t.Errorf("%d faults told:\n%v", len(got), err)
	}
}

func TestPolicyIsNoPolicy(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"", "empty"},
		{"# nothing\n", "empty"},
		{"- a\n- b\n", "the policy: want name"},
		{"name", "the policy: want name"},
		{"name: x\n  y: [", "no YAML: "},
		{"name: x\nstatuses: {exact: accept}\n---\nname: y\n", "a second document"},
		{"statuses: {exact: accept}\n", "no name"},
		{"name: x\n", "no statuses"},
		{"name: x\nstatuses: exact\n", "want invalid, out_of_scope, exact and the like"},
		{"name: x\nstatuses: {exact: &a accept, normalized: *a}\n", "aliases are not read"},
		{"name: x\nstatuses: {exact: accept}\nthresholds: {fuzzy: 0.9}\n", "want a list, such as - accept_from: 0.90"},
		{strings.Repeat("#", maxPolicy+1), "more than 65536 bytes"},
	} {
		if _, err := ParsePolicy("p.yaml", []byte(x.text)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%.40q: %v, want %q", x.text, err, x.want)
		}
	}
}

func FuzzParsePolicy(f *testing.F) {
	for _, name := range PolicyNames() {
		var b strings.Builder
		if err := WritePolicy(&b, name); err != nil {
			f.Fatal(err)
		}
		f.Add(b.String())
	}
	f.Add("name: &a x\n? [1]\n: *a\n")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePolicy("p.yaml", []byte(s))
		if (p == nil) == (err == nil) {
			t.Fatalf("%v, %v", p, err)
		}
		if err == nil {
			r := Result{Status: Fuzzy, Quote: &Quote{Text: "x"}}
			p.Decide(&r)
			_ = p.Ref()
		}
	})
}

// TestThresholds: by status, length and words.
func TestThresholds(t *testing.T) {
	p, err := ParsePolicy("p.yaml", []byte(`name: x
statuses: {exact: accept, normalized: review, fuzzy: review, semantic: reject}
thresholds:
  normalized:
    - accept_from: 0.70
  fuzzy:
    - accept_from: 0.85
      changed_words: 1
      misread_words: 1
    - shorter_than: 10
      accept_from: never
    - shorter_than: 40
      accept_from: 0.95
      changed_words: 0
  semantic:
    - accept_from: 0.99
min_length: 5
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		status     Status
		similarity float64
		length     int
		words      int
		misread    int
		want       Decision
		reason     string
	}{
		{Exact, 1, 5, 0, 0, Accept, ""},
		{Exact, 1, 4, 0, 0, Review, "It is too short to be accepted: 4 of 5 characters."},
		{Normalized, 0.70, 80, 0, 0, Accept, ""},
		{Normalized, 0.69, 80, 0, 0, Review, "The form differs from the source: similarity 0.69, accepted from 0.70."},
		{Fuzzy, 0.85, 40, 1, 0, Accept, "similarity 0.85."},
		{Fuzzy, 0.84, 40, 0, 0, Review, "similarity 0.84, accepted from 0.85."},
		{Fuzzy, 0.846, 40, 0, 0, Review, "similarity 0.85, just below 0.85, from which it is accepted."},
		{Fuzzy, 0.95, 40, 2, 0, Review, "2 words are added, dropped or replaced, 1 accepted."},
		{Fuzzy, 0.95, 39, 0, 0, Accept, "similarity 0.95."},
		{Fuzzy, 0.94, 39, 0, 0, Review, "similarity 0.94, accepted from 0.95 for quotes of fewer than 40 characters."},
		{Fuzzy, 0.95, 39, 1, 0, Review, "A word is added, dropped or replaced."},
		{Fuzzy, 0.95, 40, 0, 2, Review, "2 words differ in their letters, and may be other words, 1 accepted."},
		{Fuzzy, 0.95, 40, 0, 1, Accept, "similarity 0.95."},
		{Fuzzy, 0.99, 9, 0, 0, Review, "similarity 0.99, and none is accepted for quotes of fewer than 10 characters."},
		{Semantic, 0.98, 80, 0, 0, Reject, "score 0.98, accepted from 0.99."},
		{Semantic, 0.99, 80, 0, 0, Accept, ""},
		{Fabricated, 0.99, 80, 0, 0, Reject, "No source that was searched has these words."},
	} {
		r := Result{Status: x.status, Similarity: x.similarity, Score: x.similarity, ChangedWords: x.words, MisreadWords: x.misread, Quote: &Quote{Text: strings.Repeat("ü", x.length)}}
		p.Decide(&r)
		if reasons := strings.Join(r.Reasons, " "); r.Decision != x.want || !strings.Contains(reasons, x.reason) || x.reason == "" && reasons != "" {
			t.Errorf("%s %v, %d characters, %d words: %s %q, want %s %q", x.status, x.similarity, x.length, x.words, r.Decision, reasons, x.want, x.reason)
		}
	}
}
