package match

import (
	"slices"
	"strings"

	"example.com/verbatim/normalize"
)

// negative is one word of a text that negates: lo and hi are units.
type negative struct {
	lo, hi int
	form   string // canonical
}

// negations lists the negating words of a normalised text.
func negations(u []normalize.Unit, ws []word) []negative {
	lex := words()
	var list []negative
	for i := range ws {
		w := &ws[i]
		if r := u[w.lo].R; spaceless(r) || spaceless(u[w.hi-1].R) {
			list = inner(list, lex, u, *w)
			continue
		} else if _, ok := lex.negation[w.text]; !ok && hangul(r) {
			list = inner(list, lex, u, *w)
			continue
		}
		if form, ok := lex.negation[w.text]; ok {
			list = append(list, negative{w.lo, w.hi, form})
			continue
		}
		// French elision: n'a, n'est
		if rest, ok := strings.CutPrefix(w.text, "n'"); ok && len(rest) > 0 {
			list = append(list, negative{w.lo, w.lo + 2, "ne"})
		}
	}
	if ops := operators(u); len(ops) > 0 {
		list = append(list, ops...)
		slices.SortFunc(list, func(a, b negative) int { return a.lo - b.lo })
	}
	return list
}

// inner looks for negations inside a run of a script without word spaces.
func inner(list []negative, lex *lexicon, u []normalize.Unit, w word) []negative {
next:
	for i := w.lo; i < w.hi; {
		for _, c := range lex.inner[u[i].R] {
			k := 0
			for k < len(c.text) && i+k < w.hi && u[i+k].R == c.text[k] {
				k++
			}
			if k == len(c.text) {
				if c.negates {
					list = append(list, negative{i, i + k, string(c.text)})
				}
				i += k
				continue next
			}
		}
		i++
	}
	return list
}

// operators lists the negated relations: ≠ and != (one thing), <>, and !word.
func operators(u []normalize.Unit) []negative {
	var list []negative
	for i := range u {
		switch {
		case u[i].R == '≠' || u[i].R == '∉' || u[i].R == '∄':
			list = append(list, negative{i, i + 1, "≠"})
		case u[i].R == '!' && i+1 < len(u) && u[i+1].R == '=':
			list = append(list, negative{i, i + 2, "≠"})
		case u[i].R == '<' && i+1 < len(u) && u[i+1].R == '>':
			list = append(list, negative{i, i + 2, "≠"})
		}
	}
	return list
}

// compareNegation raises negation_changed where a negating word stands on one side only, or where one word is the other with a
// negative prefix (lawful, unlawful).
func (m *Match) compareNegation(q, s *side) {
	a, b := negations(q.u, q.words), negations(s.u, s.words)
	found := false
	differ(len(a), len(b), func(i, j int) bool { return a[i].form == b[j].form }, func(a0, a1, b0, b1 int) {
		found = true
		qs, ss := "", ""
		if a1 > a0 {
			qs = q.say(a[a0].lo, a[a1-1].hi)
		}
		if b1 > b0 {
			ss = s.say(b[b0].lo, b[b1-1].hi)
		}
		m.flag(FlagNegationChanged, qs, ss)
	})
	differ(len(q.words), len(s.words), func(i, j int) bool { return q.words[i].text == s.words[j].text }, func(a0, a1, b0, b1 int) {
		if (a1-a0)*(b1-b0) > 1<<12 {
			return // other texts altogether: no word stands for a certain other
		}
		for i := a0; i < a1; i++ {
			for j := b0; j < b1; j++ {
				x, y := &q.words[i], &s.words[j]
				if prefixed(x.text, y.text) || prefixed(y.text, x.text) {
					found = true
					m.flag(FlagNegationChanged, q.say(x.lo, x.hi), s.say(y.lo, y.hi))
				}
			}
		}
	})
	if !found && len(a) == len(b) && len(a) > 0 {
		m.movedNegation(q, s, a, b)
	}
}

// movedNegation raises negation_changed where a negating word stands before another word than in the source.
func (m *Match) movedNegation(q, s *side, a, b []negative) {
	for i := range a {
		qn, sn := nextWord(q.u, a[i].hi), nextWord(s.u, b[i].hi)
		if qn == "" || sn == "" || qn == sn {
			continue
		}
		// the governed word is elsewhere in the quote, and the quote's is elsewhere in the source: the negation moved between them
		if containsWord(q.words, sn) && containsWord(s.words, qn) {
			m.flag(FlagNegationChanged, q.say(a[i].lo, a[i].hi)+" "+qn, s.say(b[i].lo, b[i].hi)+" "+sn)
		}
	}
}

func nextWord(u []normalize.Unit, at int) string {
	for at < len(u) && !visible(u[at].R) {
		at++
	}
	lo := at
	for at < len(u) && visible(u[at].R) {
		at++
	}
	return string(appendRunes(nil, u[lo:at]))
}

func containsWord(ws []word, w string) bool {
	for i := range ws {
		if ws[i].text == w {
			return true
		}
	}
	return false
}

var negativePrefixes = [...]string{"un", "in", "im", "il", "ir", "non", "dis", "dés", "des", "nie", "не"}

// negativePrefix tells whether a word may be the opposite of another by its prefix or ending.
func negativePrefix(w []byte) bool {
	if len(w) < 6 {
		return false
	}
	for _, p := range negativePrefixes {
		if string(w[:min(len(p), len(w))]) == p {
			return true
		}
	}
	return string(w[len(w)-4:]) == "less"
}

// prefixed tells whether long is short with a negative prefix, or with -less for -ful.
func prefixed(long, short string) bool {
	for _, p := range negativePrefixes {
		if len(short) >= 4 && len(long) == len(p)+len(short) && strings.HasPrefix(long, p) && strings.HasSuffix(long, short) {
			return true
		}
	}
	stem, ok := strings.CutSuffix(long, "less")
	return ok && (short == stem+"ful" || short == stem)
}
