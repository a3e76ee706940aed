package match

import (
	"strings"
	"unicode"

	"example.com/verbatim/normalize"
)

// number is one number of a normalised text: lo and hi are units, value is canonical, so that 10,000 and 10000 are equal and 1.5 and 15
// are not. A sign, a currency and a percent mark belong to the value.
type number struct {
	lo, hi int
	value  string
	scaled bool // a scale word may still multiply it
}

// numbers lists the numbers of a normalised text, in digits and in words. src is the text that the units were made from.
func numbers(u []normalize.Unit, src []byte) []number {
	lex := words()
	var list []number
	var buf [64]byte
	wordNumber := func(w word, letters []byte) {
		n, ok := lex.numbers[string(letters)]
		if !ok {
			return
		}
		if k := len(list) - 1; k >= 0 && adjacent(u, list[k].hi, w.lo) {
			last := &list[k]
			switch {
			case n.kind == "unit" && isTen(lex, u, *last) && len(n.value) == 1 && n.value != "0":
				last.value = last.value[:len(last.value)-1] + n.value
				last.hi = w.hi
				return
			case n.kind == "ordinal" && isTen(lex, u, *last) && len(n.value) == 1:
				last.value = last.value[:len(last.value)-1] + n.value
				last.hi = w.hi
				return
			case n.kind == "scale" && last.scaled:
				last.value = multiply(last.value, n.value)
				last.hi = w.hi
				return
			case n.value == "1/3" || n.value == "1/4" || n.value == "1/5" || n.value == "1/2":
				last.value += "×" + n.value
				last.hi = w.hi
				return
			}
		}
		list = append(list, number{w.lo, w.hi, n.value, n.kind != "scale"})
	}
	for i := 0; i < len(u); {
		r := u[i].R
		switch {
		case isDigit(r):
			n := digits(u, src, i)
			list = append(list, n)
			i = n.hi
		case isHanNumeral(r):
			lo := i
			for i < len(u) && isHanNumeral(u[i].R) {
				i++
			}
			list = append(list, number{lo, i, hanValue(u[lo:i]), true})
		case visible(r):
			lo := i
			b := buf[:0]
			for i < len(u) && !isDigit(u[i].R) && (visible(u[i].R) || combining(u[i].R)) {
				b = appendRune(b, u[i].R)
				i++
			}
			wordNumber(word{lo: lo, hi: i}, b)
		default:
			i++
		}
	}
	return list
}

// adjacent tells whether only one space or hyphen stands between two places.
func adjacent(u []normalize.Unit, from, to int) bool {
	return to == from || to == from+1 && (u[from].R == ' ' || u[from].R == '-')
}

func isTen(lex *lexicon, u []normalize.Unit, n number) bool {
	return len(n.value) == 2 && n.value[1] == '0' && n.value[0] >= '2' && !isDigit(u[n.lo].R)
}

