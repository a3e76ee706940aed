package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// gapKind says what may stand in the source between two pieces of a quote.
type gapKind uint8

const (
	gapNone     gapKind = iota
	gapEllipsis         // anything: the quote says that it left text out
	gapBracket          // a few words, for which the quote has its own in brackets
	gapCitation         // a citation or a note mark, which a closing parenthetical says is left out
	gapNote             // nothing: the quote has a note mark or the number of an item there
)

// limits of the gaps, in skeleton bytes
const (
	maxBracketGap  = 48
	maxCitationGap = 240
)

// Piece is a stretch of a quote that must stand in the source as it is.
type Piece struct {
	Quote   Quote
	before  gapKind // what may stand before it
	bracket []byte  // the quote's own words in that gap
	// attached tells that the bracket follows a letter: it stands for the end of a word
	attached bool
}

// Editorial is a quote read by the conventions of editors (Bluebook rule 5 and its like): ellipses leave text out, brackets hold
// alterations, and a closing parenthetical says what was done.
type Editorial struct {
	Pieces     []Piece
	Ellipsis   bool // an ellipsis was read as an omission
	Alteration bool // a bracket or a closing parenthetical was applied
	// Kept is the quote in one piece, with what stands in brackets kept; nil where an ellipsis splits it.
	Kept     []byte
	trailing bool   // a bracket ends the quote
	last     []byte // what stands in it
	attached bool   // to a word
	openEnd  bool   // an ellipsis ends the quote
	omits    bool   // a closing parenthetical says that citations or notes were left out
	notes    bool   // note marks or the numbers of items were taken out
	closing  int    // bytes of the closing parentheticals
	marks    []Span // the ellipses and brackets of the quote, in bytes of it
}

// ParseEditorial reads the editorial marks of a quote; ok is false where it has none.
func ParseEditorial(raw []byte) (*Editorial, bool) { return parseEditorial(raw, nil) }

// parseEditorial reads all marks but those that are known to be the source's own.
func parseEditorial(raw []byte, own []Span) (*Editorial, bool) {
	if !mayBeEdited(raw) {
		return nil, false
	}
	body, omits, closed := closingParentheticals(raw)
	e := &Editorial{Alteration: closed, omits: omits, closing: len(raw) - len(body)}
	items := itemNumbers(body)
	body, cuts := e.lettered(body, own)
	var kept []byte
	from, kind := 0, gapNone
	var bracket []byte
	attached := false
	gone := 0 // bytes of brackets inside words that were taken out of the body before
	cutPiece := func(to int, next gapKind, content []byte) {
		if piece := bytes.TrimSpace(body[from:to]); Checkable(piece) {
			e.Pieces = append(e.Pieces, Piece{before: kind, bracket: bracket, attached: attached})
			e.Pieces[len(e.Pieces)-1].Quote.Raw = piece
			kind, bracket = next, content
		} else if next == gapEllipsis || next != gapNote && kind != gapEllipsis {
			kind, bracket = next, slices.Concat(bracket, content) // both are parts of the quote, which stays as it is
		}
	}
	for i := 0; i < len(body); {
		for len(cuts) > 0 && cuts[0] <= i {
			gone++
			cuts = cuts[1:]
		}
		if bytes.HasPrefix(body[i:], pageMark) {
			kept = append(kept, pageMark...)
			i += len(pageMark)
			continue
		}
		n, content, k := mark(body[i:])
		if k != gapNone {
			at := Span{gone + i, gone + i + n}
			if slices.Contains(own, at) {
				kept = append(kept, body[i:i+n]...)
				i += n
				continue
			}
			e.marks = append(e.marks, at)
		}
		if k == gapBracket && noteInBrackets(body, i, n, content) {
			k = gapNote
		} else if len(items) > 0 && items[0][0] == gone+i {
			n, k = items[0][1]-gone-i, gapNote
			content = body[i : i+n]
			items = items[1:]
		}
		if k == gapNone && omits && sentenceEnd(body, i) {
			n, k = 1, gapCitation
			kept = append(kept, body[i])
			cutPiece(i+1, k, nil)
			i++
			from = i
			continue
		}
		if k == gapNone {
			kept = append(kept, body[i])
			i++
			continue
		}
		cutPiece(i, k, content)
		attached = k == gapBracket && i > 0 && isLetter(runeBefore(body, i))
		switch k {
		case gapEllipsis:
			e.Ellipsis = true
		case gapNote:
			e.notes = true
			if i+n < len(body) && body[i+n] > ' ' && len(kept) > 0 {
				kept = append(kept, ' ')
			}
		default:
			e.Alteration = true
			kept = append(kept, content...)
		}
		i += n
		from = i
	}
	if e.trailing = kind == gapBracket && !Checkable(body[from:]); e.trailing {
		e.last, e.attached = bracket, attached
	}
	e.openEnd = kind == gapEllipsis && !Checkable(body[from:])
	cutPiece(len(body), gapNone, nil)
	slices.SortFunc(e.marks, func(a, b Span) int { return a.Start - b.Start })
	if len(e.Pieces) == 0 && closed && own == nil && len(e.marks) > 0 {
		return parseEditorial(raw, e.marks) // a remark on something that has nothing outside of brackets
	}
	if !e.Ellipsis && !e.Alteration && !e.notes || len(e.Pieces) == 0 {
		return nil, false
	}
	if !e.Ellipsis {
		e.Kept = kept
	}
	for i := range e.Pieces {
		p := &e.Pieces[i]
		p.Quote.Prepare(p.Quote.Raw, normalize.Literal)
	}
	return e, true
}

