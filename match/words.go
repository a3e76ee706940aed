package match

import (
	"unicode"

	"example.com/verbatim/normalize"
)

// word is a maximal run of word characters of a normalised text, apostrophes inside it included.
type word struct {
	lo, hi int // units
	text   string
}

// split lists the words of a normalised text. Runs of a script without word spaces are one word; the caller looks inside them.
func split(dst []word, u []normalize.Unit) []word {
	var buf [64]byte
	for i := 0; i < len(u); {
		if !visible(u[i].R) {
			i++
			continue
		}
		lo := i
		b := buf[:0]
		for i < len(u) && (visible(u[i].R) || combining(u[i].R) || u[i].R == '\'' && i+1 < len(u) && visible(u[i+1].R)) {
			b = appendRune(b, u[i].R)
			i++
		}
		dst = append(dst, word{lo, i, string(b)})
	}
	return dst
}

func appendRune(b []byte, r rune) []byte {
	if r < 0x80 {
		return append(b, byte(r))
	}
	return append(b, string(r)...)
}

// visible tells whether a rune of the normalised text leaves a byte in the skeleton.
func visible(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return normalize.SkeletonByte(r) != 0
}

func combining(r rune) bool { return r >= 0x300 && unicode.Is(unicode.M, r) }

func isDigit(r rune) bool {
	if r < 0x80 {
		return '0' <= r && r <= '9'
	}
	return unicode.IsDigit(r)
}

// between returns the source words of a run of units, as they stand in the text.
func between(src []byte, u []normalize.Unit) string {
	if len(u) == 0 {
		return ""
	}
	return string(src[u[0].Start:max(u[len(u)-1].End, u[0].End)])
}
