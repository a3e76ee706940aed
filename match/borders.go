package match

import (
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// longestWord is how many bytes a match is widened by on each side at most: a run of letters without end is no word.
const longestWord = 256

// borders looks at what stands just outside of a match in the source. A match that starts or ends inside a word or number is widened to
// the whole of it, marked partial and flagged.
func (m *Match) borders(src []byte, r normalize.Reading) {
	m.characters(src, r)
	s := &m.Spans[0]
	e := &m.Spans[len(m.Spans)-1]
	start, end := s.Start, e.End
	wide := widened(src, Span{s.Start, e.End}, Cut)
	s.Start, e.End = wide.Start, wide.End
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
	s.Start = wholeCharacters(src, Span{start, start}).Start
	e.End = wholeCharacters(src, Span{end, end}).End
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

// wholeCharacters widens a span to the ends of the characters that it cuts.
func wholeCharacters(src []byte, s Span) Span { return widened(src, s, joined) }

// widened moves the ends of a span outwards, rune by rune, while inside says that they lie inside of something.
func widened(src []byte, s Span, inside func(src []byte, at int) bool) Span {
	start, end := s.Start, s.End
	for start-s.Start < longestWord && inside(src, s.Start) {
		s.Start -= runeLen(src, s.Start)
	}
	for s.End-end < longestWord && inside(src, s.End) {
		_, n := utf8.DecodeRune(src[s.End:])
		s.End += n
	}
	return s
}

// joined tells whether an offset lies inside a character, as readers see it: a letter with its marks, an emoji of several, a flag, CR LF.
func joined(src []byte, at int) bool {
	if at <= 0 || at >= len(src) || src[at] < 0x80 && src[at] != '\n' && src[at-1] < 0x80 {
		return false
	}
	l, r := runeBefore(src, at), runeAfter(src, at)
	switch {
	case r == '\n':
		return l == '\r'
	case l >= 0x600 && prepended(l):
		return !unicode.IsControl(r)
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

// prepended tells whether a rune belongs to the character after it, as the Arabic number sign does.
func prepended(r rune) bool {
	return r <= 0x605 || r == 0x6DD || r == 0x70F || r == 0x890 || r == 0x891 || r == 0x8E2 || r == 0xD4E || r == 0x110BD || r == 0x110CD ||
		r == 0x111C2 || r == 0x111C3
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

// cutWords flags a fuzzy match whose quote starts or ends with a word that stands there as a part of a word of the source: su[a:b] has the
// whole of it.
func (m *Match) cutWords(q *Quote, t *Text, qu, su []normalize.Unit, al Alignment, a, b int) {
	if op := al.Ops[0]; op.Kind == OpEqual && inWord(su, al.Start) {
		k := 1
		for k < len(qu) && inWord(qu, k) {
			k++
		}
		if op.P1 >= k {
			m.Partial = true
			m.flag(FlagPartialWord, between(q.Raw, qu[:k]), between(t.Source, su[a:al.Start+k]))
		}
	}
	if op := al.Ops[len(al.Ops)-1]; op.Kind == OpEqual && inWord(su, al.End) {
		k := len(qu) - 1
		for k > 0 && inWord(qu, k) {
			k--
		}
		if op.P0 <= k {
			m.Partial = true
			m.flag(FlagPartialWord, between(q.Raw, qu[k:]), between(t.Source, su[al.End-(len(qu)-k):b]))
		}
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
	case (r >= 0x300 || l >= 0x600) && joined(src, at):
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

// edgeNumbers raises number_changed where the match starts or ends with a number in digits that the source has otherwise: with another sign,
// currency or percent mark, or with more decimals or digits. Where the source's goes on outside of the match, the match is partial.
func (m *Match) edgeNumbers(q *Quote, t *Text, room *edgeRoom) {
	qu := q.Units(q.Turkish || t.Turkish)
	qn := room.numbers(&room.quoted, qu, q.Raw)
	if len(qn) == 0 {
		return
	}
	s, e := m.Spans[0].Start, m.Spans[len(m.Spans)-1].End
	if first := &qn[0]; first.digits && leads(qu, first.lo) {
		at := s
		for at < min(s+edgeMarks, e) && !isNumeral(runeAfter(t.Source, at)) {
			_, n := utf8.DecodeRune(t.Source[at:])
			at += n
		}
		m.edge(q, qu, first, t, room.sourceUnits(t, s-edgeMarks, min(s+edgeWindow, e)), at, room)
	}
	if last := &qn[len(qn)-1]; last.digits && trails(qu, last.hi) {
		at := e
		for at > max(e-edgeMarks, s) && !isNumeral(runeBefore(t.Source, at)) {
			at -= runeLen(t.Source, at)
		}
		m.edge(q, qu, last, t, room.sourceUnits(t, max(e-edgeWindow, s-edgeMarks), e+2*edgeMarks), at-1, room)
	}
}

// How much is looked at on both sides of the ends of a match for a number there, in bytes.
const (
	edgeMarks  = 8
	edgeWindow = 40
)

// edgeRoom is the memory that edgeNumbers works in.
type edgeRoom struct {
	quoted, sourced []number // those of the quote are in use while the others are read
	units           []normalize.Unit
	script          script
}

// numbers is the function numbers; list is the room for them.
func (x *edgeRoom) numbers(list *[]number, u []normalize.Unit, src []byte) []number {
	x.script.read(u)
	r := numberReader{lex: words(), u: u, src: src, list: (*list)[:0], script: &x.script}
	*list = r.read()
	return *list
}

// sourceUnits normalises a stretch of the source; its result holds until the next call.
func (x *edgeRoom) sourceUnits(t *Text, lo, hi int) []normalize.Unit {
	x.units = t.appendUnits(x.units[:0], lo, hi, false)
	return x.units
}

// edge compares a number at an end of the quote with the number of the source that stands at an offset.
func (m *Match) edge(q *Quote, qu []normalize.Unit, a *number, t *Text, su []normalize.Unit, at int, room *edgeRoom) {
	list := room.numbers(&room.sourced, su, t.Source)
	for k := range list {
		b := &list[k]
		start, end := int(su[b.lo].Start), int(su[b.hi-1].End)
		if at < start || at >= end {
			continue
		}
		if a.same(b) || !b.digits {
			return
		}
		first, last := &m.Spans[0], &m.Spans[len(m.Spans)-1]
		if start < first.Start && isNumeral(qu[a.lo].R) || end > last.End && isNumeral(qu[a.hi-1].R) {
			m.Partial = true
			m.flag(FlagPartialWord, "", "")
		}
		first.Start, last.End = min(first.Start, start), max(last.End, end)
		m.flag(FlagNumberChanged, between(q.Raw, qu[a.lo:a.hi]), between(t.Source, su[b.lo:b.hi]))
		return
	}
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
	return t.appendUnits(nil, lo, hi, turkish)
}

func (t *Text) appendUnits(dst []normalize.Unit, lo, hi int, turkish bool) []normalize.Unit {
	lo, hi = runeStart(t.Source, max(lo, 0)), runeStart(t.Source, min(hi, len(t.Source)))
	return normalize.AppendUnits(dst, t.Source, lo, hi, normalize.Options{Reading: t.Reading, Turkish: turkish})
}
