package match

import (
	"strconv"
	"strings"

	"example.com/verbatim/normalize"
)

// run reads the numerals in a run of a script without word spaces, and returns the unit after it.
func (r *numberReader) run(i int) int {
	for i < len(r.u) && visible(r.u[i].R) && !isDigit(r.u[i].R) {
		if k := r.lex.noNumeral(r.u[i:]); k > 0 {
			i += k
			continue
		}
		if !isHanNumeral(r.u[i].R) {
			if n := weekdaySign(r.u, i); n > 0 {
				r.list = append(r.list, number{lo: i, hi: i + 2, value: "W" + string(rune('0'+n)), kind: dayKind, weak: true})
				i++
			}
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
		r.list = append(r.list, number{lo: lo, hi: i, value: hanValue(run), digits: true})
	}
	return i
}

// weekdaySign returns the number of the day of the week that the sign at unit i names before 曜, 0 where it names none.
func weekdaySign(u []normalize.Unit, i int) int {
	if i+1 >= len(u) || u[i+1].R != '曜' {
		return 0
	}
	for k, r := range [...]rune{'月', '火', '水', '木', '金', '土', '日'} {
		if u[i].R == r {
			return k + 1
		}
	}
	return 0
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

func isNumeral(r rune) bool { return isDigit(r) || isHanNumeral(r) }

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
