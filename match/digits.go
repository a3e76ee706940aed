package match

import (
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// digits reads the number that starts at unit i, a digit, and returns the unit after it.
func (r *numberReader) digits(i int) int {
	n, ok := date(r.u, i)
	if !ok {
		n = digitsAt(r.u, i)
	}
	n.scaled, n.digits = true, true
	r.list = append(r.list, n)
	return n.hi
}

// group counts the digits from unit i on.
func group(u []normalize.Unit, i int) int {
	n := 0
	for i+n < len(u) && isDigit(u[i+n].R) {
		n++
	}
	return n
}

// unbroken tells whether the border before unit i lies inside a word, or inside a number or date with its separators.
func unbroken(u []normalize.Unit, i int) bool {
	if inWord(u, i) {
		return true
	}
	within := func(k int) bool {
		return k > 0 && k+1 < len(u) && isDigit(u[k-1].R) && isDigit(u[k+1].R) && (u[k].R == '.' || u[k].R == ',' || u[k].R == '/' || u[k].R == '-' || u[k].R == '\'')
	}
	return within(i) || within(i-1)
}

func appendDigits(b []byte, u []normalize.Unit) []byte {
	for i := range u {
		b = append(b, byte('0'+digitValue(u[i].R)))
	}
	return b
}

// date reads a date in digits, such as 01.02.2022 or 2022-02-01: its parts without leading zeros.
func date(u []normalize.Unit, i int) (number, bool) {
	var b []byte
	hi := i
	var sep rune
	var size [3]int
	for k := range size {
		n := group(u, hi)
		if n == 0 || n > 4 || k > 0 && (u[hi-1].R != sep || !strings.ContainsRune("./-", sep)) {
			return number{}, false
		}
		if k > 0 {
			b = append(b, '/')
		}
		part := appendDigits(nil, u[hi:hi+n])
		for len(part) > 1 && part[0] == '0' {
			part = part[1:]
		}
		b = append(b, part...)
		size[k] = n
		hi += n
		if k < 2 {
			if hi >= len(u) {
				return number{}, false
			}
			if k == 0 {
				sep = u[hi].R
			}
			hi++
		}
	}
	year, rest := size[2], size[0]
	if size[0] == 4 {
		year, rest = size[0], size[2]
	}
	if size[1] > 2 || rest > 2 || year != 4 && year != 2 || hi < len(u) && u[hi].R == sep && group(u, hi+1) > 0 {
		return number{}, false
	}
	return number{lo: i, hi: hi, value: string(b)}, true
}

// digitsAt reads a number in digits with its separators, sign, currency, exponent and percent mark.
func digitsAt(u []normalize.Unit, i int) number {
	lo, hi := i, i
	var b []byte
	decimal := false
	put := func(n int) {
		b = appendDigits(b, u[hi:hi+n])
		hi += n
	}
	first := group(u, hi)
	put(first)
	for hi+1 < len(u) && isDigit(u[hi+1].R) {
		sep, n := u[hi].R, group(u, hi+1)
		thousands := n == 3 && first <= 3 && !decimal
		switch {
		case thousands && (sep == ',' || sep == '\'' || sep == ' ' && plainSpace(u[hi])):
			hi++
			put(n)
		case sep == '.' && thousands && moreGroups(u, hi+1+n):
			// 1.234.567: only the second group shows that the points are not decimal
			hi++
			put(n)
			hi++
			put(3)
		case (sep == '.' || sep == ',') && !decimal:
			decimal = true
			b = append(b, '.')
			hi++
			put(n)
		case sep == '/':
			b = append(b, '/')
			hi++
			put(n)
		default:
			return finish(u, lo, hi, string(b))
		}
	}
	if hi < len(u) && isSuperscript(u[hi].R) {
		b = append(b, '^')
		for hi < len(u) && isSuperscript(u[hi].R) {
			b = appendRune(b, u[hi].R)
			hi++
		}
	}
	return finish(u, lo, hi, string(b))
}

// moreGroups tells whether another point and group of three digits follow at unit i.
func moreGroups(u []normalize.Unit, i int) bool {
	return i < len(u) && u[i].R == '.' && group(u, i+1) == 3
}

// finish adds sign, currency and percent mark to a number. The currency stands last, wherever it was written.
func finish(u []normalize.Unit, lo, hi int, value string) number {
	if len(value) > 4 && strings.Trim(value, "0123456789") == "" {
		if v := strings.TrimLeft(value, "0"); v != "" {
			value = v
		}
	}
	n := number{lo: lo, hi: hi, value: value}
	skip := func(at, step int) int {
		if at+step >= 0 && at+step < len(u) && at >= 0 && at < len(u) && u[at].R == ' ' {
			return at + step
		}
		return at
	}
	currency := ""
	if p := skip(lo-1, -1); p >= 0 && unicode.Is(unicode.Sc, u[p].R) {
		currency = string(u[p].R)
		n.lo, lo = p, p
	}
	if p := lo - 1; p >= 0 && (u[p].R == '-' || u[p].R == '+') && (p == 0 || !visible(u[p-1].R) && u[p-1].R != '-') {
		n.value = string(u[p].R) + n.value
		n.lo = p
	}
	if p := skip(hi, 1); p < len(u) && (u[p].R == '%' || u[p].R == '‰' || u[p].R == '°' || currency == "" && unicode.Is(unicode.Sc, u[p].R) && (p == hi || p+1 == len(u) || !isDigit(u[p+1].R))) {
		n.value += string(u[p].R)
		n.hi = p + 1
	} else if p < len(u) && p > hi {
		if k := percentWord(u, p); k > 0 {
			n.value += "%"
			n.hi = p + k
		}
	}
	n.value += currency
	return n
}

// percentWord returns how many units "percent" and its like take at unit i.
func percentWord(u []normalize.Unit, i int) int {
	for _, w := range [...]string{"percent", "per cent", "prozent", "pour cent", "por ciento", "por cento", "per cento", "percento", "procent",
		"procenta", "процент", "процента", "процентов"} {
		k := i
		for _, r := range w {
			if k == len(u) || u[k].R != r {
				k = -1
				break
			}
			k++
		}
		if k > 0 && (k == len(u) || !visible(u[k].R)) {
			return k - i
		}
	}
	return 0
}

// plainSpace tells whether a space unit may group digits: no line break in it.
func plainSpace(u normalize.Unit) bool { return u.End-u.Start <= 3 }

func isSuperscript(r rune) bool {
	return r == '²' || r == '³' || r == '¹' || r >= 0x2070 && r <= 0x207F
}

// digitValue returns the value of a decimal digit of any script: the digits of a script stand in one run of ten.
func digitValue(r rune) int {
	for d := 0; d < 9; d++ {
		if !unicode.IsDigit(r - rune(d) - 1) {
			return d
		}
	}
	return 9
}
