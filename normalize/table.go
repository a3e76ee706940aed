package normalize

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// class says how a rune takes part in the making of units.
type class uint8

const (
	joins    class = 1 << iota // composes with, or is ordered among, what stands before it
	vanishes                   // dropped
	spaces                     // white space
	breaks                     // ends a line
	fraction                   // a vulgar fraction: kept apart from a digit before it
	foreign                    // a Cyrillic or Greek letter: its word may mix scripts
)

// entry is what one rune becomes when it stands alone.
type entry struct {
	one   rune   // the result, when it is one rune
	many  []rune // the result, when it is several
	folds Folds
	class class
}

// The low byte of a packed skeleton entry; the three bytes above it are the skeleton bytes.
const (
	skCount = 3      // mask: how many skeleton bytes
	skJoins = 1 << 2 // class joins
	skKept  = 1 << 3 // class joins, and has skeleton bytes: its segment must be composed
	skDrops = 1 << 4 // class vanishes
	skLong  = 1 << 5 // more than three skeleton bytes, or a closer look is needed
)

// page holds what is known of 256 neighbouring runes.
type page struct {
	sk   [256]uint32 // packed skeleton entries of source runes
	unit [256]byte   // skeleton bytes of runes of the normalised text
	e    [256]entry
}

// pageCount covers the two planes that texts are written in; runes beyond (rare ideographs, tags) are worked out each time.
const pageCount = 0x20000 >> 8

// pages makes each page on first use.
var pages = newPages()

func newPages() *[pageCount]func() *page {
	var p [pageCount]func() *page
	for k := range p {
		p[k] = sync.OnceValue(func() *page {
			pg := new(page)
			for i := range pg.e {
				r := rune(k<<8 | i)
				pg.e[i] = newEntry(r)
				pg.sk[i] = packSkeleton(&pg.e[i])
				if misread(r) {
					pg.sk[i] |= skLong // what stands after it decides
				}
				pg.unit[i] = skeletonByte(r)
			}
			return pg
		})
	}
	return &p
}

// lookup returns the entry of a source rune.
func lookup(r rune) *entry {
	if k := uint32(r) >> 8; k < pageCount {
		return &pages[k]().e[r&0xFF]
	}
	e := newEntry(r)
	return &e
}

// lookupSkeleton returns the packed skeleton entry of a source rune.
func lookupSkeleton(r rune) uint32 {
	if k := uint32(r) >> 8; k < pageCount {
		return pages[k]().sk[r&0xFF]
	}
	e := newEntry(r)
	return packSkeleton(&e)
}

func newEntry(r rune) entry {
	var e entry
	var f Folds
	out := norm.NFC.String(dropDots(string(expand(nil, r, &f))))
	e.folds = f
	if f&^set(Case) == 0 {
		// The families' folds name themselves; the normal forms are named where nothing else explains the change.
		e.folds |= compositionFolds(r)
	}
	if superscript(r) {
		e.folds = 0
	}
	if space, line := whiteSpace(r); space {
		e.class |= spaces
		if line {
			e.class |= breaks
		}
		if r == '\f' {
			e.folds |= set(PageBreak)
		}
	}
	runes := []rune(out)
	if out == string(r) {
		e.folds = 0
	}
	switch len(runes) {
	case 0:
		e.class |= vanishes
		return e
	case 1:
		e.one = runes[0]
	default:
		e.many = runes
	}
	if !norm.NFC.PropertiesString(out).BoundaryBefore() {
		e.class |= joins
	}
	if f.Has(Fractions) && len(runes) > 1 && unicode.Is(unicode.No, r) {
		e.class |= fraction
	}
	for _, x := range runes {
		if x >= 0x370 && x < 0x530 && unicode.IsLetter(x) {
			e.class |= foreign
		}
	}
	return e
}

func packSkeleton(e *entry) uint32 {
	if e.class&vanishes != 0 {
		return skDrops
	}
	var p, n uint32
	add := func(r rune) {
		if b := skeletonByte(r); b != 0 {
			if n < 3 {
				p |= uint32(b) << (8 + 8*n)
			}
			n++
		}
	}
	if e.many == nil {
		add(e.one)
	}
	for _, r := range e.many {
		add(r)
	}
	if n > 3 {
		return skLong
	}
	p |= n
	if e.class&joins != 0 {
		p |= skJoins
		if n > 0 {
			p |= skKept
		}
	}
	return p
}

// accent reports whether the skeleton hides r: combining accents, kana voicing marks, Arabic madda and hamza.
func accent(r rune) bool {
	return r >= 0x0300 && r <= 0x036F || r == 0x3099 || r == 0x309A || r >= 0x0653 && r <= 0x0655
}

// skeletonByte works out SkeletonByte.
func skeletonByte(r rune) byte {
	if superscript(r) || accent(r) || !IsWord(r) {
		return 0
	}
	base := r
	for i, x := range norm.NFD.String(string(r)) {
		if i == 0 {
			base = x
		} else if !accent(x) {
			base = r
			break
		}
	}
	switch {
	case base == 'ı':
		base = 'i'
	case base == 'ٱ':
		base = 'ا'
	case stroked(base) != 0:
		base = stroked(base)
	case smallCapital(base) != 0:
		base = smallCapital(base)
	case latinTwin(base) != 0:
		base = latinTwin(base)
	}
	if base < utf8.RuneSelf {
		return asciiSkeleton[base] & 0x7F
	}
	return 0x80 | byte(uint32(base)*2654435761>>25)
}

// SkeletonByte returns the skeleton byte of a rune of the normalised text, or 0 where the skeleton drops it.
func SkeletonByte(r rune) byte {
	if uint32(r) < utf8.RuneSelf {
		return asciiSkeleton[r] & 0x7F
	}
	if k := uint32(r) >> 8; k < pageCount {
		return pages[k]().unit[r&0xFF]
	}
	return skeletonByte(r)
}

// IsWord reports whether r is part of words: a letter, mark or number.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}
