package match

import (
	"math/bits"
	"sort"
)

// The bit-parallel matrix that bytes (Pattern) and runes (Aligner) share.
//
// A column of the dynamic programme is kept as vertical differences, 64 rows a word (Myers 1999, in the form of Hyyrö 2003). With row 0
// all zero (Sellers 1980) a match may start anywhere in the text; with row 0 counting up, the whole text is aligned. Only the words that
// can hold a value within the limit are computed (Ukkonen 1985; the rule for whole words is Myers's). The pattern ends at the high end of
// its last word, so that the row of the result is always bit 63; the pad rows this leaves in word 0 repeat row 0.

// block is 64 rows of a column: those whose value is one more (pv) or one less (mv) than that of the row above.
type block struct{ pv, mv uint64 }

// height is the value of the last row less that of the row above the block.
func (b block) height() int { return bits.OnesCount64(b.pv) - bits.OnesCount64(b.mv) }

// entry is a word of match bits that is not zero.
type entry struct {
	block int
	bits  uint64
}

// denseWords is the largest table of match bits kept in full (512 KiB). A larger pattern keeps only the words that are not zero and
// scatters those of a symbol before its column, so that memory is linear in the pattern whatever the alphabet.
const denseWords = 1 << 16

// beyond stands for a value that was not computed because it is over the limit.
const beyond = 1 << 30

// matrix is a compiled pattern of symbols, and the column in work.
type matrix struct {
	n, w, pad int // symbols, words, rows of word 0 above the pattern
	eq        []uint64
	blocks    []block

	sparse     bool
	entries    []entry
	from       []int32 // the entries of symbol s are entries[from[s]:from[s+1]]
	next, seen []int32 // used while compiling
	row        []uint64
}

// compile takes a pattern of symbols from 1 to symbols; it must not be empty. Symbol 0 stands for all that the pattern does not hold.
func (m *matrix) compile(pattern []uint32, symbols int) {
	m.n = len(pattern)
	m.w = (m.n + 63) / 64
	m.pad = m.w*64 - m.n
	m.blocks = resize(m.blocks, m.w)
	m.sparse = (symbols+1)*m.w > denseWords
	if m.sparse {
		m.compileSparse(pattern, symbols)
		return
	}
	m.eq = resize(m.eq, (symbols+1)*m.w)
	clear(m.eq)
	for i, s := range pattern {
		r := i + m.pad
		m.eq[int(s)*m.w+r>>6] |= 1 << (r & 63)
	}
}

func (m *matrix) compileSparse(pattern []uint32, symbols int) {
	m.row = resize(m.row, m.w)
	clear(m.row)
	m.from, m.next, m.seen = resize(m.from, symbols+2), resize(m.next, symbols+1), resize(m.seen, symbols+1)
	clear(m.from)
	clear(m.seen)
	for i, s := range pattern {
		if b := int32((i+m.pad)>>6) + 1; m.seen[s] != b {
			m.seen[s] = b
			m.from[s+1]++
		}
	}
	for s := range m.next {
		m.from[s+1] += m.from[s]
		m.next[s] = m.from[s]
	}
	m.entries = resize(m.entries, int(m.from[symbols+1]))
	clear(m.seen)
	for i, s := range pattern {
		r := i + m.pad
		if b := int32(r>>6) + 1; m.seen[s] != b {
			m.seen[s] = b
			m.entries[m.next[s]] = entry{block: r >> 6}
			m.next[s]++
		}
		m.entries[m.next[s]-1].bits |= 1 << (r & 63)
	}
}

// scatter makes the row of match bits of a symbol in a sparse matrix, right for the words lo to hi. After use the row goes back by
// release.
func (m *matrix) scatter(s uint32, lo, hi int) []uint64 {
	for _, e := range m.span(s, lo) {
		if e.block > hi {
			break
		}
		m.row[e.block] = e.bits
	}
	return m.row
}

