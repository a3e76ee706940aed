package normalize

import "bytes"

// maxBraces bounds the nesting of braces in a command's argument, which keeps looking for the closing one linear.
const maxBraces = 8

// latex recognises a command before its argument, \emph{, the brace that closes it, a line break \\ and escaped characters.
func (s *scanner) latex(i int) (construct, bool) {
	src := s.src
	if src[i] == '}' {
		if s.closesCommand(i) {
			return construct{end: i + 1, fold: LaTeX}, true
		}
		return construct{}, false
	}
	if i+1 >= len(src) {
		return construct{}, false
	}
	if m, ok := s.escape(i); ok {
		return m, true
	}
	switch c := src[i+1]; {
	case c == '\\':
		return construct{end: i + 2, fold: LaTeX, space: true, line: true}, i+2 >= len(src) || tagSpace(src[i+2]) || src[i+2] == '['
	case c == ',' || c == ';':
		return construct{end: i + 2, fold: LaTeX, space: true}, s.wordBefore(i) && s.wordAfter(i+2)
	case c > ' ' && c < 0x7F && !letter(c) && (c < '0' || c > '9'):
		return construct{end: i + 2, fold: Markdown, text: string(rune(c))}, true
	}
	m, _, ok := s.command(i)
	return m, ok
}

// command recognises \name{ (with a star or an option in brackets) when its brace is closed within tagLimit bytes. closed is the offset of
// that brace.
func (s *scanner) command(i int) (m construct, closed int, ok bool) {
	src := s.src[:min(len(s.src), i+tagLimit)]
	k := i + 1
	for k < len(src) && letter(src[k]) {
		k++
	}
	name := string(src[i+1 : min(k, i+32)])
	if name == "" {
		return m, 0, false
	}
	if k < len(src) && src[k] == '*' {
		k++
	}
	if k < len(src) && src[k] == '[' {
		n := bytes.IndexByte(src[k:], ']')
		if n < 0 || bytes.IndexByte(src[k+1:k+n], '[') >= 0 {
			return m, 0, false
		}
		k += n + 1
	}
	if k >= len(src) || src[k] != '{' {
		switch name {
		case "item", "par", "newline", "noindent", "quad", "qquad":
			return construct{end: i + 1 + len(name), fold: LaTeX, space: true, line: true}, 0, k < len(src) && tagSpace(src[k])
		}
		return m, 0, false
	}
	closed = closingBrace(src, k)
	if closed < 0 {
		return m, 0, false
	}
	m = construct{end: k + 1, fold: LaTeX}
	switch name {
	case "sout", "st", "xout", "cancel", "xcancel", "bcancel":
		m.end, m.fold = closed+1, Struck
	case "textsuperscript":
		if text, ok := superscripts(src[k+1 : closed]); ok {
			m.end, m.text = closed+1, text
		}
	case "footnote", "footnotetext", "marginpar", "thanks":
		m.end = closed + 1
	case "begin", "end", "vspace", "hspace":
		m.end, m.space, m.line = closed+1, true, true
	case "label", "cite", "citep", "citet", "ref", "eqref", "pageref", "autoref", "cref", "nocite", "bibliography", "bibliographystyle",
		"usepackage", "documentclass", "input", "include", "includegraphics", "pagestyle", "thispagestyle":
		m.end = closed + 1
	case "href":
		if closed+1 >= len(src) || src[closed+1] != '{' {
			return m, 0, false
		}
		m.end = closed + 2
		if closed = closingBrace(src, m.end-1); closed < 0 {
			return m, 0, false
		}
	}
	return m, closed, true
}

// closingBrace returns the offset of the brace that closes the one at k, or -1.
func closingBrace(src []byte, k int) int {
	depth := 0
	for ; k < len(src); k++ {
		switch src[k] {
		case '\\':
			k++
		case '{':
			if depth++; depth > maxBraces {
				return -1
			}
		case '}':
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// closesCommand reports whether the brace at i closes a command's argument.
func (s *scanner) closesCommand(i int) bool {
	src := s.src
	depth := 0
	for k := i; k >= 0 && i-k < tagLimit; k-- {
		if k > 0 && src[k-1] == '\\' {
			continue
		}
		switch src[k] {
		case '}':
			if depth++; depth > maxBraces {
				return false
			}
		case '{':
			if depth--; depth > 0 {
				continue
			}
			start := commandStart(src, k)
			if start < 0 {
				return false
			}
			_, closed, ok := s.command(start)
			return ok && closed == i
		}
	}
	return false
}

// commandStart returns the offset of the backslash of the command whose argument opens at k, or -1.
func commandStart(src []byte, k int) int {
	for pass := 0; ; pass++ {
		if k > 0 && src[k-1] == ']' {
			n := bytes.LastIndexByte(src[max(0, k-tagLimit):k], '[')
			if n < 0 {
				return -1
			}
			k = max(0, k-tagLimit) + n
		}
		if pass > 0 || k == 0 || src[k-1] != '}' {
			break
		}
		// The second argument of \href.
		n := bytes.LastIndexByte(src[max(0, k-tagLimit):k], '{')
		if n < 0 {
			return -1
		}
		k = max(0, k-tagLimit) + n
	}
	if k > 0 && src[k-1] == '*' {
		k--
	}
	for start := k; k > 0 && start-k < 32; k-- {
		if src[k-1] == '\\' {
			return k - 1
		}
		if !letter(src[k-1]) {
			return -1
		}
	}
	return -1
}
