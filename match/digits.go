package match

import (
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// digits reads the number that starts at unit i, a digit, with what stands against it, and returns the unit after it.
func (r *numberReader) digits(i int) int {
	n, ok := r.identifier(i)
	if !ok {
		if n, ok = r.dateAt(i); !ok {
			n = r.digitsAt(i)
			n.scaled = true
		}
	}
	n.digits = true
	r.enclosed(&n)
	n.weak = n.weak || r.misreadDigits(i, n.hi)
	r.list = append(r.list, n)
	return r.suffix(len(r.list) - 1)
}

// suffix reads a letter that stands against a number: the s of a decade, or the letter of a section.
func (r *numberReader) suffix(k int) int {
	n := &r.list[k]
	i := n.hi
	if i < len(r.u) && r.u[i].R == '\'' {
		i++
	}
	if i >= len(r.u) || isDigit(r.u[i].R) || !visible(r.u[i].R) || spaceless(r.u[i].R) || hangul(r.u[i].R) {
		return n.hi
	}
	w, end := r.letters(i)
	switch {
	case (w == "s" || w == "er") && len(n.value) >= 2 && n.value[len(n.value)-1] == '0' && !n.hard:
		n.value, n.hi = n.value+"s", end
		n.scaled = false
	case i == n.hi && len(w) == 1 && !n.hard && r.lex.units[w] == "" && w != "x" && w != "e" && w != "k" && !r.afterLetter(n.lo) && !(end < len(r.u) && isDigit(r.u[end].R)):
		r.list = append(r.list, number{lo: i, hi: end, value: w, kind: pathKind, fixed: true})
		return end
	}
	return n.hi
}

// afterLetter tells whether unit i stands against a letter before it.
func (r *numberReader) afterLetter(i int) bool {
	return i > 0 && visible(r.u[i-1].R) && !isDigit(r.u[i-1].R)
}

// misreadDigits tells whether digits stand inside a word as scanners misread its letters: wi11, l1ttle, 0nly.
func (r *numberReader) misreadDigits(lo, hi int) bool {
	u := r.u
	if hi-lo > 2 {
		return false
	}
	for _, x := range u[lo:hi] {
		if x.R != '0' && x.R != '1' && x.R != '5' && x.R != '8' && x.R != '6' {
			return false
		}
	}
	before, after := 0, 0
	for lo-before > 0 && visible(u[lo-before-1].R) && before < 32 {
		before++
	}
	for hi+after < len(u) && visible(u[hi+after].R) && after < 32 {
		after++
	}
	return before+after >= 2 && (before >= 2 || after >= 3)
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
	if i > 0 && i < len(u) {
		if l, r := u[i-1].R, u[i].R; l < 0x80 && r < 0x80 {
			switch {
			case asciiKept[l&0x7f] && asciiKept[r&0x7f]:
				return true
			case l == ' ' || r == ' ':
				return false
			}
		}
	}
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

// digitsAt reads a number in digits with its separators, sign, currency, exponent and percent mark.
func (r *numberReader) digitsAt(i int) number {
	u := r.u
	lo, hi := i, i
	var b []byte
	decimal := false
	put := func(n int) {
		b = appendDigits(b, u[hi:hi+n])
		hi += n
	}
	if i > 0 && u[i-1].R == '.' && u[i-1].Folds == 0 && (i == 1 || u[i-2].R == ' ' || u[i-2].R == '-' || u[i-2].R == '(') && u[i-1].End == u[i].Start {
		b, decimal, lo = append(b, "0."...), true, i-1 // .5
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
			// 1.234.567 and 1.234,56: only what follows shows that the point is not decimal
			hi++
			put(n)
			for hi+1 < len(u) && u[hi].R == '.' && group(u, hi+1) == 3 {
				hi++
				put(3)
			}
		case (sep == '.' || sep == ',') && !decimal:
			decimal = true
			b = append(b, '.')
			hi++
			put(n)
		case sep == '.' && b[len(b)-1] != '/' && hi > lo: // a version, an address, a section of a section
			b = append(b, '.')
			hi++
			put(n)
		case sep == '/':
			b = append(b, '/')
			hi++
			put(n)
		default:
			b, hi = r.exponent(b, hi)
			return r.finish(lo, hi, string(b))
		}
	}
	b, hi = r.exponent(b, hi)
	return r.finish(lo, hi, string(b))
}

// exponent reads a power: raised digits, as such or after a caret, and the e of a number such as 6.02e-23.
func (r *numberReader) exponent(b []byte, i int) ([]byte, int) {
	u := r.u
	at := i
	next := func(k int) rune {
		if k < len(u) {
			return u[k].R
		}
		return 0
	}
	switch x := next(at); {
	case isSuperscript(x):
		b = append(b, '^')
		for ; isSuperscript(next(at)); at++ {
			b = appendRune(b, plainSuperscript(u[at].R))
		}
		return b, at
	case x == '^' && next(at+1) == '{':
		b = append(b, '^')
		at += 2
	case x == '^':
		b = append(b, '^')
		at++
	case x == 'e' && (isDigit(next(at+1)) || (next(at+1) == '-' || next(at+1) == '+') && isDigit(next(at+2))):
		b = append(b, 'e')
		at++
	default:
		return b, i
	}
	if next(at) == '-' || next(at) == '+' {
		if next(at) == '-' {
			b = append(b, '-')
		}
		at++
	}
	from := at
	for isDigit(next(at)) {
		at++
	}
	if at == from {
		return b[:len(b)-1], i
	}
	b = appendDigits(b, u[from:at])
	if next(at) == '}' {
		at++
	}
	return b, at
}

func plainSuperscript(r rune) rune {
	switch r {
	case '¹':
		return '1'
	case '²':
		return '2'
	case '³':
		return '3'
	case '⁻':
		return '-'
	case '⁺':
		return '+'
	}
	if r >= 0x2070 && r <= 0x2079 {
		return '0' + r - 0x2070
	}
	return r
}

// moreGroups tells whether what follows at unit i shows that the point before was none of decimals: another point and group of three, or a
// decimal comma.
func moreGroups(u []normalize.Unit, i int) bool {
	if i >= len(u) || group(u, i+1) == 0 {
		return false
	}
	return u[i].R == '.' && group(u, i+1) == 3 || u[i].R == ',' && group(u, i+1) != 3
}

// finish adds sign, currency and percent mark to a number.
func (r *numberReader) finish(lo, hi int, value string) number {
	u := r.u
	if len(value) > 4 && strings.Trim(value, "0123456789") == "" {
		if v := strings.TrimLeft(value, "0"); v != "" {
			value = v
		}
	}
	n := number{lo: lo, hi: hi, value: wholeDecimals(value)}
	skip := func(at, step int) int {
		if at+step >= 0 && at+step < len(u) && at >= 0 && at < len(u) && u[at].R == ' ' {
			return at + step
		}
		return at
	}
	if p := skip(lo-1, -1); p >= 0 && unicode.Is(unicode.Sc, u[p].R) {
		n.unit, n.hard, n.lo = r.symbol(p), true, p
		if u[p].R == '$' && n.unit != "$" { // letters name the dollar
			for n.lo > 0 && p-n.lo < 4 && visible(u[n.lo-1].R) {
				n.lo--
			}
		}
		lo = n.lo
	} else if from, unit := r.moneyBefore(lo); unit != "" {
		n.unit, n.hard, n.lo = unit, true, from
	}
	if p := lo - 1; p >= 0 && (u[p].R == '-' || u[p].R == '+') && (p == 0 || !visible(u[p-1].R) && u[p-1].R != '-' && u[p-1].R != ')' && u[p-1].R != '/') {
		n.value = string(u[p].R) + n.value
		n.lo = min(n.lo, p)
	}
	p := skip(hi, 1)
	if p >= len(u) || n.unit != "" {
		return n
	}
	switch x := u[p].R; {
	case x == '%' || x == '‰':
		n.unit, n.hard, n.hi = string(x), true, p+1
	case x == '°':
		n.unit, n.hard, n.hi = "°", true, p+1
	case p == hi && (x == '\'' || x == '"') && r.prime(p) != "":
		n.unit, n.hard, n.hi = r.prime(p), true, p+1
	case unicode.Is(unicode.Sc, x) && (p == hi || p+1 == len(u) || !isDigit(u[p+1].R)):
		n.unit, n.hard, n.hi = r.symbol(p), true, p+1
	}
	return n
}

// prime returns the sign of minutes or seconds, feet or inches, at a unit that the profile makes a quotation mark.
func (r *numberReader) prime(p int) string {
	switch c := runeAfter(r.src, int(r.u[p].Start)); c {
	case '′', '″':
		return string(c)
	}
	return ""
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
