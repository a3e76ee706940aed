package batchio

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

const hexDigits = "0123456789abcdef"

// plainByte tells the ASCII characters that stand for themselves in a JSON string. It never changes.
var plainByte = func() (t [256]bool) {
	for c := 0x20; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// AppendString appends s to dst as a JSON string, which is valid whatever bytes s holds: each invalid byte of UTF-8 becomes U+FFFD.
// Escaped are quotation marks, backslashes, control characters, and U+2028 and U+2029, at which some programs end a line; not < > &.
func AppendString[S ~string | ~[]byte](dst []byte, s S) []byte {
	text := *(*string)(unsafe.Pointer(&s)) // a slice begins as a string does
	return appendString(dst, unsafe.Slice(unsafe.StringData(text), len(text)))
}

// appendString is AppendString for bytes, which it only reads.
func appendString(dst, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		for i+8 <= len(s) {
			if m := special8(binary.LittleEndian.Uint64(s[i:])); m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		if i == len(s) {
			break
		}
		c := s[i]
		if plainByte[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = appendEscape(append(dst, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRune(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(append(dst, s[start:i]...), "\uFFFD"...)
			start = i + n
		case r == '\u2028' || r == '\u2029':
			dst = append(append(dst, s[start:i]...), `\u202`...)
			dst = append(dst, hexDigits[r&0xf])
			start = i + n
		}
		i += n
	}
	return append(append(dst, s[start:]...), '"')
}

// special8 marks those of eight bytes, the lowest first, that are not ASCII or do not stand for themselves in a JSON string, in their high
// bits. Only the lowest mark is sure.
func special8(w uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	q, b := w^('"'*ones), w^('\\'*ones)
	return (w | (q - ones) | (b - ones) | (w - 0x20*ones)) & highs // of ASCII, what is looked for borrows from its high bit
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
}

// AppendFloat appends x with at most four decimals, without trailing zeros and without an exponent, so that equal numbers have equal
// bytes. What JSON cannot say (NaN, infinities) becomes null.
func AppendFloat(dst []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(dst, "null"...)
	}
	if x == 1 || x == 0 { // most scores
		return append(dst, '0'+byte(x))
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, x, 'f', 4, 64)
	end := len(dst)
	for dst[end-1] == '0' {
		end--
	}
	if dst[end-1] == '.' {
		end--
	}
	if dst = dst[:end]; string(dst[from:]) == "-0" {
		dst = append(dst[:from], '0')
	}
	return dst
}
