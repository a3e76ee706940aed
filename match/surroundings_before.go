package match

import "slices"

// How far, in words, an expression reaches within a clause.
const (
	reachNegation = 14
	reachSubject  = 28 // of a negation that is the subject of the clause: no guest who …
	reachNear     = 2
	reachAct      = 8 // of a verb or an adjective that governs an infinitive
	reachThat     = 7 // from a verb of saying to its “that”
	reachBehind   = 28
)

// crossed is what stands between an expression and the match.
type crossed struct {
	commas      int
	last        int  // word behind the comma next to the expression, -1: none
	subject     bool // the comma next to the match is followed by the start of a clause
	coordinated bool // “and” or its like and a clause with a subject of its own
	and         bool // “and” after a comma, or “and” and a verb
	or          bool
	but         bool
	which       bool
	fact        bool
	colon, dash bool
	depth       int // closed parentheses
	open        bool
	item        bool // the mark of an item in the line: (b)
}

// governedFromBefore raises the flag for what stands before the match in its sentence. lead: the words are the line that a list hangs on,
// which governs all of its items.
func (c *vicinity) governedFromBefore(r *Match, lead bool) {
	c.wideBefore(r)
	n := len(c.list) - 1
	if n <= 0 {
		return
	}
	found := c.expressions(0, n, behind)
	if len(found) == 0 {
		return
	}
	c.know()
	first := c.list[n]
	if lead {
		c.list[n].marks = 0
	}
	var st crossed
	st.last = -1
	governing := c.governing[:0]
	at := n
	for i := len(found) - 1; i >= 0; i-- {
		x := found[i]
		for ; at >= x.hi; at-- {
			c.cross(&st, at, n)
		}
		if st.depth == 0 && c.governs(&x, &st, n) {
			governing = append(governing, x)
		}
	}
	c.list[n] = first
	c.governing = governing // keeps its room
	governing = c.cancel(governing)
	slices.Reverse(governing)
	for _, x := range governing[:min(len(governing), maxGoverning)] {
		r.flag(FlagTruncationRisk, "", c.say(x))
	}
}

// cross adds word i and the marks before it to what was crossed. n is the word of the match.
func (c *vicinity) cross(st *crossed, i, n int) {
	x := &c.list[i]
	that := x.roles&roleThat != 0
	if i < n {
		switch {
		case x.roles&roleBut != 0:
			st.but = true
		case x.roles&roleAnd != 0:
			switch next := &c.list[i+1]; {
			case next.roles&roleThat != 0:
			case c.opens(i + 1):
				st.coordinated = true
			case x.marks&markComma != 0:
				st.and = true
			}
		case x.roles&roleOr != 0:
			st.or = true
		}
		if x.roles&roleWhich != 0 && !that {
			st.which = true
		}
		if x.roles&roleFact != 0 {
			st.fact = true
		}
	}
	if i == n {
		st.but = st.but || x.roles&roleBut != 0
		st.which = st.which || x.roles&roleWhich != 0 && !that
	}
	if x.marks&markOpen != 0 && i < n && c.itemWord(i) {
		st.item = true
	}
	if that && x.roles&roleSubject == 0 && !c.complement(i) {
		st.which = true
	}
	if x.marks&markComma != 0 && !(that && i <= n) {
		if st.commas == 0 {
			st.subject = c.opens(i)
		}
		st.commas++
		st.last = i
	}
	st.colon = st.colon || x.marks&markColon != 0
	st.dash = st.dash || x.marks&markDash != 0 && c.spaced(i)
	if x.marks&markClose != 0 && i <= n {
		st.depth++
	}
	if x.marks&markOpen != 0 {
		if st.depth > 0 {
			st.depth--
		} else {
			st.open = true
		}
	}
}

// itemWord tells whether word i is the mark of an item in the line, in parentheses.
func (c *vicinity) itemWord(i int) bool {
	return i+1 < len(c.list) && c.list[i+1].marks&markClose != 0 && enumerates([]byte(c.text(i)))
}

// inItem tells whether word i stands in an item that is marked in the line.
func (c *vicinity) inItem(i int) bool {
	for k := range i {
		if c.list[k].marks&markOpen != 0 && c.itemWord(k) {
			return true
		}
	}
	return false
}

// spaced tells whether the dash before word i stands between words, not in one.
func (c *vicinity) spaced(i int) bool {
	return c.list[i].apart
}

// opens tells whether word i may be the first of a clause with a subject of its own.
func (c *vicinity) opens(i int) bool {
	x := &c.list[i]
	return x.roles&roleSubject != 0 || x.upper
}

// numeral tells whether word i starts with a digit.
func (c *vicinity) numeral(i int) bool {
	return c.list[i].digit
}

