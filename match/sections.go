package match

import (
	"strconv"
	"strings"

	"example.com/verbatim/normalize"
)

// section reads a letter or a small Roman numeral in parentheses at unit i: the (a) of section 2(a). Against a digit or another such letter
// it is part of a path; elsewhere it may number a list.
func (r *numberReader) section(i int) int {
	u := r.u
	hi := i + 1
	for hi < len(u) && hi-i <= 4 && u[hi].R >= 'a' && u[hi].R <= 'z' {
		hi++
	}
	if hi == i+1 || hi >= len(u) || u[hi].R != ')' {
		return i + 1
	}
	letters := string(appendRunes(nil, u[i+1:hi]))
	if len(letters) > 1 && (strings.Trim(letters, "ivx") != "" || roman(letters) == 0) {
		return i + 1
	}
	fixed := false
	if i > 0 {
		before := u[i-1].R
		if visible(before) && !isDigit(before) {
			return hi // tenant(s)
		}
		fixed = isDigit(before) || before == ')'
		if k := len(r.list) - 1; before == ' ' && k >= 0 && r.list[k].fixed && r.list[k].hi == i-1 {
			fixed = true // 4 (1) (a)
		}
	}
	r.list = append(r.list, number{lo: i + 1, hi: hi, value: letters, kind: pathKind, weak: !fixed, fixed: fixed})
	return hi
}

// enclosed looks at the parentheses around a number in digits: against a digit it is part of a section's path; alone it may number a list
// or an equation; among the numbers of a table it is negative.
func (r *numberReader) enclosed(n *number) {
	u := r.u
	lo, hi := n.lo-1, n.hi
	if lo < 0 || hi >= len(u) || u[lo].R != '(' || u[hi].R != ')' {
		return
	}
	before := rune(0)
	if lo > 0 {
		before = u[lo-1].R
	}
	switch {
	case isDigit(before) || before == ')':
		n.fixed = true
		return
	case strings.HasPrefix(n.value, "-"):
		return
	}
	if r.amongNumbers(lo, hi+1) || before != 0 && n.unit != "" && r.currencyBefore(lo) {
		n.value = "-" + n.value
		return
	}
	n.weak = len(n.value) <= 2 && n.unit == ""
}

// amongNumbers tells whether numbers stand on both sides of units [lo,hi), after a space each.
func (r *numberReader) amongNumbers(lo, hi int) bool {
	u := r.u
	end := func(k, step int) bool {
		for n := 0; k >= 0 && k < len(u) && n < 4; n++ {
			x := u[k].R
			if isDigit(x) {
				return true
			}
			if x != ' ' && x != '(' && x != ')' && x != '$' && x != '|' && x != '-' && x != '%' {
				return false
			}
			k += step
		}
		return false
	}
	return lo > 1 && u[lo-1].R == ' ' && hi+1 < len(u) && u[hi].R == ' ' && end(lo-1, -1) && end(hi, 1)
}

func (r *numberReader) currencyBefore(lo int) bool {
	return lo > 0 && r.u[lo-1].R == '$'
}

// roman returns the value of a Roman numeral in small letters, 0 where it is none in its one spelling.
func roman(w string) int {
	if len(w) > 15 || w == "" {
		return 0
	}
	v, last := 0, 0
	for i := len(w) - 1; i >= 0; i-- {
		d := 0
		switch w[i] {
		case 'i':
			d = 1
		case 'v':
			d = 5
		case 'x':
			d = 10
		case 'l':
			d = 50
		case 'c':
			d = 100
		case 'd':
			d = 500
		case 'm':
			d = 1000
		default:
			return 0
		}
		if d < last {
			v -= d
		} else {
			v, last = v+d, d
		}
	}
	if writeRoman(v) != w {
		return 0
	}
	return v
}

func writeRoman(v int) string {
	var b strings.Builder
	for _, p := range [...]struct {
		value int
		text  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for v >= p.value && b.Len() < 16 {
			b.WriteString(p.text)
			v -= p.value
		}
	}
	return b.String()
}

