package verify

import "unicode/utf8"

// Offsets is the unit in which offsets into a source text are given.
type Offsets string

// The units.
const (
	OffsetByte  Offsets = "byte"  // UTF-8 bytes
	OffsetRune  Offsets = "rune"  // Unicode code points, as R, Python and the W3C count
	OffsetUTF16 Offsets = "utf16" // UTF-16 code units, as JavaScript counts
)

// of gives a span of bytes in the unit.
func (o Offsets) of(src []byte, start, end int) (from, to int) {
	if o == OffsetByte || o == "" {
		return start, end
	}
	from = o.count(src[:start])
	return from, from + o.count(src[start:end])
}

func (o Offsets) count(b []byte) int {
	n := utf8.RuneCount(b)
	if o == OffsetUTF16 {
		for _, c := range b {
			if c >= 0xF0 {
				n++ // a character outside the basic plane takes two units
			}
		}
	}
	return n
}

// bytes gives the byte offset of an offset in the unit; beyond the text, one past its end.
func (o Offsets) bytes(src []byte, at int) int {
	i := 0
	for at > 0 && i < len(src) {
		r, n := utf8.DecodeRune(src[i:])
		at--
		if o == OffsetUTF16 && r > 0xFFFF {
			at--
		}
		i += n
	}
	if at > 0 {
		return len(src) + 1
	}
	return i
}
