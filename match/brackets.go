package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// maxClarification is how many words a bracket may add and still be an editor's clarification.
const maxClarification = 6

// bracketGap judges a bracket between two pieces: gap is what the source has there.
func (m *Match) bracketGap(bracket []byte, attached bool, t *Text, gap Span) {
	stem := Span{gap.Start, gap.Start}
	if attached {
		stem.Start = wordBefore(t.Source, gap.Start)
	}
	text := t.Source[gap.Start:gap.End]
	m.bracket(bracket, stem, gap, t, bytes.IndexByte(text, '[') >= 0 && hasLetter(text) && !silent(bracket))
}

// leadingBracket judges a bracket that starts the quote. The word of the source before the span is what it replaces, where one stands there
// in the same clause; it is taken into the span.
func (m *Match) leadingBracket(bracket []byte, t *Text, span *Span) {
	gap := Span{span.Start, span.Start}
	own := ownBracketBefore(t.Source, span.Start)
	if own.End > 0 && !silent(bracket) {
		gap = own
	} else if w := wordBefore(t.Source, len(bytes.TrimRight(t.Source[:span.Start], " "))); w < span.Start-1 && !silent(bracket) {
		gap.Start = w
	}
	m.bracket(bracket, Span{gap.Start, gap.Start}, gap, t, own == gap)
	span.Start = gap.Start
}

// trailingBracket judges a bracket that ends the quote; what it replaces is the rest of the word it is attached to, or the next word of the
// same clause.
func (m *Match) trailingBracket(bracket []byte, attached bool, t *Text, span *Span) {
	at := span.End
	if !attached && !silent(bracket) {
		at += len(t.Source[at:]) - len(bytes.TrimLeft(t.Source[at:], " "))
	}
	end := at
	for end < len(t.Source) && end-at < longestWord && isLetter(runeAfter(t.Source, end)) {
		end += len(string(runeAfter(t.Source, end)))
	}
	gap := Span{span.End, span.End}
	if own := ownBracketAfter(t.Source, span.End); own.End > 0 && !attached && !silent(bracket) {
		m.bracket(bracket, Span{own.Start, own.Start}, own, t, true)
		span.End = own.End
		return
	} else if end > at {
		gap.End = end
	}
	m.bracketGap(bracket, attached, t, gap)
	span.End = gap.End
}

// ownBracketBefore and ownBracketAfter find a bracket of the source's own that stands beside a place, with words in it: what the quote has in
// brackets there stands for it. The span has both brackets; none is found where its end is 0.
func ownBracketBefore(src []byte, at int) Span {
	text := bytes.TrimRight(src[max(0, at-longestOwnBracket):at], " \t\r\n.,;:!?\"'")
	if !bytes.HasSuffix(text, []byte("]")) {
		return Span{}
	}
	open := bytes.LastIndexByte(text, '[')
	if open < 0 || !hasLetter(text[open:]) {
		return Span{}
	}
	lo := max(0, at-longestOwnBracket)
	return Span{lo + open, lo + len(text)}
}

func ownBracketAfter(src []byte, at int) Span {
	rest := src[at:min(len(src), at+longestOwnBracket)]
	text := bytes.TrimLeft(rest, " \t\r\n.,;:!?\"'")
	shut := bytes.IndexByte(text, ']')
	if !bytes.HasPrefix(text, []byte("[")) || shut < 0 || !hasLetter(text[:shut]) {
		return Span{}
	}
	lo := at + len(rest) - len(text)
	return Span{lo, lo + shut + 1}
}

// longestOwnBracket bounds how many bytes beside a place are looked at for a bracket.
const longestOwnBracket = 240

func hasLetter(b []byte) bool { return bytes.IndexFunc(b, unicode.IsLetter) >= 0 }

// silent tells whether a bracket says something about the text and nothing in it: [sic], [!], [?], [emphasis added].
func silent(bracket []byte) bool {
	b := strings.ToLower(strings.Trim(string(bracket), " !?.,"))
	return b == "" || b == "sic" || b == "recte" || closings().remarks[b] || closings().omissions[b]
}

