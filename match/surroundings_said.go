package match

// attributes tells whether an expression before the match attributes it to somebody else.
func (c *vicinity) attributes(x *expression, st *crossed, n int) bool {
	for i := max(0, x.lo-4); i < x.lo; i++ {
		if c.list[i].roles&roleSelf != 0 {
			return false
		}
	}
	if st.but || st.coordinated || st.dash || st.and && st.commas > 0 {
		return false
	}
	if c.list[x.hi-1].roles&roleThat != 0 {
		return !(st.commas > 0 && st.which && st.subject)
	}
	if c.adverb(x) && (st.commas == 0 || st.commas == 1 && st.last == x.hi) && !st.which {
		return true // it governs the clause that it stands in
	}
	if x.lo == 0 || c.list[x.lo].marks&(markComma|markOpen) != 0 {
		if next := &c.list[x.hi]; x.lo > 0 && c.list[x.lo].marks&(markComma|markQuoted) != 0 && c.opens(x.hi) && next.marks == 0 && !c.preposition(x) {
			return false // “…,” said the captain
		}
		if c.preposition(x) {
			return st.commas > 0 && !(x.lo > 0 && st.commas > 1) || x.lo == 0 && st.commas == 0 && c.langs&frames().english == 0 && n-x.hi <= 5
		}
	}
	if c.preposition(x) {
		return false
	}
	next := &c.list[x.hi]
	if next.marks&(markComma|markColon|markQuoted) != 0 && next.roles&roleThat == 0 {
		return next.marks&(markColon|markQuoted) != 0 || (x.hi == n || c.opens(x.hi)) && !c.inserted(x.lo)
	}
	if next.roles&roleTo != 0 {
		return n-x.hi <= reachThat && st.commas == 0
	}
	for k := x.hi; k <= n && k < x.hi+reachThat; k++ {
		y := &c.list[k]
		if y.roles&roleThat != 0 && (y.roles&roleSubject == 0 || k < n) {
			return true
		}
		if k > x.hi && y.marks&markComma != 0 {
			break
		}
	}
	if x.hi == n && c.langs&frames().english == 0 && !c.guess && next.roles == 0 {
		return true // prétend avoir vu
	}
	return (c.langs&frames().english != 0 || c.guess) && !st.colon && st.commas == 0 && c.opens(x.hi) && !st.which && !c.object(x)
}

// inserted tells whether word i stands in a clause that a comma and a relative open.
func (c *vicinity) inserted(i int) bool {
	for ; i >= 0; i-- {
		if c.list[i].marks&markComma != 0 {
			return c.list[i].roles&roleWhich != 0
		}
	}
	return false
}

// object tells whether what follows a verb of saying without a “that” may be no more than its object: wrote the letter, claimed the land.
func (c *vicinity) object(x *expression) bool {
	if !c.is(x.lo, saysObject) {
		return false
	}
	for _, y := range c.list[x.hi:] {
		if y.roles&roleFinite != 0 {
			return false
		}
	}
	return !c.finite()
}

// preposition tells whether an expression of attribution is a preposition: it governs a clause that is set off.
func (c *vicinity) preposition(x *expression) bool {
	return c.is(x.lo, accordingTo)
}

// adverb tells whether an expression of attribution is an adverb: it governs the clause that it stands in.
func (c *vicinity) adverb(x *expression) bool {
	return c.is(x.lo, reportedly)
}
