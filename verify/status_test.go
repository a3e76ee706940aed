package verify

import "testing"

func TestStatusBasics(t *testing.T) {
	c := corpusOf(t, doc{"lease", "The tenant shall keep the drains clear. The landlord shall insure the roof against storm and fire.\n"},
		doc{"deed", "The easement runs with the land and binds each later owner.\n"})
	for _, x := range []struct {
		source, quote string
		want          Status
	}{
		{"lease", "The landlord shall insure the roof against storm and fire.", Exact},
		{"lease", "the landlord shall insure  the roof against storm and fire", Normalized},
		{"lease", "The landlord shall insure the roof against storms and fire.", Fuzzy},
		{"lease", "The easement runs with the land and binds each later owner.", Misattributed},
		{"", "The easement runs with the land and binds each later owner.", Exact},
		{"lease", "Nobody ever wrote this sentence about the harbour wall.", Fabricated},
		{"none", "The easement runs with the land", Unverifiable},
		{"lease", "“”", Invalid},
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Status != x.want {
			t.Errorf("%q in %q: status %v, want %v (%+v)", x.quote, x.source, r.Status, x.want, r)
		}
	}
}
