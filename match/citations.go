package match

import (
	"bytes"

	"example.com/verbatim/normalize"
)

// Limits of the search for citations that a quote leaves out.
const (
	citationAnchors = 64 // places of the quote's first letters
	citationAnchor  = 12 // how many these are
	citationBack    = 8  // letters that the start of a citation may have in common with the words after it
	citationResync  = 6  // letters by which the text after a citation is known
)

// citations finds a quote that says that it leaves citations out: it stands in the text but for parentheses, or citations between points or
// commas. It returns the quote in pieces, and the skeleton place of each.
func (m *Matcher) citations(e *Editorial, t *Text) (*Editorial, []int, bool) {
	var q Quote
	q.Prepare(e.Kept, normalize.Literal)
	sk, qs := t.Skeleton.Bytes, q.Skeleton
	if len(qs) < 2*citationAnchor {
		return nil, nil, false
	}
	for _, anchor := range occurrences(sk, qs[:citationAnchor], citationAnchors) {
		cuts, at, ok := cutAtCitations(qs, t, anchor)
		if !ok {
			continue
		}
		cut := &Editorial{Alteration: true, Kept: e.Kept, omits: true, notes: e.notes, Pieces: make([]Piece, len(at))}
		from := 0
		for i := range at {
			to := len(e.Kept)
			if i < len(cuts) {
				to, _ = q.skeleton.Source(e.Kept, normalize.Literal, cuts[i])
			}
			cut.Pieces[i].Quote.Prepare(bytes.TrimSpace(e.Kept[from:to]), normalize.Literal)
			if i > 0 {
				cut.Pieces[i].before = gapCitation
			}
			from = to
		}
		return cut, at, true
	}
	return nil, nil, false
}

// cutAtCitations walks a quote's skeleton along the text's from a place on. Where they part, the text must have a citation; cuts are the places
// of the quote where one was left out, at the places of the text where the pieces between them stand.
func cutAtCitations(qs []byte, t *Text, anchor int) (cuts, at []int, ok bool) {
	sk := t.Skeleton.Bytes
	at = []int{anchor}
	last := 0
	for i, j := 0, anchor; i < len(qs); {
		if j < len(sk) && sk[j] == qs[i] {
			i++
			j++
			continue
		}
		found := false
		for back := 0; back <= citationBack && i-back > last && !found; back++ {
			if next := afterCitation(qs[i-back:], t, j-back); next > 0 {
				i -= back
				j, last, found = next, i, true
			}
		}
		if !found {
			return nil, nil, false
		}
		cuts, at = append(cuts, i), append(at, j)
	}
	return cuts, at, len(cuts) > 0
}

// afterCitation returns the skeleton place after a citation that starts before place j of the text, where rest goes on; 0 where there is none.
func afterCitation(rest []byte, t *Text, j int) int {
	sk := t.Skeleton.Bytes
	if j <= 0 || j >= len(sk) {
		return 0
	}
	_, from := t.Bytes(j-1, j)
	to, _ := t.Bytes(j, j+1)
	if from >= to {
		return 0
	}
	between := t.Source[from:to]
	head := rest[:min(len(rest), citationResync)]
	if k := bytes.IndexAny(between, "(["); k >= 0 {
		end := closes(t.Source, from+k)
		if end < 0 {
			return 0
		}
		if next := t.Skeleton.Index(t.Source, t.Reading, end); next > j && bytes.HasPrefix(sk[next:], head) {
			return next
		}
		return 0
	}
	if !bytes.ContainsAny(between, ".,;") {
		return 0
	}
	for next := j + 1; next < min(len(sk), j+maxCitationGap); next++ {
		n := bytes.Index(sk[next:min(len(sk), j+maxCitationGap)], head)
		if n < 0 {
			return 0
		}
		next += n
		_, a := t.Bytes(next-1, next)
		b, _ := t.Bytes(next, next+1)
		if a < b && bytes.ContainsAny(t.Source[a:b], ".,;)") && cites(t.Source[to:a]) {
			return next
		}
	}
	return 0
}

// closes returns the offset behind the bracket that closes the one at an offset, -1 where none does within the length of a citation.
func closes(src []byte, at int) int {
	depth := 0
	for i := at; i < min(len(src), at+2*maxCitationGap); i++ {
		switch src[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// cites tells whether text looks like a citation: it has a number and a capital, or starts as citations do.
func cites(s []byte) bool {
	s = bytes.TrimLeft(s, " .,;([")
	for _, p := range [...]string{"see ", "cf", "id.", "ibid", "supra", "vgl", "siehe ", "voir ", "véase ", "vedi ", "zie ", "zob.", "см."} {
		if len(s) >= len(p) && bytes.EqualFold(s[:len(p)], []byte(p)) {
			return true
		}
	}
	digit, capital := false, false
	for _, c := range s {
		digit = digit || c >= '0' && c <= '9'
		capital = capital || c >= 'A' && c <= 'Z' || c >= 0x80
	}
	return digit && capital || bytes.Contains(s, []byte(" v. "))
}

// citationGap judges what a closing parenthetical says was left out. A citation or the mark of a note may be; other words are words left out
// without a sign.
func (m *Match) citationGap(t *Text, gap Span, omitted []normalize.Unit) {
	ws := split(omitted)
	letters := false
	for i := range ws {
		letters = letters || !isDigit(omitted[ws[i].lo].R)
	}
	if !letters || cites(t.Source[gap.Start:gap.End]) {
		return
	}
	m.compareMeaning(side{}, sideOf(omitted, t.Source))
	m.flag(FlagElisionRisk, "", between(t.Source, omitted))
	m.Grade, m.Method = GradeFuzzy, MethodFuzzy
	m.Edits += len(omitted)
}

// noteGap judges what the source has where the quote has the mark of a note: nothing, or the same mark.
func (m *Match) noteGap(mark []byte, t *Text, omitted []normalize.Unit) {
	if len(split(omitted)) == 0 {
		return
	}
	var b Quote
	b.Prepare(mark, normalize.Literal)
	bu := b.Units(false)
	m.compareMeaning(sideOf(bu, mark), sideOf(omitted, t.Source))
	if string(b.Skeleton) != string(normalize.AppendSkeleton(nil, omitted)) {
		m.Grade, m.Method = GradeFuzzy, MethodFuzzy
		m.Edits += max(len(bu), len(omitted))
	}
}
