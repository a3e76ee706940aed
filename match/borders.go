package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// borders looks at what stands just outside of a match in the source. A match that starts or ends inside a word or number is widened to
// the whole of it, marked partial and flagged; one whose last letter has marks that the match leaves out (an accent, a vowel sign) is
// flagged for them, unless they are marks that the profile drops.
func (m *Match) borders(src []byte, r normalize.Reading) {
	s := &m.Spans[0]
	e := &m.Spans[len(m.Spans)-1]
	start, end := s.Start, e.End
	if at := marksEnd(src, e.End); at > e.End {
		if len(normalize.AppendUnits(nil, src, e.End, at, normalize.Options{Reading: r})) > 0 {
			m.flag(FlagDiacriticsChanged, tail(src, start, e.End), tail(src, start, at))
		}
		e.End = at
	}
	whole := *e
	for Cut(src, s.Start) {
		s.Start -= runeLen(src, s.Start)
	}
	for Cut(src, e.End) {
		e.End += len(string(runeAfter(src, e.End)))
		if e.End > len(src) {
			e.End = len(src)
		}
	}
	if n := contraction(src, e.End); n > 0 {
		e.End += n
	}
	if s.Start == start && e.End == whole.End {
		return
	}
	m.Partial = true
	m.flag(FlagPartialWord, clip(src, start, end, 64), clip(src, s.Start, e.End, 80))
}

// cutWords flags a fuzzy match whose quote starts or ends as it stands, inside a word of the source: su[a:b] has the whole of it.
func (m *Match) cutWords(q *Quote, t *Text, qu, su []normalize.Unit, al Alignment, a, b int) {
	last := len(al.Ops) - 1
	if a < al.Start && al.Ops[0].Kind == OpEqual {
		m.Partial = true
		k := 0
		for k < len(qu) && visible(qu[k].R) {
			k++
		}
		m.flag(FlagPartialWord, between(q.Raw, qu[:k]), between(t.Source, su[a:min(al.Start+k, len(su))]))
	}
	if b > al.End && al.Ops[last].Kind == OpEqual {
		m.Partial = true
		k := len(qu)
		for k > 0 && visible(qu[k-1].R) {
			k--
		}
		m.flag(FlagPartialWord, between(q.Raw, qu[k:]), between(t.Source, su[max(al.End-(len(qu)-k), 0):b]))
	}
}

// marksEnd returns the end of the combining marks and joiners that belong to the character before an offset.
func marksEnd(src []byte, at int) int {
	if at == 0 {
		return 0
	}
	for {
		r := runeAfter(src, at)
		switch {
		case r < 0x300:
			return at
		case unicode.Is(unicode.M, r), r == 0x200D, r >= 0x1F3FB && r <= 0x1F3FF:
			at += utf8.RuneLen(r)
		case runeBefore(src, at) == 0x200D && unicode.Is(unicode.So, r):
			at += utf8.RuneLen(r) // an emoji joined to the one before
		default:
			return at
		}
	}
}

// clip returns at most n bytes of a stretch of text, cut between runes.
func clip(src []byte, from, to, n int) string {
	return string(src[from:runeStart(src, min(to, from+n))])
}

// tail returns the last word of a stretch of text.
func tail(src []byte, from, to int) string {
	at := to
	for at > from && !unicode.IsSpace(runeBefore(src, at)) {
		at -= runeLen(src, at)
	}
	return string(src[max(at, from):to])
}

func runeLen(src []byte, end int) int {
	n := 1
	for end-n > 0 && n < 4 && src[end-n]&0xC0 == 0x80 {
		n++
	}
	return n
}

// Cut tells whether an offset lies inside a word or a number of a script that puts spaces between words.
func Cut(src []byte, at int) bool {
	l, r := runeBefore(src, at), runeAfter(src, at)
	if l == 0 || r == 0 {
		return false
	}
	switch {
	case unicode.Is(unicode.M, r) && (unicode.IsLetter(l) || unicode.Is(unicode.M, l)) || l == 0x200D || r == 0x200D:
		return true // inside a grapheme, whatever the script
	case spaceless(l) || spaceless(r):
		return false
	case isDigit(l) && isDigit(r):
		return true
	case isDigit(l) || isDigit(r):
		// a note mark, a verse number or a unit may stand against a word; a decimal point or a thousands separator may not be cut at
		return (r == '.' || r == ',') && isDigit(l) && isDigit(runeAfter(src, at+1)) ||
			(l == '.' || l == ',') && isDigit(r) && isDigit(runeBefore(src, at-1))
	case l == 0xAD || r == 0xAD:
		return false
	}
	return isLetter(l) && isLetter(r)
}

