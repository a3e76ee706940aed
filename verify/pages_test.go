package verify

import (
	"testing"

	"example.com/verbatim/match"
)

// TestPages: pages are counted by the marks before a place, and a cited page is compared where they are known.
func TestPages(t *testing.T) {
	const paged = "The mill stands by the weir.\n\fThe weir was rebuilt\nby the guild.\f\fNo page is so short. The roof leaks.\n[[PAGE_BREAK]]\nThe roof was mended.\nThe mill stands by the weir.\n"
	c := corpusOf(t, doc{"paged", paged}, doc{"plain", "The mill stands by the weir."})
	for _, x := range []struct {
		source, quote string
		page          int
		first, last   int
		wrong         bool
	}{
		{"paged", "The mill stands", 0, 1, 1, false},
		{"paged", "The weir was rebuilt by the guild.", 2, 2, 2, false},
		{"paged", "The weir was rebuilt by the guild.", 1, 2, 2, true},
		{"paged", "No page is so short.", 4, 4, 4, false}, // the third is empty
		{"paged", "No page is so short.", 3, 4, 4, true},
		{"paged", "The roof leaks. The roof was mended.", 4, 4, 5, false},
		{"paged", "The roof leaks. The roof was mended.", 5, 4, 5, false},
		{"paged", "The roof leaks. The roof was mended.", 6, 4, 5, true},
		{"paged", "The roof leaks.\n", 4, 4, 4, false}, // the mark behind it is not its page
		{"paged", "The weir was rebuild by the guild.", 9, 2, 2, true},
		{"plain", "The mill stands", 7, 0, 0, false}, // no pages: nothing to compare with
		{"paged", "The mill stands by the weir.", 5, 5, 5, false},
		{"paged", "The mill stands by the weir.", 1, 1, 1, false},
		{"paged", "The mill stands by the weir.", 3, 1, 1, true},
	} {
		q := cite(x.source, x.quote)
		q.Page = x.page
		r := askQuote(t, c, q, Options{})
		if len(r.Spans) == 0 {
			t.Errorf("%q: %v", x.quote, r.Status)
			continue
		}
		first, last := r.Spans[0].PageStart, r.Spans[len(r.Spans)-1].PageEnd
		if first != x.first || last != x.last || r.Flags.Has(match.FlagPageWrong) != x.wrong {
			t.Errorf("%q on page %d: %d-%d, flags %v; want %d-%d, page_wrong %v", x.quote, x.page, first, last, r.Flags.Names(), x.first, x.last, x.wrong)
		}
	}
}
