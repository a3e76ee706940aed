package jsonl

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote decodes raw, the text between the marks of a string that String accepted, in place and returns it: escapes never take less
// room than what they stand for. lone counts the surrogates without a partner, which become U+FFFD. Invalid UTF-8 stays as it is.
func Unquote(raw []byte) (text []byte, lone int) { return AppendUnquoted(raw[:0], raw) }

// AppendUnquoted is Unquote into dst, which may be raw[:0].
func AppendUnquoted(dst, raw []byte) (text []byte, lone int) {
	for i := 0; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '\\')
		if n < 0 {
			return append(dst, raw[i:]...), lone
		}
		dst = append(dst, raw[i:i+n]...)
		i += n
		switch c := raw[i+1]; c {
		case 'u':
			r, _ := hex4(raw[i+2:])
			i += 6
			if utf16.IsSurrogate(r) {
				if low, ok := lowSurrogate(raw[i:]); ok && r < 0xDC00 {
					r = utf16.DecodeRune(r, low)
					i += 6
				} else {
					r = utf8.RuneError
					lone++
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, plainEscape(c))
			i += 2
		}
	}
	return dst, lone
}

// plainEscape returns what \c stands for.
func plainEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// lowSurrogate reads the second half of a pair at the start of b.
func lowSurrogate(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	r, ok := hex4(b[2:])
	return r, ok && r >= 0xDC00 && r <= 0xDFFF
}