// lettered takes the brackets that stand inside words out of a quote: [T]he, [n]o, and [il]legal, which says illegal. cuts are the places of
// the result where a byte is gone.
func (e *Editorial) lettered(body []byte, own []Span) (bare []byte, cuts []int) {
	from := 0
	for i := 0; i < len(body); {
		if body[i] != '[' || bytes.HasPrefix(body[i:], pageMark) {
			i++
			continue
		}
		n, content, k := mark(body[i:])
		if k != gapBracket || i+n == len(body) || !isLetter(runeAfter(body, i+n)) || slices.Contains(own, Span{i, i + n}) {
			i += max(n, 1)
			continue
		}
		e.Alteration = true
		e.marks = append(e.marks, Span{i, i + n})
		bare = append(bare, body[from:i]...)
		cuts = append(cuts, len(bare))
		bare = append(bare, content...)
		cuts = append(cuts, len(bare))
		i += n
		from = i
	}
	if from == 0 {
		return body, nil
	}
	return append(bare, body[from:]...), cuts
}

// mayBeEdited tells, from a glance at the bytes, whether a quote may hold an editorial mark.
func mayBeEdited(raw []byte) bool {
	return bytes.IndexByte(raw, '[') >= 0 || bytes.IndexByte(raw, '*') >= 0 ||
		bytes.Contains(raw, []byte("..")) || bytes.Contains(raw, []byte(". .")) || bytes.Contains(raw, []byte(".\u00a0.")) ||
		bytes.Contains(raw, []byte("…")) || bytes.Contains(raw, []byte("<omitted>")) || bytes.IndexByte(raw[max(0, len(raw)-8):], ')') >= 0 ||
		bytes.Contains(raw, []byte("(sic")) || bytes.Contains(raw, []byte("略")) || bytes.Contains(raw, []byte("omissis")) || bytes.HasSuffix(raw, []byte("）")) || bytes.HasSuffix(raw, []byte("）。")) ||
		bytes.IndexByte(raw, '\n') >= 0 && len(itemNumbers(raw)) > 0
}

