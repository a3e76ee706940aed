package verify

import (
	"strings"
	"testing"
)

// TestAllocations bounds the allocations of a quote that is found by form. Results take their memory from blocks, of which one serves many
// quotes, and what is needed on the way lies in the searcher: one allocation more costs about 50 ns. The
// figures are of quotes that end with their sentences and have no numbers at their ends.
func TestAllocations(t *testing.T) {
	lease := "The lessor shall keep the roof in good repair. The lessee shall “insure” the premises against fire. Either of them may " +
		"bring the matter before the court of the district. "
	c := corpusOf(t, doc{"lease", strings.Repeat("Nothing of note happened that day, nor on any day before. ", 200) + lease},
		doc{"copy", strings.Repeat("It rained. ", 100) + lease}, doc{"letter", "Sir, the carriage was late again."})
	o := Options{}.withDefaults()
	s := &searcher{c: c, o: &o}
	for _, x := range []struct {
		class, quote string
		status       Status
		most         float64
	}{
		{"exact", "The lessee shall “insure” the premises against fire.", Exact, 2},
		{"normalised", "the LESSEE shall \"insure\"  the premises against fire.", Normalized, 4},
	} {
		for _, source := range []string{"lease", ""} {
			q := cite(source, x.quote)
			var r Result
			got := testing.AllocsPerRun(300, func() {
				r = Result{}
				s.answer(&q, &r)
			})
			if r.Status != x.status || len(r.OtherSources) != 1 || got > x.most {
				t.Errorf("%s, cited %q: %v with %v and %v allocations, want %v with another source and at most %v", x.class, source, r.Status, r.OtherSources, got, x.status, x.most)
			}
			t.Logf("%s, cited %q: %v allocations", x.class, source, got)
		}
	}
}