func (m *matrix) release(s uint32, lo, hi int) {
	for _, e := range m.span(s, lo) {
		if e.block > hi {
			break
		}
		m.row[e.block] = 0
	}
}

func (m *matrix) span(s uint32, lo int) []entry {
	es := m.entries[m.from[s]:m.from[s+1]]
	if lo == 0 {
		return es
	}
	return es[sort.Search(len(es), func(i int) bool { return es[i].block >= lo }):]
}

// advance computes 64 rows of the next column. hp and hm tell whether the value above the block went up or down; ph and mh the same for
// its last row. diag marks the rows whose value is that of the row above in the column before.
func advance(pv, mv, eq, hp, hm uint64) (pv2, mv2, diag, ph, mh uint64) {
	xv := eq | mv
	eq |= hm
	diag = (((eq & pv) + pv) ^ pv) | eq
	ph = mv | ^(diag | pv)
	mh = pv & diag
	diag |= mv
	up := ph<<1 | hp
	return mh<<1 | hm | ^(xv | up), up & xv, diag, ph >> 63, mh >> 63
}

// column0 sets the blocks up for the column before the text. It returns the last block that holds a value ≤ limit, and the value of its
// last row.
func (m *matrix) column0(limit int) (last, score int) {
	last = min(m.w-1, (max(limit, 1)-1+m.pad)>>6)
	for b := range m.blocks[:last+1] {
		m.blocks[b] = block{pv: ^uint64(0)}
	}
	m.blocks[0].pv <<= m.pad
	return last, (last+1)*64 - m.pad
}

// search is the state of an infix search between pieces of the text.
type search struct {
	limit       int // only smaller or equal distances are looked for
	dist, end   int // the best so far; end is -1 while there is none
	last, score int // the last block in work, and the value of its last row
}

func (m *matrix) start(limit int) search {
	s := search{limit: limit, dist: limit + 1, end: -1}
	if m.n <= limit {
		s = search{limit: m.n - 1, dist: m.n}
	}
	s.last, s.score = m.column0(s.limit)
	return s
}

// lazy is how far over the limit the last block may grow beyond what Ukkonen's rule allows before it is dropped: blocks that come and
// go cost more than the few columns saved.
const lazy = 8

// infix goes on with the search over text, whose first symbol stands at offset base. It returns as soon as nothing better can come.
func (m *matrix) infix(s *search, text []uint32, base int) {
	limit, last, score, w := s.limit, s.last, s.score, m.w
	if limit < 0 {
		return
	}
	eq, all, pad := m.eq, m.blocks[:w], uint64(1)<<m.pad-1
	for j, c := range text {
		var eqs []uint64
		if m.sparse {
			eqs = m.scatter(c, 0, last+1)
		} else {
			i := int(c) * w
			eqs = eq[i : i+w : i+w]
		}
		hp, hm, above := uint64(0), uint64(0), pad
		work := all[:last+1]
		eqs2 := eqs[:len(work)]
		for b := range work {
			k := &work[b]
			k.pv, k.mv, _, hp, hm = advance(k.pv, k.mv, eqs2[b]|above, hp, hm)
			above = 0
		}
		before := score
		score += int(hp) - int(hm)
		used := last
		if last < w-1 {
			if before <= limit && (eqs[last+1]&1|hm) != 0 {
				last++
				used = last
				k := &all[last]
				k.pv, k.mv, _, hp, hm = advance(^uint64(0), 0, eqs[last], hp, hm)
				score = before + 64 + int(hp) - int(hm)
			}
		} else if score <= limit {
			s.dist, s.end = score, base+j+1
			if limit = score - 1; limit < 0 {
				s.limit = limit
				if m.sparse {
					m.release(c, 0, used+1)
				}
				return
			}
		}
		for score >= limit+64+lazy && last > 0 {
			score -= all[last].height()
			last--
		}
		if m.sparse {
			m.release(c, 0, used+1)
		}
	}
	s.limit, s.last, s.score = limit, last, score
}

