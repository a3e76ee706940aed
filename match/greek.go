package match

import (
	"unicode"

	"example.com/verbatim/normalize"
)

// greekCapitals tells whether two Greek letters differ by an accent alone that a capital leaves out: Greek in capitals has no accents, but
// for the letter that starts a word of small ones.
func (c *comparison) greekCapitals(i, j int) bool {
	a, b := c.qu[i].R, c.su[j].R
	if a < 0x370 || b < 0x370 || a >= 0x2000 || b >= 0x2000 || bare(a) != bare(b) {
		return false
	}
	if a == bare(a) && inCapitals(c.qu, i, c.quote) || b == bare(b) && inCapitals(c.su, j, c.source) {
		c.m.Folds = c.m.Folds.With(normalize.Case)
		return true
	}
	return false
}

// inCapitals tells whether unit i was made from a capital letter beside another one, or alone.
func inCapitals(u []normalize.Unit, i int, src []byte) bool {
	if !unicode.IsUpper(runeAfter(src, int(u[i].Start))) {
		return false
	}
	alone := true
	for _, k := range [...]int{i - 1, i + 1} {
		if k >= 0 && k < len(u) && visible(u[k].R) {
			alone = false
			if unicode.IsUpper(runeAfter(src, int(u[k].Start))) {
				return true
			}
		}
	}
	return alone
}
