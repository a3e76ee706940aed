package match

import "example.com/verbatim/normalize"

// script is the text of units as one string, so that any part of it is a string without a copy of its own.
type script struct {
	text string
	at   []int32 // the byte of text at which each unit starts, and its end; empty where unit i is byte i
	buf  []byte
}

// read takes the units in. Strings made before stay as they are.
func (s *script) read(u []normalize.Unit) {
	s.buf, s.at = s.buf[:0], s.at[:0]
	for i := range u {
		if u[i].R >= 0x80 {
			s.readWide(u)
			return
		}
		s.buf = append(s.buf, byte(u[i].R))
	}
	s.text = string(s.buf)
}

func (s *script) readWide(u []normalize.Unit) {
	s.buf = s.buf[:0]
	for i := range u {
		s.at = append(s.at, int32(len(s.buf)))
		s.buf = appendRune(s.buf, u[i].R)
	}
	s.at = append(s.at, int32(len(s.buf)))
	s.text = string(s.buf)
}

// of is the text of units [lo,hi).
func (s *script) of(lo, hi int) string {
	if len(s.at) > 0 {
		return s.text[s.at[lo]:s.at[hi]]
	}
	return s.text[lo:hi]
}

// sheet is a text that parts are compared of: its units, split into words once.
type sheet struct {
	u      []normalize.Unit
	src    []byte
	script script
	words  []word
	part   []word // of the part in hand
}

func (s *sheet) read(u []normalize.Unit, src []byte) {
	s.u, s.src = u, src
	s.script.read(u)
	s.words = appendWords(s.words[:0], u, &s.script)
}

// side is the part [lo,hi). It holds until the next part is taken.
func (s *sheet) side(lo, hi int) side {
	part := side{u: s.u[lo:hi], src: s.src, all: s.u, at: lo, script: &s.script}
	s.part = s.appendPart(s.part[:0], lo, hi)
	part.words = s.part
	return part
}

// appendPart appends the words of units [lo,hi), also where that begins or ends inside of one, with units counted from lo.
func (s *sheet) appendPart(list []word, lo, hi int) []word {
	for i := s.wordAfter(lo); i < len(s.words) && s.words[i].lo < hi; i++ {
		w := s.words[i]
		if w.lo < lo || w.hi > hi {
			if w = s.cut(w, lo, hi); w.lo == w.hi {
				continue
			}
		}
		w.lo, w.hi = w.lo-lo, w.hi-lo
		list = append(list, w)
	}
	return list
}

// cut is what units [lo,hi) have of a word; an apostrophe at an end is none of it.
func (s *sheet) cut(w word, lo, hi int) word {
	w.lo, w.hi = max(w.lo, lo), min(w.hi, hi)
	for w.lo < w.hi && !visible(s.u[w.lo].R) {
		w.lo++
	}
	if w.lo < w.hi && s.u[w.hi-1].R == '\'' {
		w.hi--
	}
	w.text = s.script.of(w.lo, w.hi)
	w.known = words().look(w.text)
	return w
}

// tokens appends the words of units [lo,hi), as tokens does for a text of its own.
func (s *sheet) tokens(list []token, lo, hi int) []token {
	s.part = s.appendPart(s.part[:0], lo, hi)
	n := len(list)
	for _, w := range s.part {
		if spaceless(s.u[lo+w.lo].R) || spaceless(s.u[lo+w.hi-1].R) {
			return append(list[:n], tokens(s.u[lo:hi])...)
		}
		list = append(list, token{w.lo, w.hi, w.text})
	}
	return list
}

// wordAfter is the index of the first word that ends after unit at.
func (s *sheet) wordAfter(at int) int {
	i, j := 0, len(s.words)
	for i < j {
		if h := (i + j) / 2; s.words[h].hi <= at {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}
