package normalize

import "unicode"

// invisible reports whether r is dropped from the normalised text, and by which fold. The right-to-left override (U+202E) is not: it makes
// readers see other words than the text holds.
func invisible(r rune) (Fold, bool) {
	switch {
	case r == 0xAD:
		return SoftHyphen, true
	case r >= 0x200B && r <= 0x200D, r >= 0x2060 && r <= 0x2064, r == 0xFEFF, r == 0x180E, r == 0x034F, r >= 0xFFF9 && r <= 0xFFFB,
		r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x17B4, r == 0x17B5, r >= 0x206A && r <= 0x206F:
		return ZeroWidth, true
	case r == 0x200E, r == 0x200F, r == 0x061C, r >= 0x202A && r <= 0x202D, r >= 0x2066 && r <= 0x2069:
		return BidiControls, true
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF, r >= 0x180B && r <= 0x180D, r == 0x180F, r >= 0xE0000 && r <= 0xE007F:
		return Variation, true
	case r == 0x0640:
		return Tatweel, true
	case arabicMark(r):
		return ArabicMarks, true
	case hebrewPoint(r):
		return HebrewPoints, true
	}
	return 0, false
}

// arabicMark reports whether r is an optional vowel mark or a recitation mark. Madda and hamza (U+0653–0655) belong to letters.
func arabicMark(r rune) bool {
	switch {
	case r >= 0x064B && r <= 0x0652, r >= 0x0656 && r <= 0x065F, r == 0x0670, r >= 0x0610 && r <= 0x061A:
		return true
	case r >= 0x06D6 && r <= 0x06ED, r >= 0x08CA && r <= 0x08FF:
		return unicode.Is(unicode.Mn, r)
	}
	return false
}

// hebrewPoint reports whether r is a vowel point or a cantillation mark; maqaf, paseq, sof pasuq and nun hafukha are punctuation.
func hebrewPoint(r rune) bool {
	return r >= 0x0591 && r <= 0x05C7 && unicode.Is(unicode.Mn, r) || r == 0xFB1E
}

// whiteSpace reports whether r separates words, and whether it also ends a line.
func whiteSpace(r rune) (space, line bool) {
	switch r {
	case '\n', '\v', '\f', '\r', 0x85, 0x2028, 0x2029:
		return true, true
	case '\t', ' ', 0xA0, 0x1680, 0x202F, 0x205F, 0x3000:
		return true, false
	}
	return r >= 0x2000 && r <= 0x200A, false
}
