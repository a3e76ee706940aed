package normalize

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const (
	mathLimit  = 200 // bytes of a formula in a line of text
	powerLimit = 8   // bytes of an exponent
	noteLimit  = 300 // bytes of a raised note mark with its tags
)

// math recognises the two signs around a formula in a line of text: $x = 5$. Money has signs too, so the formula must touch both, no digit
// may follow, and it must hold what prices do not.
func (s *scanner) math(i int) (construct, bool) {
	m := construct{end: i + 1, fold: LaTeX}
	if s.mathEnd(i) > 0 {
		return m, true
	}
	from := max(0, i-mathLimit)
	o := bytes.LastIndexByte(s.src[from:i], '$')
	return m, o >= 0 && s.mathEnd(from+o) == i
}

// IsFormulaSign reports whether the dollar sign at i opens or closes a formula, so that the Folded reading drops it. It looks at a bounded number
// of bytes.
func IsFormulaSign(src []byte, i int) bool {
	s := scanner{src: src, hi: len(src)}
	_, ok := s.math(i)
	return ok
}

// mathEnd returns the offset of the sign that closes the formula opened at i, or -1.
func (s *scanner) mathEnd(i int) int {
	src := s.src
	if i+2 >= len(src) || tagSpace(src[i+1]) || src[i+1] == '$' || i > 0 && (src[i-1] == '$' || src[i-1] == '\\') || s.wordBefore(i) {
		return -1
	}
	n := bytes.IndexByte(src[i+1:min(len(src), i+1+mathLimit)], '$')
	if n <= 0 {
		return -1
	}
	end := i + 1 + n
	body := src[i+1 : end]
	if tagSpace(body[n-1]) || body[n-1] == '\\' || s.wordAfter(end+1) || end+1 < len(src) && src[end+1] == '$' ||
		!bytes.ContainsAny(body, "\\^_=<>+{}") || bytes.Contains(body, []byte("\n\n")) {
		return -1
	}
	return end
}

// power recognises an exponent that is written with a circumflex, as in m^2, 10^{-6} and x^2^.
func (s *scanner) power(i int) (construct, bool) {
	src := s.src
	if i == 0 || !s.wordBefore(i) && src[i-1] != ')' && src[i-1] != '$' {
		return construct{}, false
	}
	k := i + 1
	if k < len(src) && src[k] == '{' {
		n := bytes.IndexByte(src[k:min(len(src), k+powerLimit)], '}')
		if n < 0 {
			return construct{}, false
		}
		text, ok := superscripts(src[k+1 : k+n])
		return construct{end: k + n + 1, fold: LaTeX, text: text}, ok
	}
	if k < len(src) && (src[k] == '-' || src[k] == '+') {
		k++
	}
	start := k
	for k < len(src) && k-start < 4 && src[k] >= '0' && src[k] <= '9' {
		k++
	}
	if k == start || s.wordAfter(k) || k+1 < len(src) && src[k] == '.' && src[k+1] >= '0' && src[k+1] <= '9' {
		return construct{}, false
	}
	text, ok := superscripts(src[i+1 : k])
	if k < len(src) && src[k] == '^' {
		k++
	}
	return construct{end: k, fold: LaTeX, text: text}, ok
}

// raised makes a <sup> element that holds a number or a note mark one raised number or mark. Ordinal endings stay what they are.
func (s *scanner) raised(m *construct) {
	k := s.find(endSup, m.end, noteLimit)
	if k < 0 {
		return
	}
	var body []byte
	for at := m.end; at < k; at++ {
		if s.src[at] == '<' {
			if t, ok := parseTag(s.src, at); ok && t.end <= k {
				at = t.end - 1
				continue
			}
		}
		body = append(body, s.src[at])
	}
	text, ok := superscripts(bytes.Trim(body, "[]() \t\r\n"))
	g := bytes.IndexByte(s.src[k:min(k+tagLimit, len(s.src))], '>')
	if !ok || g < 0 {
		return
	}
	m.end, m.text = k+g+1, text
}

// noteReference recognises a note mark of Markdown, [^1].
func (s *scanner) noteReference(i int) (construct, bool) {
	src := s.src
	if i+3 >= len(src) || src[i+1] != '^' {
		return construct{}, false
	}
	k := i + 2
	for k < len(src) && k-i < 40 && (asciiSkeleton[src[k]]&0x7F != 0 || src[k] == '-' || src[k] == '_') {
		k++
	}
	if k == i+2 || k >= len(src) || src[k] != ']' {
		return construct{}, false
	}
	m := construct{end: k + 1, fold: Markdown}
	m.text, _ = superscripts(src[i+2 : k])
	return m, true
}

// superscripts returns the raised form of a number, a list of numbers or a note mark; ok is false for anything else.
func superscripts(b []byte) (text string, ok bool) {
	if len(b) == 0 || len(b) > 12 {
		return "", false
	}
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r >= '0' && r <= '9':
			out.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'])
		case r == '-' || r == '−' || r == '–':
			out.WriteRune('⁻')
		case r == '+':
			out.WriteRune('⁺')
		case r == ',' || r == '*' || r == '†' || r == '‡' || r == '§' || r == '¶':
			out.WriteRune(r)
		case r != ' ':
			return "", false
		}
		b = b[n:]
	}
	return out.String(), out.Len() > 0
}
