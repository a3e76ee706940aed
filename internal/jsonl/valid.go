package jsonl

import "unicode/utf8"

// Valid returns s with each invalid byte of UTF-8 replaced by U+FFFD, as encoding/json decodes it, and their number. s itself is
// returned when there are none, and never changed.
func Valid(s []byte) (text []byte, invalid int) {
	if utf8.Valid(s) {
		return s, 0
	}
	text = make([]byte, 0, len(s)+len(s)/8+8)
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if r == utf8.RuneError && n == 1 {
			invalid++
		}
		text = utf8.AppendRune(text, r)
		s = s[n:]
	}
	return text, invalid
}

// AppendCompact appends the JSON value or members in raw without the white space between tokens.
func AppendCompact(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case ' ', '\t', '\r', '\n':
			i++
		case '"':
			end, _, err := String(raw, i)
			if err != nil {
				end = len(raw) // cannot be: raw was accepted
			}
			dst = append(dst, raw[i:end]...)
			i = end
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}