// numeral reads a word as a Roman numeral or as the letter of a section after its label (Article IV, Appendix A), and tells whether it is
// one. A label makes it certain; without one a capital before it (Henry VIII), or else it counts only against another number.
func (r *numberReader) numeral(w string, i, end int) bool {
	if len(w) > 18 || w == "" || w[0] >= 0x80 && w[0] < 0xC3 {
		return false
	}
	v, capitals, hi := r.romanWord(w, i)
	if v == 0 && len(w) != 1 {
		return false
	}
	label, capital := r.before(i)
	upper := upperAt(r.src, r.u, i)
	if len(w) == 1 {
		switch {
		case w[0] < 'a' || w[0] > 'z' || !upper:
			return false
		case label && strings.IndexByte("ivx", w[0]) < 0:
			r.list = append(r.list, number{lo: i, hi: end, value: w, kind: pathKind})
			return true
		case v == 0 || !label && (!capital || strings.IndexByte("ivx", w[0]) < 0):
			return false
		}
	}
	sure := label || capital && capitals && strings.Trim(w[:hi], "ivx") == ""
	if !capitals && !label && strings.Trim(w, "ivx") != "" {
		return false // mix, did, dim
	}
	if len(w) == 1 {
		sure = label
	}
	r.list = append(r.list, number{lo: i, hi: i + hi, value: strconv.Itoa(v), weak: !sure})
	return true
}

// romanWord reads a word as a Roman numeral, with an ending of an ordinal where it is written in capitals (XVIIIe). hi is how many of its
// letters the numeral takes.
func (r *numberReader) romanWord(w string, i int) (v int, capitals bool, hi int) {
	for hi < len(w) && w[hi] < 0x80 && upperAt(r.src, r.u, i+hi) {
		hi++
	}
	if hi > 0 {
		switch w[hi:] {
		case "", "e", "è", "ème", "eme", "er", "re", "th", "st", "nd", "rd", "o", "a":
			return roman(w[:hi]), true, hi
		}
		if hi > 1 || len(w) == 1 {
			return 0, false, 0
		}
	}
	return roman(w), false, len(w)
}

// before looks at the word before unit i: whether it is a label such as article or appendix, and whether it starts with a capital.
func (r *numberReader) before(i int) (label, capital bool) {
	gap := i - r.wordHi
	if r.wordHi == 0 || gap < 1 || gap > 2 {
		return false, false
	}
	for _, x := range r.u[r.wordHi:i] {
		if visible(x.R) {
			return false, false
		}
	}
	w, _ := r.letters(r.wordLo)
	return r.lex.labels[w], upperAt(r.src, r.u, r.wordLo) && r.wordHi-r.wordLo > 1 && !r.startsSentence(r.wordLo)
}

// startsSentence tells whether the word at unit i stands at the start of the text or after the end of a sentence.
func (r *numberReader) startsSentence(i int) bool {
	for i > 0 && !visible(r.u[i-1].R) {
		if x := r.u[i-1].R; x == '.' || x == '!' || x == '?' || x == ':' {
			return true
		}
		i--
	}
	return i == 0
}

// identifier reads what is no amount though it has digits: several groups with hyphens between them, as telephone and book numbers have,
// whose hyphens are form.
func (r *numberReader) identifier(i int) (number, bool) {
	u := r.u
	hi, groups, digits := i, 0, 0
	for {
		n := group(u, hi)
		if n == 0 {
			break
		}
		groups++
		digits += n
		hi += n
		if groups == 16 || hi+1 >= len(u) || u[hi].R != '-' || !isDigit(u[hi+1].R) {
			break
		}
		hi++
	}
	if groups < 3 || digits < 9 {
		return number{}, false
	}
	b := make([]byte, 0, digits)
	for _, x := range u[i:hi] {
		if isDigit(x.R) {
			b = append(b, byte('0'+digitValue(x.R)))
		}
	}
	if v := strings.TrimLeft(string(b), "0"); len(b) > 4 && v != "" {
		return number{lo: i, hi: hi, value: v}, true
	}
	return number{lo: i, hi: hi, value: string(b)}, true
}

// hash reads what follows a number sign in one piece, digits and letters together: a colour, a hash, a number in a list.
func (r *numberReader) hash(i int) int {
	u := r.u
	hi, digits, letters := i+1, 0, 0
	for hi < len(u) && u[hi].R < 0x80 && visible(u[hi].R) {
		if isDigit(u[hi].R) {
			digits++
		} else {
			letters++
		}
		hi++
	}
	if digits == 0 || letters == 0 || hi-i > 130 {
		return i + 1
	}
	r.list = append(r.list, number{lo: i, hi: hi, value: string(appendRunes(nil, u[i+1:hi])), digits: true})
	return hi
}

// longCode tells whether unit i stands in a chain of digits and hyphens that identifier takes for one number.
func longCode(u []normalize.Unit, i int) bool {
	lo := i
	for lo > 0 && i-lo < 64 && (isDigit(u[lo-1].R) || u[lo-1].R == '-' && lo > 1 && isDigit(u[lo-2].R)) {
		lo--
	}
	r := numberReader{u: u}
	_, ok := r.identifier(lo)
	return ok
}
