package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// foreignKind says what a foreign piece of a page is. The kinds up to foreignName are known for what they are, by their form and place.
type foreignKind uint8

const (
	foreignHead   foreignKind = iota // a running head or foot, a page number
	foreignNote                      // a block of footnotes at the end of a page
	foreignNumber                    // the number of a verse, a line or a paragraph
	foreignMark                      // the mark of a note
	foreignName                      // a speaker's name
	foreignCell                      // a table cell, a line of the next column: anything between line ends or runs of spaces
	foreignDouble                    // the double of a word that was printed twice
)

// foreign is a stretch of a text that may be no part of its sentences.
type foreign struct {
	lo, hi int // bytes
	kind   foreignKind
}

// textLine is a line with something on it.
type textLine struct {
	lo, hi int  // without white space at its ends
	broke  bool // a page ends between it and the line before
	blank  bool // an empty line stands between it and the line before
}

// pageReader looks for the foreign pieces of a stretch of text.
type pageReader struct {
	src     []byte
	f       *Furniture
	quote   bool // the text is a quote, in which a bracket may be the writer's
	lines   []textLine
	heads   []headKind // of the lines
	numbers []lineNumber
	pieces  []foreign
	gutters []bool // of the lines: a run of spaces or a tab inside
}

// Limits of a block of foreign lines.
const (
	longestTitle = 80   // runes of a line that is a head though it stands in the text once
	headLines    = 4    // lines beside a page end that may be heads
	longestBlock = 1500 // bytes of the notes at a page end
)

// foreignPieces lists what may be foreign in src[lo:hi], by start. It looks at nothing outside.
func (p *pageReader) foreignPieces(src []byte, lo, hi int, f *Furniture) []foreign {
	p.src, p.f = src, f
	p.pieces = p.pieces[:0]
	p.readLines(lo, hi)
	p.heads = p.heads[:0]
	for i := range p.lines {
		p.heads = append(p.heads, p.headOf(i))
	}
	p.findHeads()
	p.findNumbers()
	p.findMarks(lo, hi)
	p.findNames()
	if !p.quote { // no prose of a quote is foreign
		p.findNotes()
		p.findCells()
	}
	slices.SortStableFunc(p.pieces, func(a, b foreign) int {
		if a.lo != b.lo {
			return a.lo - b.lo
		}
		return int(a.kind) - int(b.kind)
	})
	return p.pieces
}

func (p *pageReader) readLines(lo, hi int) {
	p.lines = p.lines[:0]
	breaks, page := 0, false
	for at := lo; at < hi; {
		line, rest := cutLine(p.src[at:hi])
		end := at + len(line)
		if s := trimmed(p.src, Span{at, end}); s.End > s.Start {
			p.lines = append(p.lines, textLine{s.Start, s.End, page, breaks > 1})
			breaks, page = 0, false
		}
		next := hi
		if len(rest) > 0 {
			next = hi - len(rest)
		}
		if end < hi {
			switch p.src[end] {
			case '\f', '[':
				page = true
			case '\r':
				if end+1 < hi && p.src[end+1] == '\n' {
					next = end + 2
				}
			}
			breaks++
		}
		at = next
	}
}

func (p *pageReader) text(i int) []byte { return p.src[p.lines[i].lo:p.lines[i].hi] }

func (p *pageReader) add(lo, hi int, k foreignKind) {
	if lo < hi {
		p.pieces = append(p.pieces, foreign{lo, hi, k})
	}
}

// headKind is how much a line looks like a running head by itself.
type headKind uint8

const (
	headNone   headKind = iota
	headTitle           // a title: short, its words capitalised, no sentence
	headSeen            // a line that the text repeats
	headPaged           // a title or a repeated line with a page number
	headNumber          // a bare number
)

