package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// borders looks at what stands just outside of a match in the source. A match that starts or ends inside a word or number is widened to
// the whole of it, marked partial and flagged.
func (m *Match) borders(src []byte, r normalize.Reading) {
	m.characters(src, r)
	s := &m.Spans[0]
	e := &m.Spans[len(m.Spans)-1]
	start, end := s.Start, e.End
	for Cut(src, s.Start) {
		s.Start -= runeLen(src, s.Start)
	}
	for Cut(src, e.End) {
		_, n := utf8.DecodeRune(src[e.End:])
		e.End += n
	}
	if n := contraction(src, e.End); n > 0 {
		e.End += n
	}
	if s.Start == start && e.End == end {
		return
	}
	m.Partial = true
	m.flag(FlagPartialWord, clip(src, start, end, 64), clip(src, s.Start, e.End, 80))
}

// characters widens a match to whole characters. Marks that the profile drops are form; a vowel sign or an accent that the match leaves out
// is flagged as such, a part of an emoji as a part of a word.
func (m *Match) characters(src []byte, r normalize.Reading) {
	s, e := &m.Spans[0], &m.Spans[len(m.Spans)-1]
	start, end := s.Start, e.End
	for joined(src, s.Start) {
		s.Start -= runeLen(src, s.Start)
	}
	for joined(src, e.End) {
		_, n := utf8.DecodeRune(src[e.End:])
		e.End += n
	}
	if s.Start == start && e.End == end {
		return
	}
	if m.Grade == GradeExact {
		m.Grade, m.Method = GradeNormalized, MethodNormalized
	}
	opt := normalize.Options{Reading: r}
	added := normalize.AppendUnits(normalize.AppendUnits(nil, src, s.Start, start, opt), src, end, e.End, opt)
	for i := range added {
		switch x := added[i].R; {
		case x == ' ':
			m.Folds = m.Folds.With(normalize.Whitespace)
		case unicode.Is(unicode.M, x):
			m.flag(FlagDiacriticsChanged, tail(src, start, end), tail(src, start, e.End))
		default:
			m.Partial = true
			m.flag(FlagPartialWord, tail(src, start, end), tail(src, s.Start, e.End))
		}
	}
	if u := normalize.AppendUnits(nil, src, end-runeLen(src, end), e.End, opt); e.End > end && len(added) == 0 && len(u) > 0 {
		m.Folds |= u[len(u)-1].Folds
	}
}

// joined tells whether an offset lies inside a character, as readers see it: a letter with its marks, an emoji of several, a flag, CR LF.
func joined(src []byte, at int) bool {
	if at <= 0 || at >= len(src) || src[at] < 0x80 && src[at] != '\n' {
		return false
	}
	l, r := runeBefore(src, at), runeAfter(src, at)
	switch {
	case r == '\n':
		return l == '\r'
	case r < 0x300:
		return false
	case unicode.Is(unicode.M, r), r == 0x200C, r == 0x200D, r >= 0x1F3FB && r <= 0x1F3FF, r == 'ำ', r == 'ຳ', r == 0xFF9E, r == 0xFF9F,
		r >= 0xE0020 && r <= 0xE007F:
		return !unicode.IsControl(l) && !unicode.In(l, unicode.Zl, unicode.Zp) && (!unicode.Is(unicode.Cf, l) || l == 0x200C || l == 0x200D || l >= 0xE0020)
	case l == 0x200D:
		return unicode.Is(unicode.So, r)
	case regional(l) && regional(r):
		n := 0
		for regional(runeBefore(src, at)) {
			at -= 4
			n++
		}
		return n%2 == 1
	}
	return false
}

// regional tells whether a rune is one of the letters that make flags, two by two.
func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

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
	case r >= 0x300 && joined(src, at):
		return true // inside a character, whatever the script
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
