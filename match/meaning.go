package match

import (
	"sort"

	"example.com/verbatim/normalize"
)

// meaning collects what only one of two aligned texts has, over all regions where they differ, and says at the end what of it changed the
// meaning: a word that moved together with what it governs changed nothing.
type meaning struct {
	r        *Match
	quote    []byte
	source   []byte
	text     []normalize.Unit // that tells the language
	known    langs
	asked    bool
	region   int // of those that were added
	groups   int // of lone words that stand against one another
	neg, mod lones
	names    names
	order    order
	blocks   []differing
	modals   [2][]modal // of the region in hand

	caseAsked, lower bool
	pair             bool // two short texts, of which one may say more: a bracket and what it stands for
}

// from returns the first lone word of the source of a group.
func (l *lones) from(group int) int {
	return sort.Search(len(l.s), func(i int) bool { return l.s[i].group >= group })
}

// lone is a word that one side of a region has and the other has not.
type lone struct {
	region, group int
	form          string // canonical
	words         string // as they stand in the text
	run           string // those of the whole group on this side
	next, prev    string // the words beside it
	in            langs
	senses        []sense
	rival         bool // another word of its class, that says something else, stands near it
	off           bool // it is accounted for
}

// lones are the lone words of both sides, in the order of the texts.
type lones struct{ q, s []lone }

// reset makes c ready for another pair of texts and keeps its buffers.
func (c *meaning) reset(r *Match, text []normalize.Unit, quote, source []byte) {
	o := &c.order
	*c = meaning{r: r, quote: quote, source: source, text: text, blocks: c.blocks[:0], modals: c.modals,
		neg: lones{c.neg.q[:0], c.neg.s[:0]}, mod: lones{c.mod.q[:0], c.mod.s[:0]}, names: names{c.names.q[:0], c.names.s[:0]},
		order: order{q: o.q[:0], s: o.s[:0], pivots: o.pivots[:0], a: o.a, b: o.b}}
}

// language is the language of the quote, 0 where it is not plain.
func (c *meaning) language() langs {
	if !c.asked {
		c.asked, c.known = true, words().languageOf(c.text)
	}
	return c.known
}

func (c *meaning) lone(s *side, lo, hi int, form string) lone {
	return lone{region: c.region, group: c.groups, form: form, words: s.say(lo, hi), next: s.nextTo(hi), prev: s.before(lo)}
}

// cutOff tells whether a word at an end of a side's text stands beside the place of the other: the best alignment left it out there.
func cutOff(s, other *side, lo, hi int, text string) bool {
	return s.at+lo == 0 && other.before(0) == text || s.at+hi == len(s.all) && other.nextTo(len(other.u)) == text
}

// maxCancel bounds the pairs of lone words that are looked at for words that moved.
const maxCancel = 1 << 16

// cancel takes out the pairs of lone words that are the same word before or after the same word.
func (l *lones) cancel(same func(a, b *lone) bool) {
	if len(l.q)*len(l.s) > maxCancel {
		return
	}
	for i := range l.q {
		for k := range l.s {
			a, b := &l.q[i], &l.s[k]
			if !a.off && !b.off && same(a, b) && (a.next != "" && a.next == b.next || a.next == "" && b.next == "" && a.prev == b.prev) {
				a.off, b.off = true, true
			}
		}
	}
}

// join returns the words of a group, where one of them is kept, from lone word i on, and where the next group starts.
func (l *lones) join(list []lone, i, group int, keep func(*lone) bool) (string, int) {
	text := ""
	for ; i < len(list) && list[i].group == group; i++ {
		if keep(&list[i]) {
			text = list[i].run
		}
	}
	return text, i
}

// differing is a run of words of each side of a region that stand against one another: q.words[a0:a1] and s.words[b0:b1].
type differing struct{ a0, a1, b0, b1 int }

// wordBlocks lists the runs of words that differ. Of two words of which one is the other with a known damage, both are read as the one that
// the lexicon knows.
func wordBlocks(list []differing, q, s *side) []differing {
	differ(len(q.words), len(s.words), func(i, j int) bool { return q.words[i].text == s.words[j].text }, func(a0, a1, b0, b1 int) {
		if a1-a0 != b1-b0 {
			list = append(list, differing{a0, a1, b0, b1})
			return
		}
		from := 0
		for k := 0; k <= a1-a0; k++ {
			if k < a1-a0 && !repair(&q.words[a0+k], &s.words[b0+k]) {
				continue
			}
			if k > from {
				list = append(list, differing{a0 + from, a0 + k, b0 + from, b0 + k})
			}
			from = k + 1
		}
	})
	return list
}

// repair gives two words the text of the one that the lexicon knows, where the other is the same with common damage and is no word
// of the lexicon.
func repair(x, y *word) bool {
	lex := words()
	kx, ky := lex.knowsListed(x.text, x.known), lex.knowsListed(y.text, y.known)
	if kx == ky || !damagedWord(x.text, y.text) {
		return false
	}
	if kx {
		y.text, y.known = x.text, x.known
	} else {
		x.text, x.known = y.text, y.known
	}
	return true
}

// knows tells whether a word negates or says how far a statement holds.
func (l *lexicon) knows(w string) bool { return l.knowsListed(w, l.look(w)) }

// knowsListed is knows for a word that was looked up.
func (l *lexicon) knowsListed(w string, x *listedWord) bool {
	return x != nil && x.negates || l.senses(w, x) != nil
}

// add takes in a region.
func (c *meaning) add(q, s side) {
	c.blocks = wordBlocks(c.blocks[:0], &q, &s)
	c.negation(&q, &s, c.blocks)
	c.modality(&q, &s)
	c.addNames(&q, &s, c.blocks)
	c.order.add(&q, &s)
	c.region++
}

// settle raises the flags.
func (c *meaning) settle() {
	c.settleNegation()
	c.settleModality()
	c.settleNames()
	c.settleOrder()
}

// compareMeaning raises the flags of changed numbers, negations, modal words and names of two texts that stand against one another.
func (m *Match) compareMeaning(q, s side) { m.compareWhole(q, s, false) }

// comparePair does so for a bracket or another piece and what it stands for: there a name that only one has is no other name.
func (m *Match) comparePair(q, s side) { m.compareWhole(q, s, true) }

func (m *Match) compareWhole(q, s side, pair bool) {
	c := meaning{r: m, quote: q.src, source: s.src, text: q.u, pair: pair}
	m.compareNumbers(&q, &s)
	c.add(q, s)
	c.settle()
}

// compareForm raises those of numbers and negations, for texts with the same letters and other word borders or marks.
func (m *Match) compareForm(q, s side) {
	c := meaning{r: m, quote: q.src, source: s.src, text: q.u}
	m.compareNumbers(&q, &s)
	c.negation(&q, &s, wordBlocks(nil, &q, &s))
	c.settleNegation()
}
