package match

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// gap is a difference between two kept characters that have other white space, punctuation, symbols or marks between them.
type gap struct {
	c              *comparison
	q, s           []normalize.Unit
	i0, i, j0, j   int
	qMarks, sMarks []rune // what is no white space, superscript or combining mark
	qSpace, sSpace bool
	qRaised        []normalize.Unit // superscripts
	sRaised        []normalize.Unit
}

// judge says what the difference means: word borders, punctuation that is form, or punctuation that carries meaning.
func (g *gap) judge() {
	c := g.c
	var qb, sb [16]rune
	g.qMarks, g.qRaised, g.qSpace = g.marks(qb[:0], g.q)
	g.sMarks, g.sRaised, g.sSpace = g.marks(sb[:0], g.s)
	if len(g.qRaised)+len(g.sRaised) > 0 {
		g.raised()
	}
	inside := g.i0 > 0 && g.i < len(c.qu) && g.j0 > 0 && g.j < len(c.su)
	if string(g.qMarks) == string(g.sMarks) {
		if inside && string(g.qMarks) == "-" {
			g.hyphen()
		}
		if inside && g.qSpace != g.sSpace && len(g.qMarks) == 0 {
			g.border()
		}
		return
	}
	c.marks = true
	q, s := string(g.qMarks), string(g.sMarks)
	if hasEllipsis(q) && !hasEllipsis(s) {
		c.ellipsis = true
		q = strings.Trim(q, ".*")
	}
	if strings.ContainsAny(q, "[]") && !strings.ContainsAny(s, "[]") {
		c.brackets = true
		q = strings.NewReplacer("[", "", "]", "").Replace(q)
	}
	only := symmetricDifference(q, s)
	c.deep = c.deep || strings.ContainsAny(only, "'\"!<>=≠≤≥±→←+-%()") || g.j0 > 0 && meaningNear(c.su, g.j0, g.j)
	if inside {
		g.answer(only)
		g.sentence(q, s)
		g.digits(only)
		if only == "-" {
			g.hyphen()
		}
	}
	if strings.ContainsAny(only, "()") {
		c.parens = true
	}
	if inside {
		g.strong(only)
	}
	for _, r := range only {
		c.carries = c.carries || inside && (carriesMeaning(r) || (r == '~' || r == '^') && isDigit(c.su[g.j].R))
	}
}

// marks splits a gap into its punctuation, its superscripts and whether white space stands in it. Accents are judged at once.
func (g *gap) marks(dst []rune, u []normalize.Unit) (marks []rune, raised []normalize.Unit, space bool) {
	for k := range u {
		r := u[k].R
		switch {
		case r == ' ':
			space = true
		case isSuperscript(r):
			raised = append(raised, u[k])
		case combining(r):
			g.c.accents = true
			g.flag(FlagDiacriticsChanged)
		default:
			dst = append(dst, r)
		}
	}
	return dst, raised, space
}

// raised raises number_changed where the superscripts of both sides differ, but for the mark of a note that one side leaves out.
func (g *gap) raised() {
	q, s, src := g.qRaised, g.sRaised, g.c.source
	switch {
	case equalRunes(q, s):
		return
	case len(s) == 0:
		s, src = q, g.c.quote
	case len(q) > 0:
		g.flag(FlagNumberChanged)
		return
	}
	if !noteMark(src, int(s[0].Start)) {
		g.flag(FlagNumberChanged)
	}
}

// noteMark tells whether the superscript at a place is the mark of a note, not an exponent or the power of a unit: after punctuation, or
// after a word of three letters or more that is no unit and no function of mathematics.
func noteMark(src []byte, at int) bool {
	letters, end := 0, at
	for at > 0 {
		r, n := utf8.DecodeLastRune(src[:at])
		switch {
		case unicode.IsLetter(r):
			letters++
		case isSuperscript(r) && letters == 0:
			end = at - n
		case isDigit(r):
			return false
		case letters == 0:
			return unicode.IsPunct(r) && r != ')' && r != ']' || unicode.IsSpace(r) && raisedVerse(src, at)
		default:
			return noteWord(src[at:end], letters)
		}
		at -= n
	}
	return noteWord(src[at:end], letters) || letters == 0 && raisedVerse(src, at)
}

func noteWord(w []byte, letters int) bool {
	switch string(w) {
	case "sin", "cos", "tan", "log", "max", "min", "exp", "det", "lim":
		return false
	}
	return letters >= 4 || letters == 3 && words().units[string(w)] == ""
}

// border notes a word border that only one side has.
func (g *gap) border() {
	c := g.c
	l, r := c.su[g.j0-1].R, c.su[g.j].R
	if spaceless(l) || spaceless(r) {
		return
	}
	c.spacing = true
	if isDigit(l) && isDigit(r) {
		return // the numbers are compared as such
	}
	g.flag(FlagSpacingChanged)
}

// flag raises a flag for the words on both sides of the gap.
func (g *gap) flag(f Flag) {
	c := g.c
	c.m.flag(f, between(c.quote, wordAround(c.qu, g.i0-1, g.i)), between(c.source, wordAround(c.su, g.j0-1, g.j)))
}

// wordAround returns the units of the words that end at l and start at r.
func wordAround(u []normalize.Unit, l, r int) []normalize.Unit {
	l, r = max(l, 0), min(r, len(u)-1)
	for l > 0 && visible(u[l-1].R) {
		l--
	}
	for r+1 < len(u) && visible(u[r+1].R) {
		r++
	}
	return u[l : r+1]
}

