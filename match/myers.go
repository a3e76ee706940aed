package match

import (
	"bytes"

	"example.com/verbatim/match/internal/lanes"
)

// Pattern is a compiled byte pattern for infix search by edit distance (Levenshtein: insertions, deletions, replacements of one byte).
// It is Myers' bit-parallel algorithm (1999) in Hyyrö's form (2003) for Sellers' problem (1980): patterns up to 64 bytes run in one word,
// up to 128 in two, longer ones in blocks cut off after Ukkonen (1985). The zero value holds the empty pattern. A Pattern keeps its buffers, allocates nothing once they are large enough, and is not
// safe for concurrent use. Distances are exact.
type Pattern struct {
	pat   []byte
	used  []byte         // the distinct bytes of pat
	sym   [256]uint32    // symbol of each byte for the matrix, 0 when pat does not hold it
	one   [256]uint64    // up to 64 bytes: match bits, ending at bit 63; the pad bits below are set
	two   [256][2]uint64 // 65 to 128 bytes: match bits, ending at bit 63 of the second word
	rest  uint64         // match bits of a byte the pattern does not hold: the pad bits
	long  matrix         // over 128 bytes
	back  matrix         // the reversed pattern, made on demand
	made  bool           // back is made
	syms  []uint32
	final []int
	stop  func() bool // see Scan.Stop
}

// Compile makes p ready to search for pat, which it copies.
func (p *Pattern) Compile(pat []byte) {
	if len(pat) > 0 && bytes.Equal(p.pat, pat) {
		return // a quote is looked for in one part of a text after the other
	}
	for _, c := range p.used {
		p.sym[c] = 0
		p.one[c] = p.rest
		p.two[c] = [2]uint64{}
	}
	p.used, p.made = p.used[:0], false
	p.pat = append(p.pat[:0], pat...)
	if len(pat) == 0 {
		return
	}
	switch {
	case len(pat) <= 64:
		p.compileWord()
		return
	case len(pat) <= 128:
		p.compileTwo()
		return
	}
	p.syms = resize(p.syms, len(pat))
	for i, c := range pat {
		p.syms[i] = p.symbol(c)
	}
	p.long.compile(p.syms, len(p.used))
}

func (p *Pattern) symbol(c byte) uint32 {
	if p.sym[c] == 0 {
		p.used = append(p.used, c)
		p.sym[c] = uint32(len(p.used))
	}
	return p.sym[c]
}

func (p *Pattern) compileWord() {
	pad := 64 - len(p.pat)
	if rest := uint64(1)<<pad - 1; rest != p.rest {
		p.rest = rest
		for c := range p.one {
			p.one[c] = rest
		}
	}
	for i, c := range p.pat {
		p.symbol(c)
		p.one[c] |= 1 << (pad + i)
	}
}

func (p *Pattern) compileTwo() {
	pad := 128 - len(p.pat)
	for i, c := range p.pat {
		p.symbol(c)
		r := pad + i
		p.two[c][r>>6] |= 1 << (r & 63)
	}
}

// Len returns the length of the pattern in bytes.
func (p *Pattern) Len() int { return len(p.pat) }

// Distance returns the smallest edit distance of the whole pattern to any infix of text, and the end (a byte offset of text) of the
// first infix that has it. ok is false when every infix is farther than limit. The empty infix at 0 counts: when dist is the
// pattern's length, end is 0.
func (p *Pattern) Distance(text []byte, limit int) (dist, end int, ok bool) {
	if limit < 0 {
		return 0, 0, false
	}
	if len(p.pat) == 0 {
		return 0, 0, true
	}
	if len(p.pat) <= 64 {
		if len(text) >= distanceLanesLeast && lanes.Fast() {
			dist, end = p.distanceLanes(text, limit)
		} else {
			dist, end = p.word(text, limit, 0)
		}
		return dist, end, end >= 0
	}
	if len(p.pat) <= 128 {
		dist, end = p.words(text, limit)
		return dist, end, end >= 0
	}
	s := p.long.start(limit)
	var buf [512]uint32
	for base := 0; base < len(text) && s.limit >= 0 && !(p.stop != nil && p.stop()); base += len(buf) {
		piece := text[base:min(base+len(buf), len(text))]
		for i, c := range piece {
			buf[i] = p.sym[c]
		}
		p.long.infix(&s, buf[:len(piece)], base)
	}
	return s.dist, s.end, s.end >= 0
}

