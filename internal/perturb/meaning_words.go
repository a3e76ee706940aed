package perturb

import (
	"math/rand/v2"
	"strings"
)

func negationModes() []Mode {
	return []Mode{
		{Name: "negation_inserted", Kind: Meaning, Doc: "a verb denied", Apply: negationInserted},
		{Name: "negation_removed", Kind: Meaning, Doc: "a negation taken out", Apply: negationRemoved},
	}
}

// negationInserted denies one auxiliary that is not denied yet.
func negationInserted(r *rand.Rand, s string) (string, bool) {
	lex := language(s)
	if lex == nil {
		return s, false
	}
	var es []edit
	ws := words(s)
	for i, w := range ws {
		if i > 0 && denies(ws[i-1].in(s), lex) || i+1 < len(ws) && denies(ws[i+1].in(s), lex) || i+2 < len(ws) && denies(ws[i+2].in(s), lex) {
			continue
		}
		for _, d := range lex.deny {
			if d[0] == fold(w.in(s)) {
				es = append(es, edit{w.start, w.end, likeCase(w.in(s), d[1])})
			}
		}
	}
	if lex.kana {
		es = unspacedSwaps(s, lex.deny, true, false)
	}
	return rewrite(s, one(r, es))
}

func denies(t string, lex *lexicon) bool {
	t = fold(t)
	for _, n := range lex.negation {
		if t == n {
			return true
		}
	}
	return t == "no" || t == "nor" || t == "ne" || t == "kein" || t == "keine" || strings.HasSuffix(t, "n't")
}

// negationRemoved leaves the first and the last word: without those the rest is the source's own words, and only cut short.
func negationRemoved(r *rand.Rand, s string) (string, bool) {
	lex := language(s)
	if lex == nil {
		return s, false
	}
	var es []edit
	ws := words(s)
	for i := 1; i+1 < len(ws); i++ {
		w, t := ws[i], fold(ws[i].in(s))
		switch {
		case t == "cannot":
			es = append(es, edit{w.start, w.end, "can"})
		case strings.HasSuffix(t, "n't") && t != "can't" && t != "won't" && t != "shan't":
			es = append(es, edit{w.end - len(w.in(s)[strings.LastIndex(strings.ToLower(w.in(s)), "n"):]), w.end, ""})
		case t == "without" || t == "ohne" || t == "sans" || t == "sin" || t == "senza" || t == "sem" || t == "zonder" || t == "bez" || t == "без":
			// its loss leaves no sentence; the opposites have it
		case denies(t, lex) && t != "no" && t != "nor" && t != "ne" && fold(ws[i-1].in(s)) != "or":
			if before(s, w.start) == ' ' && (s[w.end:ws[i+1].start] == " " || s[w.end:ws[i+1].start] == "\n") {
				es = append(es, edit{w.start, ws[i+1].start, ""})
			} else if unspaced(after(s, w.start)) && !(t == "未" && strings.ContainsRune("来來", after(s, w.end))) { // the future
				es = append(es, edit{w.start, w.end, ""})
			}
		}
	}
	if lex.kana {
		es = unspacedSwaps(s, lex.deny, false, true)
	}
	return rewrite(s, one(r, es))
}

func vocabularyModes() []Mode {
	return []Mode{
		{Name: "modality_changed", Kind: Meaning, Doc: "may for must, some for all, and their like", Apply: modalityChanged},
		{Name: "and_or", Kind: Meaning, Doc: "and for or, or for and", Apply: andOr},
		{Name: "opposite", Kind: Meaning, Doc: "a word replaced by its opposite: increase, decrease; before, after; lawful, unlawful", Apply: opposite},
	}
}

// unspacedSwaps finds the words of the pairs in a text without word spaces, the longest at each place, and replaces each by its partner:
// the first of a pair, the second, or either.
func unspacedSwaps(s string, pairs [][2]string, first, second bool) []edit {
	var es []edit
	for i := 0; i < len(s); {
		var found, partner string
		for _, p := range pairs {
			for k, w := range p {
				if len(w) > len(found) && strings.HasPrefix(s[i:], w) && unspaced(after(w, 0)) {
					found, partner = w, ""
					if k == 0 && first || k == 1 && second {
						partner = p[1-k]
					}
				}
			}
		}
		if partner != "" {
			es = append(es, edit{i, i + len(found), partner})
		}
		i += max(1, len(found))
	}
	return es
}

// swapped replaces one of the words that the pairs hold by its partner, in either direction.
func swapped(r *rand.Rand, s string, pairs [][2]string) (string, bool) {
	es := unspacedSwaps(s, pairs, true, true)
	if len(es) > 0 {
		return rewrite(s, one(r, es))
	}
	for _, w := range words(s) {
		t := fold(w.in(s))
		if t == "may" && w.in(s) != "may" || t == "will" && w.in(s) == "Will" {
			continue // the month, the name
		}
		for _, p := range pairs {
			switch t {
			case p[0]:
				es = append(es, edit{w.start, w.end, likeCase(w.in(s), p[1])})
			case p[1]:
				es = append(es, edit{w.start, w.end, likeCase(w.in(s), p[0])})
			default:
				continue
			}
			break
		}
	}
	return rewrite(s, one(r, es))
}

func modalityChanged(r *rand.Rand, s string) (string, bool) {
	if lex := language(s); lex != nil {
		return swapped(r, s, lex.modal)
	}
	return s, false
}

func andOr(r *rand.Rand, s string) (string, bool) {
	if lex := language(s); lex != nil && lex.andOr[0] != "" && !strings.Contains(s, lex.andOr[0]+"/"+lex.andOr[1]) {
		return swapped(r, s, [][2]string{lex.andOr})
	}
	return s, false
}

func opposite(r *rand.Rand, s string) (string, bool) {
	if lex := language(s); lex != nil {
		return swapped(r, s, lex.opposite)
	}
	return s, false
}
