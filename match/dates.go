package match

import (
	"strconv"
	"strings"

	"example.com/verbatim/normalize"
)

// date is a day, or a month of a year: what is not told is 0. either says that day and month may stand the other way round (5/1/22).
type date struct {
	year, month, day int16
	either           bool
}

// same tells whether two dates are one. Years of two digits are those of any century.
func (d *date) same(o *date) bool {
	if d.year != o.year {
		if d.year == 0 || o.year == 0 || d.year >= 100 && o.year >= 100 || d.year%100 != o.year%100 {
			return false
		}
	}
	if d.month == o.month && d.day == o.day {
		return true
	}
	return d.either != o.either && d.month == o.day && d.day == o.month
}

// dateAt reads a date in digits, such as 01.02.2022 or 2022-02-01.
func (r *numberReader) dateAt(i int) (number, bool) {
	u := r.u
	hi := i
	var sep rune
	var size [3]int
	var part [3]int16
	for k := range size {
		n := group(u, hi)
		if n == 0 || n > 4 || k > 0 && (u[hi-1].R != sep || !strings.ContainsRune("./-", sep)) {
			return number{}, false
		}
		for _, x := range u[hi : hi+n] {
			part[k] = part[k]*10 + int16(digitValue(x.R))
		}
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
	n := number{lo: i, hi: hi}
	var b []byte
	for k, p := range part {
		if k > 0 {
			b = append(b, '/')
		}
		b = strconv.AppendInt(b, int64(p), 10)
	}
	n.value = string(b)
	n.day = calendar(part, size[0] == 4, sep)
	return n, true
}

// calendar tells year, month and day of the three parts of a date. Points stand between day and month in this order; with slashes and
// hyphens either may come first.
func calendar(part [3]int16, yearFirst bool, sep rune) date {
	d := date{year: part[2], month: part[1], day: part[0]}
	if yearFirst {
		d.year, d.day = part[0], part[2]
	} else if d.month > 12 {
		d.month, d.day = d.day, d.month
	} else if sep != '.' && d.day <= 12 && d.day != d.month {
		d.month, d.day, d.either = d.day, d.month, true
	}
	if d.month < 1 || d.month > 12 || d.day < 1 || d.day > 31 {
		return date{}
	}
	return d
}

// dates puts the day, the month and the year of a date together, in whatever order they stand.
func (r *numberReader) dates() {
	out := r.list[:0]
	for k := 0; k < len(r.list); k++ {
		n := r.list[k]
		if strings.HasPrefix(n.value, "M") && n.kind == countKind {
			n = r.written(n, &out, &k)
		} else if k+2 < len(r.list) && r.signs(k) {
			d := date{number16(&n), number16(&r.list[k+1]), number16(&r.list[k+2]), false}
			if d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= 31 {
				n.day, n.hi = d, r.list[k+2].hi+1
				n.value, n.scaled = "", false
				k += 2
			}
		}
		out = append(out, n)
	}
	r.list = out
}

// written takes the day and the year beside a month: those before it are the last of out, those after it follow r.list[*k].
func (r *numberReader) written(n number, out *[]number, k *int) number {
	month, _ := strconv.Atoi(n.value[1:])
	d := date{month: int16(month)}
	if last := len(*out) - 1; last >= 0 {
		if p := &(*out)[last]; p.counted() && p.day.month == 0 && dayNumber(p) && r.dateLink(p.hi, n.lo) {
			d.day, n.lo, *out = number16(p), p.lo, (*out)[:last]
		}
	}
	if d.day == 0 && *k+1 < len(r.list) {
		if p := &r.list[*k+1]; p.counted() && dayNumber(p) && r.dateLink(n.hi, p.lo) {
			d.day, n.hi = number16(p), p.hi
			*k++
		}
	}
	if *k+1 < len(r.list) {
		if p := &r.list[*k+1]; p.digits && p.counted() && len(p.value) == 4 && number16(p) > 0 && r.dateLink(n.hi, p.lo) {
			d.year, n.hi = number16(p), p.hi
			*k++
		}
	}
	if d.day > 0 || d.year > 0 {
		n.day, n.weak, n.value = d, false, ""
	}
	return n
}

// counted tells whether a number is a plain one that may be the day or the year of a date.
func (n *number) counted() bool {
	return n.kind == countKind && n.unit == "" && n.value != "" && !n.weak
}

// number16 returns a small whole number, 0 where it is none.
func number16(n *number) int16 {
	v, err := strconv.ParseInt(n.value, 10, 16)
	if err != nil || v < 0 {
		return 0
	}
	return int16(v)
}

func dayNumber(n *number) bool {
	v := number16(n)
	return v >= 1 && v <= 31 && len(n.value) <= 2
}

// dateLink tells whether nothing stands between two parts of a date but spaces, points, commas, an ordinal's ending or "of".
func (r *numberReader) dateLink(from, to int) bool {
	if to < from || to-from > 10 {
		return false
	}
	for i := from; i < to; {
		x := r.u[i].R
		if !visible(x) {
			if x != ' ' && x != '.' && x != ',' && x != '-' && x != '\'' && x != 'º' && x != 'ª' {
				return false
			}
			i++
			continue
		}
		w, end := r.letters(i)
		if !datePart.has(w) {
			return false
		}
		i = max(end, i+1)
	}
	return true
}

// signs tells whether three numbers stand before the signs of year, month and day.
func (r *numberReader) signs(k int) bool {
	at := func(n *number, sign rune) bool { return n.digits && n.hi < len(r.u) && r.u[n.hi].R == sign }
	a, b, c := &r.list[k], &r.list[k+1], &r.list[k+2]
	return at(a, '年') && b.lo == a.hi+1 && at(b, '月') && c.lo == b.hi+1 && at(c, '日')
}

// monthHere tells whether a word that may be no month, such as may or march, is one: it is written as a name is, beside a day or a year.
func (r *numberReader) monthHere(w string, lo, end int) bool {
	if !otherMonth.has(w) {
		return true
	}
	upper := upperAt(r.src, r.u, lo)
	if smallMonth.has(w) {
		return true
	}
	return upper && (!upperAt(r.src, r.u, lo+1) || r.digitAfter(end))
}

// digitAfter tells whether a digit follows at unit i, after one space at most.
func (r *numberReader) digitAfter(i int) bool {
	if i < len(r.u) && r.u[i].R == ' ' {
		i++
	}
	return i < len(r.u) && isDigit(r.u[i].R)
}

// upperAt tells whether a unit was made from a capital letter.
func upperAt(src []byte, u []normalize.Unit, i int) bool {
	return i < len(u) && u[i].Folds.Has(normalize.Case)
}

// dated tells whether a word may be part of a date.
func dated(w string) bool {
	return w[0] >= '0' && w[0] <= '9' || words().numbers[w].kind == "month"
}

// rewrittenDays are the dates of the quote that the source has as well, perhaps with their parts in another order: read when first asked.
type rewrittenDays struct {
	qu, su        []normalize.Unit
	quote, source []byte
	list          []number
	read          bool
}

// hold tells whether unit i of the quote stands in one of them.
func (d *rewrittenDays) hold(i int) bool {
	if !d.read {
		d.read = true
		have := numbers(d.su, d.source)
		for _, n := range numbers(d.qu, d.quote) {
			for k := range have {
				if n.day.month > 0 && n.day.day > 0 && have[k].day.month > 0 && n.day.same(&have[k].day) {
					d.list = append(d.list, n)
					break
				}
			}
		}
	}
	return len(touched(d.list, i, i+1)) > 0
}
