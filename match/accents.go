package match

import "golang.org/x/text/unicode/norm"

// bareEqual tells whether two runes are the same letter but for accents or voicing marks, as the skeleton takes them to be.
func bareEqual(a, b rune) bool {
	return a == b || bare(a) == bare(b)
}

// bare returns the base letter of a rune whose canonical decomposition is a letter and marks that
// the skeleton hides, or of one with a stroke.
func bare(r rune) rune {
	switch r {
	case 'ı':
		return 'i'
	case 'ł':
		return 'l'
	case 'đ', 'ð':
		return 'd'
	case 'ø':
		return 'o'
	case 'ħ':
		return 'h'
	case 'أ', 'إ', 'آ', 'ٱ':
		return 'ا'
	}
	if r < 0xC0 {
		return r
	}
	d := []rune(norm.NFD.String(string(r)))
	for _, x := range d[1:] {
		if !(x >= 0x300 && x <= 0x36F || x == 0x3099 || x == 0x309A || x >= 0x653 && x <= 0x655) {
			return r
		}
	}
	return d[0]
}
