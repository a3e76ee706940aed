package match

import "strings"

// longestOf is how many words the subject may hold before a relative clause without a relative pronoun: the garden nobody tended.
const longestOf = 3

// namesAct tells whether an expression governs the act that follows it, and no other one: unable to, accused of.
func (c *vicinity) namesAct(x *expression) bool {
	last := &c.list[x.hi-1]
	return last.roles&roleThat == 0 && (last.roles&roleTo != 0 || c.is(x.lo, actOf))
}

// embedded tells whether an expression before the match stands in a clause or a phrase that describes the subject, and the match is what is
// said of that: the letter that was never answered [is kept …], a house without a cellar [was sold].
func (c *vicinity) embedded(x *expression, n int) bool {
	if x.lo == 0 || c.list[x.hi-1].roles&roleThat != 0 {
		return false
	}
	verb := n
	if c.list[n].roles&roleFinite == 0 {
		verb = n - 1
	}
	if verb <= x.hi || c.list[verb].roles&roleFinite == 0 {
		return c.second(x, n)
	}
	if c.list[x.lo].roles&roleNear != 0 {
		return true // the phrase with without holds no finite verb
	}
	for k := x.hi; k < verb; k++ {
		y := &c.list[k]
		if y.marks&markComma != 0 || y.roles&(roleThat|roleFinite|roleAnd|roleBut) != 0 || k < verb-1 && y.e != nil && y.e.alone {
			return false
		}
	}
	next := &c.list[x.hi]
	if c.is(x.lo, nobody) && c.langs&frames().english != 0 && x.word != "never" && (next.roles != 0 || gerund(c.text(x.hi))) {
		return false // nobody in the yard was …
	}
	if c.describes(x.lo) {
		return true
	}
	return c.is(x.lo, nobody) && x.lo >= 2 && x.lo <= longestOf && c.list[0].roles&roleSubject != 0
}

// describes tells whether a relative pronoun before word i opens the clause that it stands in.
func (c *vicinity) describes(i int) bool {
	for k := i; k > 0; k-- {
		y := &c.list[k]
		if y.roles&roleWhich != 0 && !c.list[k-1].verbal() || y.roles&roleThat != 0 && !c.complement(k) {
			return true
		}
		if y.marks&markComma != 0 || k < i && y.roles&(roleThat|roleBut) != 0 {
			return false
		}
	}
	return false
}

// verbal tells whether a word is a frequent verb, so that what follows it describes no noun.
func (x *outsideWord) verbal() bool { return x.roles&roleFinite != 0 }

// second tells whether the match starts with a verb right behind the participle that a relative clause in the passive ends with: the bridge
// that was never finished [stands …].
func (c *vicinity) second(x *expression, n int) bool {
	if x.hi != n-1 || x.lo < 2 || c.list[x.lo-1].roles&roleFinite == 0 || !c.describes(x.lo-1) {
		return false
	}
	participle, first := c.text(n-1), &c.list[n]
	return (strings.HasSuffix(participle, "ed") || strings.HasSuffix(participle, "en") || strings.HasSuffix(participle, "wn")) &&
		first.roles == 0 && first.marks == 0 && (strings.HasSuffix(c.text(n), "s") || strings.HasSuffix(c.text(n), "ed"))
}
