package normalize

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// scanner recognises markup. What it finds at an offset depends on the bytes there and on a bounded number around it, never on what was
// found before, so that a scan may start at any offset outside of markup. Every search is bounded or remembered: scanning is linear.
type scanner struct {
	src    []byte
	hi     int               // end of the text that is read; recognition itself looks beyond it
	absent [numEnders]region // where searches for the ends of long constructs came to nothing
	line   tableLine
}

// construct is a piece of markup.
type construct struct {
	end   int    // offset behind it
	fold  Fold   // the family it belongs to
	text  string // what it stands for, if anything
	space bool   // it separates words
	line  bool   // and lines
}

const (
	tagLimit    = 1000     // bytes from a tag's < to its >, from a link's [ to its end, from a command to its closing brace
	struckLimit = 64 << 10 // bytes of a struck-out element
	longLimit   = 1 << 20  // bytes of a comment, script or style sheet
)

// markup recognises the construct that starts at i.
func (s *scanner) markup(i int) (construct, bool) {
	switch s.src[i] {
	case '<':
		return s.tag(i)
	case '&':
		return s.entity(i)
	case '\\', '}':
		return s.latex(i)
	case '$':
		return s.math(i)
	case '^':
		return s.power(i)
	case '~', '`', '*', '_', '#', '>', '|', '[', ']', '!':
		return s.markdown(i)
	}
	return construct{}, false
}

// take applies a construct that starts at i.
func (b *builder) take(i int, m construct) int {
	end := min(m.end, b.hi)
	switch {
	case m.text != "":
		if m.end > b.hi {
			// Cut in two, a character reference is no more than its characters.
			b.single(rune(b.src[i]), i, i+1)
			return i + 1
		}
		b.text([]byte(m.text), i, end, m.fold)
	case m.space:
		b.space(i, end, m.line, set(m.fold))
	default:
		b.pending |= set(m.fold)
	}
	return end
}

// text appends the units of text that stands for src[start:end].
func (b *builder) text(text []byte, start, end int, fold Fold) {
	for k := 0; k < len(text); {
		r, n := utf8.DecodeRune(text[k:])
		switch e := lookup(r); {
		case e.class&vanishes != 0:
			b.pending |= e.folds | set(fold)
		case e.class&spaces != 0:
			b.space(start, end, e.class&breaks != 0, e.folds|set(fold))
		default:
			next, _ := segment(text, k, len(text))
			b.pending |= set(fold)
			b.segment(text[k:next], start, end, -1)
			n = next - k
		}
		k += n
	}
}

// HasMarkup reports whether the Folded and the Literal reading of src differ.
func HasMarkup(src []byte) bool {
	s := scanner{src: src, hi: len(src)}
	for i := nextMarkup(src, 0); i < len(src); i = nextMarkup(src, i) {
		if pageBreakAt(src, i) {
			i += len(pageBreak)
			continue
		}
		if _, ok := s.markup(i); ok {
			return true
		}
		i++
	}
	return false
}

// startsMarkup marks the characters that may start markup; it is never changed.
var startsMarkup = func() (t [256]byte) {
	for c := range t {
		if asciiClass[c] == asciiMarkup || c == '[' || c == '`' {
			t[c] = special
		}
	}
	return t
}()

// enders are the ends of long constructs.
const (
	endComment = iota
	endScript
	endStyle
	endDel
	endS
	endStrike
	endRt
	endRp
	endSup
	endSpan
	endP
	endDiv
	endFont
	endEm
	endStrong
	endB
	endI
	endU
	endA
	endLi
	endTd
	numEnders
)

var enderText = [numEnders]string{"-->", "</script", "</style", "</del", "</s", "</strike", "</rt", "</rp", "</sup", "</span", "</p", "</div",
	"</font", "</em", "</strong", "</b", "</i", "</u", "</a", "</li", "</td"}

// region is a range of offsets at which a terminator was looked for in vain.
type region struct{ from, to int }

// find returns the offset of the terminator's first place in src[from:from+limit], or -1. It looks at no byte twice in vain.
func (s *scanner) find(ender, from, limit int) int {
	text := enderText[ender]
	to := min(from+limit, len(s.src))
	start := from
	if r := s.absent[ender]; r.from <= from && from <= r.to {
		start = r.to
	}
	for k := start; k+len(text) <= to; k++ {
		n := bytes.IndexByte(s.src[k:to], text[0])
		if n < 0 {
			break
		}
		k += n
		if k+len(text) > to {
			break
		}
		if bytes.EqualFold(s.src[k:k+len(text)], []byte(text)) && !nameByte(s.src, k+len(text), ender) {
			return k
		}
	}
	s.absent[ender] = region{from, max(start, to-len(text)+1)}
	return -1
}

// nameByte reports whether the element name that ends at i goes on there.
func nameByte(src []byte, i, ender int) bool {
	return ender != endComment && i < len(src) && (asciiSkeleton[src[i]]&0x7F != 0 || src[i] == '-' || src[i] == ':')
}

// lineStart reports whether nothing but white space and block-quote marks stands before i on its line.
func (s *scanner) lineStart(i int) bool {
	for k := i; ; k-- {
		if k == 0 || s.src[k-1] == '\n' || s.src[k-1] == '\r' {
			return true
		}
		if c := s.src[k-1]; i-k > 16 || c != ' ' && c != '\t' && c != '>' {
			return false
		}
	}
}

// wordBefore and wordAfter report whether a word character ends, or starts, at i.
func (s *scanner) wordBefore(i int) bool {
	r, _ := utf8.DecodeLastRune(s.src[:i])
	return IsWord(r)
}

func (s *scanner) wordAfter(i int) bool {
	r, _ := utf8.DecodeRune(s.src[i:])
	return IsWord(r)
}

// spaceBefore and spaceAfter report whether white space, or the text's end, stands before or after i.
func (s *scanner) spaceBefore(i int) bool {
	r, n := utf8.DecodeLastRune(s.src[:i])
	return n == 0 || unicode.IsSpace(r)
}

func (s *scanner) spaceAfter(i int) bool {
	r, n := utf8.DecodeRune(s.src[i:])
	return n == 0 || unicode.IsSpace(r)
}
