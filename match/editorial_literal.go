package match

import "example.com/verbatim/normalize"

// Literally reads a quote with editorial marks anew where some of the marks are the source's own: near is where the quote as it stands comes
// nearest to the source, and a mark that stands there too is no editor's. plain is the quote without its markup. ok is false where all the
// marks are the editor's, or where the quote is not there within the threshold.
func (m *Matcher) Literally(e *Editorial, plain *Quote, t *Text, near *Match, threshold float64) (Match, bool) {
	own := m.ownMarks(e, plain, t, near)
	if len(own) == 0 {
		return Match{}, false
	}
	within := near.Similarity >= threshold
	rest, edited := parseEditorial(plain.Raw, own)
	if !edited {
		return *near, within
	}
	r, ok := m.Editorial(rest, t, threshold)
	if !ok || within && !rest.Ellipsis && near.Better(&r) {
		return *near, within && !rest.Ellipsis
	}
	return r, true
}

// Marks tells whether a quote has an ellipsis or a bracket, which may be the source's own.
func (e *Editorial) Marks() bool { return len(e.marks) > 0 }

// LiteralEdits is how many edits a quote of n runes may need as it stands to be looked at by Literally: beside those of the threshold, those
// that the editor's marks take.
func (e *Editorial) LiteralEdits(n int, threshold float64) int {
	more := e.closing
	for _, mk := range e.marks {
		more += mk.End - mk.Start
	}
	return MaxEdits(n, threshold) + min(more, n/4)
}

// ownMarks lists the marks of the quote of which the source has at least half the characters at that place: its points, or its brackets.
func (m *Matcher) ownMarks(e *Editorial, q *Quote, t *Text, near *Match) []Span {
	turkish := q.Turkish || t.Turkish
	qu := q.Units(turkish)
	lo, hi := runeStart(t.Source, max(0, near.Start()-windowMargin)), runeStart(t.Source, min(len(t.Source), near.End()+windowMargin))
	m.su = normalize.AppendUnits(m.su[:0], t.Source, lo, hi, normalize.Options{Reading: t.Reading, Turkish: turkish})
	m.runes = appendRunes(m.runes[:0], m.su)
	if len(qu) == 0 || len(m.su) == 0 {
		return nil
	}
	m.aligner.stop = m.Stop
	al, ok := m.aligner.Infix(q.runes, m.runes, near.Edits)
	if !ok {
		return nil
	}
	stands := make([]bool, len(qu)) // the units of the quote that the source has
	for _, op := range al.Ops {
		for p := op.P0; op.Kind == OpEqual && p < op.P1; p++ {
			stands[p] = true
		}
	}
	var own []Span
	from := 0
	for _, mk := range e.marks {
		for from < len(qu) && int(qu[from].Start) < mk.Start {
			from++
		}
		all, same := 0, 0
		for p := from; p < len(qu) && int(qu[p].Start) < mk.End; p++ {
			if editorsMark(qu[p].R) {
				all++
				if stands[p] {
					same++
				}
			}
		}
		if all > 0 && 2*same >= all {
			own = append(own, mk)
		}
	}
	return own
}

func editorsMark(r rune) bool {
	switch r {
	case '[', ']', '.', '*', '…', '(', ')', '（', '）', '〔', '〕':
		return true
	}
	return false
}
