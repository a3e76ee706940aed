package verify

import (
	"strings"
	"testing"

	"example.com/verbatim/match"
)

// What other verifiers pass, and must not be passed. The name of a row begins with the verifier that passed it.

// TestMustNotPass: the quote says something else than the source. Whatever the similarity, it is neither exact nor normalized, it is not
// accepted, and the flag says what differs.
func TestMustNotPass(t *testing.T) {
	rows := []struct {
		name, source, quote string
		flag                match.Flag // noFlag: any status below, and no accept
	}{
		{"fields: another date", "Project Start Date: 01/01/2022", "Project Start Date: 09/09/2029", match.FlagNumberChanged},
		{"fields: not dropped before a number", "The delay must not exceed 30 days.", "must exceed 30 days", match.FlagNegationChanged},
		{"fields: not dropped", "We have not approved the request", "We have approved the request", match.FlagNegationChanged},
		{"fields: a hedge made certain", "The drug may reduce mortality in adults.", "The drug does reduce mortality in adults.", match.FlagModalityChanged},
		{"fields: digits swapped", "revenue grew 12.4%", "revenue grew 21.4%", match.FlagNumberChanged},
		{"fields: the parties swapped", "The landlord shall pay the tenant rent", "The tenant shall pay the landlord rent", match.FlagNameChanged},
		{"fields: shuffled", "The warden opens the north gate at dawn and rings the bell.", "bell the rings and dawn at gate north the opens warden The.", noFlag},
		{"citations: the decimal point", "the rate is 1.5 percent", "the rate is 15 percent", match.FlagNumberChanged},
		{"citations: a minus sign", "a loss of -5 million", "a loss of 5 million", match.FlagNumberChanged},
		{"citations: another sign", "a change of +3 points", "a change of -3 points", match.FlagNumberChanged},
		{"citations: the percent sign", "a levy of 5% on hops", "a levy of 5 on hops", match.FlagNumberChanged},
		{"citations: a range run together", "for 10-20 years", "for 1020 years", match.FlagNumberChanged},
		{"citations: the currency", "a fine of $500 each", "a fine of €500 each", match.FlagNumberChanged},
		{"citations: a section number", "under 4(1)(a) of the rules", "under 41a of the rules", match.FlagNumberChanged},
		{"citations: the thousands separator", "a fee of 1,000 marks", "a fee of 1.000 marks", match.FlagNumberChanged},
		{"citations: sentences joined", "He did not. Pay rent now", "He did not pay rent now", match.FlagSentenceJoined},
		{"citations: a negation out of parentheses", "the plan was (not) approved", "the plan was not approved", match.FlagNegationChanged},
		{"citations: characters beyond the basic plane", "𠀀𠀁", "𠂀𠂁", noFlag},
		{"citations: an ellipsis over a negation", "the landlord is not permitted to terminate", "the landlord is ... permitted to terminate", match.FlagNegationChanged},
		{"citations: fragments in reverse order", "The bell is rung at six. The gate is shut at nine.", "The gate is shut at nine ... The bell is rung at six", match.FlagReordered},
		{"provenance: a start inside a word", "It is illegal to moor here.", "legal to moor here", match.FlagPartialWord},
		{"provenance: a letter anywhere", "The ferry leaves at noon.", "a", noFlag},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := corpusOf(t, doc{"d", row.source})
			r := ask(t, c, "d", row.quote)
			if r.Status == Exact || r.Status == Normalized || r.Decision == Accept {
				t.Errorf("%v, %s", r.Status, r.Decision)
			}
			if row.flag != noFlag && !r.Flags.Has(row.flag) {
				t.Errorf("flags %v, without %v", r.Flags.Names(), row.flag)
			}
		})
	}
}

const noFlag = match.FlagPageWrong + 1

