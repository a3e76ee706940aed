package match

import (
	"strings"
	"unicode"
)

// readUnits reads the list of units: "unit = form form ...", the words of a form joined by "_". A "!" before the unit: it cannot be left
// out; a "@": it is money, and stands before its number as well; a "=": its forms are told apart by case.
func (l *lexicon) readUnits() {
	l.units, l.exactUnits, l.hardUnits, l.money = map[string]string{}, map[string]string{}, map[string]bool{}, map[string]string{}
	eachLine("lexicon/units.txt", func(line string) {
		unit, forms, _ := strings.Cut(line, " = ")
		name := strings.TrimLeft(unit, "!@=")
		marks := unit[:len(unit)-len(name)]
		for _, f := range strings.Fields(forms) {
			for part := range strings.SplitSeq(strings.ToLower(f), "_") {
				l.unitParts.add(wordHash(part))
			}
			switch {
			case strings.Contains(marks, "="):
				l.exactUnits[f] = name + "!"
			default:
				l.units[f] = name
			}
			if strings.Contains(marks, "@") {
				l.money[f] = name
			}
		}
		if strings.Contains(marks, "!") {
			l.hardUnits[name] = true
		}
	})
	l.labels = map[string]bool{}
	eachLine("lexicon/labels.txt", func(line string) { l.labels[line] = true })
}

// sameUnit tells whether two units are one. A unit may be one of several, as pounds are; a dollar that is not named may be any; and where
// only one side is told by its case, as MW is, capitals of a heading tell nothing.
func sameUnit(a, b string) bool {
	if a == b {
		return true
	}
	for x := range strings.SplitSeq(a, "|") {
		for y := range strings.SplitSeq(b, "|") {
			if x == y || x == "$" && strings.HasSuffix(y, "$") || y == "$" && strings.HasSuffix(x, "$") {
				return true
			}
			cx, cy := strings.HasSuffix(x, "!"), strings.HasSuffix(y, "!")
			if cx != cy && strings.EqualFold(strings.TrimSuffix(x, "!"), strings.TrimSuffix(y, "!")) {
				return true
			}
		}
	}
	return false
}

// units reads the words of measure behind the numbers: they may stand against them, after a space or after a hyphen. The numbers at the
// ends of a range share one.
func (r *numberReader) units() {
	for k := range r.list {
		n := &r.list[k]
		n.end = n.hi
		if n.kind != countKind || strings.HasPrefix(n.value, "M") {
			continue
		}
		i := n.hi
		for skip := 0; skip < 2 && i < len(r.u) && (r.u[i].R == ' ' || r.u[i].R == '-' || r.u[i].R == '.' && i+1 < len(r.u) && r.u[i+1].R == ' '); skip++ {
			i++
		}
		switch {
		case i >= len(r.u) || !visible(r.u[i].R) || isDigit(r.u[i].R):
		case n.unit == "°":
			if x := r.u[i].R; (x == 'c' || x == 'f') && (i+1 == len(r.u) || !visible(r.u[i+1].R)) {
				n.unit, n.end = "°"+string(x), i+1
			}
		case n.unit != "":
		default:
			if unit, end := r.unitAt(i); unit != "" {
				n.unit, n.end, n.hard = unit, end, r.lex.hardUnits[unit]
				r.power(n, k)
			}
		}
	}
	for k := 0; k+1 < len(r.list); k++ {
		a, b := &r.list[k], &r.list[k+1]
		if a.kind != countKind || b.kind != countKind || !r.rangeLink(a.end, b.lo) {
			continue
		}
		switch {
		case a.unit == "":
			a.shared = b.unit
		case b.unit == "" && a.hard:
			b.shared = a.unit
		}
	}
}

// unitAt returns the unit whose words start at unit i, up to three of them, and where they end.
func (r *numberReader) unitAt(i int) (unit string, end int) {
	if spaceless(r.u[i].R) {
		for n := 3; n > 0; n-- {
			if i+n <= len(r.u) {
				if u := r.lex.units[string(appendRunes(nil, r.u[i:i+n]))]; u != "" {
					return u, i + n
				}
			}
		}
		return "", i
	}
	w, at := r.letters(i)
	if w == "de" || w == "di" || w == "d" { // cinco millones de euros
		if at+1 >= len(r.u) || !visible(r.u[at+1].R) || isDigit(r.u[at+1].R) {
			return "", i
		}
		w, at = r.letters(at + 1)
	}
	if at-i <= 4 {
		if u := r.lex.exactUnits[string(r.src[r.u[i].Start:max(r.u[at-1].End, r.u[i].Start)])]; u != "" {
			return u, at
		}
	}
	if u := r.lex.units[w]; u != "" {
		unit, end = u, at
	}
	for range 3 {
		next := at
		for next < len(r.u) && next-at < 2 && (r.u[next].R == ' ' || r.u[next].R == '.' || r.u[next].R == '-') {
			next++
		}
		if next == at || next == len(r.u) || !visible(r.u[next].R) || isDigit(r.u[next].R) || len(w) > 32 {
			break
		}
		var more string
		more, at = r.letters(next)
		w += "_" + more
		if u := r.lex.units[w]; u != "" {
			unit, end = u, at
		}
	}
	return unit, end
}

