package normalize

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// superscript reports whether r is a raised letter, digit or sign. Such a rune stays what it is: 10⁶ is not 106, and a note mark is not
// part of the number before it.
func superscript(r rune) bool {
	switch {
	case r < 0xAA:
		return false
	case r == 'ª', r == 'º', r == '²', r == '³', r == '¹', r == '™', r == '℠':
		return true
	case r >= 0x2070 && r <= 0x207F, r >= 0x02B0 && r <= 0x02B8, r >= 0x02E0 && r <= 0x02E4, r >= 0x1D2C && r <= 0x1D61, r == 0x1D78,
		r >= 0x1D9B && r <= 0x1DBF, r == 0x2C7D, r == 0x2D6F, r == 0x10FC, r >= 0x3192 && r <= 0x319F, r == 0xA69C, r == 0xA69D, r == 0xA770,
		r >= 0xA7F2 && r <= 0xA7F4, r == 0xA7F8, r == 0xA7F9, r >= 0xAB5C && r <= 0xAB5F, r == 0xAB69, r >= 0x10780 && r <= 0x107BA:
		return true
	}
	return false
}

// raisedUnit gives square and cubic units, whose compatibility form would lose the exponent.
func raisedUnit(r rune) string {
	switch r {
	case '㎟', '㎠', '㎡', '㎢', '㎣', '㎤', '㎥', '㎦', '㎨', '㎯':
		s := norm.NFKD.String(string(r))
		n := len(s) - 1
		if s[n] == '3' {
			return s[:n] + "³"
		}
		return s[:n] + "²"
	}
	return ""
}

// expand appends what r becomes under the profile, decomposed: every family's fold, then compatibility decomposition and case folding
// rune by rune until nothing changes. Decomposing first makes the result a function of the single rune; composition comes last, a
// segment at a time, so that the whole is one fixed composition (fold after NFKC is neither closed nor idempotent).
func expand(dst []rune, r rune, f *Folds) []rune {
	if fold, ok := invisible(r); ok {
		*f |= set(fold)
		return dst
	}
	if space, _ := whiteSpace(r); space {
		if r != ' ' {
			*f |= set(Whitespace)
		}
		return append(dst, ' ')
	}
	if s, fold, ok := glyph(r); ok {
		*f |= set(fold)
		return append(dst, []rune(s)...)
	}
	if x := smallCapital(r); x != 0 && !phonetic(r) {
		*f |= set(Compatibility)
		return append(dst, x)
	}
	if x := sameLetter(r); x != 0 {
		*f |= set(Lookalikes)
		return append(dst, x)
	}
	switch {
	case superscript(r) || r == 0x0345: // the iota under a Greek vowel is read as an accent
		return append(dst, r)
	case r == 0x2044 || r == 0x2215:
		*f |= set(Fractions)
		return append(dst, '/')
	case r == 'ſ':
		*f |= set(LongS)
		return append(dst, 's')
	}
	d := raisedUnit(r)
	if d == "" {
		d = norm.NFKD.String(string(r))
	}
	if d != string(r) {
		if d[0] == ' ' {
			if r < 0xFB50 || r > 0xFEFC {
				return append(dst, r) // a spacing accent is a symbol, not a space with an accent on it
			}
			d = d[1:] // an Arabic mark shown alone
		}
		for _, x := range d {
			dst = expand(dst, x, f)
		}
		return dst
	}
	c := foldCase(r)
	if c == d {
		return append(dst, r)
	}
	*f |= set(Case)
	for _, x := range c {
		dst = expand(dst, x, f)
	}
	return dst
}

// foldCase folds the case of a rune in full. Cherokee is folded to its capitals, as Unicode has it: x/text maps either case to the other.
func foldCase(r rune) string {
	switch {
	case r >= 0xAB70 && r <= 0xABBF:
		r += 0x13A0 - 0xAB70
	case r >= 0x13F8 && r <= 0x13FD:
		r += 0x13F0 - 0x13F8
	case r >= 0x13A0 && r <= 0x13F5:
	default:
		return cases.Fold().String(string(r))
	}
	return string(r)
}

// compositionFolds says which Unicode normal forms change r.
func compositionFolds(r rune) Folds {
	var f Folds
	s := string(r)
	c := norm.NFC.String(s)
	k := norm.NFKC.String(s)
	if c != s {
		f |= set(Composition)
	}
	if k != c {
		f |= set(Compatibility)
		if strings.ContainsRune(k, 0x2044) {
			f |= set(Fractions)
		}
	}
	return f
}
