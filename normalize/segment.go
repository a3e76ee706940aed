package normalize

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxJoined bounds how many runes may join a segment, so that a run of a million combining marks is not one segment. Below 30, where
// Unicode's stream-safe format would insert a joiner of its own.
const maxJoined = 24

// maxVanished bounds the look-ahead over dropped runes for one that joins.
const maxVanished = 16

// composes reports whether an ASCII character may start a segment of several runes. The others compose with nothing, and are taken alone
// so that marks of markup never hold on to what follows them.
func composes(c byte) bool { return asciiSkeleton[c]&0x7F != 0 || c >= '<' && c <= '>' }

// segment returns the end of the segment that starts at i: a rune and those after it that compose with it or are ordered with it,
// dropped runes between them included. plain is false where the segment's skeleton is not that of its runes one by one. It depends on
// src[i:hi] alone, so that a scan restarted at a segment's start finds the same segments.
func segment(src []byte, i, hi int) (end int, plain bool) {
	_, n := utf8.DecodeRune(src[i:hi])
	end, plain = i+n, true
	vanished := 0
	for k, joined := end, 0; k < hi && src[k] >= utf8.RuneSelf && joined < maxJoined; {
		r, n := utf8.DecodeRune(src[k:hi])
		k += n
		switch sk := lookupSkeleton(r); {
		case sk&skJoins != 0:
			joined++
			end, vanished = k, 0
			plain = plain && sk&skKept == 0
		case sk&skDrops != 0 && vanished < maxVanished:
			vanished++
		default:
			return end, plain
		}
	}
	return end, plain
}

// alone reports whether what stands at k cannot join a segment before it.
func alone(src []byte, k int) bool {
	if k >= len(src) || src[k] < utf8.RuneSelf {
		return true
	}
	r, _ := utf8.DecodeRune(src[k:])
	return lookupSkeleton(r)&(skJoins|skDrops) == 0
}

// compose returns the runes of a segment of several runes in composed form. When the segment is already composed and ordered, each of
// its runes stands for itself and single is true.
func compose(seg []byte, turkish bool) (runes []rune, folds Folds, single bool) {
	var parts []rune
	dotless := -1 // index of the I that is a capital ı
	for rest := seg; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		rest = rest[n:]
		e := lookup(r)
		folds |= e.folds
		switch {
		case r == 'I' && turkish && !raised(rest):
			dotless = len(parts)
			parts = append(parts, 'i')
		case e.class&vanishes != 0:
		case e.many != nil:
			parts = append(parts, e.many...)
		default:
			parts = append(parts, e.one)
		}
	}
	s := string(parts)
	composed := norm.NFC.String(dropDots(s))
	single = composed == s // decided on the plain i, so that spans are the same in any language
	if dotless >= 0 {
		parts[dotless] = 'ı'
		composed = norm.NFC.String(dropDots(string(parts)))
	}
	if single {
		return parts, folds, true
	}
	if norm.NFC.IsNormal(seg) {
		return []rune(composed), folds, false
	}
	return []rune(composed), folds.With(Composition), false
}

// raised reports whether a mark above the letter is among the marks: Î is î in Turkish too, only a bare I is ı.
func raised(marks []byte) bool {
	for len(marks) > 0 {
		p := norm.NFD.Properties(marks)
		if p.CCC() == 230 {
			return true
		}
		_, n := utf8.DecodeRune(marks)
		marks = marks[n:]
	}
	return false
}

// dropDots takes the dot above from i and gives it to ı: İ, I with a combining dot, and what lower-casing makes of them are one letter.
func dropDots(s string) string {
	if !strings.ContainsRune(s, 0x0307) {
		return s
	}
	d := []rune(norm.NFD.String(s))
	base, changed := -1, false
	out := d[:0]
	for _, r := range d {
		if r == 0x0307 && base >= 0 {
			out[base] = 'i'
			base, changed = -1, true
			continue
		}
		out = append(out, r)
		switch ccc := norm.NFD.PropertiesString(string(r)).CCC(); {
		case r == 'i' || r == 'ı':
			base = len(out) - 1
		case ccc == 0 || ccc >= 230:
			base = -1
		}
	}
	if !changed {
		return s
	}
	return string(out)
}
