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
	reasons = tooMany(reasons, r.ChangedWords, t.ChangedWords, "A word is added, dropped or replaced", "%d words are added, dropped or replaced")
	return tooMany(reasons, r.MisreadWords, t.MisreadWords, "A word differs in its letters, and may be another word",
		"%d words differ in their letters, and may be other words")
}

// tooMany adds the sentence for n words where fewer are allowed; below 0 any number is.
func tooMany(reasons []string, n, allowed int, one, many string) []string {
	if allowed < 0 || n <= allowed {
		return reasons
	}
	s := one
	if n > 1 {
		s = fmt.Sprintf(many, n)
	}
	if allowed > 0 {
		s += fmt.Sprintf(", %d accepted", allowed)
	}
	return append(reasons, s+".")
}

func lengthReason(n, least int) string {
	return fmt.Sprintf("It is too short to be accepted: %d of %d characters.", n, least)
}

// flagSentences say each flag in ordinary words, without a full stop.
var flagSentences = [...]string{
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
}

// flagReason says a flag in ordinary words, with the words that raised it.
func (a *arena) flagReason(f match.Flag, details []match.Detail) string {
	s := flagSentences[f]
	for _, d := range details {
		if d.Flag != f {
			continue
		}
		if f == match.FlagModalityChanged && strings.Contains(d.Quote, "?") != strings.Contains(d.Source, "?") {
			s = "A question became a statement, or a statement a question"
		}
		switch {
		case d.Quote != "" && d.Source != "":
			return a.join(s, ": the quote has “", d.Quote, "”, the source “", d.Source, "”.")
		case d.Quote != "":
			return a.join(s, ": only the quote has “", d.Quote, "”.")
		case d.Source != "":
			return a.join(s, ": only the source has “", d.Source, "”.")
		}
	}
	return a.join(s, ".")
}
