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
	if end == i {
		return i + 1
	}
	var n numberWord
	if x := r.lex.look(w); x != nil && x.isNumber {
		n = x.number
	} else {
		v, sort, ok := r.lex.compound(w)
		if !ok {
			return r.other(w, i, end)
		}
		n = numberWord{value: strconv.FormatInt(v, 10), amount: v, kind: "compound", sort: sort}
	}
	var last *number
	link := linkNone
	if k := len(r.list) - 1; k >= 0 {
		last = &r.list[k]
		link = r.link(last.hi, i)
	}
	if n.kind == "weekday" {
		r.list = append(r.list, number{lo: i, hi: end, value: n.value, kind: dayKind, weak: true})
		return end
	}
	if link != linkNone && r.extend(last, n, link) {
		last.hi, last.weak = end, false
		return end
	}
	if n.kind == "month" {
		beside := !n.weak || last != nil && (last.digits || dayNumber(last)) && r.dateLink(last.hi, i) || r.digitAfter(end)
		if !beside || !r.monthHere(w, i, end) {
			return r.other(w, i, end)
		}
	} else if !n.alone() {
		return r.other(w, i, end)
	}
	x := number{lo: i, hi: end, value: n.value, sort: n.sort, weak: n.weak || n.kind == "month" || r.unitOfTime(w, i)}
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

// other reads a word that the list of numbers does not have as one, and returns the unit after it.
func (r *numberReader) other(w string, i, end int) int {
	switch {
	case r.moneyScale(w, i, end), r.product(w, i, end), r.numeral(w, i, end), r.arabicTen(w, i, end):
		return end
	}
	if hangul(r.u[i].R) {
		if n := r.koreanScale(i); n > 0 {
			return i + n
		}
	}
	r.wordLo, r.wordHi = i, end
	return end
}

// unitOfTime tells whether "second" is one: a second, per second.
func (r *numberReader) unitOfTime(w string, i int) bool {
	if w != "second" || r.wordHi == 0 || i != r.wordHi+1 {
		return false
	}
	before, _ := r.letters(r.wordLo)
	return beforeSecond.has(before)
}

// moneyScale applies the letter that stands for a scale behind an amount of money: $5m. A k is one without a currency as well.
func (r *numberReader) moneyScale(w string, i, end int) bool {
	k := len(r.list) - 1
	if k < 0 || len(w) > 2 {
		return false
	}
	n := &r.list[k]
	space := n.hi == i-1 && r.u[i-1].R == ' '
	if !n.digits || n.kind != countKind || !n.scaled || n.hi != i && !space {
		return false
	}
	if end < len(r.u) && isSuperscript(r.u[end].R) {
		return false // $500 m²
	}
	scale := ""
	switch w {
	case "k":
		scale = "1000"
	case "m", "mm":
		scale = "1000000"
	case "b":
		scale = "1000000000"
	case "t":
		scale = "1000000000000"
	}
	if scale == "" || (w != "k" || space) && (!n.hard || n.unit == "%" || n.unit == "°") {
		return false
	}
	n.value, n.hi, n.scaled = multiply(n.value, scale), end, false
	return true
}

// arabicTen adds a ten that is joined to the unit before it by a prefixed "and": خمسة وعشرون.
func (r *numberReader) arabicTen(w string, i, end int) bool {
	rest, ok := strings.CutPrefix(w, "و")
	k := len(r.list) - 1
	if !ok || k < 0 {
		return false
	}
	n := r.lex.numbers[rest]
	last := &r.list[k]
	if n.amount == 0 || n.sort != cardinal || !last.inWords || !last.scaled || r.link(last.hi, i) != linkSpace {
		return false
	}
	low := last.rest % 100
	if !(n.amount >= 20 && n.amount < 100 && low > 0 && low < 10) && !(low == 0 && n.amount < 100 && last.sum() > 0) {
		return false
	}
	last.rest += n.amount
	last.hi = end
	return last.settle(cardinal)
}

// koreanScale applies the scale that starts a Korean word behind digits: 5억. It returns how many units it takes.
func (r *numberReader) koreanScale(i int) int {
	k := len(r.list) - 1
	if k < 0 || r.list[k].hi != i || !r.list[k].digits || !r.list[k].scaled || len(r.list[k].value) > 24 {
		return 0
	}
	scale := ""
	switch r.u[i].R {
	case '천':
		scale = "1000"
	case '만':
		scale = "10000"
	case '억':
		scale = "100000000"
	case '조':
		scale = "1000000000000"
	default:
		return 0
	}
	n := &r.list[k]
	n.value, n.hi = multiply(n.value, scale), i+1
	return 1
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
		switch and := string(appendRunes(nil, s[1:len(s)-1])); {
		case and == "and":
			return linkAnd
		case numberAnd.has(and):
			return linkEt
		}
	}
	return linkNone
}

// extend takes a word into the number before it, where together they are one: twenty-one, two hundred and fifty, three quarters.
func (r *numberReader) extend(n *number, w numberWord, by link) bool {
	switch {
	case w.kind == "month" || n.kind != countKind || n.day.month > 0:
		return false
	case w.kind == "suffix":
		if n.inWords || !n.scaled || !n.digits || len(n.value) > 24 {
			return false
		}
		n.value = multiply(n.value, w.value)
		return true
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