func (p *pageReader) headOf(i int) headKind {
	s := p.text(i)
	if len(s) > 4*longestTitle {
		return headNone
	}
	if bareNumber(s) {
		return headNumber
	}
	r := p.f.line(s)
	first, _ := utf8.DecodeRune(s)
	if r.count >= headRepeats && !unicode.IsLower(first) && !bytes.ContainsAny(s[len(s)-1:], ",;") {
		if r.varies {
			return headPaged
		}
		return headSeen
	}
	if utf8.RuneCount(s) > longestTitle {
		return headNone
	}
	title, numbered := titleLine(s)
	switch {
	case title && numbered, r.count == 2 && r.varies && !unicode.IsLower(first) && numberEnds(s):
		return headPaged
	case title:
		return headTitle
	}
	return headNone
}

// findHeads takes the lines that look like heads where their place says the same: beside the end of a page, or within a sentence.
func (p *pageReader) findHeads() {
	n := len(p.lines)
	for i := 0; i < n; {
		if p.heads[i] == headNone {
			i++
			continue
		}
		j := i
		for j < n && p.heads[j] != headNone && j-i < 2*headLines {
			j++
		}
		for k := i; k < j; k++ {
			if p.proven(k) && p.isHead(k, i, j) {
				l := p.lines[k]
				p.add(l.lo, l.hi, foreignHead)
			}
		}
		i = j
	}
}

// proven tells whether line k may be left out of this text: of a quote only numbers may, and lines that the source repeats.
func (p *pageReader) proven(k int) bool {
	s := p.text(k)
	if !p.quote || p.heads[k] == headNumber && bytes.ContainsAny(s, "0123456789") {
		return true
	}
	sentence := p.endsSentence(k) && bytes.Count(s, []byte(" ")) > 3 // a refrain is none
	return p.f.line(s).count > 0 && !sentence
}

// isHead decides about line k of the block of lines [i,j) that look like heads.
func (p *pageReader) isHead(k, i, j int) bool {
	n := len(p.lines)
	kind := p.heads[k]
	s := p.text(k)
	paged := false // a page ends inside of the block or at one of its ends
	for x := max(i, k-headLines+1); x <= min(j, k+headLines); x++ {
		paged = paged || x < n && x > 0 && p.lines[x].broke
	}
	before, after := i > 0, j < n
	open := before && !p.endsSentence(i-1) // the sentence before is not at its end
	goes := after && p.startsLower(j)      // and goes on after it
	apart := p.lines[k].blank && (k+1 == n || p.lines[k+1].blank)
	shouts := before && after && allCaps(p.text(i-1)) && allCaps(p.text(j))
	switch kind {
	case headNumber:
		if after && !paged && measured(p.text(j)) {
			return false // an amount of the sentence
		}
		return paged || apart || !open || goes || p.caseless(j)
	case headPaged:
		r := p.f.line(s)
		if paged || r.count >= headRepeats && r.varies && (apart || !open || goes) {
			return r.count >= headRepeats || !shouts && !dateLine(s)
		}
		if open && goes && r.count >= 2 && r.varies && !binds(s) && !negates(s) {
			return !p.reference(s)
		}
		return open && goes && !shouts && !p.reference(s) && !negates(s)
	case headSeen:
		title, _ := titleLine(s)
		if negates(s) && !(paged && title) {
			return false
		}
		return !shouts && (paged && (title || p.f.line(s).count > headRepeats) || title && apart && (goes || !open) || title && open && goes)
	case headTitle:
		numbered := false // the page number stands on a line beside it
		for x := i; x < j; x++ {
			numbered = numbered || p.heads[x] == headNumber
		}
		return (paged || numbered && open && goes && !negates(s)) && !shouts && (!negates(s) || allCaps(s))
	}
	return false
}

// endsSentence tells whether a line ends with the mark of a sentence's end.
func (p *pageReader) endsSentence(i int) bool {
	s := strings.TrimRightFunc(string(tailBytes(p.text(i), 24)), func(r rune) bool {
		return unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi) || r == '"' || r == '\'' || isSuperscript(r) || isDigit(r)
	})
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?:;。！？：；؟।…", r)
}

func tailBytes(s []byte, n int) []byte { return s[runeStart(s, max(0, len(s)-n)):] }

