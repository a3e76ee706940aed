package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

func editorialModes() []Mode {
	return []Mode{
		{Name: "editorial_ellipsis", Kind: Form, Doc: "a stretch inside a sentence left out and marked; nothing that denies, counts or binds is in it", Apply: editorialEllipsis},
		{Name: "bracketed_letter", Kind: Form, Doc: "the first letter's case changed, in brackets", Apply: bracketedLetter},
		{Name: "bracketed_pronoun", Kind: Form, Doc: "a pronoun replaced by a name in brackets", Apply: bracketedPronoun},
		{Name: "sic", Kind: Form, Doc: "[sic] after a word", Apply: sic},
		{Name: "closing_parenthetical", Kind: Form, Doc: "(emphasis added) or its like at the end", Apply: closingParenthetical},
	}
}

// editorialEllipsis leaves at least four words and 18 letters on each side, so that both fragments can be found by themselves.
func editorialEllipsis(r *rand.Rand, s string) (string, bool) {
	if strings.ContainsAny(s, "…[]*") || strings.Contains(s, "..") || strings.Contains(s, ". .") {
		return s, false
	}
	ws := words(s)
	for range 20 {
		if len(ws) < 10 {
			return s, false
		}
		n := 2 + r.IntN(min(8, len(ws)-9))
		i := 4 + r.IntN(len(ws)-n-7)
		from, to := ws[i-1].end, ws[i+n].start
		if !omissible(s[from:to]) || letters(s[:from]) < 18 || letters(s[to:]) < 18 {
			continue
		}
		mark := pick(r, []string{" . . . ", " ... ", " … ", " [...] ", " […] "})
		return s[:from] + mark + s[to:], true
	}
	return s, false
}

func omissible(t string) bool {
	if hasDigit(t) || strings.ContainsAny(t, ".!?;:()\"“”«»\n\r%‰°$€£¥") {
		return false
	}
	for _, w := range words(t) {
		// "and" binds nothing that was left out with it.
		if guarded(w.in(t)) && fold(w.in(t)) != "and" {
			return false
		}
	}
	return true
}

func bracketedLetter(_ *rand.Rand, s string) (string, bool) {
	c, n := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(c) || !unicode.IsLetter(after(s, n)) || !unicode.IsLower(after(s, n)) || strings.ContainsAny(s, "[]ıİ") {
		return s, false
	}
	o := unicode.ToUpper(c)
	if unicode.IsUpper(c) {
		o = unicode.ToLower(c)
	}
	return "[" + string(o) + "]" + s[n:], o != c
}

var pronouns = setOf("he she they him them it")

func bracketedPronoun(r *rand.Rand, s string) (string, bool) {
	if strings.ContainsAny(s, "[]") || language(s) != &lexicons[0] {
		return s, false
	}
	var es []edit
	ws := words(s)
	for i, w := range ws {
		if i > 0 && i < len(ws)-1 && pronouns[w.in(s)] {
			es = append(es, edit{w.start, w.end, pick(r, []string{"[the plaintiff]", "[the company]", "[Smith]", "[the author]"})})
		}
	}
	return rewrite(s, one(r, es))
}

func sic(r *rand.Rand, s string) (string, bool) {
	ws := words(s)
	if len(ws) < 4 || strings.ContainsAny(s, "[]") {
		return s, false
	}
	var es []edit
	for _, w := range ws[1 : len(ws)-1] {
		if plain(w.in(s)) && after(s, w.end) == ' ' {
			es = append(es, edit{w.end, w.end, " [sic]"})
		}
	}
	return rewrite(s, one(r, es))
}

func closingParenthetical(r *rand.Rand, s string) (string, bool) {
	return s + " " + pick(r, []string{"(emphasis added)", "(citation omitted)", "(internal quotation marks omitted)", "(cleaned up)"}), letters(s) > 0
}
