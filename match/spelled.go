package match

import (
	"strconv"
	"strings"

	"example.com/verbatim/normalize"
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

// compound reads a number that is written as one word: einundzwanzig, tweehonderdvijftig, trentotto.
func (l *lexicon) compound(w string) (v int64, sort numberSort, ok bool) {
	if len(w) < 7 || !l.heads[[3]byte{w[0], w[1], w[2]}] {
		return 0, 0, false
	}
	if v := l.parts(w); v > 0 {
		return v, cardinal, true
	}
	for _, end := range [...]string{"ste", "sten", "ster", "stes", "stem"} {
		if stem, cut := strings.CutSuffix(w, end); cut && len(stem) >= 5 {
			if v := l.parts(stem); v > 0 {
				return v, ordinal, true
			}
			if n := l.numbers[stem]; n.amount > 0 && n.sort == cardinal {
				return n.amount, ordinal, true
			}
		}
	}
	return 0, 0, false
}

// parts adds the parts of a number word, 0 where it is none.
func (l *lexicon) parts(w string) int64 {
	for _, t := range [...]string{"tausend", "duizend", "mila", "mille"} {
		if left, right, ok := strings.Cut(w, t); ok {
			return l.joined(left, right, 1000)
		}
	}
	return l.belowThousand(w)
}

func (l *lexicon) belowThousand(w string) int64 {
	for _, h := range [...]string{"hundert", "honderd", "cento"} {
		if left, right, ok := strings.Cut(w, h); ok {
			return l.joined(left, right, 100)
		}
	}
	return l.belowHundred(w)
}

// joined is left × scale + right; left may be empty, for one, and right may be empty or start with "and".
func (l *lexicon) joined(left, right string, scale int64) int64 {
	a, b := int64(1), int64(0)
	below := l.belowHundred
	if scale == 1000 {
		below = l.belowThousand
	}
	if left != "" {
		if a = below(left); a == 0 {
			return 0
		}
	}
	if right != "" {
		for _, and := range [...]string{"", "und", "en", "ën"} {
			if rest, ok := strings.CutPrefix(right, and); ok && b == 0 {
				b = below(rest)
			}
		}
		if b == 0 || b >= scale {
			return 0
		}
	}
	return a*scale + b
}

// belowHundred reads a plain number word, unit-and-ten (einundzwanzig), or ten-unit (trentotto, tjugofem).
func (l *lexicon) belowHundred(w string) int64 {
	if n := l.small(w); n > 0 {
		return n
	}
	for i := 3; i <= len(w)-3; i++ {
		unit := l.small(w[:i])
		if unit == 0 {
			continue
		}
		if unit < 10 {
			for _, and := range [...]string{"und", "en", "ën"} {
				if rest, ok := strings.CutPrefix(w[i:], and); ok {
					if ten := l.small(rest); ten >= 20 && ten%10 == 0 {
						return ten + unit
					}
				}
			}
		}
		if rest := l.small(w[i:]); unit >= 20 && unit%10 == 0 && rest > 0 && rest < 10 {
			return unit + rest
		}
	}
	for _, u := range [...]struct {
		end   string
		value int64
	}{{"uno", 1}, {"otto", 8}} { // the ten loses its last vowel
		if stem, ok := strings.CutSuffix(w, u.end); ok {
			for _, vowel := range [...]string{"a", "i"} {
				if ten := l.small(stem + vowel); ten >= 20 && ten%10 == 0 {
					return ten + u.value
				}
			}
		}
	}
	return 0
}

// small returns the value of a plain number word below hundred, 0 where it is none.
func (l *lexicon) small(w string) int64 {
	switch w {
	case "ein", "een":
		return 1
	}
	if n := l.numbers[w]; n.amount > 0 && n.amount < 100 && n.sort == cardinal {
		return n.amount
	}
	return 0
}

// run reads the numerals in a run of a script without word spaces, and returns the unit after it.
func (r *numberReader) run(i int) int {
	for i < len(r.u) && visible(r.u[i].R) && !isDigit(r.u[i].R) {
		if k := r.lex.noNumeral(r.u[i:]); k > 0 {
			i += k
			continue
		}
		if !isHanNumeral(r.u[i].R) {
			i++
			continue
		}
		lo := i
		for i < len(r.u) && isHanNumeral(r.u[i].R) {
			i++
		}
		run := r.u[lo:i]
		if k := len(r.list) - 1; k >= 0 && r.list[k].hi == lo && !r.list[k].inWords {
			if v, ok := hanScale(run); ok { // 10万
				r.list[k].value, r.list[k].hi = multiply(r.list[k].value, v), i
				continue
			}
		}
		r.list = append(r.list, number{lo: lo, hi: i, value: hanValue(run)})
	}
	return i
}

// noNumeral returns how many units at the start of u are a word that holds a numeral and is no number.
func (l *lexicon) noNumeral(u []normalize.Unit) int {
next:
	for _, w := range l.noNumerals[u[0].R] {
		if len(w) > len(u) {
			continue
		}
		for k, r := range w {
			if u[k].R != r {
				continue next
			}
		}
		return len(w)
	}
	return 0
}

const hanDigits = "〇一二三四五六七八九"

func isHanNumeral(r rune) bool {
	return r >= 0x3000 && strings.ContainsRune("〇零一二三四五六七八九十百千万萬億亿兆两兩", r)
}

// hanDigit returns the value of a digit, -1 where it is none.
func hanDigit(r rune) int64 {
	switch r {
	case '零':
		return 0
	case '两', '兩':
		return 2
	}
	if i := strings.IndexRune(hanDigits, r); i >= 0 {
		return int64(i / len("〇"))
	}
	return -1
}

// hanPlace returns the value of a place word, 0 where it is none.
func hanPlace(r rune) int64 {
	switch r {
	case '十':
		return 10
	case '百':
		return 100
	case '千':
		return 1000
	case '万', '萬':
		return 10_000
	case '億', '亿':
		return 100_000_000
	case '兆':
		return 1_000_000_000_000
	}
	return 0
}

// hanScale returns the product of a run of place words.
func hanScale(u []normalize.Unit) (string, bool) {
	v := int64(1)
	for i := range u {
		p := hanPlace(u[i].R)
		if p == 0 || v > maxSpelled/p {
			return "", false
		}
		v *= p
	}
	return strconv.FormatInt(v, 10), true
}

// hanValue writes a run of numerals in digits: 二〇二四 is 2024, 三十五 is 35; a run that follows neither rule stays as it is.
func hanValue(u []normalize.Unit) string {
	var total, part, digit int64
	var b []byte
	for i := range u {
		d, p := hanDigit(u[i].R), hanPlace(u[i].R)
		switch {
		case d >= 0:
			b = append(b, byte('0'+d))
			digit = d
		case p < 10_000:
			part += max(digit, 1) * p
			digit = 0
		default:
			total += max(part+digit, 1) * p
			part, digit = 0, 0
		}
		if total > maxSpelled {
			return string(appendRunes(nil, u))
		}
	}
	if len(b) == len(u) {
		return string(b)
	}
	return strconv.FormatInt(total+part+digit, 10)
}