// sentence raises sentence_joined where one side ends a sentence and the other does not, unless the source breaks its line there.
func (g *gap) sentence(q, s string) {
	c := g.c
	q, s = strings.ReplaceAll(q, "!=", "="), strings.ReplaceAll(s, "!=", "=") // its first mark ends nothing
	qEnd := strings.ContainsAny(q, ".!?") && (g.qSpace || spaceless(c.qu[g.i].R))
	sEnd := strings.ContainsAny(s, ".!?") && (g.sSpace || spaceless(c.su[g.j].R))
	if sEnd && decimalPoint(g.s, c.su[g.j].R) || qEnd && decimalPoint(g.q, c.qu[g.i].R) {
		return
	}
	if strings.Contains(q, "?") != strings.Contains(s, "?") && qEnd && sEnd {
		g.flag(FlagModalityChanged)
	}
	if qEnd == sEnd || c.ellipsis {
		return
	}
	from, to := int(c.su[g.j0-1].End), int(c.su[g.j].Start)
	if to > from && bytes.ContainsAny(c.source[from:to], "\n\r\v\f\u2028\u2029") && !negationEnds(c.su, g.j0) {
		return
	}
	u, src, k, l := c.qu, c.quote, g.i, g.i0
	if sEnd {
		u, src, k, l = c.su, c.source, g.j, g.j0
	}
	next := runeAfter(src, int(u[k].Start))
	if unicode.IsLower(next) || abbreviation(u, src, l) || ordinalPoint(u, l, k) {
		return
	}
	g.flag(FlagSentenceJoined)
}

// decimalPoint tells whether a gap is a blank and the point of a number without a digit before it: .5
func decimalPoint(gap []normalize.Unit, next rune) bool {
	n := len(gap)
	return n > 1 && isDigit(next) && gap[n-1].R == '.' && gap[n-1].Folds == 0 && gap[n-2].R == ' '
}

// abbreviation tells whether the word that ends before unit at is short and capitalised, so that a point after it may end no sentence.
func abbreviation(u []normalize.Unit, src []byte, at int) bool {
	lo := at
	for lo > 0 && visible(u[lo-1].R) {
		lo--
	}
	if lo == at {
		return false
	}
	n := at - lo
	first := runeAfter(src, int(u[lo].Start))
	if n == 2 && u[lo].R == 'n' && u[lo+1].R == 'o' { // No. 5, and the answer No.
		next := at
		for next < len(u) && !visible(u[next].R) {
			next++
		}
		return next < len(u) && isNumeral(u[next].R)
	}
	switch string(appendRunes(nil, u[lo:at])) {
	case "mio", "mrd", "mld", "tys", "mln", "tsd", "mill", "mlj", "млн", "млрд", "тыс":
		return lo > 1 && isNumeral(u[lo-1].R) || lo > 2 && isNumeral(u[lo-2].R) // 5 Mio. Euro
	}
	return n == 1 && unicode.IsLetter(first) || n <= 4 && unicode.IsUpper(first) && knownAbbreviation.has(string(appendRunes(nil, u[lo:at])))
}

// ordinalPoint tells whether the point after unit at-1 makes an ordinal of a number before the name of a month, which starts at unit next.
func ordinalPoint(u []normalize.Unit, at, next int) bool {
	if !isDigit(u[at-1].R) {
		return false
	}
	r := numberReader{lex: words(), u: u}
	w, _ := r.letters(next)
	return r.lex.numbers[w].kind == "month"
}

// digits raises number_changed where punctuation between or beside digits differs; what is only a grouping of thousands was the same
// number and is compared as such (compareNumbers).
func (g *gap) digits(only string) {
	c := g.c
	if !isDigit(c.su[g.j0-1].R) || !isDigit(c.su[g.j].R) || strings.Trim(only, ",.'") == "" || strings.ContainsAny(only, "()<>=≤≥+^") {
		return // the numbers, and what stands around them, are compared as such
	}
	if only == "-" && (c.su[g.j].Folds.Has(normalize.Hyphenation) && g.qMarks == nil || longCode(c.su, g.j) || longCode(c.qu, g.i)) {
		return // a long number's hyphens are form
	}
	g.flag(FlagNumberChanged)
}

// hyphen notes a hyphen at a line end, or one that was copied with the space after it: a word, the hyphen and a space, where the other side
// has the word in one piece or another space. A hyphen in a word, or one set off as a dash, is punctuation.
func (g *gap) hyphen() {
	c := g.c
	if lineEndHyphen(g.q) == lineEndHyphen(g.s) || isDigit(c.su[g.j0-1].R) && isDigit(c.su[g.j].R) {
		return
	}
	g.flag(FlagHyphenation)
}

func lineEndHyphen(gap []normalize.Unit) bool {
	return len(gap) == 2 && gap[0].R == '-' && gap[1].R == ' '
}

// carriesMeaning tells whether a mark inside a text is more than form: symbols, operators and the marks that join identifiers.
func carriesMeaning(r rune) bool {
	switch r {
	case '|', '`', '´', '^', '~', '¨', '©', '®', '™', '¶', '¦':
		return false
	case '_', '&', '@', '%', '‰', '=', '<', '>':
		return true
	}
	return unicode.IsSymbol(r)
}

// hasEllipsis tells whether marks hold three points or stars in a row.
func hasEllipsis(marks string) bool {
	return strings.Contains(marks, "...") || strings.Contains(marks, "***")
}

// symmetricDifference lists the runes that one string has more often than the other, each once for each such occurrence.
func symmetricDifference(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	var out []rune
	rest := []rune(b)
next:
	for _, r := range a {
		for k, x := range rest {
			if x == r {
				rest = append(rest[:k], rest[k+1:]...)
				continue next
			}
		}
		out = append(out, r)
	}
	return string(append(out, rest...))
}
