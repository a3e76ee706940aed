package match

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// sameName tells whether two words may be one name: but for a possessive or plural ending, accents, misread characters, or cut short to
// an abbreviation.
func sameName(a, b string, sure nameness) bool {
	a, b = bareName(a), bareName(b)
	if a == b {
		return true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if sameLetters(a, b) || lookAlike(a, b) {
		return true
	}
	n := utf8.RuneCountInString(a)
	if n >= 4 && sameMisread(a, b) {
		return true
	}
	// J for John, Dept for Department
	r, _ := utf8.DecodeRuneInString(a)
	q, _ := utf8.DecodeRuneInString(b)
	return r == q && len(b) > len(a)+2 && (n == 1 || n <= 5 && n*2 <= len(b) && subsequence(a, b) || n >= 3 && n*2 <= len(b) && strings.HasPrefix(b, a))
}

// bareName takes off a possessive ending, that of a plural, and digits at the end, which are compared as numbers.
func bareName(w string) string {
	w = strings.TrimRight(w, "0123456789")
	if w != "" && w[0] < utf8.RuneSelf {
		w = strings.TrimRightFunc(w, spaceless) // a name among Chinese or Japanese
	} else if t := strings.TrimLeftFunc(w, spaceless); t != "" && t[0] < utf8.RuneSelf {
		w = t
	}
	if s, ok := strings.CutSuffix(w, "'s"); ok {
		return s
	}
	w = strings.TrimSuffix(w, "'")
	if len(w) > 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// lookAlike tells whether one of two words is the other with letters of another script that look the same.
func lookAlike(a, b string) bool {
	if ascii(a) == ascii(b) || utf8.RuneCountInString(a) != utf8.RuneCountInString(b) {
		return false
	}
	y := []rune(b)
	i := 0
	for _, r := range a {
		if normalize.SkeletonByte(r) != normalize.SkeletonByte(y[i]) {
			return false
		}
		i++
	}
	return true
}

func ascii(w string) bool {
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func sameLetters(a, b string) bool {
	x, y := []rune(a), []rune(b)
	i, k := 0, 0
	for i < len(x) || k < len(y) {
		switch {
		case i < len(x) && combining(x[i]):
			i++
		case k < len(y) && combining(y[k]):
			k++
		case i == len(x) || k == len(y) || !bareEqual(x[i], y[k]):
			return false
		default:
			i++
			k++
		}
	}
	return true
}

func subsequence(a, b string) bool {
	for _, r := range a {
		i := strings.IndexRune(b, r)
		if i < 0 {
			return false
		}
		b = b[i+utf8.RuneLen(r):]
	}
	return true
}

// initialsOf tells whether a word is made of the first letters of words (WHO).
func initialsOf(w string, ws []word) bool {
	if len(w) < 2 || len(w) > 8 || len(ws) < len(w) {
		return false
	}
	initials := make([]byte, 0, len(ws))
	for i := range ws {
		initials = append(initials, ws[i].text[0])
	}
	return subsequence(w, string(initials))
}

// sameLettersOf tells whether two runs of words have the same letters, whatever stands between and in them.
func sameLettersOf(a, b []word) bool {
	x, y := letterWalk{ws: a}, letterWalk{ws: b}
	for {
		c, d := x.next(), y.next()
		if c != d || c == 0 {
			return c == d
		}
	}
}

// letterWalk goes over the bytes of words, without apostrophes.
type letterWalk struct {
	ws []word
	at int // byte of the first of them
}

// next returns the next byte, 0 at the end: no word holds it.
func (l *letterWalk) next() byte {
	for len(l.ws) > 0 {
		if l.at == len(l.ws[0].text) {
			l.ws, l.at = l.ws[1:], 0
			continue
		}
		l.at++
		if c := l.ws[0].text[l.at-1]; c != '\'' {
			return c
		}
	}
	return 0
}

func isUpper(r rune) bool { return unicode.IsUpper(r) || unicode.IsTitle(r) }

// isRoman tells whether a word is written with the letters of Roman numerals alone.
func isRoman(w string) bool { return w != "" && strings.Trim(w, "ivxlcdm") == "" }
