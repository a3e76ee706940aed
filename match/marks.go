package match

import (
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// override is the right-to-left override: what stands after it is shown from its end.
const override = 0x202E

// strong raises the flags of marks that carry a meaning by where they stand: an answer and what it answers, a negated condition of code, a
// factorial, thumbs up and down, letters that are shown in another order.
func (g *gap) strong(only string) {
	c := g.c
	g.operator()
	for _, r := range only {
		switch {
		case r == '!':
			g.exclamation()
		case r == ';' || r == ':' || r == ',' || r == '-':
			if len(g.qMarks)*len(g.sMarks) != 0 || r == '-' && !(g.qSpace && g.sSpace) {
				continue
			}
			var room [64]byte
			w := appendWordEnding(room[:0], c.su, g.j0)
			if words().negation[string(w)] != "" && (r == ';' || r == ':' || grammar().classes[string(w)]&answerWord != 0) {
				g.flag(FlagNegationChanged)
			}
		case r == override:
			c.carries = true
			if isDigit(c.su[g.j0-1].R) || isDigit(c.su[g.j].R) {
				g.flag(FlagNumberChanged)
			}
			g.flag(FlagReordered)
		case opposes(r):
			g.flag(FlagNegationChanged)
		}
	}
}

// operator raises the flags of operators between the operands of a formula: + for -, * for /, && for ||, and a sign before a variable.
func (g *gap) operator() {
	c, q, s := g.c, string(g.qMarks), string(g.sMarks)
	const binary = "+-*/×÷·"
	switch {
	case q == "&&" && s == "||" || q == "||" && s == "&&" || q == "&" && s == "|" || q == "|" && s == "&":
		g.flag(FlagModalityChanged)
	case len(g.qMarks) == 1 && len(g.sMarks) == 1 && strings.Contains(binary, q) && strings.Contains(binary, s) && strings.Trim(q+s, "+-") != "" && g.qSpace && g.sSpace:
		if operand(c.su, g.j0-1) && operand(c.su, g.j) {
			g.flag(FlagNumberChanged)
		}
	case q+"-" == s && strings.HasSuffix(q, "=") || s+"-" == q && strings.HasSuffix(s, "="):
		g.flag(FlagNumberChanged)
	}
}

// operand tells whether unit i is a number or a letter that stands alone.
func operand(u []normalize.Unit, i int) bool {
	return isDigit(u[i].R) || (i == 0 || !visible(u[i-1].R)) && (i+1 == len(u) || !visible(u[i+1].R))
}

// exclamation tells a ! before a word of code (not ready) and one after a number (a factorial) from the end of a sentence.
func (g *gap) exclamation() {
	u, all, lo, hi, src := g.q, g.c.qu, g.i0, g.i, g.c.quote
	if !containsUnit(u, '!') {
		u, all, lo, hi, src = g.s, g.c.su, g.j0, g.j, g.c.source
	}
	switch n := len(u); {
	case !containsUnit(u, '!'):
	case u[n-1].R == '!' && n > 1 && (u[n-2].R == ' ' || u[n-2].R == '('):
		g.flag(FlagNegationChanged)
	case u[0].R == '!' && isDigit(all[lo-1].R) && !unicode.IsUpper(runeAfter(src, int(all[hi].Start))):
		g.flag(FlagNumberChanged)
	}
}

func containsUnit(u []normalize.Unit, r rune) bool {
	for i := range u {
		if u[i].R == r {
			return true
		}
	}
	return false
}

// opposes tells whether a sign says yes or no.
func opposes(r rune) bool {
	return strings.ContainsRune("👍👎✅❌✔✗✘✓☑☒⭕🚫", r)
}

// appendWordEnding appends the word that ends before unit at.
func appendWordEnding(dst []byte, u []normalize.Unit, at int) []byte {
	lo := at
	for lo > 0 && (visible(u[lo-1].R) || u[lo-1].R == '\'') {
		lo--
	}
	for i := lo; i < at; i++ {
		dst = appendRune(dst, u[i].R)
	}
	return dst
}

// negationEnds tells whether the word that ends before unit at negates.
func negationEnds(u []normalize.Unit, at int) bool {
	var room [64]byte
	return words().negation[string(appendWordEnding(room[:0], u, at))] != ""
}

// mood raises modality_changed where the quote ends as a question and the source does not, or the other way round. marks are those at the
// end of the quote that the source has not.
func (c *comparison) mood(marks string, t *Text, end int) {
	asks := strings.Contains(marks, "?")
	if !asks && !strings.ContainsAny(marks, ".!") {
		return
	}
	for _, u := range t.units(end, min(end+24, len(t.Source)), false) {
		switch u.R {
		case ' ', '"', '\'', ')', ']':
			continue
		case '?':
			if !asks {
				c.m.flag(FlagModalityChanged, lastMark(marks), "?")
			}
			return
		}
		if asks {
			mark := ""
			if !visible(u.R) {
				mark = string(u.R)
			}
			c.m.flag(FlagModalityChanged, "?", mark)
		}
		return
	}
	if asks {
		c.m.flag(FlagModalityChanged, "?", "")
	}
}

func lastMark(marks string) string {
	r := []rune(marks)
	return string(r[len(r)-1])
}
