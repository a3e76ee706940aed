package match

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameness is how surely a word is a name.
type nameness uint8

const (
	noName   nameness = iota
	mayName           // capitalised where any word is
	sureName          // capitalised where only a name is
)

// nameAt tells whether word i of a side is a name, by how it and the words around it are written. In German every noun is capitalised: there
// a name is what stands beside another capitalised word, after a title, or in capitals alone.
func (c *meaning) nameAt(s *side, i int) nameness {
	w := &s.words[i]
	kind := s.capital(w)
	if kind == lowerCase {
		return noName
	}
	lex := words()
	if n, ok := lex.numbers[w.text]; ok && (n.kind == "month" || !n.weak) || isRoman(w.text) && kind == allCapitals {
		return noName
	}
	if lex.units[w.text] != "" && w.lo > 1 && (isDigit(s.u[w.lo-1].R) || isDigit(s.u[w.lo-2].R)) || lex.money[w.text] != "" || w.text == "bc" || w.text == "ad" || w.text == "bce" || w.text == "ce" {
		return noName // compared with the number beside it
	}
	if kind == oneCapital && w.lo > 0 && !joinsInitial(s.u[w.lo-1].R) {
		return noName // a unit (°C), a formula
	}
	if lex.titles[w.text] || lex.knows(w.text) || kind == oneCapital && (w.text == "i" || w.text == "o") || lex.frequent[w.text] != 0 && kind != allCapitals {
		return noName
	}
	if s.caseless(w) {
		return noName
	}
	first := s.startsSentence(w)
	switch {
	case kind == allCapitals || kind == oneCapital && !first:
		return sureName
	case first:
		return mayName
	case c.language()&lex.bits["de"] != 0 && !c.beside(s, w):
		return noName
	}
	return sureName
}

func joinsInitial(r rune) bool { return r == ' ' || r == '.' || r == '-' || r == '(' || r == '"' }

