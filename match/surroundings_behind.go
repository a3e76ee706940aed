package match

import "bytes"

// governedFromBehind raises the flag for what stands behind the match in its sentence.
func (c *vicinity) governedFromBehind(r *Match, quote []byte) {
	if c.end == '?' && !bytes.ContainsAny(quote, "?？؟") && !c.ownClause() {
		r.flag(FlagTruncationRisk, "", "?")
	}
	c.wideBehind(r)
	if len(c.list) <= 1 {
		return
	}
	found := c.expressions(0, len(c.list), justBefore)
	if len(found) == 0 {
		return
	}
	c.know()
	told, at := 0, 1
	stop := false
	for _, x := range found {
		if x.lo == 0 {
			continue // of the match itself
		}
		for ; at <= x.lo && !stop; at++ {
			stop = c.closes(at, x)
		}
		if stop || x.lo > reachBehind || told >= maxGoverning {
			break
		}
		if c.inParens(x.lo) && !c.directParens(x.lo) {
			continue
		}
		if c.governsBack(&x) {
			r.flag(FlagTruncationRisk, "", c.say(x))
			told++
		}
	}
}

// ownClause tells whether a clause of its own stands between the match and the end of its sentence, so that a question mark there is not the
// match's.
func (c *vicinity) ownClause() bool {
	c.know()
	for i := 1; i < len(c.list); i++ {
		x := &c.list[i]
		if x.marks&(markColon|markAsk) != 0 || x.roles&roleBut != 0 && x.marks&markComma != 0 {
			return true
		}
		if x.marks&markQuoted != 0 && i > 1 {
			return true
		}
	}
	return false
}

// closes tells whether the clause of the match has ended before word i: what is behind governs it no more. x is what is looked for.
func (c *vicinity) closes(i int, x expression) bool {
	y := &c.list[i]
	if y.marks&markColon != 0 || y.marks&markDash != 0 && c.spaced(i) && i < x.lo {
		return true
	}
	if i == x.lo {
		return false
	}
	if y.roles&roleBut != 0 {
		return c.list[min(i+1, len(c.list)-1)].e == nil || i+1 != x.lo // “but only if”
	}
	if y.roles&roleAnd != 0 {
		if i+1 == x.lo && x.place == behind {
			return false
		}
		return y.marks&markComma != 0 || i+1 < len(c.list) && c.opens(i+1)
	}
	return y.roles&roleWhich != 0 && y.roles&roleThat == 0
}

func (c *vicinity) inParens(i int) bool {
	depth := 0
	for k := 1; k <= i; k++ {
		if c.list[k].marks&markClose != 0 {
			depth = max(depth-1, 0)
		}
		if c.list[k].marks&markOpen != 0 {
			depth++
		}
	}
	return depth > 0
}

// directParens tells whether the parenthesis that holds word i opens right behind the match.
func (c *vicinity) directParens(i int) bool {
	for k := 2; k <= i; k++ {
		if c.list[k].marks&markClose != 0 {
			return false
		}
	}
	return c.list[1].marks&markOpen != 0
}

// governsBack tells whether an expression behind the match governs it.
func (c *vicinity) governsBack(x *expression) bool {
	switch x.kind {
	case frameCondition, frameException:
		if x.place == opening {
			return false
		}
		if x.place == behind && (x.lo > 12 || x.lo > 4 && c.text(x.hi-1) != "not") {
			return false
		}
		return !(x.lo == 1 && c.list[0].roles&(roleAnd|roleOr|roleTo) != 0)
	case frameAttribution:
		return c.attributesBack(x)
	case frameHedge:
		if x.place == behind {
			return x.lo <= 8
		}
		return x.place == anyPlace && c.list[x.lo].marks&markComma != 0 && x.lo == 1 && (x.hi == len(c.list) || c.list[x.hi].marks != 0)
	case frameNegation:
		return c.negatesBack(x)
	}
	return false
}

// attributesBack tells whether the clause behind the match, set off by a comma or a quotation mark, tells who said it.
func (c *vicinity) attributesBack(x *expression) bool {
	if c.list[1].roles&(roleAnd|roleBut|roleOr|roleWhich|roleThat|roleTo) != 0 {
		return false
	}
	if c.preposition(x) {
		return c.list[x.lo].marks&markComma != 0 || x.hi-x.lo > 1 && x.lo <= 6 && c.text(x.lo) == "according"
	}
	if c.adverb(x) {
		return c.list[x.lo].marks&markComma != 0 && (x.hi == len(c.list) || c.list[x.hi].marks != 0)
	}
	if c.list[1].marks&(markComma|markQuoted) == 0 || x.lo > 6 || c.list[x.hi-1].roles&roleThat != 0 {
		return false
	}
	for k := 1; k <= x.lo; k++ {
		if k > 1 && c.list[k].marks&(markComma|markColon) != 0 || c.list[k].e != nil && c.list[k].e.negation != "" || c.list[k].roles&(roleSelf|roleWhich|roleThat|roleTo) != 0 {
			return false
		}
	}
	// what is said stands before it: nothing but the speaker and when may follow
	words := 0
	for k := x.hi; k < len(c.list) && c.list[k].marks == 0; k++ {
		if y := &c.list[k]; y.roles&(roleThat|roleTo) != 0 || k == x.hi && x.lo > 1 && c.opens(k) && !y.upper {
			return false // he said the boat …
		}
		words++
	}
	if x.lo == 1 {
		return words <= 8 && (x.hi == len(c.list) || c.list[x.hi].marks != 0 || c.opens(x.hi) || c.langs&frames().english == 0)
	}
	return words <= 3 && (c.opens(1) || x.lo <= 3)
}

// negatesBack tells whether a negation behind the match negates it: right behind a verb, or at the end of the clause in languages that put
// it there.
func (c *vicinity) negatesBack(x *expression) bool {
	lex := frames()
	last := &c.list[0]
	if c.langs&lex.final != 0 && c.langs&^unknownLanguage&^lex.final == 0 {
		return x.lo <= 3
	}
	if x.lo == 1 && c.list[1].marks == 0 && last.roles&roleFinite != 0 {
		return true
	}
	if c.langs&lex.behind == 0 {
		return false
	}
	for k := 1; k <= x.lo; k++ {
		if c.list[k].marks&(markComma|markColon) != 0 || c.list[k].roles&(roleFinite|roleThat) != 0 && k < x.lo {
			return false
		}
	}
	if !c.is(x.lo, postposed) {
		return false
	}
	closed := x.hi == len(c.list) || c.list[x.hi].marks != 0
	return c.finite() && (closed || x.hi+2 >= len(c.list) || x.lo == 1)
}

// finite tells whether the match holds a frequent verb, so that it says something by itself.
func (c *vicinity) finite() bool {
	lo := max(c.match.Start, c.match.End-200)
	u := c.t.units(lo, c.match.End, c.t.Turkish)
	for _, w := range split(u) {
		e := frames().words[w.text]
		if e == nil {
			continue
		}
		for _, r := range e.roles {
			if r.role == roleFinite && r.lang&c.langs != 0 {
				return true
			}
		}
	}
	return false
}
