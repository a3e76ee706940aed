package match

import (
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Classes of bytes, for the reader of plain text. Plain is what the profile takes character by character, whatever stands beside it: ASCII
// without markup, the letters of Latin-1 and most of Latin Extended-A, curly quotation marks and dashes. Words broken at a line end are not.
const (
	plainNot        uint8 = iota // needs a closer look
	plainLetter                  // a letter or digit of ASCII
	plainLatin                   // the first byte of U+00C0–U+00FF
	plainExtended                // the first byte of U+0100–U+017F
	plainApostrophe              // '
	plainGeneral                 // the first byte of curly quotation marks and dashes; those after it end a word
	plainBlank
	plainMark     // a mark of no consequence, or one of plainMarks
	plainHyphen   // -
	plainSign     // the first byte of the marks of Latin-1
	plainSpecial  // plain in the Literal reading only
	plainBrackets // [: may start a page break
)

// plainClass and plainMarks are tables of bytes; they are never changed.
var plainClass, plainMarks = func() (class, marks [256]uint8) {
	for c := range 0x80 {
		switch {
		case isASCIIWord(byte(c)):
			class[c] = plainLetter
		case c == ' ' || c >= '\t' && c <= '\r':
			class[c] = plainBlank
		case c > ' ' && c < 0x7F:
			class[c] = plainMark
			marks[c] = markOf(rune(c))
		}
	}
	for _, c := range "<&\\~]}*_#>|!$^" {
		class[c] = plainSpecial
	}
	class['\''], class['-'], class['['], class['`'] = plainApostrophe, plainHyphen, plainBrackets, plainNot
	class[0xC3], class[0xE2], class[0xC2], class[0xC4], class[0xC5] = plainLatin, plainGeneral, plainSign, plainExtended, plainExtended
	return class, marks
}()

// latinLetter tells whether a byte behind 0xC3 makes a letter that the profile folds to itself or to its lower case.
func latinLetter(c byte) bool { return c >= 0x80 && c <= 0xBF && c != 0x97 && c != 0x9F && c != 0xB7 }

// extendedLetter tells whether two bytes make a letter of Latin Extended-A that the profile folds to itself or to its lower case.
func extendedLetter(a, b byte) bool {
	switch {
	case b < 0x80 || b > 0xBF:
		return false
	case a == 0xC4:
		return b < 0xB0 || b >= 0xB4 && b != 0xB8 && b != 0xBF // but for İ ı ĳ ĸ Ŀ
	}
	return b != 0x80 && b != 0x89 && b != 0xBF // but for ŀ ŉ ſ
}

// misreadable tells whether a byte behind 0xC3 makes a letter that may stand for a character that was decoded wrongly.
func misreadable(c byte) bool { return c == 0x82 || c == 0x83 || c == 0xA2 }

// readPlain reads the words of a stretch of plain text, as readUnits does. It is false where the text is not plain.
func (c *vicinity) readPlain(lo, hi int) bool {
	c.list, c.langs, c.guess, c.from, c.to = c.list[:0], 0, false, lo, hi
	r := plainReader{src: c.src[:hi], whole: c.src, at: lo, literal: c.t.Reading == normalize.Literal}
	if c.t.Turkish {
		return false // whose I is no i
	}
	lex := frames()
	for r.next() {
		n := len(c.list)
		if n == cap(c.list) {
			c.list = append(c.list, outsideWord{})
		}
		c.list = c.list[:n+1]
		x := &c.list[n]
		*x = outsideWord{lo: r.lo, hi: r.at, marks: r.marks, apart: r.apart}
		first := c.src[r.lo]
		x.digit = first <= '9'
		x.upper = first >= 'A' && first <= 'Z' || first >= 0x80 && unicode.IsUpper(runeAfter(c.src, r.lo))
		if w := r.find(&lex.plain); w != nil {
			x.form, x.e, x.class, x.bit = w.form, w.e, w.class, w.bit
		}
		if x.e == nil && r.attaches() {
			x.form = string(appendPlainWord(nil, c.src[x.lo:x.hi]))
			if len(x.form) > 4 {
				x.e = lex.attached(x.form)
			}
		}
	}
	return !r.failed
}

// suspectPlain tells whether a stretch of plain text outside of the match may hold an expression. A word that the match cuts in two may be
// any. plain is false where the text is not plain.
func (c *vicinity) suspectPlain(in Span) (suspect, plain bool) {
	if c.t.Turkish {
		return false, false
	}
	lex := frames()
	r := plainReader{src: c.src[:in.End], whole: c.src, at: in.Start, literal: c.t.Reading == normalize.Literal}
	var next, second, third uint64 // bits of the words that would go on with an expression
	for r.next() {
		e := (*lexeme)(nil)
		if w := r.find(&lex.plain); w != nil {
			if w.bit&next != 0 {
				return true, true
			}
			e = w.e
		}
		if e == nil && r.attaches() || r.lo == in.Start && goesOver(c.src, r.lo-1) || r.at == in.End && goesOver(c.src, r.at) {
			return true, true
		}
		next, second, third = second, third, 0
		if e != nil {
			if e.alone {
				return true, true
			}
			next, second, third = next|e.later[0], second|e.later[1], e.later[2]
		}
	}
	return false, !r.failed
}

// goesOver tells whether the byte at an offset may belong to the same word as the one next to it.
func goesOver(src []byte, at int) bool {
	return at >= 0 && at < len(src) && plainClass[src[at]] <= plainGeneral
}

// listed tells whether the words of the list that lie in a stretch of the source hold an expression, as suspect does.
func (c *vicinity) listed(in Span) bool {
	for i := range c.list {
		x := &c.list[i]
		if x.e == nil || x.lo < in.Start || x.hi > in.End {
			continue
		}
		if x.e.alone {
			return true
		}
		if !x.e.begins || !c.goesOn(i) {
			continue
		}
		for k := range x.e.frames {
			if f := &x.e.frames[k]; f.kind != frameNeutral && c.follow(f.words, i+1, in.End) {
				return true
			}
		}
	}
	return false
}

// goesOn tells whether the words after word i may go on with an expression that starts there.
func (c *vicinity) goesOn(i int) bool {
	later := &c.list[i].e.later
	for k := i + 1; k < len(c.list) && k-i <= len(later); k++ {
		if c.list[k].bit&later[k-i-1] != 0 {
			return true
		}
	}
	return false
}

// follow tells whether words stand in the list from i on, before an offset.
func (c *vicinity) follow(words []string, i, end int) bool {
	for k, w := range words {
		if i+k >= len(c.list) || c.list[i+k].hi > end || w[0] != '*' && c.list[i+k].form != w {
			return false
		}
	}
	return true
}

// votePlain lets the words of a stretch of plain text vote for their languages. It is false where the text is not plain.
func (c *vicinity) votePlain(v *votes, in Span) bool {
	if c.t.Turkish {
		return false
	}
	r := plainReader{src: c.src[:in.End], whole: c.src, at: in.Start, literal: c.t.Reading == normalize.Literal}
	lex, sum := frames(), *v
	for r.next() {
		if w := r.find(&lex.plain); w != nil && w.e != nil {
			sum.add(w.e.tells)
		}
	}
	if !r.failed {
		*v = sum
	}
	return !r.failed
}

// plainReader goes through plain text word by word.
type plainReader struct {
	src     []byte // up to the end of what is read
	whole   []byte // the same with what stands behind it
	literal bool
	failed  bool // the text is not plain

	at, lo  int // the word found is src[lo:at]
	marks   uint8
	apart   bool
	joined  bool // an apostrophe stands in the word
	changed bool // its bytes are no key
}

// next finds the next word; it is false at the end, and where the text is not plain.
func (r *plainReader) next() bool {
	src, i := r.src, r.at
	r.marks, r.apart = 0, false
	quote, dash := -1, -1 // where a row of apostrophes or dashes may go on
	for i < len(src) {
		switch b := src[i]; plainClass[b] {
		case plainLetter:
			j := i + 1
			for j < len(src) && plainClass[src[j]] == plainLetter {
				j++
			}
			if j < len(src) && plainClass[src[j]] <= plainGeneral {
				return r.word(i)
			}
			r.lo, r.at, r.joined, r.changed = i, j, false, false
			return true
		case plainLatin:
			if i+1 == len(src) || !latinLetter(src[i+1]) {
				r.failed = true
				return false
			}
			return r.word(i)
		case plainExtended:
			if i+1 == len(src) || !extendedLetter(b, src[i+1]) {
				r.failed = true
				return false
			}
			return r.word(i)
		case plainBlank:
			r.apart = true
			i++
		case plainMark:
			r.marks |= plainMarks[b]
			i++
		case plainSpecial, plainBrackets:
			if !r.literal && !r.unmarked(i) || b == '[' && i+1 < len(r.whole) && r.whole[i+1] == '[' {
				r.failed = true
				return false
			}
			r.marks |= plainMarks[b]
			i++
		case plainApostrophe:
			quote = r.apostrophe(i, i+1, quote)
			i++
		case plainHyphen:
			if r.breaks(i + 1) {
				r.failed = true
				return false
			}
			r.marks |= markDash
			i++
			dash = i
		case plainSign:
			if i+1 == len(src) {
				r.failed = true
				return false
			}
			switch src[i+1] {
			case 0xA0:
				r.apart = true
			case 0xAB, 0xBB: // « »
				r.marks |= markQuoted
			case 0xBF: // ¿
				r.marks |= markAsk
			case 0xA1, 0xA7, 0xA9, 0xAE, 0xB6, 0xB7: // ¡ § © ® ¶ ·
			default:
				r.failed = true
				return false
			}
			i += 2
		case plainGeneral:
			if i+2 >= len(src) || src[i+1] != 0x80 {
				r.failed = true
				return false
			}
			switch src[i+2] {
			case 0x98, 0x99:
				quote = r.apostrophe(i, i+3, quote)
			case 0x9C, 0x9D, 0x9E:
				r.marks |= markQuoted
			case 0x93, 0x94:
				if r.breaks(i + 3) {
					r.failed = true
					return false
				}
				r.marks |= markDash
				r.apart = r.apart || dash != i && src[i+2] == 0x94
				dash = i + 3
			default:
				r.failed = true
				return false
			}
			i += 3
		default:
			r.failed = true
			return false
		}
	}
	r.at = len(src)
	return false
}

// unmarked tells whether the character at i, which may start markup, starts none, as far as that is told by a short look.
func (r *plainReader) unmarked(i int) bool {
	switch r.whole[i] {
	case '!':
		return i+1 == len(r.whole) || r.whole[i+1] != '['
	case '$':
		return !normalize.IsFormulaSign(r.whole, i)
	}
	return false
}

// apostrophe takes an apostrophe outside of words, at [i,end): two make a quotation mark. It returns where the second may stand.
func (r *plainReader) apostrophe(i, end, before int) int {
	if before == i {
		r.marks |= markQuoted
		return -1
	}
	return end
}

// breaks tells whether white space with the end of a line follows a dash, or may do so: the dash may be a hyphen that breaks a word.
func (r *plainReader) breaks(i int) bool {
	for ; i < len(r.src) && plainClass[r.src[i]] == plainBlank; i++ {
		if r.src[i] != ' ' && r.src[i] != '\t' {
			return true
		}
	}
	return i < len(r.src) && r.src[i] == 0xC2
}

// word reads the word that starts at i.
func (r *plainReader) word(i int) bool {
	src := r.src
	r.lo, r.joined, r.changed = i, false, false
	for i < len(src) {
		switch plainClass[src[i]] {
		case plainLetter:
			i++
			continue
		case plainLatin:
			if i+1 == len(src) || !latinLetter(src[i+1]) || misreadable(src[i+1]) && i+2 < len(r.whole) && r.whole[i+2] >= 0x80 {
				r.failed = true
				return false
			}
			i += 2
			continue
		case plainExtended:
			if i+1 == len(src) || !extendedLetter(src[i], src[i+1]) {
				r.failed = true
				return false
			}
			r.changed = true
			i += 2
			continue
		case plainApostrophe:
			if r.letterAt(i + 1) {
				r.joined = true
				i++
				continue
			}
		case plainGeneral:
			if i+2 < len(src) && src[i+1] == 0x80 && (src[i+2] == 0x99 || src[i+2] == 0x98) && r.letterAt(i+3) {
				r.joined, r.changed = true, true
				i += 3
				continue
			}
		}
		break
	}
	r.at = i
	return true
}

// letterAt tells whether a letter or digit stands at an offset.
func (r *plainReader) letterAt(i int) bool {
	if i >= len(r.src) {
		return false
	}
	switch plainClass[r.src[i]] {
	case plainLetter:
		return true
	case plainLatin:
		return i+1 < len(r.src) && latinLetter(r.src[i+1])
	case plainExtended:
		return i+1 < len(r.src) && extendedLetter(r.src[i], r.src[i+1])
	}
	return false
}

// find looks the word up.
func (r *plainReader) find(t *plainTable) *plainWord {
	if !r.changed {
		return t.find(r.whole, r.lo, r.at)
	}
	var room [gateWord]byte
	w := appendPlainWord(room[:0], r.src[r.lo:r.at])
	if len(w) > plainLongest || !isKey(w) {
		return t.long[string(w)]
	}
	return t.find(w, 0, len(w))
}

// attaches tells whether the word may be one with another one before an apostrophe: qu'il.
func (r *plainReader) attaches() bool {
	return r.joined && (r.src[r.lo]|0x20 == 'n' || r.src[r.lo]|0x20 == 'q')
}

// appendPlainWord appends the normal form of a word of plain text.
func appendPlainWord(dst, w []byte) []byte {
	for i := 0; i < len(w); i++ {
		switch b := w[i]; {
		case b == 0xC3:
			dst = append(dst, b, w[i+1]|0x20)
			i++
		case b == 0xC4 || b == 0xC5:
			dst = utf8.AppendRune(dst, unicode.ToLower(rune(b&0x1F)<<6|rune(w[i+1]&0x3F)))
			i++
		case b == 0xE2:
			dst = append(dst, '\'')
			i += 2
		default:
			dst = append(dst, b|0x20)
		}
	}
	return dst
}
