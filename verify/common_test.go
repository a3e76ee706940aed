package verify

import (
	"fmt"
	"strings"
	"testing"

	"example.com/verbatim/match"
)

// TestCommon: short and everywhere; neither alone is enough.
func TestCommon(t *testing.T) {
	var docs []doc
	long := "The parties agree that this deed is governed by the customs of the river towns and by nothing else."
	for i := range 30 {
		text := fmt.Sprintf("General provisions\n\nDefinitions\n\n%s The hall of district %d is let.\n", long, i)
		if i < 8 {
			text += "Table of the ferry rates\n"
		}
		docs = append(docs, doc{fmt.Sprintf("d%02d", i), text})
	}
	docs = append(docs, doc{"refrain", strings.Repeat("Row the boat ashore, brother. ", 60) + strings.Repeat("Carry the lamp to the tower, sister. ", 20)})
	c := corpusOf(t, docs...)
	for _, x := range []struct {
		source, quote string
		common        bool
	}{
		{"d03", "General provisions", false}, // fewer letters than the index needs: elsewhere is not looked
		{"", "General provisions", true},
		{"", "Definitions", true},
		{"", long, false},
		{"d03", long, false},
		{"d03", "governed by the customs of the river", true},
		{"", "governed by the customs of the river", true},
		{"d03", "Table of the ferry rates", false},
		{"", "Table of the ferry rates", false},
		{"refrain", "Row the boat ashore, brother.", true},
		{"refrain", "Carry the lamp to the tower, sister.", false},
		{"d03", "The hall of district 3 is let.", false},
		{"", "No such words stand anywhere", false},
	} {
		r := ask(t, c, x.source, x.quote)
		if r.Flags.Has(match.FlagCommon) != x.common {
			t.Errorf("%q of %q: %v, flags %v, want common %v", x.quote, x.source, r.Status, r.Flags.Names(), x.common)
		}
	}
}

// TestMarksOnly: a remark of whoever quotes is no quote, unless the source has it.
func TestMarksOnly(t *testing.T) {
	c := corpusOf(t, doc{"d", "He writed it (emphasis added) himself. An ill man."})
	for quote, want := range map[string]Status{"[sic]": Invalid, " (citations omitted) ": Invalid, "(emphasis added)": Exact, "sic": Fabricated, "[ill]": Normalized} {
		if r := ask(t, c, "d", quote); r.Status != want {
			t.Errorf("%q: %v, want %v", quote, r.Status, want)
		}
	}
}
