package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// replaced tells whether the quote has a piece at one of its ends where the text has another beside the match: a heading, a number of a
// verse or page, or a name that is not the one that stands there. from and to are the ends of the match in the stretch that was read, lo
// and hi those in bytes.
func (x *Interleaver) replaced(q *Quote, t *Text, from, to, lo, hi int) bool {
	n := len(q.Skeleton)
	head, tail := 0, n // the quote without the pieces at its ends
	for k := len(x.fore.path) - 1; k >= 0; k-- {
		if s := x.fore.path[k]; s.inQuote && s.hi == tail {
			tail = s.lo
		}
	}
	for k := len(x.back.path) - 1; k >= 0; k-- { // mirrored: the last one ends at the quote's start
		if s := x.back.path[k]; s.inQuote && n-s.hi == head {
			head = n - s.lo
		}
	}
	if head == 0 && tail == n {
		return false
	}
	for _, s := range x.ts {
		if s.kind != foreignCell && (head > 0 && s.hi == from || tail < n && s.lo == to) {
			return true
		}
	}
	return head > 0 && hasDigit(q.Skeleton[:head]) && isDigit(letterBefore(t.Source, lo)) ||
		tail < n && hasDigit(q.Skeleton[tail:]) && isDigit(letterBehind(t.Source, hi))
}

func hasDigit(s []byte) bool { return bytes.ContainsAny(s, "0123456789") }

// letterBefore returns the last letter or digit before an offset, letterBehind the first one after it, on this line or the next.
func letterBefore(src []byte, at int) rune {
	for n := 0; at > 0 && n < contextMargin; n++ {
		r, k := utf8.DecodeLastRune(src[:at])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		at -= k
	}
	return 0
}

func letterBehind(src []byte, at int) rune {
	for n := 0; at < len(src) && n < contextMargin; n++ {
		r, k := utf8.DecodeRune(src[at:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		at += k
	}
	return 0
}
