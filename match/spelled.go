package match

import (
	"strconv"
	"strings"
)

// spelled is how far a number in words has come: total is what stands before the last scale from thousand up, rest what stands after it.
type spelled struct {
	total, rest int64
	inWords     bool
	scaled      bool // a scale word may still multiply it
}

// maxSpelled bounds what is multiplied.
const maxSpelled = 1_000_000_000_000_000

func (s *spelled) sum() int64 { return s.total + s.rest }

// word reads the word at unit i and returns the unit after it.
func (r *numberReader) word(i int) int {
	w, end := r.letters(i)
	n, ok := r.lex.numbers[w]
	if !ok {
		v, sort, ok := r.lex.compound(w)
		if !ok {
			return end
		}
		n = numberWord{value: strconv.FormatInt(v, 10), amount: v, kind: "compound", sort: sort}
	}
	var last *number
	link := linkNone
	if k := len(r.list) - 1; k >= 0 {
		last = &r.list[k]
		link = r.link(last.hi, i)
	}
	if link != linkNone && r.extend(last, n, link) {
		last.hi, last.weak = end, false
		return end
	}
	if !n.alone() && !(n.kind == "month" && (link == linkSpace && !last.inWords || end+1 < len(r.u) && isDigit(r.u[end+1].R))) {
		return end
	}
	x := number{lo: i, hi: end, value: n.value, sort: n.sort, weak: n.weak || n.kind == "month"}
	if n.amount > 0 {
		x.inWords, x.scaled = true, n.sort == cardinal
		if n.amount >= 1000 {
			x.total = n.amount
		} else {
			x.rest = n.amount
		}
	}
	r.list = append(r.list, x)
	return end
}

// link is what stands between a number and the next word.
type link uint8

const (
	linkNone link = iota
	linkSpace
	linkHyphen
	linkAnd // "and": after hundreds only
	linkEt  // "et", "y", "e": after tens as well
)

func (r *numberReader) link(from, to int) link {
	switch s := r.u[from:to]; {
	case len(s) == 0 || len(s) == 1 && s[0].R == '-':
		return linkHyphen
	case len(s) == 1 && s[0].R == ' ':
		return linkSpace
	case len(s) > 5 || s[0].R != ' ' && s[0].R != '-' || s[len(s)-1].R != ' ' && s[len(s)-1].R != '-':
		return linkNone
	default:
		switch string(appendRunes(nil, s[1:len(s)-1])) {
		case "and":
			return linkAnd
		case "et", "y", "e", "en", "og", "och", "és", "i", "si":
			return linkEt
		}
	}
	return linkNone
}

// extend takes a word into the number before it, where together they are one: twenty-one, two hundred and fifty, three quarters.
func (r *numberReader) extend(n *number, w numberWord, by link) bool {
	switch {
	case w.kind == "month":
		return false
	case w.kind == "fraction":
		if by == linkSpace || by == linkHyphen {
			if v, ok := times(n.value, w.value); ok {
				n.value, n.scaled = v, false
				return true
			}
		}
		return false
	case w.kind == "scale" && n.scaled && by != linkAnd && by != linkEt:
		if !n.inWords {
			n.value = multiply(n.value, w.value)
			return true
		}
		return n.scale(w.amount) && n.settle(w.sort)
	case !n.inWords || !n.scaled || w.kind == "collective" || w.kind == "scale":
		return false
	}
	if n.add(w.amount, by) {
		return n.settle(w.sort)
	}
	if w.sort == ordinal && w.amount >= 3 && n.sum() < 10 && by != linkAnd && by != linkEt { // one third
		n.value, n.sort, n.scaled = n.value+"/"+w.value, digitNumber, false
		return true
	}
	return false
}

// settle writes the value of a number in words anew.
func (n *number) settle(sort numberSort) bool {
	n.value, n.sort = strconv.FormatInt(n.sum(), 10), sort
	n.scaled = sort == cardinal
	return true
}

func (s *spelled) scale(by int64) bool {
	if s.sum() > maxSpelled/by {
		return false
	}
	switch {
	case by < 1000 && s.rest > 0:
		s.rest *= by
	case by < 1000:
		s.rest = by
	default:
		s.total, s.rest = s.total+max(s.rest, 1)*by, 0
		if s.total > maxSpelled {
			return false
		}
	}
	return true
}

// add adds a part below thousand where its place is free.
func (s *spelled) add(v int64, by link) bool {
	low := s.rest % 100
	hyphen := by == linkHyphen || by == linkEt
	switch {
	case s.sum() == 0 || v >= 1000:
		return false
	case low == 0 && (s.rest > 0 || s.total > 0) && (v < 100 || s.rest == 0 && v < 1000):
		// two hundred and fifty, a thousand and one
	case by == linkAnd:
		return false
	case v < 10 && low >= 20 && low%10 == 0:
		// twenty-one
	case v >= 10 && v < 20 && hyphen && (low == 60 || low == 80):
		// soixante-quinze
	case v >= 7 && v < 10 && by == linkHyphen && low%20 == 10 && low != 30 && low != 50:
		// dix-sept
	case v == 20 && by == linkHyphen && low == 4:
		v = 76 // quatre-vingt
	case v >= 10 && v < 100 && by == linkSpace && s.total == 0 && s.rest >= 13 && s.rest <= 20:
		v += 99 * s.rest // nineteen eighty
	default:
		return false
	}
	s.rest += v
	return true
}

// times makes a fraction of a count and a part: three quarters.
func times(value, part string) (string, bool) {
	den, ok := strings.CutPrefix(part, "1/")
	if !ok || strings.Trim(value, "0123456789") != "" || len(value) > 3 {
		return "", false
	}
	return value + "/" + den, true
}

// multiply applies a scale of the form 10…0 to a plain value; others are written as a product.
func multiply(value, scale string) string {
	zeros := strings.Count(scale, "0")
	if scale != "1"+strings.Repeat("0", zeros) || strings.Trim(value, "+-0123456789.") != "" {
		return value + "×" + scale
	}
	whole, frac, _ := strings.Cut(value, ".")
	for range zeros {
		if frac != "" {
			whole, frac = whole+frac[:1], frac[1:]
		} else {
			whole += "0"
		}
	}
	if frac = strings.TrimRight(frac, "0"); frac != "" {
		return whole + "." + frac
	}
	return whole
}
