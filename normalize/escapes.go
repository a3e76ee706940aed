package normalize

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// escape recognises the escape of a JSON string at i: text that was copied from raw records holds \n, \t and \u00e9 for what they mean.
// A command of LaTeX or the step of a path is none.
func (s *scanner) escape(i int) (construct, bool) {
	src := s.src
	switch c := src[i+1]; c {
	case 'u':
		r, ok := hex4(src, i+2)
		if !ok {
			return construct{}, false
		}
		end := i + 6
		if utf16.IsSurrogate(r) {
			low, ok := hex4(src, i+8)
			if !ok || src[i+6] != '\\' || src[i+7] != 'u' {
				return construct{}, false
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return construct{}, false
			}
			end = i + 12
		}
		return construct{end: end, fold: Escapes, text: string(r)}, r >= ' '
	case 'n', 'r', 't':
		k := i + 1
		for k < len(src) && k-i < 24 && letter(src[k]) {
			k++
		}
		if i == 0 || src[i-1] == ':' || src[i-1] == '\\' || command(string(src[i+1:k])) || k < len(src) && (src[k] == '{' || src[k] == '_' || src[k] == '^') {
			return construct{}, false
		}
		return construct{end: i + 2, fold: Escapes, space: true, line: c != 't'}, true
	}
	return construct{}, false
}

// hex4 reads four hexadecimal digits.
func hex4(src []byte, i int) (rune, bool) {
	if i+4 > len(src) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(src[i:i+4]), 16, 16)
	return rune(n), err == nil
}

// command lists the commands of LaTeX that start as the escape of a line break or tab does and stand without braces.
func command(name string) bool {
	switch name {
	case "nabla", "ne", "neg", "neq", "newline", "newpage", "ni", "noindent", "nonumber", "normalsize", "not", "notin", "nu", "nexists",
		"raggedright", "rangle", "rbrace", "rceil", "relax", "rfloor", "rho", "right", "rightarrow", "rm", "rule",
		"tan", "tanh", "tau", "tableofcontents", "textbackslash", "the", "theta", "tilde", "times", "tiny", "to", "today", "top", "triangle", "tt":
		return true
	}
	return false
}
