package normalize

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// AppendUnits appends the normalised text of src[lo:hi] to dst. Offsets are absolute in src. Bytes outside of the range are looked at for
// context only: the letter before a hyphen, the line that a mark stands on, the end of a tag. The text is read as if lo were outside of
// markup. A tag that is cut at hi is dropped up to there; a character reference that is cut at hi is plain text.
func AppendUnits(dst []Unit, src []byte, lo, hi int, opt Options) []Unit {
	b := builder{scanner: scanner{src: src, hi: hi}, opt: opt, dst: dst, base: len(dst)}
	b.run(lo, hi)
	return b.finish()
}

// builder makes units. Dropped characters and white space wait in it for the next unit.
type builder struct {
	scanner
	opt     Options
	dst     []Unit
	base    int   // units before it are the caller's
	pending Folds // of dropped characters
	gap     gap
	foreign bool // a Cyrillic or Greek letter was seen
}

// gap is white space that has not become a unit yet.
type gap struct {
	open       bool
	line       bool // holds a line break
	plain      bool // is one plain space
	start, end int
	folds      Folds
}

// Classes of ASCII characters: what may take the fast path of run.
const (
	asciiPlain  = iota // one unit, whatever stands beside it
	asciiSpace         // the plain space
	asciiMerge         // - and ': may merge with their neighbours
	asciiMarkup        // may start markup in the Folded reading
	asciiOther         // control characters, white space
)

// asciiClass and asciiLower are tables of the ASCII characters.
var asciiClass, asciiLower = newASCIITables()

func newASCIITables() (cls [256]uint8, lower [256]uint8) {
	for c := range cls {
		lower[c] = uint8(c)
		switch {
		case c >= 'A' && c <= 'Z':
			lower[c] = uint8(c) + 'a' - 'A'
		case c == ' ':
			cls[c] = asciiSpace
		case c == '-' || c == '\'':
			cls[c] = asciiMerge
		case c >= utf8.RuneSelf || c >= '\t' && c <= '\r' || c == '`' || c == '[':
			cls[c] = asciiOther
		}
	}
	for _, c := range `<&\~]}*_#>|!$^` {
		cls[c] = asciiMarkup
	}
	return cls, lower
}

// asciiForm is the unit of an ASCII character by itself.
type asciiForm struct {
	r     rune
	folds Folds
}

// asciiForms and turkishForms are those of all ASCII characters, the second for texts in which the small letter of I is ı.
var asciiForms, turkishForms = func() (t, turkish [128]asciiForm) {
	for c := range t {
		t[c].r = rune(asciiLower[c])
		if t[c].r != rune(c) {
			t[c].folds = set(Case)
		}
	}
	turkish = t
	turkish['I'].r = 'ı'
	return t, turkish
}()

// run makes the units of src[i:hi].
func (b *builder) run(i, hi int) {
	src := b.src[:hi]
	limit := uint8(asciiSpace)
	if b.opt.Reading == Literal {
		limit = asciiMarkup
	}
	for i < hi {
		if b.pending == 0 && !b.gap.open {
			i = b.plain(src, i, limit)
			if i >= hi {
				return
			}
		}
		i = b.step(i)
	}
}

// plain is the fast path: it appends units while ASCII characters need no look at their surroundings.
func (b *builder) plain(src []byte, i int, limit uint8) int {
	dst := slices.Grow(b.dst, len(src)-i) // one unit a character at most
	n := len(dst)
	dst = dst[:cap(dst)]
	forms := &asciiForms
	if b.opt.Turkish {
		forms = &turkishForms
	}
loop:
	for i+1 < len(src) {
		c, next := src[i], src[i+1]
		if next >= utf8.RuneSelf {
			break
		}
		switch cls := asciiClass[c]; {
		case cls == asciiPlain:
		case cls == asciiSpace:
			if asciiClass[next] != asciiPlain {
				break loop
			}
		case cls == asciiMarkup && limit == asciiMarkup:
		case cls == asciiMerge && asciiSkeleton[next]&0x7F != 0 && (n == b.base || dst[n-1].R != rune(c)):
		default:
			break loop
		}
		u := &dst[n]
		f := forms[c&0x7F]
		u.R, u.Start, u.End, u.Folds = f.r, uint32(i), uint32(i+1), f.folds
		n++
		i++
	}
	b.dst = dst[:n]
	return i
}

