package match

import (
	"sort"
	"unicode"

	"example.com/verbatim/normalize"
)

// valueRegions compares the numbers of two aligned texts around their differences. The numbers are read from the whole texts, so that none
// is cut at the end of a region.
type valueRegions struct {
	qu, su        []normalize.Unit
	quote, source []byte
	wide          [2]int // of su: what belongs to the match
	list          []region
	possible      bool // one of them may hold a number or a part of one

	quoted, sourced *sheet
	numbers         *[2][]number // buffers
}

// add takes a region, in the order of the texts.
func (v *valueRegions) add(g region) {
	v.list = append(v.list, g)
	v.possible = v.possible || mayCount(v.qu[g.p0:g.p1]) || mayCount(v.su[g.t0:g.t1])
}

// needed tells whether a region has what numbers are compared for.
func (v *valueRegions) needed() bool {
	for _, g := range v.list {
		if valueIn(v.qu[g.p0:g.p1]) || valueIn(v.su[g.t0:g.t1]) {
			return true
		}
	}
	return false
}

// compare raises number_changed for what differs within the regions.
func (v *valueRegions) compare(m *Match) {
	if !v.possible || !v.needed() {
		return
	}
	q := side{u: v.qu, src: v.quote}
	s := side{u: v.su[v.wide[0]:v.wide[1]], src: v.source}
	v.numbers[0] = v.quoted.numbers(v.numbers[0][:0], 0, len(v.qu))
	v.numbers[1] = v.sourced.numbers(v.numbers[1][:0], v.wide[0], v.wide[1])
	a, b := v.numbers[0], v.numbers[1]
	var g region
	open := false
	judge := func() {
		if open {
			m.compareLists(&q, &s, touched(a, g.p0, g.p1), touched(b, g.t0, g.t1))
		}
	}
	for _, x := range v.list {
		x.t0, x.t1 = x.t0-v.wide[0], x.t1-v.wide[0]
		x = x.whole(a, b, len(q.u), len(s.u))
		if open && (x.p0 < g.p1 || x.t0 < g.t1) {
			g.p1, g.t1 = max(g.p1, x.p1), max(g.t1, x.t1)
			continue
		}
		judge()
		g, open = x, true
	}
	judge()
}

// whole widens a region to the ends of the numbers that it cuts, by as much on the other side: beyond a region the texts are equal.
func (g region) whole(a, b []number, n, k int) region {
	for range 2 {
		left, right := 0, 0
		for _, x := range touched(a, g.p0, g.p1) {
			left, right = max(left, g.p0-x.lo), max(right, x.end-g.p1)
		}
		for _, x := range touched(b, g.t0, g.t1) {
			left, right = max(left, g.t0-x.lo), max(right, x.end-g.t1)
		}
		if left == 0 && right == 0 {
			break
		}
		g = region{max(g.p0-left, 0), min(g.p1+right, n), max(g.t0-left, 0), min(g.t1+right, k)}
	}
	return g
}

// touched returns the numbers that have a unit in [lo,hi).
func touched(list []number, lo, hi int) []number {
	from := sort.Search(len(list), func(i int) bool { return list[i].end > lo })
	to := from
	for to < len(list) && list[to].lo < hi {
		to++
	}
	return list[from:to]
}

// valueIn tells whether a text may hold a value or the unit of one.
func valueIn(u []normalize.Unit) bool {
	lex := words()
	var buf [64]byte
	for i := 0; i < len(u); {
		r := u[i].R
		switch {
		case r >= '0' && r <= '9' || r == '<' || r == '>' || r == '=' || r == '$' || r == '%' || r == '+' || r == '(':
			return true
		case r >= 0x80 && (isDigit(r) || spaceless(r) || hangul(r) || unicode.IsSymbol(r) || r == '‰' || isSuperscript(r)):
			return true
		case !visible(r):
			i++
			continue
		}
		b := buf[:0]
		numeral := true
		for i < len(u) && !isDigit(u[i].R) && (visible(u[i].R) || combining(u[i].R)) {
			x := u[i].R
			numeral = numeral && (x == 'i' || x == 'v' || x == 'x' || x == 'l' || x == 'c' || x == 'd' || x == 'm')
			b = appendRune(b, x)
			i++
		}
		if numeral || len(b) <= 1 {
			return true
		}
		if x := lex.lookBytes(b); x != nil && (x.isUnit || x.isNumber && x.number.alone()) {
			return true
		}
		if romanEnding(b) || lex.isCompound(b) {
			return true
		}
	}
	return false
}

// mayCount tells at little cost that no number of a text has a part in a region of it, which ends at the borders of words: no digit, no word
// of a number or unit, no letter or numeral that may stand for one, no operator. It says so of plain ASCII text only.
func mayCount(u []normalize.Unit) bool {
	lex := words()
	var buf [64]byte
	for i := 0; i < len(u); {
		r := u[i].R
		if r >= 0x80 {
			return true
		}
		if r < 'a' || r > 'z' {
			switch r {
			case ' ', '.', ',', ';', ':', '"', '\'', '?', '!', '-', '/', '[', ']', '*', '_', '&':
				i++
				continue
			}
			return true
		}
		lo, b, numerals := i, buf[:0], 0
		for i < len(u) && u[i].R >= 'a' && u[i].R <= 'z' {
			b = append(b, byte(u[i].R))
			if numerals == i-lo && isRomanLetter(b[i-lo]) {
				numerals++
			}
			i++
		}
		capital := u[lo].Folds.Has(normalize.Case)
		switch {
		case len(b) == 1:
			if b[0] != 'a' || capital {
				return true
			}
			continue
		case numerals == len(b) || capital && numerals > 0 && len(b)-numerals <= 3:
			return true // with the ending of an ordinal: XVIIIe
		}
		if x := lex.lookBytes(b); x != nil && (x.isNumber || x.isUnit) || lex.unitParts.may(wordHash(b)) || lex.isCompound(b) {
			return true
		}
	}
	return false
}

func isRomanLetter(b byte) bool {
	return b == 'i' || b == 'v' || b == 'x' || b == 'l' || b == 'c' || b == 'd' || b == 'm'
}

// romanEnding tells whether a word may be a Roman numeral with an ending: xviiie.
func romanEnding(b []byte) bool {
	n := 0
	for n < len(b) && (b[n] == 'i' || b[n] == 'v' || b[n] == 'x' || b[n] == 'l' || b[n] == 'c') {
		n++
	}
	return n >= 2 && len(b)-n <= 3
}
