package perturb

import (
	"math/rand/v2"
	"slices"
	"unicode/utf8"
)

func wordModes() []Mode {
	return []Mode{
		{Name: "word_dropped", Kind: Drift, Doc: "one plain word left out, at most a tenth of the passage", Apply: wordDropped},
		{Name: "word_inserted", Kind: Drift, Doc: "a function word of the passage, or the word before it, written once more", Apply: wordInserted},
		{Name: "word_replaced", Kind: Drift, Doc: "a function word replaced by a near synonym", Apply: wordReplaced},
		{Name: "word_doubled", Kind: Drift, Doc: "one word written twice, as in a restart", Apply: wordDoubled},
	}
}

// budget is the longest word, in bytes, whose loss or gain leaves the passage well above a threshold of 0.80.
func budget(s string) int { return len(s) / 10 }

// wordDropped leaves the first and the last word: without those the rest is the source's own words.
func wordDropped(r *rand.Rand, s string) (string, bool) {
	ws := words(s)
	var es []edit
	for i := 1; i+1 < len(ws); i++ {
		w, next := ws[i], ws[i+1]
		if t := w.in(s); plain(t) && before(s, w.start) == ' ' && s[w.end:next.start] == " " && len(t) < budget(s) {
			es = append(es, edit{w.start, next.start, ""})
		}
	}
	return rewrite(s, one(r, es))
}

func wordInserted(r *rand.Rand, s string) (string, bool) {
	ws := words(s)
	var small []string
	lex := language(s)
	for _, w := range ws {
		if t := w.in(s); lex != nil && plain(t) && slices.Contains(lex.stop, t) {
			small = append(small, t)
		}
	}
	if len(small) == 0 {
		return wordDoubled(r, s)
	}
	var es []edit
	for i := 1; i < len(ws); i++ {
		a, b := ws[i-1], ws[i]
		if s[a.end:b.start] == " " && plain(a.in(s)) && plain(b.in(s)) {
			es = append(es, edit{a.end, a.end, " " + pick(r, small)})
		}
	}
	es = one(r, es)
	if len(es) == 1 && len(es[0].text) > budget(s) {
		return s, false
	}
	return rewrite(s, es)
}

func wordDoubled(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		if t := w.in(s); plain(t) && after(s, w.end) == ' ' && len(t) < budget(s) && utf8.RuneCountInString(t) > 1 {
			es = append(es, edit{w.end, w.end, " " + t})
		}
	}
	return rewrite(s, one(r, es))
}

func wordReplaced(r *rand.Rand, s string) (string, bool) {
	lex := language(s)
	if lex == nil {
		return s, false
	}
	var es []edit
	for _, w := range words(s) {
		t := w.in(s)
		for _, group := range lex.swap {
			if o := pick(r, group[1:]); group[0] == t && plain(t) && plain(o) {
				es = append(es, edit{w.start, w.end, o})
			}
		}
	}
	es = one(r, es)
	if len(es) == 1 && len(es[0].text) > budget(s)+2 {
		return s, false
	}
	return rewrite(s, es)
}
