package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// negative is one word of a text that negates: lo and hi are units.
type negative struct {
	lo, hi int
	form   string // canonical
	in     langs  // 0: of any language
}

// negations lists the negating words of a normalised text.
func negations(u []normalize.Unit, ws []word) []negative {
	lex := words()
	var list []negative
	for i := range ws {
		w := &ws[i]
		negates := w.known != nil && w.known.negates
		if r := u[w.lo].R; spaceless(r) || spaceless(u[w.hi-1].R) || !negates && hangul(r) {
			list = inner(list, lex, u, *w)
			continue
		}
		if negates {
			list = append(list, negative{w.lo, w.hi, w.known.negation, w.known.negatesIn})
			continue
		}
		// French elision: n'a, n'est
		if rest, ok := strings.CutPrefix(w.text, "n'"); ok && len(rest) > 0 {
			list = append(list, negative{w.lo, w.lo + 2, "ne", lex.negates["ne"]})
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
					list = append(list, negative{i, i + k, string(c.text), 0})
				}
				i += k
				continue next
			}
		}
		i++
	}
	return list
}

// operators lists the negated relations, ≠ and != being one thing, and the operators that negate: ¬p, !p.
func operators(u []normalize.Unit) []negative {
	var list []negative
	for i := range u {
		if r := u[i].R; r < 0x80 && r != '!' && r != '<' {
			continue
		}
		switch {
		case negatedOperator(u[i].R):
			list = append(list, negative{i, i + 1, "≠", 0})
		case u[i].R == '!' && i+1 < len(u) && u[i+1].R == '=':
			list = append(list, negative{i, i + 2, "≠", 0})
		case u[i].R == '<' && i+1 < len(u) && u[i+1].R == '>':
			list = append(list, negative{i, i + 2, "≠", 0})
		case u[i].R == '¬', u[i].R == '!' && i+1 < len(u) && (visible(u[i+1].R) && !spaceless(u[i+1].R) || u[i+1].R == '(') && (i == 0 || u[i-1].R == ' ' || u[i-1].R == '('):
			list = append(list, negative{i, i + 1, "¬", 0})
		}
	}
	return list
}

// negatedOperator tells whether a rune is a relation with a stroke through it.
func negatedOperator(r rune) bool {
	switch r {
	case '≠', '∉', '∌', '∄', '⊄', '⊅', '⊈', '⊉', '≢', '≮', '≯', '≰', '≱', '∤', '∦', '≁', '≄', '≇', '≉':
		return true
	}
	return false
}

// negation notes the negating words that only one side of a region has, and raises negation_changed where one word is the other with a
// negative prefix (lawful, unlawful), and where a negating word stands before another word than in the source.
func (c *meaning) negation(q, s *side, blocks []differing) {
	a, b := negations(q.u, q.words), negations(s.u, s.words)
	found := false
	differ(len(a), len(b), func(i, j int) bool { return a[i].form == b[j].form }, func(a0, a1, b0, b1 int) {
		found = true
		c.groups++
		c.neg.q = c.loneNegatives(c.neg.q, q, s, a[a0:a1])
		c.neg.s = c.loneNegatives(c.neg.s, s, q, b[b0:b1])
	})
	for _, k := range blocks {
		if (k.a1-k.a0)*(k.b1-k.b0) > 1<<12 {
			continue // other texts altogether: no word stands for a certain other
		}
		if quote, source, ok := loneNon(q, s, k); ok {
			found = true
			c.r.flag(FlagNegationChanged, quote, source)
		}
		for i := k.a0; i < k.a1; i++ {
			for j := k.b0; j < k.b1; j++ {
				x, y := &q.words[i], &s.words[j]
				if prefixed(x.text, y.text) && !hyphenPrefix(s, j, x.text) && !cutPrefix(s.words[:j], x.text, y.text) ||
					prefixed(y.text, x.text) && !hyphenPrefix(q, i, y.text) && !cutPrefix(q.words[:i], y.text, x.text) {
					found = true
					c.r.flag(FlagNegationChanged, q.say(x.lo, x.hi), s.say(y.lo, y.hi))
				}
			}
		}
	}
	c.cutCompounds(q, s)
	if !found && len(a) == len(b) && len(a) > 0 {
		c.r.movedNegation(q, s, a, b)
	}
}

// loneNon tells whether “non” came or went with its hyphen, while the word behind it stayed (non-toxic, toxic), and gives it for the side that
// has it.
func loneNon(q, s *side, k differing) (quote, source string, ok bool) {
	non := func(x *side, i int) string {
		if w := &x.words[i]; w.text == "non" && w.hi < len(x.u) && x.u[w.hi].R == '-' {
			return x.say(w.lo, w.hi)
		}
		return ""
	}
	switch {
	case k.a1-k.a0 == 1 && k.b0 == k.b1:
		quote = non(q, k.a0)
	case k.a0 == k.a1 && k.b1-k.b0 == 1:
		source = non(s, k.b0)
	}
	return quote, source, quote+source != ""
}

// cutCompounds raises negation_changed where one side has a word of a script without word spaces that starts with a negation and is no
// negation itself (不同, different), and the other has the rest of it (同, the same) in its place.
func (c *meaning) cutCompounds(q, s *side) {
	a, b := compounds(q), compounds(s)
	differ(len(a), len(b), func(i, j int) bool { return a[i].form == b[j].form }, func(a0, a1, b0, b1 int) {
		for _, n := range a[a0:a1] {
			if rest, at := restOf(q, n, s); at >= 0 {
				c.r.flag(FlagNegationChanged, n.form, between(s.src, s.u[at:at+len(rest)]))
			}
		}
		for _, n := range b[b0:b1] {
			if rest, at := restOf(s, n, q); at >= 0 {
				c.r.flag(FlagNegationChanged, between(q.src, q.u[at:at+len(rest)]), n.form)
			}
		}
	})
}

