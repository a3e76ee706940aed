package match

import "example.com/verbatim/normalize"

// restated tells whether all that two aligned texts differ in is numbers in parentheses that say again what stands before them: thirty (30).
func restated(q, s *sheet, ops []Op) bool {
	found := false
	for _, op := range ops {
		switch op.Kind {
		case OpReplace:
			return false
		case OpInsert:
			if !enclosedDigits(s.u, op.T0, op.T1) {
				return false
			}
		case OpDelete:
			if !enclosedDigits(q.u, op.P0, op.P1) {
				return false
			}
		}
	}
	var qn, sn []number
	for _, op := range ops {
		switch op.Kind {
		case OpEqual:
			continue
		case OpInsert:
			if sn == nil {
				sn = s.numbers(nil, 0, len(s.u))
			}
			if !restates(sn, op.T0, op.T1) {
				return false
			}
		case OpDelete:
			if qn == nil {
				qn = q.numbers(nil, 0, len(q.u))
			}
			if !restates(qn, op.P0, op.P1) {
				return false
			}
		default:
			return false
		}
		found = true
	}
	return found
}

// restates tells whether units [lo,hi) are a number in parentheses whose value is that of the number before it, which is in words.
func restates(list []number, lo, hi int) bool {
	for i := range list {
		if x := &list[i]; x.hi <= lo && x.end > lo && (i+1 == len(list) || list[i+1].lo >= hi) {
			return true // read as one number, with its unit
		}
	}
	for i := 1; i < len(list); i++ {
		if list[i].lo < lo || list[i].hi > hi {
			continue
		}
		a, b := &list[i-1], &list[i]
		return a.value == b.value && b.digits && !a.digits && lo-a.hi <= 1
	}
	return false
}

// enclosedDigits tells whether units [lo,hi) may be a number in parentheses, in digits.
func enclosedDigits(u []normalize.Unit, lo, hi int) bool {
	if hi-lo > 24 || hi-lo < 3 {
		return false
	}
	parens := 0
	for _, x := range u[lo:hi] {
		switch {
		case x.R == '(' || x.R == ')':
			parens++
		case x.R != ' ' && !isDigit(x.R) && x.R != ',' && x.R != '.':
			return false
		}
	}
	return parens == 2
}