// history is what the way back through a global alignment needs: for each column the words of pv and diag that were in work.
type history struct {
	stride int
	first  []int32
	words  []uint64 // words[2*(j*stride+b-first[j])] is pv of block b after column j, diag the next one
}

// strideFor bounds the blocks of a column that a limit keeps in work.
func (m *matrix) strideFor(limit int) int { return min(m.w, limit/32+4) }

// global aligns the whole text: final[j] becomes the distance of the pattern to text[:j], exact where it is ≤ limit and beyond or any
// other value over the limit elsewhere. len(final) is len(text)+1. It returns the blocks of the last column that are in work (first > last: none, all
// values are over the limit) and the value of their last row. h may be nil.
func (m *matrix) global(text []uint32, limit int, final []int, h *history) (first, last, score int) {
	last, score = m.column0(limit)
	for j := range final {
		final[j] = beyond
	}
	w := m.w
	if last == w-1 {
		final[0] = m.n
	}
	if h != nil {
		h.stride = m.strideFor(limit)
		h.first = resize(h.first, len(text))
		h.words = resize(h.words, 2*h.stride*len(text))
	}
	all := m.blocks[:w]
	for j, c := range text {
		var eqs []uint64
		if m.sparse {
			eqs = m.scatter(c, first, last+1)
		} else {
			i := int(c) * w
			eqs = m.eq[i : i+w : i+w]
		}
		hp, hm := uint64(1), uint64(0) // above first: one more each column, never less than the true value
		var diag uint64
		var words []uint64
		if h != nil {
			h.first[j] = int32(first)
			words = h.words[2*h.stride*j : 2*h.stride*(j+1)]
			for b := first; b <= last; b++ {
				k := &all[b]
				k.pv, k.mv, diag, hp, hm = advance(k.pv, k.mv, eqs[b], hp, hm)
				words[2*(b-first)], words[2*(b-first)+1] = k.pv, diag
			}
		} else {
			for b := first; b <= last; b++ {
				k := &all[b]
				k.pv, k.mv, _, hp, hm = advance(k.pv, k.mv, eqs[b], hp, hm)
			}
		}
		before := score
		score += int(hp) - int(hm)
		used := last
		if last < w-1 && before <= limit && (eqs[last+1]&1|hm) != 0 {
			last++
			used = last
			k := &all[last]
			k.pv, k.mv, diag, hp, hm = advance(^uint64(0), 0, eqs[last], hp, hm)
			score = before + 64 + int(hp) - int(hm)
			if h != nil {
				words[2*(last-first)], words[2*(last-first)+1] = k.pv, diag
			}
		} else {
			for last > first && score >= limit+64 {
				score -= all[last].height()
				last--
			}
		}
		if m.sparse {
			m.release(c, first, used+1)
		}
		if last == w-1 {
			final[j+1] = score
		}
		// Rows so far above the diagonal that more than limit insertions lead there.
		for first <= last && j+1-((first+1)*64-m.pad) > limit {
			first++
		}
		if first > last {
			break
		}
	}
	return first, last, score
}

// values turns the last column of global over a text of the given length into values: dst[i] is the distance of the first i symbols of
// the pattern to the text, exact where it is within the limit and over it elsewhere.
func (m *matrix) values(dst []int, first, last, score, length int) []int {
	dst = resize(dst, m.n+1)
	for i := range dst {
		dst[i] = beyond
	}
	v := score
	for b := last; b >= first; b-- {
		k := m.blocks[b]
		for r := 63; r >= 0 && b*64+r >= m.pad; r-- {
			dst[b*64+r+1-m.pad] = v
			v += int(k.mv>>r&1) - int(k.pv>>r&1)
		}
	}
	if first == 0 {
		dst[0] = length
	}
	return dst
}

// resize gives s the length n without keeping its content.
func resize[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, n+n/4)
	}
	return s[:n]
}
