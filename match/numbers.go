package match

import (
	"strings"

	"example.com/verbatim/normalize"
)

// number is one value of a normalised text: lo and hi are units, value is canonical, so that 10,000, 10000 and ten thousand are equal and
// 1.5 and 15 are not. A sign belongs to the value; a currency, a percent mark or a word of measure is the unit.
type number struct {
	lo, hi int
	value  string
	unit   string // canonical unit of the word or symbol that stands beside it, empty where none is known; end is after it
	shared string // of a range: the unit that stands at its other end (5 to 10%)
	end    int
	day    date // where the value is a date with a month and a day or year
	kind   valueKind
	sort   numberSort
	digits bool // in digits or numerals
	weak   bool // it may be no number at all, or one that a quote may leave out: it counts only against another of its kind
	hard   bool // the unit is a symbol, or says so much that it cannot be left out
	fixed  bool // stands beside a digit: a list mark cannot
	spelled
}

// valueKind tells what a value is. Values of two kinds are never the same.
type valueKind uint8

const (
	countKind    valueKind = iota
	pathKind               // a letter of a section, appendix or group
	dayKind                // a day of the week
	relationKind           // an operator between values
	takenKind              // part of another one
)

// numberSort tells counting from ordering. Digits may do either: 1 May is the 1st of May.
type numberSort uint8

const (
	digitNumber numberSort = iota
	cardinal
	ordinal
)

// same tells whether two numbers say the same.
func (n *number) same(o *number) bool {
	if n.kind != o.kind || n.sort != o.sort && n.sort != digitNumber && o.sort != digitNumber {
		return false
	}
	if n.day.month > 0 && o.day.month > 0 {
		return n.day.same(&o.day) && n.sameUnit(o)
	}
	if n.value != o.value && (n.unit == "" || o.unit == "" || plainDecimals(n.value) != plainDecimals(o.value)) {
		return false
	}
	return n.sameUnit(o)
}

// sameUnit tells whether two numbers are of one unit as far as they tell.
func (n *number) sameUnit(o *number) bool {
	switch {
	case n.unit == "":
		return !o.hard || n.shared != "" && sameUnit(n.shared, o.unit)
	case o.unit == "":
		return !n.hard || o.shared != "" && sameUnit(o.shared, n.unit)
	}
	return sameUnit(n.unit, o.unit)
}

// plainDecimals drops the zeros at the end of decimals: $1.50 is $1.5. Where no unit says that it is an amount they may be a section's.
func plainDecimals(v string) string {
	if strings.Count(v, ".") != 1 || strings.IndexByte(v, '^') >= 0 || thousandsLike(v) {
		return v
	}
	return strings.TrimSuffix(strings.TrimRight(v, "0"), ".")
}

// wholeDecimals drops decimals that are nothing but zeros: 5.0 is 5.
func wholeDecimals(v string) string {
	if whole, frac, ok := strings.Cut(v, "."); ok && !thousandsLike(v) && strings.Trim(frac, "0") == "" {
		return whole
	}
	return v
}

// thousandsLike tells whether the decimals of a value may be a group of thousands: 1.000.
func thousandsLike(v string) bool {
	whole, frac, _ := strings.Cut(v, ".")
	return len(frac) == 3 && len(whole) <= 4
}

// numbers lists the values of a normalised text, in digits and in words, with the operators between them. src is the text that the units
// were made from: case tells mW from MW, and what stood between two units tells an exponent from digits.
func numbers(u []normalize.Unit, src []byte) []number {
	r := numberReader{lex: words(), u: u, src: src}
	return r.read()
}

// numbers lists those of units [lo,hi), and uses the buffer of list.
func (s *sheet) numbers(list []number, lo, hi int) []number {
	r := numberReader{lex: words(), u: s.u[lo:hi], src: s.src, list: list, script: &s.script, at: lo}
	return r.read()
}

func (r *numberReader) read() []number {
	u := r.u
	for i := 0; i < len(u); {
		switch x := u[i].R; {
		case isDigit(x):
			i = r.digits(i)
		case visible(x) && spaceless(x):
			i = r.run(i)
		case visible(x):
			i = r.word(i)
		case x == ' ' || x == '.' || x == ',':
			i++
		default:
			i = r.mark(i)
		}
	}
	r.dates()
	r.units()
	r.repeated()
	return r.list
}

