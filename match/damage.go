package match

import (
	"bytes"
	"unicode"

	"example.com/verbatim/normalize"
)

// Limits of the damages that are undone by name.
const (
	leastDamaged = 0.55 // the similarity below which no damage excuses a difference
	mostDamaged  = 400  // words of a quote; more are judged by similarity alone
	leastIntact  = 3    // words, or twice as many characters in a script without word spaces, that must be left as they are
	intactRunes  = 10   // letters of them; characters that are words count as three
)

// Damaged grades a quote that is below the threshold near a place of a source text, t.Skeleton.Bytes[from:to], where the difference is one
// known damage or several: listed confusions of shapes, which count as half an edit each; numbers in another spelling, as one; fillers and restarts of speech; one function word
// or adverb that came or went; one negation that came or went, with the form of its verb; the words of one sentence, or whole sentences, in
// another order. What is left when they are undone is equal. near is the similarity there; whole sentences apart, it is at least 0.55. ok is
// false where the difference is another one.
func (m *Matcher) Damaged(q *Quote, t *Text, from, to int, near, threshold float64) (Match, bool) {
	n := len(t.Skeleton.Bytes)
	if from = max(0, from); from >= min(to, n) {
		return Match{}, false
	}
	turkish := q.Turkish || t.Turkish
	qu := q.Units(turkish)
	if len(qu) == 0 {
		return Match{}, false
	}
	d := damaged{q: q, t: t, qu: qu, qw: tokens(qu)}
	if len(d.qw) > mostDamaged {
		return Match{}, false
	}
	ids := d.sentences(qu, d.qw, q.Raw)
	several := len(ids) > 0 && ids[len(ids)-1] > 0
	if !several && near < leastDamaged {
		return Match{}, false // before the source is read: of quotes that are in no source most end here
	}
	lo, hi := t.Bytes(from, min(to, n))
	more := len(q.Raw)/2 + 80
	lo, hi = runeStart(t.Source, max(0, lo-more)), runeStart(t.Source, min(len(t.Source), hi+more))
	m.su = normalize.AppendUnits(m.su[:0], t.Source, lo, hi, normalize.Options{Reading: t.Reading, Turkish: turkish})
	m.runes = appendRunes(m.runes[:0], m.su)
	d.su = m.su
	if several {
		d.sw = tokens(d.su)
		if r, ok := m.reorderedSentences(&d, ids); ok {
			return r, true
		}
		if near < leastDamaged {
			return Match{}, false
		}
	}
	al, ok := m.aligner.Infix(q.runes, m.runes, MaxEdits(len(qu), leastDamaged))
	if !ok || al.Start == al.End {
		return Match{}, false
	}
	if !several {
		d.sw = tokens(d.su)
	}
	switch {
	case d.shapes(&m.grading.costs, al, threshold):
		return m.grade(q, t, qu, m.su, al, true), true
	case d.rewritten(m, al, threshold):
		al, _ = m.aligner.Infix(q.runes, m.runes, MaxEdits(len(qu), leastDamaged)) // anew: the aligner's buffers were used
		return m.grade(q, t, qu, m.su, al, true), true
	case d.spoken():
		return m.undone(&d, al), true
	case d.reorderedWords():
		r := m.undone(&d, al)
		r.drop(FlagReordered) // one detail for the whole sentence
		r.flag(FlagReordered, between(q.Raw, qu), between(t.Source, d.su[d.lo:d.hi]))
		return r, true
	}
	return Match{}, false
}

// DamagedPiece is Damaged for a quote with editorial marks of which one piece is left when they are taken out.
func (m *Matcher) DamagedPiece(e *Editorial, t *Text, from, to int, threshold float64) (Match, bool) {
	if e.Ellipsis || len(e.Pieces) != 1 {
		return Match{}, false
	}
	r, ok := m.Damaged(&e.Pieces[0].Quote, t, from, to, 1, threshold)
	if ok {
		m.finishEditorial(e, &r)
	}
	return r, ok
}

