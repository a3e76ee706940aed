package match

import "example.com/verbatim/normalize"

// Edit is one step of a diff for people: pattern[P0:P1] became text[T0:T1], in runes.
type Edit struct {
	Kind           OpKind
	P0, P1, T0, T1 int
}

// joinBelow is the number of equal runes that keep two changes inside a word apart.
const joinBelow = 3

// Diff makes a word-level diff of the runs of an alignment of pattern and text, as Aligner returns them. Changes that stand side by
// side, or inside one word with less than 3 equal runes between them, are one change. A change inside a word becomes one of the whole
// word when it touches at least a third of it, and always when the word is a number: "30" becomes "60", not "3" "6". The P sides
// of the steps, joined, are the pattern, the T sides text[Start:End] of the alignment. The result is the caller's.
func Diff(ops []Op, pattern, text []rune) []Edit {
	list, _ := appendDiff(nil, nil, ops, pattern, text)
	return list
}

// appendDiff is Diff with the caller's buffers; changes is one for what it makes on the way.
func appendDiff(list, changes []Edit, ops []Op, pattern, text []rune) (_, _ []Edit) {
	if len(ops) == 0 {
		return list, changes
	}
	d := wordDiff{pattern: pattern, text: text}
	first, last := ops[0], ops[len(ops)-1]
	d.begin, d.end = Edit{P0: first.P0, T0: first.T0}, Edit{P1: last.P1, T1: last.T1}
	for _, o := range ops {
		if o.Kind == OpEqual {
			continue
		}
		e := Edit(o)
		if l := len(changes) - 1; l >= 0 && d.joined(changes[l], e) {
			changes[l].P1, changes[l].T1 = e.P1, e.T1
			continue
		}
		changes = append(changes, e)
	}
	d.widen(changes)
	return d.fill(list, changes), changes
}

type wordDiff struct {
	pattern, text []rune
	begin, end    Edit // P0, T0 and P1, T1 of the whole
}

// joined tells whether what is equal between two changes is too little, inside a word, to keep them apart.
func (d *wordDiff) joined(a, b Edit) bool {
	if b.P0-a.P1 >= joinBelow {
		return false
	}
	for _, r := range d.pattern[a.P1:b.P0] {
		if !normalize.IsWord(r) {
			return false
		}
	}
	return true
}

// widen moves the ends of changes over the equal runes around them to the ends of words. A change reaches over equal runes only as far
// as its neighbours, with whom fill joins it where they meet.
func (d *wordDiff) widen(changes []Edit) {
	for i := range changes {
		e := &changes[i]
		lo, hi := d.begin.P0, d.end.P1
		if i > 0 {
			lo = changes[i-1].P1
		}
		if i+1 < len(changes) {
			hi = changes[i+1].P0
		}
		left, right := d.left(*e, lo), d.right(*e, hi)
		head, tail, one := d.touched(*e)
		if one { // within one word: both ends or none
			if number := d.number(*e, left, right); !number && 2*head < left+right {
				continue
			}
		} else {
			if 2*head < left && !d.digits(e.P0-left, e.P0) {
				left = 0
			}
			if 2*tail < right && !d.digits(e.P1, e.P1+right) {
				right = 0
			}
		}
		e.P0, e.T0, e.P1, e.T1 = e.P0-left, e.T0-left, e.P1+right, e.T1+right
	}
}

// left counts the equal runes before a change that belong to a word the change cuts into, on either side.
func (d *wordDiff) left(e Edit, lo int) int {
	if !inside(d.pattern, e.P0, d.begin.P0, d.end.P1) && !inside(d.text, e.T0, d.begin.T0, d.end.T1) {
		return 0
	}
	i := e.P0
	for i > lo && (normalize.IsWord(d.pattern[i-1]) || i-1 > lo && point(d.pattern, i-1, d.begin.P0, d.end.P1)) {
		i--
	}
	return e.P0 - i
}

// right counts those after it.
func (d *wordDiff) right(e Edit, hi int) int {
	if !inside(d.pattern, e.P1, d.begin.P0, d.end.P1) && !inside(d.text, e.T1, d.begin.T0, d.end.T1) {
		return 0
	}
	i := e.P1
	for i < hi && (normalize.IsWord(d.pattern[i]) || i+1 < hi && point(d.pattern, i, d.begin.P0, d.end.P1)) {
		i++
	}
	return i - e.P1
}

// inside tells whether s[i-1] and s[i] belong to one word of s[lo:hi], a number with its points being one.
func inside(s []rune, i, lo, hi int) bool {
	if i <= lo || i >= hi {
		return false
	}
	return (normalize.IsWord(s[i-1]) || point(s, i-1, lo, hi)) && (normalize.IsWord(s[i]) || point(s, i, lo, hi))
}

// point tells whether s[i] is a point or comma between digits.
func point(s []rune, i, lo, hi int) bool {
	return i > lo && i+1 < hi && (s[i] == '.' || s[i] == ',') && isDigit(s[i-1]) && isDigit(s[i+1])
}

// touched counts the runes of the first and last word of a change, of the side that has more; one is true when it holds no word border.
func (d *wordDiff) touched(e Edit) (head, tail int, one bool) {
	one = true
	for _, s := range [...][]rune{d.pattern[e.P0:e.P1], d.text[e.T0:e.T1]} {
		h := 0
		for h < len(s) && (normalize.IsWord(s[h]) || point(s, h, 0, len(s))) {
			h++
		}
		t := 0
		for t < len(s) && (normalize.IsWord(s[len(s)-1-t]) || point(s, len(s)-1-t, 0, len(s))) {
			t++
		}
		head, tail, one = max(head, h), max(tail, t), one && h == len(s)
	}
	return head, tail, one
}

// number tells whether the word of a change, with the equal runes around it, has a digit on either side.
func (d *wordDiff) number(e Edit, left, right int) bool {
	if d.digits(e.P0-left, e.P1+right) {
		return true
	}
	for _, r := range d.text[e.T0:e.T1] {
		if isDigit(r) {
			return true
		}
	}
	return false
}

func (d *wordDiff) digits(lo, hi int) bool {
	for _, r := range d.pattern[lo:hi] {
		if isDigit(r) {
			return true
		}
	}
	return false
}

// fill joins changes that meet or overlap and puts the equal steps between them.
func (d *wordDiff) fill(out, changes []Edit) []Edit {
	p, t := d.begin.P0, d.begin.T0
	for i := 0; i < len(changes); {
		e := changes[i]
		for i++; i < len(changes) && changes[i].P0 <= e.P1 && changes[i].T0 <= e.T1; i++ {
			e.P1, e.T1 = changes[i].P1, changes[i].T1
		}
		if e.P0 > p {
			out = append(out, Edit{OpEqual, p, e.P0, t, e.T0})
		}
		switch {
		case e.P0 == e.P1:
			e.Kind = OpInsert
		case e.T0 == e.T1:
			e.Kind = OpDelete
		default:
			e.Kind = OpReplace
		}
		out = append(out, e)
		p, t = e.P1, e.T1
	}
	if d.end.P1 > p {
		out = append(out, Edit{OpEqual, p, d.end.P1, t, d.end.T1})
	}
	return out
}