// numberReader collects the numbers of a text.
type numberReader struct {
	lex  *lexicon
	u    []normalize.Unit
	src  []byte
	list []number
	// the text that u is a part of, from unit at; made where it is needed
	script *script
	at     int
	// the last word that is no number, for the label before a letter or a numeral
	wordLo, wordHi int
}

// letters reads the letters from unit i to the next digit or border, and tells where they end.
func (r *numberReader) letters(i int) (string, int) {
	lo := i
	for i < len(r.u) && !isDigit(r.u[i].R) && (visible(r.u[i].R) || combining(r.u[i].R)) {
		i++
	}
	if lo == i {
		return "", i
	}
	if r.script == nil {
		r.script = new(script)
		r.script.read(r.u)
	}
	return r.script.of(r.at+lo, r.at+i), i
}

// compareNumbers raises number_changed for every number that only one side has.
func (m *Match) compareNumbers(q, s *side) {
	m.compareLists(q, s, numbers(q.u, q.src), numbers(s.u, s.src))
}

func (m *Match) compareLists(q, s *side, a, b []number) {
	differ(len(a), len(b), func(i, j int) bool { return a[i].same(&b[j]) }, func(a0, a1, b0, b1 int) {
		x, y := a[a0:a1], b[b0:b1]
		if !counts(x, y) && !counts(y, x) || negatedEquality(x, y) {
			return
		}
		qs, ss := "", ""
		if len(x) > 0 {
			qs = q.say(x[0].pathStart(q), x[len(x)-1].end)
		}
		if len(y) > 0 {
			ss = s.say(y[0].pathStart(s), y[len(y)-1].end)
		}
		m.flag(FlagNumberChanged, qs, ss)
	})
}

// pathStart returns the unit where the number starts that a letter belongs to, as in 2(a), for the words that are shown.
func (n *number) pathStart(s *side) int {
	lo := n.lo
	for n.kind == pathKind && lo > 0 && n.lo-lo < 16 && (visible(s.u[lo-1].R) || s.u[lo-1].R == '(' || s.u[lo-1].R == ')') {
		lo--
	}
	return lo
}

// counts tells whether a list has a number that says something against the other list: one that is certain, or an uncertain one that stands
// against another of its kind.
func counts(list, other []number) bool {
	for i := range list {
		if !list[i].weak {
			return true
		}
		for k := range other {
			if other[k].kind == list[i].kind {
				return true
			}
		}
	}
	return false
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
	switch {
	case lo == n && lo == k:
		return
	case lo == n || lo == k || n-lo == 1 && k-lo == 1:
		visit(lo, n, lo, k)
		return
	case (n-lo+1)*(k-lo+1) <= smallTable:
		var t [smallTable]uint16
		differTable(t[:], lo, n, k, equal, visit)
		return
	case (n-lo)*(k-lo) > 1<<20: // a table would be too large for what it tells
		resync(lo, n, k, equal, visit)
		return
	}
	differTable(make([]uint16, (n-lo+1)*(k-lo+1)), lo, n, k, equal, visit)
}

// smallTable is the size up to which a table needs no memory of its own.
const smallTable = 400

// differTable is differ between what is equal at both ends, by the whole table t of zeros.
func differTable(t []uint16, lo, n, k int, equal func(i, j int) bool, visit func(a0, a1, b0, b1 int)) {
	w := k - lo + 1
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

// resyncReach is how many elements beyond a difference are looked at for the place where two long lists agree again.
const resyncReach = 64

// resync is differ for long lists: in one pass, each difference ends at the nearest place where two elements agree again.
func resync(lo, n, k int, equal func(i, j int) bool, visit func(a0, a1, b0, b1 int)) {
	i, j := lo, lo
next:
	for i < n && j < k {
		if equal(i, j) {
			i++
			j++
			continue
		}
		for d := 1; d <= resyncReach; d++ {
			for a := 0; a <= d; a++ {
				x, y := i+a, j+d-a
				if x < n && y < k && equal(x, y) && (x+1 >= n || y+1 >= k || equal(x+1, y+1)) {
					visit(i, x, j, y)
					i, j = x, y
					continue next
				}
			}
		}
		break
	}
	if i < n || j < k {
		visit(i, n, j, k)
	}
}