// step takes one item of the source at i: markup, white space, a line-end hyphen or a segment. It returns where the next one starts.
func (b *builder) step(i int) int {
	src, hi := b.src[:b.hi], b.hi
	c := src[i]
	if c < utf8.RuneSelf {
		if b.opt.Reading == Folded && asciiClass[c] >= asciiMarkup {
			if m, ok := b.markup(i); ok {
				return b.take(i, m)
			}
		}
		if c == '[' && pageBreakAt(src, i) {
			b.space(i, i+len(pageBreak), true, set(Whitespace).With(PageBreak))
			return i + len(pageBreak)
		}
		switch c {
		case ' ':
			if i+1 < hi && asciiSkeleton[src[i+1]]&0x7F == 0 {
				if next, digits, ok := b.hyphenation(i+1, i); ok && !digits {
					return b.join(next)
				}
			}
			b.space(i, i+1, false, 0)
			return i + 1
		case '\t', '\n', '\v', '\f', '\r':
			b.space(i, i+1, c != '\t', lookup(rune(c)).folds)
			return i + 1
		case '-':
			if next, digits, ok := b.hyphenation(i, i); ok {
				if digits {
					b.emit('-', i, i+1, 0)
				}
				return b.join(next)
			}
		}
		if !composes(c) || i+1 >= hi || src[i+1] < utf8.RuneSelf {
			b.single(rune(c), i, i+1)
			return i + 1
		}
	} else {
		r, n := utf8.DecodeRune(src[i:])
		if misread(r) {
			if text, end := mojibake(b.src, i); end > 0 && end <= hi {
				b.text([]byte(string(text)), i, end, Mojibake)
				return end
			}
		}
		switch e := lookup(r); {
		case r == 0xAD || r == 0x2010:
			if next, digits, ok := b.hyphenation(i, i); ok {
				if digits && r != 0xAD {
					b.emit('-', i, i+n, e.folds)
				}
				return b.join(next)
			}
			fallthrough
		default:
			if e.class&vanishes != 0 {
				b.pending |= e.folds
				return i + n
			}
			if e.class&spaces != 0 {
				b.space(i, i+n, e.class&breaks != 0, e.folds)
				return i + n
			}
			if alone(src, i+n) {
				b.entry(e, r, i, i+n)
				return i + n
			}
		}
	}
	end, _ := segment(src, i, hi)
	b.segment(src[i:end], i, end, i)
	return end
}

// segment appends the units of a segment, whose text is src[start:end] or what a character reference there stands for (then at is -1).
func (b *builder) segment(text []byte, start, end, at int) {
	r, n := utf8.DecodeRune(text)
	if n == len(text) {
		b.single(r, start, end)
		return
	}
	runes, folds, single := compose(text, b.opt.Turkish)
	if single && at >= 0 {
		for k := 0; k < len(text); {
			r, n := utf8.DecodeRune(text[k:])
			if e := lookup(r); e.class&vanishes != 0 {
				b.pending |= e.folds
			} else if r == 'I' && b.opt.Turkish {
				b.emit(runes[0], at, at+n, set(Case))
			} else {
				b.single(r, at+k, at+k+n)
			}
			k += n
		}
		return
	}
	for _, r := range runes {
		b.emit(r, start, end, folds)
	}
}

// single appends the units of one rune that nothing joins.
func (b *builder) single(r rune, start, end int) { b.entry(lookup(r), r, start, end) }

// entry appends the units of the rune r, whose entry is e.
func (b *builder) entry(e *entry, r rune, start, end int) {
	if e.class&fraction != 0 && b.afterDigit(start) {
		b.emit(' ', start, end, set(Fractions))
	}
	if e.many == nil {
		one := e.one
		if r == 'I' && b.opt.Turkish {
			one = 'ı'
		}
		b.emit(one, start, end, e.folds)
		return
	}
	for _, x := range e.many {
		b.emit(x, start, end, e.folds)
	}
}

// afterDigit reports whether a digit stands just before.
func (b *builder) afterDigit(start int) bool {
	if b.gap.open {
		return false
	}
	if n := len(b.dst); n > b.base {
		return unicode.IsDigit(b.dst[n-1].R)
	}
	r, _ := utf8.DecodeLastRune(b.src[:start])
	return unicode.IsDigit(r)
}

// emit appends one unit, after the white space that waits.
func (b *builder) emit(r rune, start, end int, folds Folds) {
	if b.gap.open {
		b.closeGap(r, start)
	}
	if r >= 0x370 && r < 0x530 || r >= 0x250 && r < 0x2B0 {
		b.foreign = true
	}
	if r == '-' || r == '\'' {
		if n := len(b.dst); n > b.base && b.dst[n-1].R == r {
			// A row of dashes is one dash; two single quotation marks are a double one.
			last := &b.dst[n-1]
			last.End = uint32(end)
			last.Folds |= folds | b.pending
			b.pending = 0
			if r == '-' {
				last.Folds |= set(Dashes)
			} else {
				last.R = '"'
				last.Folds |= set(Quotes)
			}
			return
		}
	}
	b.dst = append(b.dst, Unit{R: r, Start: uint32(start), End: uint32(end), Folds: folds | b.pending})
	b.pending = 0
}

// finish appends white space that ends the range and notes the folds of characters dropped at its end.
func (b *builder) finish() []Unit {
	if b.gap.open {
		b.closeGap(0, b.gap.end)
	}
	if n := len(b.dst); n > b.base {
		b.dst[n-1].Folds |= b.pending
	}
	if b.foreign {
		reconcile(b.dst[b.base:])
	}
	return b.dst
}
