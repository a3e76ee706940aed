package match

import (
	"bytes"

	"example.com/verbatim/normalize"
)

// struck lowers a match of the literal reading whose words stand in text that only one side has struck out: the marks make no difference to
// the letters, and all the difference to what the source says. What is left on both sides is compared for its meaning.
func (m *Match) struck(q *Quote, t *Text) {
	inQuote := q.Reading == normalize.Literal && mayStrike(q.Raw)
	if !inQuote && t.Reading != normalize.Literal {
		return
	}
	var a, b [][2]int
	if inQuote {
		a = normalize.AppendStruck(nil, q.Raw, 0, len(q.Raw))
	}
	lo, hi := m.Spans[0].Start, m.Spans[0].End
	if t.Reading == normalize.Literal {
		b = normalize.AppendStruck(nil, t.Source, lo, hi)
	}
	if len(a) == len(b) {
		return
	}
	qu, qn := unstruck(q.Raw, 0, len(q.Raw), a)
	su, sn := unstruck(t.Source, lo, hi, b)
	m.Grade, m.Method = GradeFuzzy, MethodFuzzy
	m.Edits += max(qn, sn)
	m.Similarity = similarity(m.Edits, q.Runes())
	m.Folds = m.Folds.With(normalize.Struck)
	m.compareMeaning(sideOf(qu, q.Raw), sideOf(su, t.Source))
}

func mayStrike(raw []byte) bool {
	return bytes.Contains(raw, []byte("~~")) || bytes.IndexByte(raw, '<') >= 0 || bytes.IndexByte(raw, '\\') >= 0
}

// unstruck normalises text without the stretches that are struck out; n counts the characters left out.
func unstruck(src []byte, lo, hi int, gone [][2]int) (u []normalize.Unit, n int) {
	at := lo
	for _, g := range gone {
		if g[0] > at {
			u = normalize.AppendUnits(u, src, at, min(g[0], hi), normalize.Options{})
		}
		for _, x := range normalize.AppendUnits(nil, src, max(g[0], lo), min(g[1], hi), normalize.Options{Reading: normalize.Literal}) {
			if visible(x.R) {
				n++
			}
		}
		at = max(at, g[1])
	}
	if at < hi {
		u = normalize.AppendUnits(u, src, at, hi, normalize.Options{})
	}
	return u, n
}