// bracket judges an alteration: bracket stands for the words in gap, after the letters in stem that both have. It is honest where it replaces
// a pronoun, an article or an ending, or adds a clarification. Where it replaces a content word, or adds a hedge, a charge or a clause, the
// match is fuzzy; numbers and negations are compared in any case. Where the gap is a bracket of the source's own, any other words are a change.
func (m *Match) bracket(bracket []byte, stem, gap Span, t *Text, own bool) {
	if silent(bracket) && stem.Start == stem.End && gap.Start == gap.End {
		return
	}
	rest := gap.End // of a word that the gap cuts
	for gap.Start < gap.End && rest-gap.End < longestWord && rest < len(t.Source) && isLetter(runeBefore(t.Source, gap.End)) && isLetter(runeAfter(t.Source, rest)) {
		rest += len(string(runeAfter(t.Source, rest)))
	}
	var b Quote
	b.Prepare(slices.Concat(t.Source[stem.Start:stem.End], bytes.TrimRight(bracket, " "), t.Source[gap.End:rest]), normalize.Literal)
	bu := b.Units(false)
	su := t.units(stem.Start, rest, false)
	added, left := sideOf(bu, b.Raw), sideOf(su, t.Source)
	if own && slices.EqualFunc(added.words, left.words, func(a, b word) bool { return a.text == b.text }) {
		return
	}
	honest := m.keepsMeaning(added, left) && !own
	honest = m.addsNothing(&added) && honest
	switch {
	case stem.Start < stem.End && len(added.words) == 1 && len(left.words) == 1:
		honest = honest && inflected(left.words[0].text, added.words[0].text)
	case stem.Start < stem.End && len(left.words) > 0:
		honest = false
	default:
		for _, w := range left.words {
			honest = honest && (replaceable(w.text, added.words) || numeral(w.text) && len(added.words) == 1) // its value was compared
		}
	}
	if honest {
		return
	}
	m.Grade, m.Method = GradeFuzzy, MethodFuzzy
	kind := OpReplace
	if gap.Start == gap.End {
		kind = OpDelete
	}
	m.Diff = append(m.Diff, Change{kind, string(bracket), string(t.Source[gap.Start:gap.End])})
	m.Edits += max(len(bu), len(su))
	m.Words += max(len(added.words), len(left.words), 1)
}

// keepsMeaning compares what a bracket says with what it stands for. The name of who a pronoun means, or of what a word names, is what brackets
// are for: it is another name only where it replaces one.
func (m *Match) keepsMeaning(added, left side) bool {
	clarifies := true
	for _, w := range left.words {
		clarifies = clarifies && replaceable(w.text, nil)
	}
	var x Match
	x.comparePair(added, left)
	same := true
	for _, d := range x.Details {
		if d.Flag == FlagNameChanged && clarifies {
			continue
		}
		m.flag(d.Flag, d.Quote, d.Source)
		same = same && d.Flag > FlagSentenceJoined
	}
	return same
}

// addsNothing tells whether the words of a bracket may be an editor's: no clause, no hedge and no charge that the source does not make.
func (m *Match) addsNothing(b *side) bool {
	if len(b.words) > maxClarification {
		return false
	}
	for i, w := range b.words {
		kind, found := insertions()[w.text]
		if found && kind == hedge {
			m.flag(FlagModalityChanged, b.say(w.lo, w.hi), "")
		}
		if found || i == 0 && len(b.words) > 1 && conjunction.has(w.text) {
			return false
		}
	}
	return true
}

// replaceable tells whether a bracket may stand for a word of the source: a pronoun, an article or demonstrative, a short verb for another,
// or a word that the bracket only inflects.
func replaceable(w string, bracket []word) bool {
	if pronoun.has(w) {
		return true
	}
	for _, b := range bracket {
		if inflected(w, b.text) || tensed.has(w) && tensed.has(b.text) {
			return true
		}
	}
	return false
}

func numeral(w string) bool {
	n, ok := words().numbers[w]
	return ok && n.alone() || w != "" && isDigit(rune(w[0]))
}

// inflected tells whether two words are forms of one: equal but for endings that inflect, or a vowel inside (find, found).
func inflected(a, b string) bool {
	n := commonPrefix(a, b)
	x, y := a[n:], b[n:]
	if n >= 2 && ending(x) && ending(y) {
		return true
	}
	k := commonSuffix(x, y)
	return n >= 1 && k >= 2 && len(x) <= k+2 && len(y) <= k+2
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// ending tells whether letters at the end of a word inflect it. Endings that make another noun of it (lessor, lessee) are not among them.
func ending(s string) bool {
	switch s {
	case "", "s", "'s", "es", "d", "ed", "ing", "e", "y", "ies", "ied", "id", "n", "en", "t", "te", "ten", "tet", "test", "st", "et", "em", "er",
		"m", "o", "a", "i", "os", "as", "é", "ée", "és", "ées", "ait", "aient", "ent", "ant", "ons", "ez", "ó", "ado", "ada", "ato", "ata", "ować", "ы", "и",
		"а", "у", "е", "ов", "ом", "ам", "ах", "ый", "ая", "ого", "ой":
		return true
	}
	return false
}
