package main

import (
	"fmt"

	"example.com/verbatim/match"
	"example.com/verbatim/verify"
)

// statusWords says a status in ordinary words.
func statusWords(r *verify.Result) string {
	switch r.Status {
	case verify.Invalid:
		return "there is nothing to verify: " + r.Detail
	case verify.OutOfScope:
		return fmt.Sprintf("%s is not among the sources that may be used here", r.CitedSourceID)
	case verify.Exact:
		return fmt.Sprintf("word for word in %s", r.SourceID)
	case verify.Normalized:
		return fmt.Sprintf("the words of %s; only the form differs (%s)", r.SourceID, methodWords(r.Method))
	case verify.Drifted:
		return fmt.Sprintf("it was in %s, which has changed there since", r.SourceID)
	case verify.Misattributed:
		return fmt.Sprintf("not in %s but in %s", r.CitedSourceID, r.SourceID)
	case verify.Fuzzy:
		return fmt.Sprintf("like a passage of %s, but not its words: similarity %.2f", r.SourceID, r.Similarity)
	case verify.Semantic:
		return fmt.Sprintf("close to %s in meaning only", r.SourceID)
	case verify.Unverifiable:
		if r.Detail != "" {
			return "it cannot be checked: " + r.Detail
		}
		return "it cannot be checked"
	case verify.Fabricated:
		return "no source that was searched has these words"
	}
	return ""
}

func methodWords(m match.Method) string {
	switch m {
	case match.MethodNormalized:
		return "white space, case, quotation marks and the like"
	case match.MethodPunctuation:
		return "punctuation"
	case match.MethodEditorial:
		return "ellipses, brackets and remarks of whoever quotes"
	case match.MethodInterleaved:
		return "pieces of the page between its words"
	}
	return m.String()
}