// beside tells whether a capitalised word or a title stands directly beside a word.
func (c *meaning) beside(s *side, w *word) bool {
	lo, hi := int(s.u[w.lo].Start), int(s.u[w.hi-1].End)
	rest := s.src[hi:min(len(s.src), hi+40)]
	if len(rest) > 1 && rest[0] == ' ' && caseOf(firstField(rest[1:])) != lowerCase {
		return true
	}
	head := s.src[max(0, lo-40):lo]
	if len(head) < 2 || head[len(head)-1] != ' ' {
		return false
	}
	f := bytes.Fields(head)
	if len(f) == 0 {
		return false
	}
	last := string(f[len(f)-1])
	before := word{text: strings.ToLower(strings.Trim(last, "."))}
	if words().titles[before.text] {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(last)
	return caseOf([]byte(last)) != lowerCase && unicode.IsLetter(r) && words().frequent[before.text] == 0 && !s.sentenceStart(lo-1-len(last))
}

func firstField(b []byte) []byte {
	if i := bytes.IndexAny(b, " \t\n,.;:!?()"); i >= 0 {
		return b[:i]
	}
	return b
}

// names are the names that only one side has.
type names struct{ q, s []loneName }

type loneName struct {
	group int
	sure  nameness
	text  string // normalised
	words string // as it stands in the text
	next  bool   // another capitalised word follows
	lo    int    // byte of the text
	off   bool
}

// addNames notes the names in the blocks of a region that only one side has.
func (c *meaning) addNames(q, s *side, blocks []differing) {
	for _, b := range blocks {
		if sameLettersOf(q.words[b.a0:b.a1], s.words[b.b0:b.b1]) {
			continue // other word borders
		}
		c.groups++
		a := c.namesOf(q, s, b.a0, b.a1)
		z := c.namesOf(s, q, b.b0, b.b1)
		if len(a)*len(z) > 1<<12 {
			continue // other texts altogether
		}
		// a word of the other side may be the same name in another form, capitalised or not
		for i := range a {
			for k := b.b0; k < b.b1 && b.b1-b.b0 < 64 && !a[i].off; k++ {
				a[i].off = sameName(a[i].text, s.words[k].text, a[i].sure)
			}
			a[i].off = a[i].off || initialsOf(a[i].text, s.words[b.b0:b.b1])
		}
		for i := range z {
			for k := b.a0; k < b.a1 && b.a1-b.a0 < 64 && !z[i].off; k++ {
				z[i].off = sameName(z[i].text, q.words[k].text, z[i].sure)
			}
			z[i].off = z[i].off || initialsOf(z[i].text, q.words[b.a0:b.a1])
		}
		if len(a) == 0 && len(z) > 0 && b.a1-b.a0 == b.b1-b.b0 && c.uncased() {
			// the quote is written without capitals: its word in the place of the name
			for k := b.a0; k < b.a1; k++ {
				if w := &q.words[k]; len(w.text) > 2 && words().frequent[w.text] == 0 && !words().knows(w.text) && !damagedWord(w.text, s.words[b.b0+k-b.a0].text) {
					a = append(a, loneName{group: c.groups, sure: mayName, text: w.text, words: q.say(w.lo, w.hi)})
				}
			}
		}
		c.names.q = append(c.names.q, a...)
		c.names.s = append(c.names.s, z...)
	}
}

// uncased tells whether the quote has no capital at all.
func (c *meaning) uncased() bool {
	if !c.caseAsked {
		c.caseAsked, c.lower = true, bytes.IndexFunc(c.quote, isUpper) < 0
	}
	return c.lower
}

func (c *meaning) namesOf(s, other *side, from, to int) []loneName {
	var list []loneName
	for i := from; i < to; i++ {
		n := c.nameAt(s, i)
		if n == noName {
			continue
		}
		w := &s.words[i]
		rest := s.src[s.u[w.hi-1].End:]
		next := len(rest) > 1 && rest[0] == ' ' && caseOf(firstField(rest[1:min(len(rest), 40)])) != lowerCase
		if cutOff(s, other, w.lo, w.hi, w.text) {
			continue
		}
		list = append(list, loneName{group: c.groups, sure: n, text: w.text, words: s.say(w.lo, w.hi), next: next, lo: int(s.u[w.lo].Start)})
	}
	return list
}

// settleNames raises name_changed where a name stands in the place of another, and where the quote has one that the source has not there.
func (c *meaning) settleNames() {
	n := &c.names
	if len(n.q) == 0 {
		return
	}
	if len(n.q)*len(n.s) <= maxCancel { // names that moved; whether they changed places is asked elsewhere
		for i := range n.q {
			for k := range n.s {
				if a, b := &n.q[i], &n.s[k]; !a.off && !b.off && sameName(a.text, b.text, sureName) {
					a.off, b.off = true, true
				}
			}
		}
	}
	var moved map[string]bool // where there are many
	if len(n.q)*len(c.order.s) > fewPlaced {
		moved = make(map[string]bool, len(c.order.s))
		for i := range c.order.s {
			moved[c.order.s[i].text] = true
		}
	}
	from := 0
	for i := range n.q {
		a := &n.q[i]
		if a.off || moved[a.text] || moved == nil && c.order.hasMoved(a.text) || c.r.hasNumber(a.words) {
			continue
		}
		for from < len(n.s) && n.s[from].group < a.group {
			from++
		}
		against := (*loneName)(nil)
		for k := from; k < len(n.s) && n.s[k].group == a.group && against == nil; k++ {
			if !n.s[k].off {
				against = &n.s[k]
			}
		}
		switch {
		case against != nil && (a.sure == sureName || against.sure == sureName || a.next && against.next || c.knownName(against)):
			against.off = true
			c.r.flag(FlagNameChanged, a.words, against.words)
		case against == nil && !c.pair && a.sure == sureName && utf8.RuneCountInString(a.text) > 1:
			c.r.flag(FlagNameChanged, a.words, "")
		}
	}
}

// hasNumber tells whether number_changed was raised for words of the quote: currencies, numerals, the letter of an exhibit.
func (m *Match) hasNumber(words string) bool {
	for i := range m.Details {
		if m.Details[i].Flag == FlagNumberChanged && (strings.Contains(m.Details[i].Quote, words) || len(m.Details[i].Quote) > 1 && strings.HasPrefix(words, m.Details[i].Quote)) {
			return true
		}
	}
	return false
}

// nameReach is how many bytes of a source on both sides of a word are looked at for other places where it is capitalised.
const nameReach = 8 << 10

// knownName tells whether a word that starts a sentence of the source is capitalised inside another sentence near it, or has the ending of
// a possessive.
func (c *meaning) knownName(n *loneName) bool {
	if strings.HasSuffix(n.text, "'s") {
		return true
	}
	near := c.source[max(0, n.lo-nameReach):min(len(c.source), n.lo+nameReach)]
	w := []byte(n.words)
	for tries := 0; tries < 32; tries++ {
		i := bytes.Index(near, w)
		if i < 0 {
			return false
		}
		if i > 1 && near[i-1] == ' ' && near[i-2] >= 'a' && near[i-2] <= 'z' && (i+len(w) == len(near) || !unicode.IsLetter(rune(near[i+len(w)]))) {
			return true
		}
		near = near[i+len(w):]
	}
	return false
}
