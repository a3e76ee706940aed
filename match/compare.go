package match

import (
	"bytes"

	"example.com/verbatim/normalize"
)

// comparison walks two normalised texts with equal skeletons and collects what else differs.
type comparison struct {
	m        *Match
	quote    []byte
	source   []byte
	qu, su   []normalize.Unit
	same     bool // every kept character is the same rune
	spacing  bool // a word border stands on one side only
	accents  bool // a letter differs by its accents
	marks    bool // punctuation differs
	carries  bool // punctuation differs that carries meaning but has no flag of its own
	ellipsis bool // the quote has an ellipsis that the source has not
	brackets bool // the quote has square brackets that the source has not
	parens   bool // parentheses differ
	deep     bool // a difference touches a number or a negation
	edits    int
	scratch  []normalize.Unit // empty, with room for the marks beside a match
}

// walk compares the units pairwise. Both slices start and end with a kept character.
func (c *comparison) walk() {
	c.same = true
	i, j := 0, 0
	for {
		i, j = c.equal(i, j)
		i0, j0 := i, j
		for i < len(c.qu) && !visible(c.qu[i].R) {
			i++
		}
		for j < len(c.su) && !visible(c.su[j].R) {
			j++
		}
		if i > i0 || j > j0 {
			c.gap(i0, i, j0, j)
		}
		if i == len(c.qu) || j == len(c.su) {
			c.same = c.same && i == len(c.qu) && j == len(c.su)
			return
		}
		a, b := &c.qu[i], &c.su[j]
		c.note(a, b)
		if a.Folds|b.Folds != 0 && !c.deep && c.inNumber(i, j) {
			c.deep = true
		}
		if a.R != b.R && !c.greekCapitals(i, j) {
			c.edits++
			if bareEqual(a.R, b.R) {
				c.accents = true
				g := gap{c: c, i0: i + 1, i: i, j0: j + 1, j: j}
				g.flag(FlagDiacriticsChanged)
			} else {
				c.same = false
			}
		}
		i++
		j++
	}
}

// equal passes over the units from i and j on, each behind a kept character, that are the same on both sides without a fold: kept characters,
// and single others between them.
func (c *comparison) equal(i, j int) (int, int) {
	q, s := c.qu, c.su
	for i < len(q) && j < len(s) && q[i].R == s[j].R && q[i].Folds|s[j].Folds == 0 {
		if !visible(q[i].R) && (i+1 >= len(q) || j+1 >= len(s) || !visible(q[i+1].R) || !visible(s[j+1].R)) {
			break
		}
		i++
		j++
	}
	return i, j
}

// note adds the folds that made two units equal.
func (c *comparison) note(a, b *normalize.Unit) {
	if a.Folds|b.Folds != 0 && !sameBytes(a, c.quote, b, c.source) {
		c.m.Folds |= a.Folds | b.Folds
	}
}

// inNumber tells whether the fold of case at quote unit i and source unit j may have changed a unit behind a number, as in mW and MW.
func (c *comparison) inNumber(i, j int) bool {
	a, b := &c.qu[i], &c.su[j]
	if a.Folds.Has(normalize.Case) == b.Folds.Has(normalize.Case) {
		return false
	}
	for n := 0; n < 4 && i > 0; n++ {
		i--
		if x := c.qu[i].R; isDigit(x) {
			return true
		} else if x == ' ' && n > 0 {
			return i > 0 && isDigit(c.qu[i-1].R)
		}
	}
	return false
}

// sameBytes tells whether two units were made from the same characters, so that no fold was needed to make them equal.
func sameBytes(a *normalize.Unit, quote []byte, b *normalize.Unit, source []byte) bool {
	return a.Folds == b.Folds && bytes.Equal(quote[a.Start:a.End], source[b.Start:b.End])
}

// gap compares what stands between two kept characters: quote units [i0,i) against source units [j0,j). Where a side is at its end, the
// gap is the edge of the text and only punctuation counts.
func (c *comparison) gap(i0, i, j0, j int) {
	q, s := c.qu[i0:i], c.su[j0:j]
	if equalRunes(q, s) {
		for k := range q {
			c.note(&q[k], &s[k])
		}
		return
	}
	for k := range q {
		c.m.Folds |= q[k].Folds
	}
	for k := range s {
		c.m.Folds |= s[k].Folds
	}
	c.edits += smallDistance(q, s)
	g := gap{c: c, q: q, s: s, i0: i0, i: i, j0: j0, j: j}
	g.judge()
}

func equalRunes(a, b []normalize.Unit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].R != b[i].R {
			return false
		}
	}
	return true
}

// smallDistance is the edit distance of two short runs of units; of long ones, the length of the longer.
func smallDistance(a, b []normalize.Unit) int {
	if len(a) == 0 || len(b) == 0 || len(a) > shortRun/2 || len(b) > shortRun/2 {
		return max(len(a), len(b))
	}
	return editDistance(a, b, func(x, y normalize.Unit) bool { return x.R == y.R })
}

// shortRun is how much editDistance takes.
const shortRun = 64

// editDistance is the edit distance of two runs, b of at most shortRun elements, by the plain table (Wagner and Fischer 1974).
func editDistance[T any](a, b []T, same func(x, y T) bool) int {
	var row [shortRun + 1]int
	for j := range b {
		row[j+1] = j + 1
	}
	for i := range a {
		diag := row[0]
		row[0] = i + 1
		for j := range b {
			x := diag
			if !same(a[i], b[j]) {
				x++
			}
			diag = row[j+1]
			row[j+1] = min(x, diag+1, row[j]+1)
		}
	}
	return row[len(b)]
}
