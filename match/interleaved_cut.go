package match

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// cutText is a stretch of a text without its foreign pieces, with the way back to the text's offsets.
type cutText struct {
	bytes []byte
	parts []cutPart
	gone  []foreign // the pieces left out, by start
}

// cutPart says that bytes[at:] of a cutText, up to the next part, are those of the text from src on.
type cutPart struct{ at, src int }

// cut copies src[lo:hi] without the pieces, which may overlap. Where a piece took whole lines, no empty lines stay behind, so that a word
// or a sentence goes on over the place as over any line end; the end of a page stays.
func (c *cutText) cut(src []byte, lo, hi int, pieces []foreign) {
	c.bytes, c.parts, c.gone = c.bytes[:0], c.parts[:0], c.gone[:0]
	slices.SortFunc(pieces, func(a, b foreign) int {
		if a.lo != b.lo {
			return a.lo - b.lo
		}
		return b.hi - a.hi
	})
	at := lo
	for _, p := range pieces {
		if p.lo < at || p.hi > hi {
			if p.hi <= at || p.hi > hi {
				continue
			}
			p.lo = at
		}
		c.keep(src, at, p.lo)
		c.gone = append(c.gone, p)
		at = p.hi
		if p.kind == foreignMark {
			continue
		}
		if r := c.last(); r == 0 || unicode.IsSpace(r) {
			for at < hi {
				r, n := utf8.DecodeRune(src[at:hi])
				if !unicode.IsSpace(r) || r == '\f' {
					break
				}
				at += n
			}
		}
		if p.kind != foreignNumber {
			c.oneLineEnd()
		}
	}
	c.keep(src, at, hi)
}

func (c *cutText) keep(src []byte, lo, hi int) {
	if lo >= hi {
		return
	}
	c.parts = append(c.parts, cutPart{len(c.bytes), lo})
	c.bytes = append(c.bytes, src[lo:hi]...)
}

func (c *cutText) last() rune {
	r, n := utf8.DecodeLastRune(c.bytes)
	if n == 0 {
		return 0
	}
	return r
}

// oneLineEnd leaves one of the line ends at the end of the text.
func (c *cutText) oneLineEnd() {
	n := len(c.bytes)
	for n > 1 && (c.bytes[n-1] == '\n' || c.bytes[n-1] == '\r' || c.bytes[n-1] == ' ') && (c.bytes[n-2] == '\n' || c.bytes[n-2] == '\r' || c.bytes[n-2] == '\f') {
		n--
	}
	if n == 0 || n == len(c.bytes) {
		return
	}
	c.bytes = c.bytes[:n]
	for k := len(c.parts); k > 0 && c.parts[k-1].at >= n; k-- {
		c.parts = c.parts[:k-1]
	}
}

// source returns the offset in the text of the byte at place i.
func (c *cutText) source(i int) int {
	k, ok := slices.BinarySearchFunc(c.parts, i, func(p cutPart, i int) int { return p.at - i })
	if !ok {
		k--
	}
	if k < 0 {
		return 0
	}
	return c.parts[k].src + i - c.parts[k].at
}

// place returns the place of the byte at an offset of the text, or of the first one kept behind it.
func (c *cutText) place(off int) int {
	for k, p := range c.parts {
		end := len(c.bytes)
		if k+1 < len(c.parts) {
			end = c.parts[k+1].at
		}
		if off < p.src {
			return p.at
		}
		if off < p.src+end-p.at {
			return p.at + off - p.src
		}
	}
	return len(c.bytes)
}

// restore writes the spans of a match in the cut text as spans of the text, and lists the foreign pieces between them. It returns the
// pieces that the match crosses.
func (c *cutText) restore(r *Match, src []byte) []foreign {
	var spans, omitted []Span
	var crossed []foreign
	for _, s := range r.Spans {
		start, end := c.source(s.Start), c.source(max(s.End-1, s.Start))+1
		at, first := start, len(omitted)
		for _, p := range c.gone {
			if p.hi <= start || p.lo >= end {
				continue
			}
			crossed = append(crossed, p)
			if part := trimmed(src, Span{at, max(at, p.lo)}); !emptyPart(src[part.Start:part.End]) {
				spans = append(spans, part)
			}
			if k := len(omitted) - 1; k >= first && emptyPart(bytes.TrimSpace(src[omitted[k].End:max(omitted[k].End, p.lo)])) {
				omitted[k].End = max(omitted[k].End, p.hi)
			} else {
				omitted = append(omitted, trimmed(src, Span{p.lo, p.hi}))
			}
			at = max(at, p.hi)
		}
		if part := trimmed(src, Span{at, max(at, end)}); !emptyPart(src[part.Start:part.End]) {
			spans = append(spans, part)
		}
	}
	if len(omitted) > 0 {
		r.Omitted = append(omitted, r.Omitted...)
		slices.SortStableFunc(r.Omitted, func(a, b Span) int { return a.Start - b.Start })
	}
	if len(spans) > 0 {
		r.Spans = spans
	}
	return crossed
}

// emptyPart tells whether nothing of the sentence stands between two foreign pieces.
func emptyPart(s []byte) bool { return len(s) == 0 || bytes.Equal(s, pageMark) }