// TestMustNotMiss: what others did not find, or found a bad match.
func TestMustNotMiss(t *testing.T) {
	long := strings.Repeat("The tide tables are kept in the harbour office and read out each morning. ", 40)
	rows := []struct {
		name, source, quote string
		status              Status
	}{
		{"fields: a source hardly longer than the quote", "The weir is mended twice a year.", "The weir is mended twise a year.", Fuzzy},
		{"fields: the very end of the source", long + "The keeper signs the log at dusk", "The keeper signs the lug at dusk", Fuzzy},
		{"fields: one Chinese character", "检查员于周三关闭了水库的阀门。", "检查员于周三打闭了水库的阀门。", Fuzzy},
		{"citations: a hyphenated line break", "the sur-\ncharge is due in May", "the surcharge is due in May", Normalized},
		{"citations: ligatures", "the ﬁrst oﬃce is closed", "the first office is closed", Normalized},
		{"citations: composed and decomposed", "the cafe\u0301 by the quay", "the café by the quay", Normalized},
		{"citations: points with spaces", "The miller grinds the corn for all and keeps a tenth.", "The miller grinds the corn . . . and keeps a tenth.", Normalized},
		{"citations: a name for a pronoun", "he left the barge at noon", "[the defendant] left the barge at noon", Normalized},
		{"citations: a page mark in the quote", "the roll is read in May and signed in June", "the roll is read in May [[PAGE_BREAK]] and signed in June", Normalized},
		{"provenance: other offsets", "one two three. The boom is raised at night.", "The boom is raised at night.", Exact},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := corpusOf(t, doc{"d", row.source})
			if r := ask(t, c, "d", row.quote); r.Status != row.status {
				t.Errorf("%v, want %v (%.3f %v)", r.Status, row.status, r.Similarity, r.Flags.Names())
			}
		})
	}
	for _, blank := range []string{" ", "\t\n", "\u00a0\u2003"} {
		if r := ask(t, corpusOf(t, doc{"d", "Some words."}), "d", blank); r.Status != Invalid {
			t.Errorf("fields: white space only: %v", r.Status)
		}
	}
}

// TestEveryCharacterOfAnOffset: the excerpt behind a letter that case folding makes longer is not cut one unit off, in any unit.
func TestEveryCharacterOfAnOffset(t *testing.T) {
	const source = "İstanbul İİİ 😀: The ferry leaves at noon."
	c := corpusOf(t, doc{"d", source})
	for unit, want := range map[Offsets]int{OffsetByte: 23, OffsetRune: 16, OffsetUTF16: 17} {
		for _, quote := range []string{"The ferry leaves at noon.", "the FERRY leaves at noon."} {
			r := askQuote(t, c, cite("d", quote), Options{Offsets: unit})
			if len(r.Spans) != 1 || r.Spans[0].Text != "The ferry leaves at noon." && r.Spans[0].Text != "The ferry leaves at noon" || r.Spans[0].From != want {
				t.Errorf("%s %q: %+v, want the start %d", unit, quote, r.Spans, want)
			}
		}
	}
}

// TestEditsExcuseNoInvention: while the pinned version is kept, an invented quote stays fabricated however the source was edited since.
func TestEditsExcuseNoInvention(t *testing.T) {
	const before, after = "The toll is two pence a cart.", "The toll is four pence a cart. Geese pass free."
	c := corpusOf(t, doc{"d", before}, doc{"d", after})
	q := cite("d", "The abbot shall dine with the fishwives on feast days.")
	q.SourceHash = pinOf(before)
	if r := askQuote(t, c, q, Options{}); r.Status != Fabricated {
		t.Errorf("%v (%s)", r.Status, r.FailureReason)
	}
}

// TestPresentAndOutOfContext: the words are there, and the word that governs them stands before them.
func TestPresentAndOutOfContext(t *testing.T) {
	c := corpusOf(t, doc{"d", "We have not approved the request."})
	r := ask(t, c, "d", "approved the request")
	if r.Status != Exact || !r.Flags.Has(match.FlagTruncationRisk) || r.Decision != Review {
		t.Errorf("%v %v %s", r.Status, r.Flags.Names(), r.Decision)
	}
}

// TestWrongOffsetsAreNotAWeakMatch: exact words at another place than the caller said are exact, and the result says where.
func TestWrongOffsetsAreNotAWeakMatch(t *testing.T) {
	c := corpusOf(t, doc{"d", "Oats for the mare. Hay for the mule."})
	q := cite("d", "Hay for the mule.")
	q.Start, q.End = 0, 17
	r := askQuote(t, c, q, Options{})
	if r.Status != Exact || r.Score != 1 || !r.Flags.Has(match.FlagOffsetsWrong) || r.Spans[0].Start != 19 {
		t.Errorf("%v %v %v %+v", r.Status, r.Score, r.Flags.Names(), r.Spans)
	}
}

// TestShortProvesLittle: one letter is found, flagged and not accepted.
func TestShortProvesLittle(t *testing.T) {
	r := ask(t, corpusOf(t, doc{"d", "This is a test."}), "d", "a")
	if !r.Flags.Has(match.FlagShort) || r.Decision == Accept {
		t.Errorf("%v %v %s", r.Status, r.Flags.Names(), r.Decision)
	}
}
