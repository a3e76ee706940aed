package match

import (
	"slices"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// order keeps the words of all regions in the order of both texts, to find two that changed places across a third.
type order struct {
	q, s   []placed
	qs, ss side     // the whole texts
	pivots []string // the words that both sides have, in order
	full   bool     // too many: not asked
	a, b   []orderToken
}

// placed is a word that only one side has at its place: after as many pivots, as the how-manieth word there.
type placed struct {
	text        string
	lo, hi      int // units of the whole text
	pivots, sub int
	first       bool // in its region
	place       placement
}

// placement is what the words around a placed word say of it; it is asked of the few that moved.
type placement struct {
	content bool // may be a party: a noun or a name
	list    bool // stands in an enumeration
	by      bool // after by: the party of a passive
	prev    string
}

const (
	maxTokens = 1 << 11 // of a region
	maxPlaced = 1 << 9
	maxMoved  = 48
)

// orderToken is a word, or a character of a script without word spaces.
type orderToken struct {
	text   string
	lo, hi int
}

func tokensOf(list []orderToken, s *side) []orderToken {
	for i := range s.words {
		w := &s.words[i]
		if !spaceless(s.u[w.lo].R) {
			list = append(list, orderToken{w.text, w.lo, w.hi})
			continue
		}
		for k := w.lo; k < w.hi; k++ {
			list = append(list, orderToken{string(s.u[k].R), k, k + 1})
		}
	}
	return list
}

// add takes in a region.
func (o *order) add(q, s *side) {
	o.a, o.b = tokensOf(o.a[:0], q), tokensOf(o.b[:0], s)
	a, b := o.a, o.b
	o.qs, o.ss = side{u: q.all, src: q.src, all: q.all, script: q.script}, side{u: s.all, src: s.src, all: s.all, script: s.script}
	if o.full = o.full || len(a) > maxTokens || len(b) > maxTokens; o.full {
		return
	}
	i := 0
	pivots := func(to int) {
		for ; i < to; i++ {
			o.pivots = append(o.pivots, a[i].text)
		}
	}
	differ(len(a), len(b), func(i, j int) bool { return a[i].text == b[j].text }, func(a0, a1, b0, b1 int) {
		pivots(a0)
		for k := a0; k < a1; k++ {
			o.q = append(o.q, o.placed(q, a[k], k-a0))
		}
		for k := b0; k < b1; k++ {
			o.s = append(o.s, o.placed(s, b[k], k-b0))
		}
		i = a1
	})
	pivots(len(a))
	o.full = o.full || len(o.q) > maxPlaced || len(o.s) > maxPlaced
}

func (o *order) placed(s *side, t orderToken, sub int) placed {
	return placed{text: t.text, lo: s.at + t.lo, hi: s.at + t.hi, pivots: len(o.pivots), sub: sub, first: t.lo == 0}
}

// look reads what stands around a placed word of a text.
func (p *placed) look(s *side) {
	prev, next := s.before(p.lo), s.nextTo(p.hi)
	p.place = placement{content: contentWord(s, orderToken{p.text, p.lo, p.hi}),
		list: joins.has(next) || joins.has(prev) || comma(s.all, p.hi) || !p.first && comma(s.all, p.lo-1), by: byWord.has(prev), prev: prev}
}

// comma tells whether a comma stands at a unit, or a blank and then one before it.
func comma(u []normalize.Unit, at int) bool {
	return at < len(u) && (u[at].R == ',' || u[at].R == '、' || u[at].R == '/' || u[at].R == ' ' && at > 0 && u[at-1].R == ',')
}

func contentWord(s *side, t orderToken) bool {
	if n := utf8.RuneCountInString(t.text); n < 4 {
		r, _ := utf8.DecodeRuneInString(t.text)
		w := word{lo: t.lo, hi: t.hi}
		return r >= 0x2E80 && !joins.has(t.text) || n >= 2 && s.capital(&w) != lowerCase && words().frequent[t.text] == 0
	}
	lex := words()
	x := lex.look(t.text)
	return (x == nil || x.frequent == 0 && !x.isNumber) && !isDigit(s.u[t.lo].R) && !isDigit(s.u[t.hi-1].R) && !lex.knowsListed(t.text, x)
}

// settleOrder raises name_changed where two words changed sides of a third: who did what to whom.
func (c *meaning) settleOrder() {
	o := &c.order
	if o.full || len(o.q) == 0 || len(o.s) == 0 {
		return
	}
	moved := o.moved()
	if len(moved) < 2 || len(moved) > maxMoved {
		return
	}
	for i := range moved {
		moved[i].q.look(&o.qs)
		moved[i].s.look(&o.ss)
	}
	for i := range moved {
		for k := range moved {
			x, y := moved[i], moved[k]
			if i != k && x.s.before(y.s) && y.q.before(x.q) && !c.governed(x) && !c.governed(y) && o.across(x, y) {
				c.r.flag(FlagNameChanged, o.qs.say(y.q.lo, y.q.hi)+" … "+o.qs.say(x.q.lo, x.q.hi), o.ss.say(x.s.lo, x.s.hi)+" … "+o.ss.say(y.s.lo, y.s.hi))
				return
			}
		}
	}
}

// movedWord is a word that stands at one place of the quote and at another of the source.
type movedWord struct{ q, s *placed }

func (o *order) moved() []movedWord {
	if len(o.q)*len(o.s) <= fewPlaced && !o.shared() {
		return nil
	}
	at := make(map[string]*placed, len(o.s))
	for i := range o.s {
		if _, twice := at[o.s[i].text]; twice {
			at[o.s[i].text] = nil
			continue
		}
		at[o.s[i].text] = &o.s[i]
	}
	seen := make(map[string]int, len(o.q))
	for i := range o.q {
		seen[o.q[i].text]++
	}
	var list []movedWord
	for i := range o.q {
		if s := at[o.q[i].text]; s != nil && seen[o.q[i].text] == 1 {
			list = append(list, movedWord{&o.q[i], s})
		}
	}
	return list
}

// fewPlaced is the number of pairs of placed words that are compared one by one.
const fewPlaced = 1 << 12

// hasMoved tells whether a placed word of the source has a text.
func (o *order) hasMoved(text string) bool {
	return slices.ContainsFunc(o.s, func(p placed) bool { return p.text == text })
}

// shared tells whether any placed word stands on both sides.
func (o *order) shared() bool {
	for i := range o.q {
		for k := range o.s {
			if o.q[i].text == o.s[k].text {
				return true
			}
		}
	}
	return false
}

func (p *placed) before(r *placed) bool {
	return p.pivots < r.pivots || p.pivots == r.pivots && p.sub < r.sub
}

// across tells whether x and y, two moved words in the source's order, changed sides of a word that joins no enumeration: two parties
// around a pivot that stayed, or one that moved with the pivot around the other, which stayed.
func (o *order) across(x, y movedWord) bool {
	if (x.q.place.by || y.q.place.by) != (x.s.place.by || y.s.place.by) {
		return false // active and passive say the same
	}
	if x.s.place.list && y.s.place.list && x.q.place.list && y.q.place.list {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(x.s.text); spaceless(r) {
		// single characters: only where each stands in the place of the other
		if x.s.pivots != y.q.pivots || y.s.pivots != x.q.pivots {
			return false
		}
	}
	if x.s.place.content && y.s.place.content {
		for t := max(x.s.pivots, y.q.pivots); t < min(y.s.pivots, x.q.pivots); t++ {
			if pivot(o.pivots[t]) {
				return true
			}
		}
	}
	// source: x y | t, quote: t | y x; and source: t | x y, quote: y x | t
	party := x.s
	if !party.place.content {
		return false
	}
	for t := max(x.s.pivots, y.s.pivots); t < min(x.q.pivots, y.q.pivots); t++ {
		if pivot(y.s.text) && o.party(t) {
			return true
		}
	}
	if party = y.s; !party.place.content {
		return false
	}
	for t := max(x.q.pivots, y.q.pivots); t < min(x.s.pivots, y.s.pivots); t++ {
		if pivot(x.s.text) && o.party(t) {
			return true
		}
	}
	return false
}

// governed tells whether a moved word took the word before it along, and that says what it is to the verb: a preposition, or in a language
// with cases an article.
func (c *meaning) governed(x movedWord) bool {
	if x.q.place.prev == "" || x.q.place.prev != x.s.place.prev {
		return false
	}
	lex := words()
	if c.language()&(lex.bits["de"]|lex.bits["pl"]|lex.bits["ru"]) != 0 {
		return true
	}
	return beforeName.has(x.q.place.prev)
}

// pivot tells whether a word may be a verb, around which parties stand: no word that joins, compares or negates, and no other small word but
// an auxiliary.
func pivot(w string) bool {
	switch class := grammar().classes[w]; {
	case class&pivotVerb != 0:
		return true
	case class&noPivot != 0:
		return false
	}
	lex := words()
	if _, negates := lex.negation[w]; negates || joins.has(w) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(w)
	return lex.frequent[w] == 0 || lex.modal[w] != nil || r >= 0x2E80
}

// party tells whether a word that stayed may be a party.
func (o *order) party(t int) bool {
	w := o.pivots[t]
	r, n := utf8.DecodeRuneInString(w)
	return (len(w) >= 3 || n == len(w) && r >= 0x2E80) && words().frequent[w] == 0 && !words().knows(w) && !joins.has(w)
}