func (p *pageReader) startsLower(i int) bool {
	r, _ := utf8.DecodeRune(p.text(i))
	return unicode.IsLower(r)
}

// caseless tells whether a line starts with a letter of a script that has no capitals.
func (p *pageReader) caseless(i int) bool {
	if i >= len(p.lines) {
		return false
	}
	r, _ := utf8.DecodeRune(p.text(i))
	return unicode.Is(unicode.Lo, r)
}

// reference tells whether a line is no title with a page number but a reference of the sentence (Section 3), a date or an amount.
func (p *pageReader) reference(s []byte) bool {
	u := side{}
	u.u = literalUnits(s)
	lex := words()
	ws := split(u.u)
	for k, w := range ws {
		if lex.numbers[w.text].kind == "month" {
			return true
		}
		if pageWords()[w.text] == "part" && k+1 < len(ws) && len(ws) <= 3 {
			return true
		}
		if _, ok := lex.units[w.text]; ok && k > 0 && isDigit(rune(ws[k-1].text[0])) {
			return true
		}
	}
	return bytes.ContainsAny(s, "$%=<>+") || strings.ContainsAny(string(s), "€£¥§°")
}

// findNotes takes the blocks of notes at the ends of pages: from a rule, or from a line that starts with a mark, to the page end.
func (p *pageReader) findNotes() {
	for i := 1; i < len(p.lines); i++ {
		l := p.lines[i]
		rule := ruled(p.src, p.lines[i-1].lo, p.lines[i-1].hi)
		if rule {
			l.lo = p.lines[i-1].lo
		}
		if !rule && noteStart(p.text(i)) == 0 {
			continue
		}
		for j := i + 1; j <= len(p.lines); j++ {
			end := p.lines[j-1].hi
			if end-l.lo > longestBlock || j-i > 24 {
				break
			}
			if j == len(p.lines) {
				break
			}
			if p.lines[j].broke {
				if rule || p.openPage(i, j) {
					p.add(l.lo, end, foreignNote)
				}
				break
			}
			if rule && p.lines[j].blank {
				p.add(l.lo, end, foreignNote)
			}
		}
	}
}

// openPage tells whether a block that begins at line i, before the page end at line j, stands within a sentence or begins with a note mark
// after the end of one.
func (p *pageReader) openPage(i, j int) bool {
	k := i - 1
	for k > 0 && (p.heads[k] == headNumber || noteStart(p.text(k)) > 0) {
		k--
	}
	for j < len(p.lines)-1 && p.heads[j] != headNone {
		j++
	}
	return !p.endsSentence(k) && (p.startsLower(j) || p.caseless(j)) || p.lines[i].blank
}

// ruled tells whether a line is a rule: nothing but three or more dashes or low lines.
func ruled(src []byte, lo, hi int) bool {
	return hi-lo >= 3 && !asciiLetter(src[lo]) && len(strings.Trim(string(src[lo:hi]), "_-—–─━=*")) == 0
}

// noteStart returns the length of the note mark that a line starts with, 0 where it starts with none.
func noteStart(s []byte) int {
	i := 0
	open := len(s) > 0 && (s[0] == '[' || s[0] == '(')
	if open {
		i++
	}
	start := i
	for i < len(s) {
		r, n := utf8.DecodeRune(s[i:])
		if !(isDigit(r) && i-start < 3 || isSuperscript(r) || r == '*' || r == '†' || r == '‡' || r == '§') {
			break
		}
		i += n
	}
	if i == start || i-start > 9 {
		return 0
	}
	if open {
		if i >= len(s) || s[i] != ']' && s[i] != ')' {
			return 0
		}
		i++
	} else if i < len(s) && (s[i] == '.' || s[i] == ')') {
		i++
	}
	rest := bytes.TrimLeft(s[i:], " \t")
	r, _ := utf8.DecodeRune(rest)
	if len(rest) == 0 || !unicode.IsLetter(r) && !unicode.IsPunct(r) || unicode.IsLower(r) && len(rest) == len(s)-i && isDigit(rune(s[0])) {
		return 0
	}
	return i
}
