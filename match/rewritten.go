package match

import (
	"fmt"

	"example.com/verbatim/normalize"
)

// rewritten tells whether the quote reaches the threshold when each number that is only written otherwise than in the source, in digits or
// words or with other separators, counts as one edit: 二〇二四 for 2024, thirty for 30.
func (d *damaged) rewritten(m *Matcher, al Alignment, threshold float64) bool {
	if !valueIn(d.qu) {
		return false
	}
	a := numbers(d.qu, d.q.Raw)
	if len(a) == 0 {
		return false
	}
	lo, hi := wordsLeft(d.su, al.Start, 0), wordsRight(d.su, al.End, len(d.su))
	su := d.su[lo:hi]
	b := numbers(su, d.t.Source)
	others := 0
	for i := range a {
		for k := range b {
			if a[i].same(&b[k]) && !equalRunes(d.qu[a[i].lo:a[i].hi], su[b[k].lo:b[k].hi]) {
				others++
				break
			}
		}
	}
	if others == 0 {
		return false
	}
	qr, sr := plainValues(d.qu, a), plainValues(su, b)
	edits := MaxEdits(min(len(qr), len(d.qu)), threshold) - others
	if edits < 0 {
		return false
	}
	_, ok := m.aligner.Infix(qr, sr, edits)
	return ok
}

// plainValues writes a text with each of its numbers in one spelling.
func plainValues(u []normalize.Unit, list []number) []rune {
	out := make([]rune, 0, len(u))
	at := 0
	for i := range list {
		n := &list[i]
		if n.kind != countKind || n.lo < at {
			continue
		}
		out = appendRunes(out, u[at:n.lo])
		value := n.value
		if n.day.month > 0 {
			value = fmt.Sprintf("%d-%d-%d", n.day.year, n.day.month, n.day.day)
		}
		out = append(out, []rune(value)...)
		at = n.hi
	}
	return appendRunes(out, u[at:])
}
