package match

import "example.com/verbatim/normalize"

// number is one number of a normalised text: lo and hi are units, value is canonical, so that 10,000, 10000 and ten thousand are equal and
// 1.5 and 15 are not. A sign, a currency and a percent mark belong to the value.
type number struct {
	lo, hi int
	value  string
	unit   string // canonical unit of the word or symbol that follows, empty where none is known; end is after it
	end    int
	sort   numberSort
	digits bool // in digits or numerals
	weak   bool // the word may be no number at all: it counts only against a number
	spelled
}

// numberSort tells counting from ordering. Digits may do either: 1 May is the 1st of May.
type numberSort uint8

const (
	digitNumber numberSort = iota
	cardinal
	ordinal
)

// same tells whether two numbers say the same.
func (n *number) same(o *number) bool {
	if n.sort != o.sort && n.sort != digitNumber && o.sort != digitNumber {
		return false
	}
	if n.value == o.value {
		return n.unit == o.unit || n.unit == "" || o.unit == ""
	}
	return (n.unit != "" || o.unit != "") && n.value+n.unit == o.value+o.unit // $5, 5 dollars
}

// numbers lists the numbers of a normalised text, in digits and in words. src is the text that the units were made from.
func numbers(u []normalize.Unit, src []byte) []number {
	r := numberReader{lex: words(), u: u}
	for i := 0; i < len(u); {
		switch x := u[i].R; {
		case isDigit(x):
			i = r.digits(i)
		case visible(x) && spaceless(x):
			i = r.run(i)
		case visible(x):
			i = r.word(i)
		default:
			i++
		}
	}
	r.units()
	return r.list
}

// numberReader collects the numbers of a text.
type numberReader struct {
	lex  *lexicon
	u    []normalize.Unit
	list []number
	buf  [64]byte
}

// letters reads the letters from unit i to the next digit or border, and tells where they end.
func (r *numberReader) letters(i int) (string, int) {
	b := r.buf[:0]
	for i < len(r.u) && !isDigit(r.u[i].R) && (visible(r.u[i].R) || combining(r.u[i].R)) {
		b = appendRune(b, r.u[i].R)
		i++
	}
	return string(b), i
}

// units reads the words of measure behind the numbers: they may stand against them, after a space or after a hyphen.
func (r *numberReader) units() {
	for k := range r.list {
		n := &r.list[k]
		n.end = n.hi
		i := n.hi
		if i < len(r.u) && (r.u[i].R == ' ' || r.u[i].R == '-') {
			i++
		}
		if i == len(r.u) || !visible(r.u[i].R) || isDigit(r.u[i].R) {
			continue
		}
		w, end := r.letters(i)
		if unit, ok := r.lex.units[w]; ok {
			n.unit, n.end = unit, end
		}
	}
}

// compareNumbers raises number_changed for every number that only one side has.
func (m *Match) compareNumbers(q, s *side) {
	a, b := numbers(q.u, q.src), numbers(s.u, s.src)
	differ(len(a), len(b), func(i, j int) bool { return a[i].same(&b[j]) }, func(a0, a1, b0, b1 int) {
		if a0 == a1 && allWeak(b[b0:b1]) || b0 == b1 && allWeak(a[a0:a1]) {
			return
		}
		qs, ss := "", ""
		if a1 > a0 {
			qs = q.say(a[a0].lo, a[a1-1].end)
		}
		if b1 > b0 {
			ss = s.say(b[b0].lo, b[b1-1].end)
		}
		m.flag(FlagNumberChanged, qs, ss)
	})
}

func allWeak(list []number) bool {
	for i := range list {
		if !list[i].weak {
			return false
		}
	}
	return true
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
		resync(lo, n, k, equal, visit)
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
