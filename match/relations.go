package match

// mark reads what stands at unit i, which is no letter, digit or space: an operator between values, the letter of a section in parentheses,
// or a colour in hexadecimal. It returns the unit after it.
func (r *numberReader) mark(i int) int {
	switch r.u[i].R {
	case '(':
		return r.section(i)
	case '#':
		return r.hash(i)
	}
	value, n := r.operator(i)
	if value == "" {
		return i + n
	}
	x := number{lo: i, hi: i + n, value: value, kind: relationKind}
	x.weak = !r.besideDigit(i, i+n) && !r.betweenVariables(i, i+n)
	if value == "+" && x.weak && i > 0 && visible(r.u[i-1].R) {
		// the charge of an ion, a cell that carries a mark; not the name of a language
		k := i
		for k > 0 && visible(r.u[k-1].R) {
			k--
		}
		x.weak = i-k > 2
	}
	r.list = append(r.list, x)
	return i + n
}

// operator returns the operator at unit i in one spelling, empty where there is none, and how many units it takes.
func (r *numberReader) operator(i int) (string, int) {
	next := func(k int) rune {
		if i+k < len(r.u) {
			return r.u[i+k].R
		}
		return 0
	}
	switch x := next(0); x {
	case '<':
		switch {
		case next(1) == '=':
			return "≤", 2
		case next(1) == '-' && !isDigit(next(2)):
			return "←", 2
		case next(1) == '>':
			return "≠", 2
		}
		return "<", 1
	case '>':
		if next(1) == '=' {
			return "≥", 2
		}
		return ">", 1
	case '=':
		n := 1
		for next(n) == '=' {
			n++
		}
		switch {
		case n > 3:
			return "", n // a rule across the page
		case next(n) == '>':
			return "⇒", n + 1
		}
		return "=", n
	case '!':
		if next(1) == '=' {
			n := 2
			for next(n) == '=' {
				n++
			}
			return "≠", n
		}
	case '-':
		n := 1
		for next(n) == '-' {
			n++
		}
		if next(n) == '>' && !isDigit(next(n+1)) {
			return "→", n + 1
		}
		return "", n
	case '+':
		switch {
		case next(1) == '/' && next(2) == '-':
			return "±", 3
		case next(1) == '-' && isDigit(next(2)):
			return "±", 2
		case next(1) == '+':
			return "", 2
		case isDigit(next(1)) && (i == 0 || !visible(r.u[i-1].R)):
			return "", 1 // a sign, which the number takes
		}
		return "+", 1
	case '≤', '≦', '⩽':
		return "≤", 1
	case '≥', '≧', '⩾':
		return "≥", 1
	case '→', '⟶', '➔', '➝':
		return "→", 1
	case '←', '⟵':
		return "←", 1
	case '≈', '≃', '≅':
		return "≈", 1
	case '≠', '±', '∓', '⇒', '⇐', '↔', '⇔', '↑', '↓', '≡', '≪', '≫', '÷', '√':
		return string(x), 1
	}
	return "", 1
}

// besideDigit tells whether a digit stands on either side of units [lo,hi), with no more than a space or a sign between.
func (r *numberReader) besideDigit(lo, hi int) bool {
	u := r.u
	for lo > 0 && (u[lo-1].R == ' ' || u[lo-1].R == ')' || u[lo-1].R == '%') {
		lo--
	}
	if lo > 0 && isDigit(u[lo-1].R) {
		return true
	}
	for n := 0; n < 3 && hi < len(u) && !visible(u[hi].R); n++ {
		hi++
	}
	return hi < len(u) && isDigit(u[hi].R)
}

// betweenVariables tells whether single letters stand on both sides of units [lo,hi): a + b.
func (r *numberReader) betweenVariables(lo, hi int) bool {
	u := r.u
	if lo > 0 && u[lo-1].R == ' ' {
		lo--
	}
	if hi < len(u) && u[hi].R == ' ' {
		hi++
	}
	return lo > 0 && visible(u[lo-1].R) && (lo == 1 || !visible(u[lo-2].R)) && hi < len(u) && visible(u[hi].R) && (hi+1 == len(u) || !visible(u[hi+1].R))
}

// negatedEquality tells whether the difference is that of = and ≠, which is one of negation.
func negatedEquality(a, b []number) bool {
	found := false
	for _, list := range [...][]number{a, b} {
		for i := range list {
			if list[i].kind != relationKind || list[i].value != "=" && list[i].value != "≠" {
				return false
			}
			found = found || list[i].value == "≠"
		}
	}
	return found
}

// times reads an x between two numbers, as in 3 x 4, and tells whether it is one.
func (r *numberReader) product(w string, i, end int) bool {
	if w != "x" || len(r.list) == 0 {
		return false
	}
	last := &r.list[len(r.list)-1]
	if last.hi != i && !(last.hi == i-1 && r.u[i-1].R == ' ') || !last.digits || !r.digitAfter(end) {
		return false
	}
	r.list = append(r.list, number{lo: i, hi: end, value: "×", kind: relationKind})
	return true
}