// damaged is a quote and a stretch of a source text in which it may stand with damage that can be undone.
type damaged struct {
	q      *Quote
	t      *Text
	qu, su []normalize.Unit
	qw, sw []token
	lo, hi int // the units of the source that the quote covers, once that is found
}

// undone grades a quote against the stretch of the source that its words were found to cover. The similarity is that of the best infix, as
// for every fuzzy match.
func (m *Matcher) undone(d *damaged, al Alignment) Match {
	edits := al.Distance
	d.takeMarks()
	all := m.runes
	m.runes = all[d.lo:d.hi]
	su := d.su[d.lo:d.hi]
	r := m.grade(d.q, d.t, d.qu, su, m.aligner.Global(d.q.runes, m.runes), true)
	m.runes = all
	r.compareMeaning(sideOf(d.qu, d.q.Raw), sideOf(su, d.t.Source))
	r.Spans = []Span{wholeCharacters(d.t.Source, Span{int(su[0].Start), int(su[len(su)-1].End)})}
	r.Edits, r.Similarity = edits, similarity(edits, len(d.qu))
	return r
}

// takeMarks widens the stretch by the marks at its ends that the quote has there too.
func (d *damaged) takeMarks() {
	lo, hi := trimUnits(d.qu, 0, len(d.qu))
	for k := lo - 1; k >= 0 && d.lo > 0 && d.su[d.lo-1].R == d.qu[k].R; k-- {
		d.lo--
	}
	for k := hi; k < len(d.qu) && d.hi < len(d.su) && d.su[d.hi].R == d.qu[k].R; k++ {
		d.hi++
	}
}

// shapes tells whether the quote reaches the threshold when listed confusions count as half an edit. Words that differ by more than
// confusions count in full: in foreign words shapes are alike by chance.
func (d *damaged) shapes(costs *shapeCosts, al Alignment, threshold float64) bool {
	cost, saved := al.Distance*costEdit, 0
	for _, c := range wordChanges(nil, d.qu, d.su, al) {
		a, b := appendRunes(nil, d.qu[c.p0:c.p1]), appendRunes(nil, d.su[c.t0:c.t1])
		if n, ok := costs.confused(a, b); ok && n > 0 {
			saved += max(0, plainCost(a, b)-n*costConfusion)
		}
	}
	return saved > 0 && similarity((cost-saved+1)/costEdit, len(d.qu)) >= threshold
}

// plainCost is the edit distance in units of cost.
func plainCost(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diag := row[0]
		row[0] = i + 1
		for j, y := range b {
			c := diag
			if x != y {
				c++
			}
			diag = row[j+1]
			row[j+1] = min(c, diag+1, row[j]+1)
		}
	}
	return row[len(b)] * costEdit
}

// sentences numbers the words of the source stretch by the sentence they stand in.
func (d *damaged) sentences(u []normalize.Unit, ws []token, src []byte) []int {
	ids := make([]int, len(ws))
	for i := 1; i < len(ws); i++ {
		ids[i] = ids[i-1]
		if sentenceEnds(u, ws[i-1].hi, ws[i].lo, src) {
			ids[i]++
		}
	}
	return ids
}

// sentenceEnds tells whether a sentence or paragraph ends between two words, in units [lo,hi).
func sentenceEnds(u []normalize.Unit, lo, hi int, src []byte) bool {
	if lo >= hi {
		return false
	}
	gap := src[u[lo].Start:u[hi].Start]
	if bytes.Contains(gap, []byte("\n\n")) || bytes.IndexByte(gap, '\f') >= 0 {
		return true
	}
	for k := lo; k < hi; k++ {
		switch r := u[k].R; {
		case r == '。' || r == '！' || r == '？' || r == '।':
			return true
		case (r == '!' || r == '?') && k+1 < len(u) && (u[k+1].R == ' ' || spaceless(u[k+1].R)):
			return true
		case r == '؟' || r == '۔':
			return true
		case r == '.' && !abbreviation(u, src, k) && !unicode.IsLower(runeAfter(src, int(u[hi].Start))):
			for j := k + 1; j < hi; j++ {
				if u[j].R == ' ' {
					return true
				}
			}
		}
	}
	return false
}
