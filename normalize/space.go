package normalize

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// pageBreak is the mark that extraction leaves between pages. It is white space in both readings.
const pageBreak = "[[PAGE_BREAK]]"

func pageBreakAt(src []byte, i int) bool {
	return len(src)-i >= len(pageBreak) && string(src[i:i+len(pageBreak)]) == pageBreak
}

// space adds white space to the gap.
func (b *builder) space(start, end int, line bool, folds Folds) {
	g := &b.gap
	if !g.open {
		*g = gap{open: true, plain: folds == 0, start: start}
	} else {
		g.plain = false
	}
	g.end = end
	g.line = g.line || line
	g.folds |= folds | b.pending
	b.pending = 0
}

// closeGap turns the gap into one space before the rune r made at offset next (r is 0 at the end of the range), or into nothing where a
// line was broken inside of a text without word spaces.
func (b *builder) closeGap(r rune, next int) {
	g := b.gap
	b.gap = gap{}
	if !g.plain {
		g.folds |= set(Whitespace)
	}
	if g.line && r != 0 && (unspaced(r) || unspacedAt(b.src, next)) && b.afterUnspaced(g.start) {
		b.pending |= g.folds
		return
	}
	b.dst = append(b.dst, Unit{R: ' ', Start: uint32(g.start), End: uint32(g.end), Folds: g.folds})
}

// afterUnspaced reports whether the character before the gap belongs to a script without word spaces.
func (b *builder) afterUnspaced(start int) bool {
	if n := len(b.dst); n > b.base {
		u := b.dst[n-1]
		return unspaced(u.R) || unspacedAt(b.src, int(u.Start))
	}
	r, _ := utf8.DecodeLastRune(b.src[:start])
	return unspaced(r)
}

func unspacedAt(src []byte, i int) bool {
	r, _ := utf8.DecodeRune(src[i:])
	return unspaced(r)
}

// unspaced reports whether r belongs to a script that is written without spaces between words, its punctuation included.
func unspaced(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return r >= 0x3000 && r <= 0x30FF || r >= 0xFF00 && r <= 0xFF9F && !unicode.Is(unicode.Latin, r) && !unicode.IsDigit(r) ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi, unicode.Thai, unicode.Lao, unicode.Khmer,
			unicode.Myanmar, unicode.Tibetan)
}

// join goes on at next, behind a hyphen and a line break that were dropped.
func (b *builder) join(next int) int {
	b.pending |= set(Hyphenation)
	return next
}

// hyphenation looks for a word or number that is broken over a line end by the hyphen at i; the word ends at word (before i, where a
// space stands between). It returns where the word goes on; digits is true in a number, whose hyphen is kept.
func (b *builder) hyphenation(i, word int) (next int, digits, ok bool) {
	src := b.src[:b.hi]
	r, n := utf8.DecodeRune(src[i:])
	if r != '-' && r != 0x2010 && r != 0xAD {
		return 0, false, false
	}
	j, lines, pages := i+n, 0, 0
	for j < len(src) {
		s, n := utf8.DecodeRune(src[j:])
		space, line := whiteSpace(s)
		switch {
		case s == '[' && pageBreakAt(src, j):
			pages++
			n = len(pageBreak)
		case s == '\f':
			pages++
		case s == '\r' && bytes.HasPrefix(src[j:], []byte("\r\n")):
			lines++
			n = 2
		case line:
			lines++
		case !space:
			return b.continues(r, j, word, lines, pages)
		}
		j += n
	}
	return 0, false, false
}

// continues decides whether the white space between a hyphen and offset j is a line end within a word or a number. A paragraph ends at
// two line ends, unless a page ends there too.
func (b *builder) continues(hyphen rune, j, word, lines, pages int) (next int, digits, ok bool) {
	if lines+pages == 0 || lines > 1 && (pages == 0 || lines > 4) {
		return 0, false, false
	}
	before, _ := utf8.DecodeLastRune(b.src[:word])
	after, _ := utf8.DecodeRune(b.src[j:b.hi])
	switch {
	case unicode.IsDigit(before) && unicode.IsDigit(after):
		return j, true, true
	case !unicode.IsLetter(before) && !unicode.Is(unicode.M, before):
		return 0, false, false
	case unicode.IsLower(after) || hyphen == 0xAD && unicode.IsLetter(after):
		return j, false, true
	}
	return 0, false, false
}
