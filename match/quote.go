package match

import (
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Quote is a quote made ready for the ladder. Prepare reuses its buffers; it must not be used by two goroutines at once.
type Quote struct {
	Raw      []byte // as received
	Reading  normalize.Reading
	Turkish  bool
	Skeleton []byte // of Raw
	Start    int    // byte of Raw at which the first character of the skeleton stands; 0 when the skeleton is empty

	skeleton     normalize.Skeleton
	units        []normalize.Unit
	unitsTurkish bool
	runes        []rune
}

// Prepare reads a quote. The bytes must stay as they are while the Quote is in use.
func (q *Quote) Prepare(raw []byte, r normalize.Reading) {
	q.Raw, q.Reading = raw, r
	q.skeleton.Make(raw, r)
	q.Skeleton = q.skeleton.Bytes
	q.Start = 0
	q.units = q.units[:0]
	if len(q.Skeleton) > 0 && !isASCIIWord(raw[0]) {
		q.Start, _ = q.skeleton.Source(raw, r, 0)
	}
	q.Turkish = normalize.IsTurkish(raw)
}

func isASCIIWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// Units returns the normalised quote without white space at its ends.
func (q *Quote) Units(turkish bool) []normalize.Unit {
	if len(q.units) == 0 || q.unitsTurkish != turkish {
		q.units = normalize.AppendUnits(q.units[:0], q.Raw, 0, len(q.Raw), normalize.Options{Reading: q.Reading, Turkish: turkish})
		q.units = trimSpace(q.units)
		q.unitsTurkish = turkish
		q.runes = appendRunes(q.runes[:0], q.units)
	}
	return q.units
}

// Runes returns the number of runes of the normalised quote, the denominator of its similarity.
func (q *Quote) Runes() int { return len(q.Units(q.Turkish)) }

// Checkable tells whether a quote has anything to verify: a letter, a digit or a symbol.
func Checkable(raw []byte) bool {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r)) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return true
		}
		i += n
	}
	return false
}

func trimSpace(u []normalize.Unit) []normalize.Unit {
	for len(u) > 0 && u[0].R == ' ' {
		u = u[1:]
	}
	for len(u) > 0 && u[len(u)-1].R == ' ' {
		u = u[:len(u)-1]
	}
	return u
}

func appendRunes(dst []rune, u []normalize.Unit) []rune {
	for i := range u {
		dst = append(dst, u[i].R)
	}
	return dst
}
