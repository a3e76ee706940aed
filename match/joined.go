package match

import (
	"bytes"
	"unicode"

	"example.com/verbatim/normalize"
)

// joinedSentences raises sentence_joined where a fuzzy match loses the end of a sentence between two that it keeps: the change takes the
// mark and no word of the source with it.
func (m *Match) joinedSentences(q *Quote, t *Text, qu, su []normalize.Unit, ops []Op) {
	for i, op := range ops {
		if op.Kind == OpEqual || i == 0 || i+1 == len(ops) {
			continue
		}
		at := -1
		for k := op.T0; k < op.T1; k++ {
			if visible(su[k].R) {
				at = -1
				break
			}
			if endsSentence(su, k, su[k].R) && k > 0 {
				at = k
			}
		}
		if at < 0 || sentenceMark(qu[op.P0:op.P1]) || op.P1 < len(qu) && sentenceMark(qu[op.P1:op.P1+1]) {
			continue
		}
		next := at + 1
		for next < len(su) && !visible(su[next].R) {
			next++
		}
		if next == len(su) {
			continue
		}
		from, to := int(su[at].Start), int(su[next].Start)
		if bytes.ContainsAny(t.Source[from:to], "\n\r\v\f\u2028\u2029") || unicode.IsLower(runeAfter(t.Source, to)) ||
			abbreviation(su, t.Source, at) || !visible(su[at-1].R) || ordinalPoint(su, at, next) {
			continue
		}
		m.flag(FlagSentenceJoined, between(q.Raw, wordAround(qu, op.P0-1, op.P1)), between(t.Source, wordAround(su, at-1, next)))
	}
}

func sentenceMark(u []normalize.Unit) bool {
	for i := range u {
		if r := u[i].R; r == '.' || r == '!' || r == '?' {
			return true
		}
	}
	return false
}
