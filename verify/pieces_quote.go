package verify

import (
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// pieceQuote is what is asked of a quote for every stretch of it, found out once.
type pieceQuote struct {
	raw      []byte
	skeleton normalize.Skeleton // of the quote without its markup
	places   []normalize.Place  // of its characters in raw

	// By kept character: whether a word border in raw is missing before it and behind it.
	cutStart, cutEnd []bool
	wide             []int32 // kept characters before it that are not ASCII
	// By byte of raw: how many spaces, and how many beginnings of words, stand before it.
	spaces, words []int32
	short         []struct{ lo, hi int } // the shortest pieces that begin at its words, where the table of a text may not show them
}

// make reads a quote; false where it is too short or too long for pieces.
func (q *pieceQuote) make(raw []byte, reading normalize.Reading) bool {
	q.raw = raw
	q.skeleton.Make(raw, reading)
	n := len(q.skeleton.Bytes)
	if n < pieceDense || n > pieceLongest {
		return false
	}
	q.places = q.skeleton.Sources(raw, reading, q.places[:0])
	q.cutStart, q.cutEnd, q.wide = q.cutStart[:0], q.cutEnd[:0], append(q.wide[:0], 0)
	wide := int32(0)
	for i, c := range q.skeleton.Bytes {
		p := q.places[i]
		q.cutStart, q.cutEnd = append(q.cutStart, match.Cut(raw, p.Start)), append(q.cutEnd, match.Cut(raw, p.End))
		wide += int32(c >> 7)
		q.wide = append(q.wide, wide)
	}
	q.countWords()
	q.short = q.short[:0]
	for lo := 0; lo < n; lo = q.nextWord(lo) {
		if hi := q.shortest(lo); hi >= 0 && hi-lo < index.KmerLen+index.KmerStride-1 {
			q.short = append(q.short, struct{ lo, hi int }{lo, hi})
		}
	}
	return true
}

func (q *pieceQuote) countWords() {
	q.spaces, q.words = append(q.spaces[:0], 0), append(q.words[:0], 0)
	spaces, words, space := int32(0), int32(0), true
	for i := 0; i < len(q.raw); {
		r, n := utf8.DecodeRune(q.raw[i:])
		was := space
		if space = unicode.IsSpace(r); was && !space {
			words++
		}
		if r == ' ' {
			spaces++
		}
		for range n {
			q.spaces, q.words = append(q.spaces, spaces), append(q.words, words)
		}
		i += n
	}
}

// wordsIn is the number of words that quote[lo:hi] has a part of.
func (q *pieceQuote) wordsIn(lo, hi int) int {
	a, b := q.places[lo].Start, q.places[hi-1].End
	n := q.words[b] - q.words[a]
	if r, _ := utf8.DecodeRune(q.raw[a:]); q.words[a+1] == q.words[a] && !unicode.IsSpace(r) {
		n++ // it begins within a word
	}
	return int(n)
}

// nextWord is where the next word of the quote begins; in scripts without word spaces, the next character.
func (q *pieceQuote) nextWord(at int) int {
	for at++; at < len(q.cutStart) && q.cutStart[at]; at++ {
	}
	return at
}

// shortest is the end of the shortest piece that begins at a word; -1 where the quote ends before.
func (q *pieceQuote) shortest(lo int) int {
	for hi := lo + pieceDense; hi <= len(q.cutEnd); hi++ {
		if !q.cutEnd[hi-1] && q.enough(lo, hi) {
			return hi
		}
	}
	return -1
}

// enough tells whether a stretch of the quote is long enough to say something.
func (q *pieceQuote) enough(lo, hi int) bool {
	n := hi - lo
	if n >= pieceKept {
		return true
	}
	if n < pieceDense {
		return false
	}
	if n >= pieceLeast && q.skeleton.Bytes[lo] < 0x80 && q.spaces[q.places[hi-1].End] == q.spaces[q.places[lo].Start] {
		return false // one word
	}
	words := q.wordsIn(lo, hi)
	return int(q.wide[hi]-q.wide[lo]) == n && words == 1 || n >= pieceLeast && words >= pieceWords
}

// diagonalEnds maps diagonals (place in the text less place in the quote) to a place in the quote. It is cleared in no time.
type diagonalEnds struct {
	slots []struct {
		diagonal int
		round    uint32
		end      int32
	}
	round uint32
	used  int
}

func (d *diagonalEnds) clear() {
	if d.round++; d.round == 0 || d.slots == nil {
		d.slots, d.round = make([]struct {
			diagonal int
			round    uint32
			end      int32
		}, 1<<10), 1
	}
	d.used = 0
}

// at is the value of a diagonal, 0 at first. It holds until the next call.
func (d *diagonalEnds) at(diagonal int) *int32 {
	if d.used > len(d.slots)/2 {
		d.grow()
	}
	mask := len(d.slots) - 1
	for i := int(uint64(diagonal) * 0x9e3779b97f4a7c15 >> 40); ; i++ {
		x := &d.slots[i&mask]
		if x.round != d.round {
			x.diagonal, x.round, x.end = diagonal, d.round, 0
			d.used++
			return &x.end
		}
		if x.diagonal == diagonal {
			return &x.end
		}
	}
}

func (d *diagonalEnds) grow() {
	old, round := d.slots, d.round
	d.slots = make([]struct {
		diagonal int
		round    uint32
		end      int32
	}, 2*len(old))
	d.round, d.used = 1, 0
	for _, x := range old {
		if x.round == round {
			*d.at(x.diagonal) = x.end
		}
	}
}