// power takes the power of a unit into it, however it is written: m², m^2, m2.
func (r *numberReader) power(n *number, k int) {
	at := n.end
	if at >= len(r.u) {
		return
	}
	if r.u[at].R == '^' {
		at++
	}
	switch x := r.u[at:]; {
	case len(x) == 0:
		return
	case isSuperscript(x[0].R):
		n.unit += "^" + string(plainSuperscript(x[0].R))
	case (x[0].R == '2' || x[0].R == '3') && (len(x) == 1 || !visible(x[1].R)) && len(n.unit) <= 3:
		n.unit += "^" + string(x[0].R)
		if k+1 < len(r.list) && r.list[k+1].lo == at {
			r.list[k+1].kind = takenKind
		}
	default:
		return
	}
	n.end = at + 1
}

// symbol returns the currency of the sign at unit p. Letters against a dollar sign name its country.
func (r *numberReader) symbol(p int) string {
	if r.u[p].R != '$' {
		return string(r.u[p].R)
	}
	lo := p
	for lo > 0 && p-lo < 4 && visible(r.u[lo-1].R) && !isDigit(r.u[lo-1].R) {
		lo--
	}
	if lo < p {
		if u := r.lex.money[string(appendRunes(nil, r.u[lo:p+1]))]; u != "" {
			return u
		}
	}
	return "$"
}

// moneyBefore returns the currency whose code or word stands before unit lo, after one space at most, and where it starts.
func (r *numberReader) moneyBefore(lo int) (int, string) {
	p := lo
	for n := 0; n < 2 && p > 0 && (r.u[p-1].R == ' ' || r.u[p-1].R == '.'); n++ {
		p--
	}
	from := p
	for from > 0 && p-from < 5 && visible(r.u[from-1].R) && !isDigit(r.u[from-1].R) {
		from--
	}
	if n := p - from; n < 2 || n > 4 {
		return lo, ""
	}
	unit := r.lex.money[string(appendRunes(nil, r.u[from:p]))]
	if unit == "" || !upperAt(r.src, r.u, from) && p-from == 3 { // a code is written in capitals
		return lo, ""
	}
	return from, unit
}

// rangeLink tells whether what stands between two numbers makes a range or a list of them.
func (r *numberReader) rangeLink(from, to int) bool {
	if to < from || to-from > 5 {
		return false
	}
	w := strings.Trim(string(appendRunes(nil, r.u[from:to])), " ")
	if w == "-" || w == "," || w == "/" || w == "~" || rangeWord.has(w) {
		return true
	}
	return len(w) == 1 && unicode.Is(unicode.Sc, r.u[to-1].R)
}

// repeated takes out the number that repeats the one before it in parentheses: thirty (30) days.
func (r *numberReader) repeated() {
	out := r.list[:0]
	for k := range r.list {
		n := r.list[k]
		if n.kind == takenKind {
			continue
		}
		last := len(out) - 1
		inside := last >= 0 && r.inParens(&out[last], &n)
		if inside && n.kind == countKind {
			n.weak = false // thirty (40) days
		}
		if inside && repeats(&out[last], &n) {
			out[last].end = min(n.end+1, len(r.u))
			if out[last].unit == "" {
				out[last].unit = n.unit
				out[last].hard = n.hard
				if i := out[last].end + 1; n.unit == "" && i < len(r.u) && r.u[i-1].R == ' ' && visible(r.u[i].R) && !isDigit(r.u[i].R) {
					if unit, end := r.unitAt(i); unit != "" {
						out[last].unit, out[last].end, out[last].hard = unit, end, r.lex.hardUnits[unit]
					}
				}
			}
			continue
		}
		out = append(out, n)
	}
	r.list = out
}

// inParens tells whether b stands in parentheses of its own right after a, one of them in words.
func (r *numberReader) inParens(a, b *number) bool {
	if a.kind != countKind || b.lo-a.end > 3 || b.lo-a.end < 1 || a.digits == b.digits {
		return false
	}
	for _, x := range r.u[a.end:b.lo] {
		if x.R != ' ' && x.R != '(' {
			return false
		}
	}
	return r.u[b.lo-1].R == '(' && b.end < len(r.u) && r.u[b.end].R == ')'
}

// repeats tells whether b says what a says.
func repeats(a, b *number) bool {
	x := *b
	x.value = strings.TrimPrefix(x.value, "-")
	return a.same(&x) || a.hard != x.hard && a.value == x.value && (a.unit == "" || x.unit == "")
}