// mark reads an editorial mark at the start of b: its length, what stands in its brackets, and its kind.
func mark(b []byte) (n int, content []byte, kind gapKind) {
	switch b[0] {
	case '.', '*', 0xE2: // … starts with E2
		if n := ellipsisLen(b); n > 0 {
			return n, nil, gapEllipsis
		}
	case '<':
		if bytes.HasPrefix(b, []byte("<omitted>")) {
			return len("<omitted>"), nil, gapEllipsis
		}
	case '(', 0xE3, 0xEF: // 〔 and （ start so
		if n := omissionLen(b); n > 0 {
			return n, nil, gapEllipsis
		}
		for _, w := range [...]string{"(sic)", "(sic!)", "(sic.)", "(!)"} {
			if len(b) >= len(w) && strings.EqualFold(string(b[:len(w)]), w) {
				return len(w), b[1 : len(w)-1], gapBracket
			}
		}
	case '[':
		end := bytes.IndexByte(b[:min(len(b), 200)], ']')
		if end < 0 {
			return 0, nil, gapNone
		}
		if n := omissionLen(b); n > 0 {
			return n, nil, gapEllipsis
		}
		inner := bytes.TrimSpace(b[1:end])
		if len(inner) > 0 && ellipsisLen(inner) == len(inner) {
			return end + 1, nil, gapEllipsis
		}
		return end + 1, b[1:end], gapBracket
	}
	return 0, nil, gapNone
}

// maxPointGap bounds the white space between the points of an ellipsis: justified type has more than one blank.
const maxPointGap = 3

// omissionLen returns the length of a word in brackets that says that text was left out, as （中略） and (omissis) do; 0 where b starts with none.
func omissionLen(b []byte) int {
	for _, open := range [...]string{"(", "[", "（", "〔", "［"} {
		rest, ok := bytes.CutPrefix(b, []byte(open))
		if !ok {
			continue
		}
		for _, w := range [...]string{"中略", "略", "省略", "前略", "後略", "后略", "下略", "omissis", "Omissis", "OMISSIS", "text omitted", "gekürzt", "gek."} {
			after, ok := bytes.CutPrefix(rest, []byte(w))
			if !ok {
				continue
			}
			for _, shut := range [...]string{")", "]", "）", "〕", "］"} {
				if bytes.HasPrefix(after, []byte(shut)) {
					return len(open) + len(w) + len(shut)
				}
			}
		}
	}
	return 0
}

// ellipsisLen returns the length of an ellipsis at the start of b: three or more points or stars, set apart or not, or the glyph.
func ellipsisLen(b []byte) int {
	count, end := 0, 0
	for i := 0; i < len(b); {
		switch {
		case bytes.HasPrefix(b[i:], []byte("…")):
			count += 3
			i += len("…")
			end = i
		case (b[i] == '.' || b[i] == '*') && (count == 0 || b[i] == b[0] || b[0] == 0xE2):
			count++
			i++
			end = i
		case (b[i] == ' ' || b[i] == '\t' || b[i] == '\n') && i-end < maxPointGap:
			i++
		case bytes.HasPrefix(b[i:], []byte("\u00a0")) && i == end:
			i += 2
			if i < len(b) && b[i] == '.' {
				end = i
			}
		default:
			i = len(b)
		}
	}
	if count < 3 {
		return 0
	}
	return end
}

// sentenceEnd tells whether a sentence ends at byte i of b and another follows.
func sentenceEnd(b []byte, i int) bool {
	return (b[i] == '.' || b[i] == '!' || b[i] == '?') && i+2 < len(b) && b[i+1] == ' ' && (i == 0 || b[i-1] >= utf8.RuneSelf || b[i-1] > '9')
}

var pageMark = []byte("[[PAGE_BREAK]]")

// Longest returns the piece with the longest skeleton, the one to look documents up by.
func (e *Editorial) Longest() *Quote {
	best := &e.Pieces[0].Quote
	for i := range e.Pieces[1:] {
		if q := &e.Pieces[i+1].Quote; len(q.Skeleton) > len(best.Skeleton) {
			best = q
		}
	}
	return best
}
