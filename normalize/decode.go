package normalize

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Decode makes a file's bytes valid UTF-8: every byte that is no part of a valid sequence becomes U+FFFD (a lone surrogate is three of
// them) and is counted. Byte order marks and line ends are kept. Valid input is returned as it is, not copied.
func Decode(raw []byte) (text []byte, invalid int) {
	if utf8.Valid(raw) {
		return raw, 0
	}
	text = make([]byte, 0, len(raw)+len(raw)/8+16)
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			invalid++
		}
		text = utf8.AppendRune(text, r)
		i += n
	}
	return text, invalid
}

// IsTurkish reports whether a word of the text holds ı or İ, so that its I is a capital ı and not a capital i.
func IsTurkish(src []byte) bool {
	for i := 0; ; {
		k := bytes.IndexByte(src[i:], 0xC4)
		if k < 0 {
			return false
		}
		i += k
		if i+1 < len(src) && (src[i+1] == 0xB0 || src[i+1] == 0xB1) {
			before, _ := utf8.DecodeLastRune(src[:i])
			after, _ := utf8.DecodeRune(src[i+2:])
			if unicode.IsLetter(before) || unicode.IsLetter(after) {
				return true
			}
		}
		i++
	}
}