func isLetter(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.M, r)
}

// contraction returns the length of the rest of a negating contraction (can|'t, is|n't) at an offset, 0 where there is none.
func contraction(src []byte, at int) int {
	r := runeAfter(src, at)
	if r != '\'' && r != '’' {
		return 0
	}
	n := len(string(r))
	t := runeAfter(src, at+n)
	if t != 't' && t != 'T' || isLetter(runeAfter(src, at+n+1)) || at == 0 {
		return 0
	}
	if l := src[at-1]; l != 'n' && l != 'N' {
		return 0
	}
	return n + 1
}

// edgeNumbers raises number_changed where the match starts or ends with a number of which the source has more: a sign, a currency, a
// percent mark, decimals or more digits.
func (m *Match) edgeNumbers(q *Quote, t *Text) {
	qu := q.Units(q.Turkish || t.Turkish)
	if len(qu) == 0 {
		return
	}
	s, e := m.Spans[0].Start, m.Spans[len(m.Spans)-1].End
	head := t.units(s-8, min(s+40, e), false)
	tail := t.units(max(e-40, s), e+8, false)
	qn := numbers(qu, q.Raw)
	if len(qn) == 0 {
		return
	}
	first, last := qn[0], qn[len(qn)-1]
	if leads(qu, first.lo) {
		for _, n := range numbers(head, t.Source) {
			if int(head[n.lo].Start) <= s && s < int(head[n.hi-1].End) || onlySign(head, n, s) {
				m.edge(q, qu, first, t, head, n)
				break
			}
		}
	}
	if trails(qu, last.hi) {
		list := numbers(tail, t.Source)
		for k := len(list) - 1; k >= 0; k-- {
			if n := list[k]; int(tail[n.lo].Start) < e && e <= int(tail[n.hi-1].End) {
				m.edge(q, qu, last, t, tail, n)
				break
			}
		}
	}
}

func (m *Match) edge(q *Quote, qu []normalize.Unit, a number, t *Text, su []normalize.Unit, b number) {
	start, end := int(su[b.lo].Start), int(su[b.hi-1].End)
	if start >= m.Spans[0].Start && end <= m.Spans[len(m.Spans)-1].End {
		return // the whole number of the source is in the match: compared as such
	}
	if a.value == b.value {
		return
	}
	if strings.Contains(b.value, a.value) { // else it is another number, not a part of this
		m.Partial = true
		m.flag(FlagPartialWord, "", "")
	}
	m.flag(FlagNumberChanged, between(q.Raw, qu[a.lo:a.hi]), between(t.Source, su[b.lo:b.hi]))
	m.Spans[0].Start = min(m.Spans[0].Start, start)
	m.Spans[len(m.Spans)-1].End = max(m.Spans[len(m.Spans)-1].End, end)
}

func onlySign(u []normalize.Unit, n number, at int) bool {
	return int(u[n.lo].Start) < at && at <= int(u[n.hi-1].Start)
}

// leads and trails tell whether no kept character stands before or after a place of the quote.
func leads(u []normalize.Unit, at int) bool {
	for _, x := range u[:at] {
		if visible(x.R) {
			return false
		}
	}
	return true
}

func trails(u []normalize.Unit, at int) bool {
	for _, x := range u[at:] {
		if visible(x.R) {
			return false
		}
	}
	return true
}

// units normalises a stretch of the source.
func (t *Text) units(lo, hi int, turkish bool) []normalize.Unit {
	lo, hi = runeStart(t.Source, max(lo, 0)), runeStart(t.Source, min(hi, len(t.Source)))
	return normalize.AppendUnits(nil, t.Source, lo, hi, normalize.Options{Reading: t.Reading, Turkish: turkish})
}
