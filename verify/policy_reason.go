package verify

import (
	"fmt"
	"strings"

	"example.com/verbatim/match"
)

// statusReason says a status in ordinary words; missed is the threshold that the match did not reach.
func statusReason(r *Result, missed *Threshold) string {
	switch r.Status {
	case Invalid:
		return "It cannot be verified: " + r.Detail + "."
	case OutOfScope:
		return "The cited source is not among those that may be used here."
	case Drifted:
		return "The quote is in the version that it was taken from, and the source has changed there since."
	case Misattributed:
		return "The quote is not in the cited source but in another one: " + r.SourceID + "."
	case Fuzzy:
		if r.Similarity > 0.995 {
			return "The words are the source's, and something about them is not."
		}
		return fmt.Sprintf("The wording differs from the source: similarity %.2f%s.", r.Similarity, missed.wanted(r, r.Similarity))
	case Semantic:
		if missed != nil {
			return fmt.Sprintf("Only the meaning is close; the words are others: score %.2f%s.", r.Score, missed.wanted(r, r.Score))
		}
		return "Only the meaning is close; the words are others."
	case Normalized:
		return fmt.Sprintf("The form differs from the source: similarity %.2f%s.", r.Similarity, missed.wanted(r, r.Similarity))
	case Unverifiable:
		return "It cannot be checked: " + r.Detail + "."
	case Fabricated:
		return "No source that was searched has these words."
	}
	return ""
}

// wanted adds what a similarity or score falls short of; empty where it does not.
func (t *Threshold) wanted(r *Result, x float64) string {
	switch {
	case t == nil || t.near(r):
		return ""
	case t.AcceptFrom > 1:
		return ", and none is accepted" + t.forLength()
	case t.AcceptFrom-x < 0.005:
		return fmt.Sprintf(", just below %.2f, from which it is accepted", t.AcceptFrom) + t.forLength()
	}
	return fmt.Sprintf(", accepted from %.2f", t.AcceptFrom) + t.forLength()
}

func (t *Threshold) forLength() string {
	if t.ShorterThan == 0 {
		return ""
	}
	return fmt.Sprintf(" for quotes of fewer than %d characters", t.ShorterThan)
}

// wordsReason adds that more words differ than the threshold allows.
func (t *Threshold) wordsReason(reasons []string, r *Result) []string {
	switch n := r.ChangedWords; {
	case t.ChangedWords < 0 || n <= t.ChangedWords:
	case n == 1:
		reasons = append(reasons, "A word is added, dropped or replaced.")
	default:
		reasons = append(reasons, fmt.Sprintf("%d words are added, dropped or replaced%s.", n, allowed(t.ChangedWords)))
	}
	switch n := r.MisreadWords; {
	case t.MisreadWords < 0 || n <= t.MisreadWords:
	case n == 1:
		reasons = append(reasons, "A word differs in its letters, and may be another word.")
	default:
		reasons = append(reasons, fmt.Sprintf("%d words differ in their letters, and may be other words%s.", n, allowed(t.MisreadWords)))
	}
	return reasons
}

func allowed(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d accepted", n)
}

func lengthReason(n, least int) string {
	return fmt.Sprintf("It is too short to be accepted: %d of %d characters.", n, least)
}

// flagReason says a flag in ordinary words, with the words that raised it.
func flagReason(f match.Flag, details []match.Detail) string {
	s := map[match.Flag]string{
		match.FlagNumberChanged:     "A number differs",
		match.FlagNegationChanged:   "A negation differs",
		match.FlagModalityChanged:   "A word like may, must or all differs",
		match.FlagNameChanged:       "A name differs",
		match.FlagSentenceJoined:    "Two sentences of the source run into one, or one is cut in two",
		match.FlagTruncationRisk:    "The sentence goes on outside the quote with words that may change what it says",
		match.FlagElisionRisk:       "What was left out may change what the quote says",
		match.FlagAmbiguous:         "It occurs more than once, and nothing tells which place is meant",
		match.FlagPartialWord:       "It starts or ends inside a word or number of the source",
		match.FlagReordered:         "The words stand in another order",
		match.FlagDiacriticsChanged: "Accents or vowel signs differ",
		match.FlagShort:             "It is too short to mean much",
		match.FlagCommon:            "It is found in so many places that it proves little",
		match.FlagSpacingChanged:    "Words are joined or split",
		match.FlagEllipsis:          "An ellipsis leaves something out",
		match.FlagAlteration:        "A bracket or a closing parenthetical marks a change",
		match.FlagCrossPage:         "It runs over the end of a page",
		match.FlagHyphenation:       "A hyphen at the end of a line was joined or kept",
		match.FlagInterleaved:       "Foreign pieces stand between its words in the source",
		match.FlagOCR:               "Letters differ as scanners confuse them",
		match.FlagOffsetsWrong:      "It does not stand where it is said to",
		match.FlagPageWrong:         "It is not on the page that is cited",
	}[f]
	for _, d := range details {
		if d.Flag != f {
			continue
		}
		if f == match.FlagModalityChanged && strings.Contains(d.Quote, "?") != strings.Contains(d.Source, "?") {
			s = "A question became a statement, or a statement a question"
		}
		switch {
		case d.Quote != "" && d.Source != "":
			return fmt.Sprintf("%s: the quote has “%s”, the source “%s”.", s, d.Quote, d.Source)
		case d.Quote != "":
			return fmt.Sprintf("%s: only the quote has “%s”.", s, d.Quote)
		case d.Source != "":
			return fmt.Sprintf("%s: only the source has “%s”.", s, d.Source)
		}
	}
	return s + "."
}