// multiply applies a scale of the form 10…0 to a plain value; others are written as a product.
func multiply(value, scale string) string {
	zeros := strings.Count(scale, "0")
	if scale != "1"+strings.Repeat("0", zeros) {
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
	if frac != "" {
		return whole + "." + frac
	}
	return whole
}

// digits reads the number that starts at unit i, a digit.
func digits(u []normalize.Unit, src []byte, i int) number {
	lo, hi := i, i
	var b strings.Builder
	decimal := false
	group := func(at int) int { // how many digits follow
		n := 0
		for at+n < len(u) && isDigit(u[at+n].R) {
			n++
		}
		return n
	}
	put := func(n int) {
		for range n {
			b.WriteByte(byte('0' + digitValue(u[hi].R)))
			hi++
		}
	}
	first := group(hi)
	put(first)
	for hi+1 < len(u) && isDigit(u[hi+1].R) {
		sep, n := u[hi].R, group(hi+1)
		thousands := n == 3 && first <= 3 && !decimal
		switch {
		case sep == ',' && thousands, sep == '\'' && thousands, sep == ' ' && thousands && first > 0 && plainSpace(u[hi]):
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
			b.WriteByte('.')
			hi++
			put(n)
		case sep == '/':
			b.WriteByte('/')
			hi++
			put(n)
		default:
			return finish(u, src, lo, hi, b.String())
		}
	}
	if hi < len(u) && isSuperscript(u[hi].R) && first > 0 {
		b.WriteByte('^')
		for hi < len(u) && isSuperscript(u[hi].R) {
			b.WriteRune(u[hi].R)
			hi++
		}
	}
	return finish(u, src, lo, hi, b.String())
}

// moreGroups tells whether another point and group of three digits follow at unit i.
func moreGroups(u []normalize.Unit, i int) bool {
	if i+3 >= len(u) || u[i].R != '.' {
		return false
	}
	return isDigit(u[i+1].R) && isDigit(u[i+2].R) && isDigit(u[i+3].R) && (i+4 >= len(u) || !isDigit(u[i+4].R))
}

// finish adds sign, currency and percent mark to a number.
func finish(u []normalize.Unit, src []byte, lo, hi int, value string) number {
	if strings.Trim(value, "0123456789") == "" {
		if v := strings.TrimLeft(value, "0"); v != "" && len(value) > 4 {
			value = v
		}
	}
	n := number{lo, hi, value, true}
	skip := func(at, step int) int {
		if at+step >= 0 && at+step < len(u) && at >= 0 && at < len(u) && u[at].R == ' ' {
			return at + step
		}
		return at
	}
	if p := skip(lo-1, -1); p >= 0 && unicode.Is(unicode.Sc, u[p].R) {
		n.value = string(u[p].R) + n.value
		n.lo, lo = p, p
	}
	if p := lo - 1; p >= 0 && (u[p].R == '-' || u[p].R == '+') && (p == 0 || !visible(u[p-1].R) && u[p-1].R != '-') {
		n.value = string(u[p].R) + n.value
		n.lo = p
	}
	if p := skip(hi, 1); p < len(u) && (u[p].R == '%' || u[p].R == '‰' || u[p].R == '°' || unicode.Is(unicode.Sc, u[p].R)) {
		n.value += string(u[p].R)
		n.hi = p + 1
	} else if p < len(u) && p > hi {
		if k := percentWord(u, p); k > 0 {
			n.value += "%"
			n.hi = p + k
		}
	}
	return n
}

// percentWord returns how many units "percent" and its like take at unit i.
func percentWord(u []normalize.Unit, i int) int {
	for _, w := range [...]string{"percent", "per cent", "prozent", "pour cent", "por ciento", "por cento", "per cento", "procent"} {
		k := 0
		for k < len(w) && i+k < len(u) && u[i+k].R == rune(w[k]) {
			k++
		}
		if k == len(w) && (i+k == len(u) || !visible(u[i+k].R)) {
			return k
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

const hanDigits = "〇一二三四五六七八九"

func isHanNumeral(r rune) bool {
	return r >= 0x3000 && strings.ContainsRune("〇零一二三四五六七八九十百千万萬億亿兆两兩", r)
}

// hanValue writes a run of digits as a number (二〇二四 is 2024); a run with place words stays as it is.
func hanValue(u []normalize.Unit) string {
	var b strings.Builder
	positional := len(u) > 1
	for i := range u {
		positional = positional && strings.ContainsRune(hanDigits+"零", u[i].R)
	}
	for i := range u {
		r := u[i].R
		if !positional {
			b.WriteRune(r)
			continue
		}
		if r == '零' {
			r = '〇'
		}
		b.WriteByte(byte('0' + len([]rune(hanDigits[:strings.IndexRune(hanDigits, r)]))))
	}
	return b.String()
}

// compareNumbers raises number_changed for every number that only one side has.
func (m *Match) compareNumbers(q, s *side) {
	a, b := numbers(q.u, q.src), numbers(s.u, s.src)
	differ(len(a), len(b), func(i, j int) bool { return a[i].value == b[j].value }, func(a0, a1, b0, b1 int) {
		qs, ss := "", ""
		if a1 > a0 {
			qs = q.say(a[a0].lo, a[a1-1].hi)
		}
		if b1 > b0 {
			ss = s.say(b[b0].lo, b[b1-1].hi)
		}
		m.flag(FlagNumberChanged, qs, ss)
	})
}

// compareMeaning raises the flags of changed numbers and negations.
func (m *Match) compareMeaning(q, s side) {
	m.compareNumbers(&q, &s)
	m.compareNegation(&q, &s)
}

// differ calls visit for each maximal pair of runs [a0,a1) and [b0,b1) between the elements that a longest common subsequence pairs.
func differ(n, k int, equal func(i, j int) bool, visit func(a0, a1, b0, b1 int)) {
	lo := 0
	for lo < n && lo < k && equal(lo, lo) {
		lo++
	}
	for n > lo && k > lo && equal(n-1, k-1) {
		n--
		k--
	}
	if lo == n && lo == k {
		return
	}
	if (n-lo)*(k-lo) > 1<<20 { // a table would be too large for what it tells
		visit(lo, n, lo, k)
		return
	}
	w := k - lo + 1
	t := make([]uint16, (n-lo+1)*w)
	for i := n - 1; i >= lo; i-- {
		for j := k - 1; j >= lo; j-- {
			x := (i-lo)*w + j - lo
			if equal(i, j) {
				t[x] = t[x+w+1] + 1
			} else {
				t[x] = max(t[x+w], t[x+1])
			}
		}
	}
	i, j := lo, lo
	for i < n || j < k {
		a0, b0 := i, j
		for (i < n || j < k) && !(i < n && j < k && equal(i, j)) {
			x := (i-lo)*w + j - lo
			if j >= k || i < n && t[x+w] >= t[x+1] {
				i++
			} else {
				j++
			}
		}
		if i > a0 || j > b0 {
			visit(a0, i, b0, j)
		}
		if i < n && j < k {
			i++
			j++
		}
	}
}
