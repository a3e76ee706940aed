package match

import (
	"strings"

	"example.com/verbatim/normalize"
)

// negative is one word of a text that negates: lo and hi are units.
type negative struct {
	lo, hi int
	form   string // canonical
}

// negations lists the negating words of a normalised text.
func negations(u []normalize.Unit) []negative {
	lex := words()
	var list []negative
	for _, w := range split(nil, u) {
		if r := u[w.lo].R; spaceless(r) || spaceless(u[w.hi-1].R) {
			list = inner(list, lex, u, w)
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
	return append(list, operators(u)...)
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
func (m *Match) compareNegation(qu []normalize.Unit, quote []byte, su []normalize.Unit, source []byte) {
	a, b := negations(qu), negations(su)
	found := false
	differ(len(a), len(b), func(i, j int) bool { return a[i].form == b[j].form }, func(a0, a1, b0, b1 int) {
		found = true
		qs, ss := "", ""
		if a1 > a0 {
			qs = between(quote, qu[a[a0].lo:a[a1-1].hi])
		}
		if b1 > b0 {
			ss = between(source, su[b[b0].lo:b[b1-1].hi])
		}
		m.flag(FlagNegationChanged, qs, ss)
	})
	qw, sw := split(nil, qu), split(nil, su)
	differ(len(qw), len(sw), func(i, j int) bool { return qw[i].text == sw[j].text }, func(a0, a1, b0, b1 int) {
		for _, q := range qw[a0:a1] {
			for _, s := range sw[b0:b1] {
				if prefixed(q.text, s.text) || prefixed(s.text, q.text) {
					found = true
					m.flag(FlagNegationChanged, between(quote, qu[q.lo:q.hi]), between(source, su[s.lo:s.hi]))
				}
			}
		}
	})
	if !found && len(a) == len(b) && len(a) > 0 {
		m.movedNegation(qu, quote, su, source, a, b)
	}
}

// movedNegation raises negation_changed where a negating word stands before another word than in the source.
func (m *Match) movedNegation(qu []normalize.Unit, quote []byte, su []normalize.Unit, source []byte, a, b []negative) {
	for i := range a {
		qn, sn := nextWord(qu, a[i].hi), nextWord(su, b[i].hi)
		if qn == "" || sn == "" || qn == sn {
			continue
		}
		// the governed word is elsewhere in the quote, and the quote's is elsewhere in the source: the negation moved between them
		if containsWord(qu, sn) && containsWord(su, qn) {
			m.flag(FlagNegationChanged, between(quote, qu[a[i].lo:a[i].hi])+" "+qn, between(source, su[b[i].lo:b[i].hi])+" "+sn)
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

func containsWord(u []normalize.Unit, w string) bool {
	for _, x := range split(nil, u) {
		if x.text == w {
			return true
		}
	}
	return false
}

// prefixed tells whether long is short with a negative prefix, or with -less for -ful.
func prefixed(long, short string) bool {
	for _, p := range [...]string{"un", "in", "im", "il", "ir", "non", "dis", "non-", "in-", "irr"} {
		if len(short) >= 4 && len(long) == len(p)+len(short) && strings.HasPrefix(long, p) && strings.HasSuffix(long, short) {
			return true
		}
	}
	stem, ok := strings.CutSuffix(long, "less")
	return ok && (short == stem+"ful" || short == stem)
}