// word is Distance for 1 to 64 bytes; end is -1 when every infix is farther than limit. It ends where the distance is not over enough.
func (p *Pattern) word(text []byte, limit, enough int) (dist, end int) {
	n := len(p.pat)
	dist, end = limit+1, -1
	if n <= limit {
		dist, end = n, 0
	}
	eqs := &p.one
	pv, mv, score := ^p.rest, uint64(0), n
	for j, c := range text {
		if j&31 == 0 && score-(len(text)-j) >= dist {
			break // no end to come is near enough: a column takes one off the score at most
		}
		eq := eqs[c]
		xv := eq | mv
		xh := (((eq & pv) + pv) ^ pv) | eq
		ph := mv | ^(xh | pv)
		mh := pv & xh
		score += int(ph>>63) - int(mh>>63)
		ph <<= 1
		pv = mh<<1 | ^(xv | ph)
		mv = ph & xv
		if score < dist {
			dist, end = score, j+1
			if dist <= enough {
				break
			}
		}
	}
	return dist, end
}

// words is Distance for 65 to 128 bytes: two words in registers, which is faster than cutting one of them off now and then.
func (p *Pattern) words(text []byte, limit int) (dist, end int) {
	n := len(p.pat)
	dist, end = limit+1, -1
	if n <= limit {
		dist, end = n, 0
	}
	eqs, pad := &p.two, uint64(1)<<(128-n)-1
	pv0, mv0, pv1, mv1, score := ^pad, uint64(0), ^uint64(0), uint64(0), n
	for j, c := range text {
		if j&31 == 0 && score-(len(text)-j) >= dist {
			break // as in word
		}
		eq := eqs[c][0] | pad
		xv := eq | mv0
		xh := (((eq & pv0) + pv0) ^ pv0) | eq
		ph := mv0 | ^(xh | pv0)
		mh := pv0 & xh
		hp, hm := ph>>63, mh>>63
		ph <<= 1
		pv0 = mh<<1 | ^(xv | ph)
		mv0 = ph & xv

		eq = eqs[c][1]
		xv = eq | mv1
		eq |= hm
		xh = (((eq & pv1) + pv1) ^ pv1) | eq
		ph = mv1 | ^(xh | pv1)
		mh = pv1 & xh
		score += int(ph>>63) - int(mh>>63)
		ph = ph<<1 | hp
		pv1 = mh<<1 | hm | ^(xv | ph)
		mv1 = ph & xv
		if score < dist {
			dist, end = score, j+1
			if dist == 0 {
				break
			}
		}
	}
	return dist, end
}

// Start returns the start of a best infix of text that ends at end, given its distance as Distance returned it. Of several starts
// it is the one that makes the infix's length nearest to the pattern's, of two equally near the one of the shorter infix: a changed
// first byte is then replaced rather than deleted.
func (p *Pattern) Start(text []byte, end, dist int) int {
	n := len(p.pat)
	if dist == 0 || n == 0 {
		return end - n
	}
	if !p.made {
		p.made = true
		p.syms = resize(p.syms, n)
		for i, c := range p.pat {
			p.syms[n-1-i] = p.sym[c]
		}
		p.back.compile(p.syms, len(p.used))
	}
	m := min(end, n+dist)
	p.syms = resize(p.syms, m)
	for i := range p.syms {
		p.syms[i] = p.sym[text[end-1-i]]
	}
	p.final = resize(p.final, m+1)
	p.back.global(p.syms, dist, p.final, nil)
	return end - nearest(p.final, n, dist)
}

// nearest returns the index of final that holds want and is nearest to n, the smaller of two.
func nearest(final []int, n, want int) int {
	for off := 0; off <= max(n, len(final)); off++ {
		if i := n - off; i >= 0 && i < len(final) && final[i] == want {
			return i
		}
		if i := n + off; i < len(final) && final[i] == want {
			return i
		}
	}
	return min(n, len(final)-1)
}