// complement tells whether the “that” at word i opens what is said or thought, not a clause that describes the noun before it.
func (c *vicinity) complement(i int) bool {
	if i == 0 || c.langs&frames().that != 0 && c.langs&^unknownLanguage&^frames().that == 0 {
		return true
	}
	if i+1 < len(c.list) && c.opens(i+1) || c.list[i].marks&markComma != 0 {
		return true
	}
	e := c.list[i-1].e
	if e == nil {
		return false
	}
	for k := range e.frames {
		if f := &e.frames[k]; f.langs&c.langs != 0 && (f.kind == frameAttribution || f.kind == frameHedge) {
			return true
		}
	}
	return e.negation != ""
}

// governs tells whether an expression before the match governs it.
func (c *vicinity) governs(x *expression, st *crossed, n int) bool {
	initial := x.lo == 0 || c.list[x.lo].marks&(markComma|markColon|markOpen|markDash|markAsk|markQuoted) != 0 ||
		c.list[x.lo-1].roles&(roleAnd|roleBut|roleThat|roleOr) != 0
	if x.place == opening && !(x.lo == 0 && st.commas > 0) || x.place == justBefore && (x.hi < n-1 || c.numeral(n)) || st.item && c.inItem(x.lo) {
		return false
	}
	switch x.kind {
	case frameCondition, frameException:
		if st.but || x.lo > 0 && (st.coordinated || st.which && st.commas > 0) {
			return false
		}
		return initial || st.commas == 0
	case frameNegation:
		return c.negates(x, st, n, initial)
	case frameAttribution:
		return c.attributes(x, st, n)
	case frameHedge:
		if c.embedded(x, n) || c.namesAct(x) && (st.which || st.and || st.commas > 0 || n-x.hi > reachAct) {
			return false
		}
		if c.namesAct(x) && c.is(x.lo, actOf) && c.langs&frames().english != 0 && !gerund(c.text(x.hi)) {
			return false
		}
		if st.but || st.coordinated || st.colon || st.dash || st.and && st.commas > 0 {
			return false
		}
		commas := st.commas
		if commas > 0 && st.last == x.hi {
			commas-- // “Perhaps, …”
		}
		return commas == 0 || commas > 1 && !st.subject && !st.which
	case frameQuestion:
		return !st.but && !st.coordinated && !(st.commas > 0 && st.subject) && !(st.which && st.commas > 0)
	}
	return false
}

// negates tells whether a negation before the match governs it.
func (c *vicinity) negates(x *expression, st *crossed, n int, initial bool) bool {
	if final := frames().final; c.langs&final != 0 && c.langs&^unknownLanguage&^final == 0 {
		return false // what negates stands behind, so that this one closes another clause
	}
	if st.but || st.colon || st.dash || st.coordinated || st.and || st.fact {
		return false
	}
	w := &c.list[x.lo]
	distance := n - x.hi
	subject := initial && c.is(x.lo, nobody)
	if c.text(x.lo) == "no" && distance > 0 && c.list[n].upper && c.list[n].roles&roleSubject != 0 {
		return false // a heading of which the line break was lost
	}
	if st.which && !subject || c.embedded(x, n) {
		return false
	}
	if w.roles&roleNear != 0 && distance > reachNear || w.roles&roleNear != 0 && st.commas > 0 {
		return false
	}
	if c.langs&frames().english != 0 || c.guess {
		if x.word == "lack" || x.word == "absent" {
			return distance <= 2
		}
		if refusal.has(x.word) && !c.refuses(x, n) {
			return false
		}
	}
	if st.commas > 0 {
		// “not, in fact, approved”; “no carts, boats or horses”
		parenthetical := st.commas%2 == 0 && st.last <= x.hi+1 && c.list[n].marks&markComma != 0
		listed := st.or && !st.subject
		if !parenthetical && !listed {
			return false
		}
	}
	if subject {
		return distance <= reachSubject
	}
	return distance <= reachNegation
}

// refuses tells whether an act or a statement follows a verb that negates it: failed to, denied that, prevented … from, or the match itself.
func (c *vicinity) refuses(x *expression, n int) bool {
	for k := x.hi; k < n && k < x.hi+5; k++ {
		switch y := &c.list[k]; {
		case y.marks&markComma != 0:
			return false
		case y.roles&(roleTo|roleThat) != 0, c.text(k) == "from":
			return true
		}
	}
	switch x.word {
	case "deny":
		return x.hi == n || c.list[x.hi].marks == 0 && (c.opens(x.hi) && n-x.hi <= 3 || gerund(c.text(x.hi)))
	case "refuse":
		return x.hi == n && !c.opens(n)
	}
	return x.hi == n && !refusalOfAct.has(x.word)
}

func gerund(w string) bool { return len(w) > 4 && w[len(w)-3:] == "ing" }

// cancel takes out two negations of which one negates the other: did not deny that, never failed to. The list runs away from the match.
func (c *vicinity) cancel(list []expression) []expression {
	for i := 0; i+1 < len(list); i++ {
		near, far := list[i], list[i+1]
		if far.kind != frameNegation || near.lo-far.hi > 2 {
			continue
		}
		if near.kind == frameNegation && takenBack.has(near.word) || near.kind == frameHedge && c.is(near.lo, doubt) {
			return append(list[:i:i], list[i+2:]...)
		}
	}
	return list
}
