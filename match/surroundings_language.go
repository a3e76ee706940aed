package match

import (
	"unicode"

	"example.com/verbatim/normalize"
)

// unknownLanguage is a bit that says that the language was looked for.
const unknownLanguage langs = 1 << maxLanguages

// know finds out which languages the words around a match may be of, by their frequent words and those of the match, and gives each word the
// roles that it has there.
func (c *vicinity) know() {
	if c.langs != 0 {
		return
	}
	var v votes
	for i := range c.list {
		if x := &c.list[i]; x.e != nil && (x.lo < c.match.Start || x.lo >= c.match.End) {
			v.add(x.e.tells)
		}
	}
	hi := runeStart(c.src, min(c.match.End, c.match.Start+120))
	if !c.votePlain(&v, Span{c.match.Start, hi}) {
		c.m.su = normalize.AppendUnits(c.m.su[:0], c.src, c.match.Start, hi, normalize.Options{Reading: c.t.Reading, Turkish: c.t.Turkish})
		frames().each(c.m.su, func(e *lexeme) {
			if e != nil {
				v.add(e.tells)
			}
		})
	}
	best := v.most()
	c.guess = best < 2
	c.langs = unknownLanguage | v.with(max(best, 1))
	for i := range c.list {
		x := &c.list[i]
		if x.e == nil {
			continue
		}
		for _, r := range x.e.roles {
			if r.lang&c.langs != 0 {
				x.roles |= r.role
			}
		}
	}
}

// each calls f with the entry of each word that split would list, nil where a word has none. It keeps no words, and so allocates nothing.
func (l *surroundingLexicon) each(u []normalize.Unit, f func(*lexeme)) {
	var room [gateWord]byte
	for i := 0; i < len(u); {
		if !visible(u[i].R) {
			i++
			continue
		}
		w := room[:0]
		for i < len(u) && (visible(u[i].R) || combining(u[i].R) || u[i].R == '\'' && i+1 < len(u) && visible(u[i+1].R)) {
			w = appendRune(w, u[i].R)
			i++
		}
		f(l.words[string(w)])
	}
}

// expression is one that was found around a match: words [lo,hi) of the list.
type expression struct {
	lo, hi int
	kind   frameKind
	place  framePlace
	word   string // of a negation, its canonical form
}

// expressions lists those of words [from,to), in order, but for those that must stand elsewhere.
func (c *vicinity) expressions(from, to int, other framePlace) []expression {
	list := c.found[:0]
	for i := from; i < to; {
		e := c.list[i].e
		if e == nil || len(e.frames) == 0 && e.negation == "" {
			i++
			continue
		}
		n := 1
		found := false
		from := 0
		if c.plain && !c.goesOn(i) {
			from = e.single // the longer ones cannot stand here
		}
		for k := from; k < len(e.frames); k++ {
			f := &e.frames[k]
			if f.place == other || !c.spells(f, i, to) {
				continue
			}
			c.know()
			single := len(f.words) == 0
			others := c.langs &^ unknownLanguage &^ f.langs // languages that the text may be of, in which it is no such expression
			if others != 0 && (f.weak || single && f.kind == frameNeutral) {
				continue
			}
			brief := single && len(c.text(i)) <= 2 && c.text(i) != "if" // a word of another language by chance
			if f.langs&c.langs == 0 && (!c.guess || f.weak || brief || single && f.kind == frameNeutral) {
				continue
			}
			n, found = len(f.words)+1, true
			if f.kind != frameNeutral {
				list = append(list, expression{i, i + n, f.kind, f.place, ""})
			}
			break
		}
		if !found && e.negation != "" && !c.answers(i) && c.negatesHere(e) {
			list = append(list, expression{i, i + 1, frameNegation, anyPlace, e.negation})
		}
		i += n
	}
	c.found = list // keeps its room
	return list
}

// negatesHere tells whether a word negates in a language that the text may be of.
func (c *vicinity) negatesHere(e *lexeme) bool {
	if e.negatesIn == 0 {
		return true
	}
	c.know()
	return c.guess || e.negatesIn&c.langs != 0
}

// spells tells whether an expression stands at word i. The last word of one may be the first of the match.
func (c *vicinity) spells(f *frame, i, to int) bool {
	if i+len(f.words) >= len(c.list) && len(f.words) > 0 {
		return false
	}
	for k, w := range f.words {
		x := &c.list[i+1+k]
		allowed := markDash
		if k > 0 && f.words[k-1] == "*," {
			allowed |= markComma
		}
		if w[0] != '*' && x.form != w || x.marks&^allowed != 0 {
			return false
		}
	}
	return f.kind == frameNeutral || i+len(f.words) < to
}

// answers tells whether the negation at word i is the answer No, or the abbreviation of number.
func (c *vicinity) answers(i int) bool {
	if !c.is(i, answerBefore) {
		return false
	}
	if i+1 >= len(c.list) {
		return true
	}
	next := &c.list[i+1]
	return next.marks&markComma != 0 || c.text(i) == "no" && next.digit
}

// say returns the words of an expression as they stand in the source.
func (c *vicinity) say(x expression) string {
	return string(c.src[c.list[x.lo].lo:c.list[x.hi-1].hi])
}

// wideScript tells whether a stretch of the source is of a script without word spaces, and whether of Japanese.
func wideScript(text []byte) (is, japanese bool) {
	for _, r := range string(text) {
		if r >= 0x2E80 && spaceless(r) {
			is = true
			japanese = japanese || unicode.In(r, unicode.Hiragana, unicode.Katakana)
		}
	}
	return is, japanese
}
