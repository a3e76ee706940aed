package match

import "strings"

// compound reads a number that is written as one word: einundzwanzig, tweehonderdvijftig, trentotto.
func (l *lexicon) compound(w string) (v int64, sort numberSort, ok bool) {
	if len(w) < 7 || !l.headsMay.may(wordHash(w[:3])) || !l.heads[[3]byte{w[0], w[1], w[2]}] {
		return 0, 0, false
	}
	if v := l.parts(w); v > 0 {
		return v, cardinal, true
	}
	for _, end := range [...]string{"ste", "sten", "ster", "stes", "stem"} {
		if stem, cut := strings.CutSuffix(w, end); cut && len(stem) >= 5 {
			if v := l.parts(stem); v > 0 {
				return v, ordinal, true
			}
			if n := l.numbers[stem]; n.amount > 0 && n.sort == cardinal {
				return n.amount, ordinal, true
			}
		}
	}
	return 0, 0, false
}

// isCompound tells whether a word is one.
func (l *lexicon) isCompound(w []byte) bool {
	if len(w) < 7 || !l.headsMay.may(wordHash(w[:3])) {
		return false
	}
	_, _, ok := l.compound(string(w))
	return ok
}

// parts adds the parts of a number word, 0 where it is none.
func (l *lexicon) parts(w string) int64 {
	for _, t := range [...]string{"tausend", "duizend", "mila", "mille"} {
		if left, right, ok := strings.Cut(w, t); ok {
			return l.joined(left, right, 1000)
		}
	}
	return l.belowThousand(w)
}

func (l *lexicon) belowThousand(w string) int64 {
	for _, h := range [...]string{"hundert", "honderd", "cento"} {
		if left, right, ok := strings.Cut(w, h); ok {
			return l.joined(left, right, 100)
		}
	}
	return l.belowHundred(w)
}

// joined is left × scale + right; left may be empty, for one, and right may be empty or start with "and".
func (l *lexicon) joined(left, right string, scale int64) int64 {
	a, b := int64(1), int64(0)
	if left != "" {
		if a = l.below(left, scale); a == 0 {
			return 0
		}
	}
	if right != "" {
		for _, and := range [...]string{"", "und", "en", "ën"} {
			if rest, ok := strings.CutPrefix(right, and); ok && b == 0 {
				b = l.below(rest, scale)
			}
		}
		if b == 0 || b >= scale {
			return 0
		}
	}
	return a*scale + b
}

// below reads a number word below a scale, 100 or 1,000.
func (l *lexicon) below(w string, scale int64) int64 {
	if scale == 1000 {
		return l.belowThousand(w)
	}
	return l.belowHundred(w)
}

// belowHundred reads a plain number word, unit-and-ten (einundzwanzig), or ten-unit (trentotto, tjugofem).
func (l *lexicon) belowHundred(w string) int64 {
	if n := l.small(w); n > 0 {
		return n
	}
	for i := 3; i <= len(w)-3; i++ {
		unit := l.small(w[:i])
		if unit == 0 {
			continue
		}
		if unit < 10 {
			for _, and := range [...]string{"und", "en", "ën"} {
				if rest, ok := strings.CutPrefix(w[i:], and); ok {
					if ten := l.small(rest); ten >= 20 && ten%10 == 0 {
						return ten + unit
					}
				}
			}
		}
		if rest := l.small(w[i:]); unit >= 20 && unit%10 == 0 && rest > 0 && rest < 10 {
			return unit + rest
		}
	}
	for _, u := range [...]struct {
		end   string
		value int64
	}{{"uno", 1}, {"otto", 8}} { // the ten loses its last vowel
		if stem, ok := strings.CutSuffix(w, u.end); ok {
			for _, vowel := range [...]string{"a", "i"} {
				if ten := l.small(stem + vowel); ten >= 20 && ten%10 == 0 {
					return ten + u.value
				}
			}
		}
	}
	return 0
}

// small returns the value of a plain number word below hundred, 0 where it is none.
func (l *lexicon) small(w string) int64 {
	switch w {
	case "ein", "een":
		return 1
	}
	if x := l.look(w); x != nil && x.number.amount > 0 && x.number.amount < 100 && x.number.sort == cardinal {
		return x.number.amount
	}
	return 0
}