// compounds lists the words of a side that start with a negation and are none.
func compounds(s *side) []negative {
	lex := words()
	var list []negative
	for k := range s.words {
		w := &s.words[k]
		for i := w.lo; i < w.hi && spaceless(s.u[i].R); i++ {
			for _, c := range lex.inner[s.u[i].R] {
				if n := len(c.text); i+n <= w.hi && n > 1 && string(appendRunes(nil, s.u[i:i+n])) == string(c.text) {
					if !c.negates {
						list = append(list, negative{lo: i, hi: i + n, form: string(c.text)})
					}
					i += n - 1
					break
				}
			}
		}
	}
	return list
}

// restOf finds what is left of a compound without its first character in the other side, behind the same character as there.
func restOf(s *side, n negative, other *side) ([]rune, int) {
	rest := []rune(n.form)[1:]
	for i := range other.u {
		if i+len(rest) > len(other.u) {
			break
		}
		before := i == 0 && n.lo == 0 || i > 0 && n.lo > 0 && other.u[i-1].R == s.u[n.lo-1].R
		if before && string(appendRunes(nil, other.u[i:i+len(rest)])) == string(rest) {
			return rest, i
		}
	}
	return rest, -1
}

// cutPrefix tells whether what long has before short stands as a word of its own there: “in favour” run together negates nothing.
func cutPrefix(before []word, long, short string) bool {
	return len(before) > 0 && before[len(before)-1].text == strings.TrimSuffix(long, short) && before[len(before)-1].text != "non"
}

// loneNegatives adds negating words that other, the other side, does not have. One of two that negate once (French ne … pas), and the first
// word of “not only” where all of it came or went, negate nothing by themselves.
func (c *meaning) loneNegatives(dst []lone, s, other *side, list []negative) []lone {
	for i := range list {
		n := &list[i]
		l := c.lone(s, n.lo, n.hi, n.form)
		l.in, l.run = n.in, s.say(list[0].lo, list[len(list)-1].hi)
		switch {
		case n.form == "ne":
			l.off = frenchPartner(s.all, s.at+n.hi)
		case l.next != "" && !containsWord(other.words, l.next):
			for _, x := range words().modal[l.next] {
				l.off = l.off || x.only
			}
		}
		dst = append(dst, l)
	}
	return dst
}

// settleNegation raises negation_changed for the negating words that only one side has, but where they moved with the word that they govern.
func (c *meaning) settleNegation() {
	l := &c.neg
	if len(l.q) == 0 && len(l.s) == 0 {
		return
	}
	l.cancel(func(a, b *lone) bool { return a.form == b.form })
	speaks := func(x *lone) bool { return !x.off && (x.in == 0 || x.in.speaks(c.language())) }
	for i, k := 0, 0; i < len(l.q) || k < len(l.s); {
		g := 0
		if i < len(l.q) {
			g = l.q[i].group
		}
		if k < len(l.s) && (i == len(l.q) || l.s[k].group < g) {
			g = l.s[k].group
		}
		var qs, ss string
		qs, i = l.join(l.q, i, g, speaks)
		ss, k = l.join(l.s, k, g, speaks)
		if qs != "" || ss != "" {
			c.r.flag(FlagNegationChanged, qs, ss)
		}
	}
}

// answer raises negation_changed where a mark makes an answer of a word that else denies what follows: “No, prices rose” and “No prices rose”.
func (g *gap) answer(only string) {
	if strings.Trim(only, ",;:.!?") != "" || isDigit(g.c.su[g.j].R) {
		return
	}
	lo := g.j0
	for lo > 0 && g.j0-lo < 5 && visible(g.c.su[lo-1].R) {
		lo--
	}
	var room [5 * utf8.UTFMax]byte
	w := room[:0]
	for i := lo; i < g.j0; i++ {
		w = appendRune(w, g.c.su[i].R)
	}
	if grammar().classes[string(w)]&answerMark != 0 {
		g.flag(FlagNegationChanged)
	}
}

// frenchPartner tells whether the word that completes a French “ne” stands within a few words after a unit.
func frenchPartner(u []normalize.Unit, at int) bool {
	for n := 0; n < 8; n++ {
		for at < len(u) && !visible(u[at].R) {
			at++
		}
		if frenchNe.has(nextWord(u, at)) {
			return true
		}
		for at < len(u) && visible(u[at].R) {
			at++
		}
	}
	return false
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

var negativePrefixes = [...]string{"un", "in", "im", "il", "ir", "non", "dis", "dés", "dé", "des", "mé", "més", "mis", "on", "niet", "nie", "ne", "не", "без", "бес", "nicht"}

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

// hyphenPrefix tells whether word i and the one before it, a hyphen between them, make a word: non- transferable.
func hyphenPrefix(s *side, i int, whole string) bool {
	if i == 0 || s.words[i-1].text+s.words[i].text != whole {
		return false
	}
	for _, u := range s.u[s.words[i-1].hi:s.words[i].lo] {
		if u.R == '-' {
			return true
		}
	}
	return false
}

// prefixed tells whether long is short with a negative prefix, or with -less for -ful.
func prefixed(long, short string) bool {
	if n := len(long) - len(short); n >= 2 && len(short) >= 4 && long[n:] == short {
		for _, p := range negativePrefixes {
			if long[:n] == p {
				return true
			}
		}
	}
	stem, ok := strings.CutSuffix(long, "less")
	return ok && (short == stem+"ful" || short == stem)
}
