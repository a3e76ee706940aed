package match

import (
	"unicode"

	"example.com/verbatim/normalize"
)

// word is a maximal run of word characters of a normalised text, apostrophes inside it included.
type word struct {
	lo, hi int // units
	text   string
	known  *listedWord // what the lists have of it
}

// side is one of two normalised texts that are compared: its units, the text they were made from, and its words.
type side struct {
	u      []normalize.Unit
	src    []byte
	words  []word
	all    []normalize.Unit // what u is a part of, from at
	at     int
	script *script // of all
}

func sideOf(u []normalize.Unit, src []byte) side {
	var s script
	s.read(u)
	return side{u, src, appendWords(make([]word, 0, len(u)/5+1), u, &s), u, 0, &s}
}

// say returns the words of units [lo,hi) as they stand in the text.
func (s *side) say(lo, hi int) string { return between(s.src, s.u[lo:hi]) }

// split lists the words of a normalised text. Runs of a script without word spaces are one word; the caller looks inside them.
func split(u []normalize.Unit) []word {
	var s script
	s.read(u)
	return appendWords(make([]word, 0, len(u)/5+1), u, &s)
}

// appendWords is split for a text of which there is a script.
func appendWords(list []word, u []normalize.Unit, s *script) []word {
	lex := words()
	if len(s.at) == 0 {
		return appendPlainWords(list, lex, s.text)
	}
	for i := 0; i < len(u); {
		if !visible(u[i].R) {
			i++
			continue
		}
		lo := i
		for i < len(u) && (visible(u[i].R) || combining(u[i].R) || u[i].R == '\'' && i+1 < len(u) && visible(u[i+1].R)) {
			i++
		}
		text := s.of(lo, i)
		list = append(list, word{lo, i, text, lex.look(text)})
	}
	return list
}

// appendPlainWords is appendWords for ASCII.
func appendPlainWords(list []word, lex *lexicon, s string) []word {
	for i := 0; i < len(s); {
		if !asciiKept[s[i]&0x7f] {
			i++
			continue
		}
		lo := i
		for i < len(s) && (asciiKept[s[i]&0x7f] || s[i] == '\'' && i+1 < len(s) && asciiKept[s[i+1]&0x7f]) {
			i++
		}
		text := s[lo:i]
		list = append(list, word{lo, i, text, lex.look(text)})
	}
	return list
}

// nextTo returns the word after unit at of a side, before the one before it, also beyond the side: empty at the end of the text.
func (s *side) nextTo(at int) string {
	lo := s.at + at
	for lo < len(s.all) && !visible(s.all[lo].R) {
		lo++
	}
	hi := lo
	for hi < len(s.all) && visible(s.all[hi].R) {
		hi++
	}
	return s.text(lo, hi)
}

func (s *side) before(at int) string {
	hi := s.at + at
	for hi > 0 && !visible(s.all[hi-1].R) {
		hi--
	}
	lo := max(hi-1, 0)
	for lo > 0 && unbroken(s.all, lo) {
		lo--
	}
	return s.text(lo, hi)
}

// text is the text of units [lo,hi) of all.
func (s *side) text(lo, hi int) string {
	if lo == hi {
		return ""
	}
	return s.script.of(lo, hi)
}

func appendRune(b []byte, r rune) []byte {
	if r < 0x80 {
		return append(b, byte(r))
	}
	return append(b, string(r)...)
}

// visible tells whether a rune of the normalised text leaves a byte in the skeleton. It is asked for every rune, so it is small enough to
// be inlined.
func visible(r rune) bool {
	if r < 0x80 {
		return asciiKept[r&0x7f]
	}
	return normalize.SkeletonByte(r) != 0
}

// asciiKept has the letters and digits; it is never changed.
var asciiKept = func() (t [128]bool) {
	for r := range t {
		t[r] = r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
	}
	return t
}()

func combining(r rune) bool { return r >= 0x300 && unicode.Is(unicode.M, r) }

func isDigit(r rune) bool {
	if r < 0x80 {
		return '0' <= r && r <= '9'
	}
	return unicode.IsDigit(r)
}

// between returns the source words of a run of units, as they stand in the text.
func between(src []byte, u []normalize.Unit) string {
	if len(u) == 0 {
		return ""
	}
	return string(src[u[0].Start:max(u[len(u)-1].End, u[0].End)])
}
