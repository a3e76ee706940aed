package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// findNames takes the names of speakers: lines of their own, or what opens a line and several others of the text.
func (p *pageReader) findNames() {
	speakers, questions := 0, 0
	for i := range p.lines {
		if s := p.text(i); len(s) > 3 && questionLetter(s) > 0 {
			questions++
		}
	}
	for i := range p.lines {
		s := p.text(i)
		if n := questionLetter(s); n > 0 && questions > 1 {
			p.add(p.lines[i].lo, p.lines[i].lo+n, foreignName)
			continue
		}
		n := nameLength(s)
		l := p.lines[i]
		if n == 0 && len(s) <= longestName && allCaps(s) && p.f.line(s).count >= 2 && !bytes.ContainsAny(s, "0123456789,;") && !binds(s) {
			n = len(s) // without a mark
			if i > 0 && !p.endsSentence(i-1) && !l.blank {
				n = 0
			}
		}
		if n == 0 {
			continue
		}
		switch name := s[:n]; {
		case negates(name):
		case n == len(s) && (p.f.opens(name) || p.f.line(s).count >= 2):
			speakers++
			p.add(l.lo, l.hi, foreignName)
		case n == len(s) && allCaps(s) && l.blank && p.f != nil && len(p.f.names) > 0 && p.proven(i):
			p.add(l.lo, l.hi, foreignName)
		case p.f.opens(name) && (i == 0 || p.endsSentence(i-1) || l.blank):
			speakers++
			p.add(l.lo, l.lo+n, foreignName)
		}
	}
	if speakers == 0 {
		return
	}
	for i := range p.lines { // stage directions on lines of their own
		s := p.text(i)
		a, b := s[0], s[len(s)-1]
		if len(s) > 2 && (a == '[' && b == ']' || a == '(' && b == ')' || a == '_' && b == '_') && !negates(s) && p.proven(i) {
			p.add(p.lines[i].lo, p.lines[i].hi, foreignName)
		}
	}
}

// findCells takes what stands between line ends or runs of spaces where two lines in a row have runs of spaces inside, as columns and
// tables have, and lines set apart by empty ones. None of these is known for foreign.
func (p *pageReader) findCells() {
	p.gutters = p.gutters[:0]
	for i := range p.lines {
		p.gutters = append(p.gutters, gutter(p.text(i), 0) >= 0)
	}
	for i, l := range p.lines {
		s := p.text(i)
		if len(s) > 2*longestHead {
			continue
		}
		if p.lines[i].blank && i > 0 && i+1 < len(p.lines) && p.lines[i+1].blank && len(s) <= longestHead && !p.startsLower(i) {
			p.add(l.lo, l.hi, foreignCell)
		}
		if !p.gutters[i] {
			p.splice(i)
			continue
		}
		if !(i > 0 && p.gutters[i-1] || i+1 < len(p.lines) && p.gutters[i+1]) {
			continue
		}
		for from := 0; from < len(s); {
			to := gutter(s, from)
			if to < 0 {
				to = len(s)
			}
			p.add(l.lo+from, l.lo+to, foreignCell)
			for from = to; from < len(s) && (s[from] == ' ' || s[from] == '\t'); from++ {
			}
		}
	}
}

// gutter returns where the next run of two spaces or a tab starts in a line, -1 where there is none.
func gutter(s []byte, from int) int {
	for i := from; i+1 < len(s); i++ {
		if s[i] == '\t' || s[i] == ' ' && s[i+1] == ' ' {
			return i
		}
	}
	return -1
}

// splice takes what follows a word that is broken in the middle of a line: the next column was joined to it.
func (p *pageReader) splice(i int) {
	l, s := p.lines[i], p.text(i)
	if i+1 >= len(p.lines) || !p.startsLower(i+1) {
		return
	}
	if at := bytes.LastIndex(s, []byte("- ")); at > 0 && len(s)-at <= longestName && unicode.IsLower(runeBefore(s, at)) {
		if r, _ := utf8.DecodeRune(s[at+2:]); !unicode.IsLower(r) {
			p.add(l.lo+at+2, l.hi, foreignCell)
		}
	}
}

// raisedVerse tells whether the raised digits at an offset stand before a word, as the number of a verse does.
func raisedVerse(src []byte, at int) bool {
	for at < len(src) {
		r, n := utf8.DecodeRune(src[at:])
		if !isSuperscript(r) {
			return unicode.IsLetter(r)
		}
		at += n
	}
	return false
}
