package verify

import (
	"bytes"
	"cmp"
	"slices"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// Piece is a stretch of a quote that stands in a source as it is, found when the whole does not: a quote stitched together shows its seams.
type Piece struct {
	QuoteStart, QuoteEnd int // UTF-8 bytes of the quote as received
	QuoteFrom, QuoteTo   int // the same in the unit of Options.Offsets

	SourceID   string
	Start, End int // UTF-8 bytes of the current source text
	From, To   int
	Text       string // the source's own words
}

// What makes a piece, and how much work looking for pieces may be.
const (
	pieceKept    = 16      // kept characters of a piece, whatever its words
	pieceWords   = 3       // words of a piece with fewer characters
	pieceLeast   = 8       // kept characters of a piece at least
	pieceDense   = 6       // kept characters of a piece in a script without word spaces
	piecesMost   = 32      // pieces of one quote
	pieceSources = 6       // documents beside the cited one that are compared
	pieceLongest = 8 << 10 // kept characters of the quote that are looked at
	pieceSeeds   = 32      // places of one k-mer in one text that are compared
	pieceReads   = 1 << 20 // bytes of text that are searched for short pieces

	piecesCompared = 256 // stretches that are weighed against each other
)

// stretch is a run of equal kept characters: quote[lo:hi] stands at text[at:].
type stretch struct {
	lo, hi int // in the skeleton of the quote
	at     int // in the skeleton of the text
	text   *index.Text
	cited  bool
}

// patchwork looks for the pieces of one quote. Its buffers are kept for the next one.
type patchwork struct {
	b      *inquiry
	quote  pieceQuote
	list   []stretch
	rest   [2][]stretch // of chosen, in turn
	seen   diagonalEnds // the end in the quote of the last stretch on each diagonal of the text in hand
	budget int          // bytes of text that may still be searched for short pieces
}

// pieces gives the longest stretches of the quote that stand in the cited source, and those of what is left that stand elsewhere in scope.
func (b *inquiry) pieces(clusters []seedCluster) []Piece {
	p := &b.s.patch
	p.b, p.list, p.budget = b, p.list[:0], pieceReads
	reading := normalize.Folded
	if len(b.s.folded.Raw) == 0 {
		reading = normalize.Literal
	}
	if !p.quote.make(b.s.raw, reading) {
		return nil
	}
	if b.text != nil {
		p.compare(b.text, true)
	}
	if b.r.Searched.Scope == "all" && !p.covered() {
		for _, doc := range p.sources(clusters) {
			if t := b.s.text(doc); t != nil {
				p.compare(t, false)
			}
		}
	}
	return p.cover()
}

// sources lists the documents beside the cited one that may hold pieces: in a scope of few all, else those the index names most.
func (p *patchwork) sources(clusters []seedCluster) []int {
	b := p.b
	var docs []int
	if len(b.sc.docs) <= pieceSources && b.sc.small() {
		for _, doc := range b.sc.docs {
			if doc != b.cited {
				docs = append(docs, doc)
			}
		}
		return docs
	}
	if len(clusters) == 0 {
		clusters = b.s.clusters(b.sc, b.cited)
	}
	for i := range clusters {
		if doc := int(clusters[i].doc); doc != b.cited && !slices.Contains(docs, doc) && len(docs) < pieceSources {
			docs = append(docs, doc)
		}
	}
	return docs
}

// compare adds the stretches that quote and text share.
func (p *patchwork) compare(t *index.Text, cited bool) {
	q, sk := p.quote.skeleton.Bytes, t.Skeleton(normalize.Folded).Bytes
	p.seen.clear()
	if len(q) >= index.KmerLen {
		k := t.Kmers(normalize.Folded)
		for j, to := 0, len(q)-index.KmerLen+1; j < to; j++ {
			if j%index.KmersAhead == 0 {
				k.Prefetch(q, j, min(to, j+index.KmersAhead))
			}
			p.b.s.pos = k.Hits(q, j, pieceSeeds, p.b.s.pos[:0])
			for _, at := range p.b.s.pos {
				p.grow(t, sk, j, int(at), cited)
			}
		}
	}
	// Three short words, or few characters of a dense script, may lie between the places that the table holds.
	var grams *index.Grams
	if len(p.quote.short) > 0 {
		grams = t.Grams(normalize.Folded)
	}
	for _, x := range p.quote.short {
		if p.budget <= 0 {
			break
		}
		p.budget -= len(sk)
		if !grams.May(q[x.lo:x.hi]) {
			continue
		}
		for from := 0; ; {
			i := bytes.Index(sk[from:], q[x.lo:x.hi])
			if i < 0 {
				break
			}
			if p.grow(t, sk, x.lo, from+i, cited); p.best(x.lo, x.hi) {
				break
			}
			from += i + 1
		}
	}
}

// best tells whether a stretch that covers quote[lo:hi] was kept.
func (p *patchwork) best(lo, hi int) bool {
	for i := range p.list {
		if s := &p.list[i]; s.lo <= lo && s.hi >= hi {
			return true
		}
	}
	return false
}

// grow widens a shared seed to the whole stretch, cuts it to whole words on both sides and keeps it when it is long enough.
func (p *patchwork) grow(t *index.Text, sk []byte, j, at int, cited bool) {
	q := p.quote.skeleton.Bytes
	end := p.seen.at(at - j)
	if *end > int32(j) {
		return
	}
	lo, hi := j, j
	for lo > 0 && at-(j-lo) > 0 && q[lo-1] == sk[at-(j-lo)-1] {
		lo--
	}
	for hi < len(q) && at+hi-j < len(sk) && q[hi] == sk[at+hi-j] {
		hi++
	}
	*end = int32(max(hi, j+1))
	s := stretch{lo: lo, hi: hi, at: at - (j - lo), text: t, cited: cited}
	if s, ok := p.words(s); ok {
		p.list = append(p.list, s)
	}
}

// words cuts a stretch to whole words of quote and source; ok is false where too little is left.
func (p *patchwork) words(s stretch) (stretch, bool) {
	q := &p.quote
	// the words of the quote first: most seeds are no more than parts of words, and to find their places in the source is dear
	for s.lo < s.hi && q.cutStart[s.lo] {
		s.lo++
		s.at++
	}
	for s.hi > s.lo && q.cutEnd[s.hi-1] {
		s.hi--
	}
	if !q.enough(s.lo, s.hi) {
		return s, false
	}
	sk := s.text.Skeleton(normalize.Folded)
	for s.lo < s.hi {
		start, _ := sk.Source(s.text.Source, normalize.Folded, s.at)
		if !q.cutStart[s.lo] && !match.Cut(s.text.Source, start) {
			break
		}
		s.lo++
		s.at++
	}
	for s.hi > s.lo {
		_, end := sk.Source(s.text.Source, normalize.Folded, s.at+s.hi-s.lo-1)
		if !q.cutEnd[s.hi-1] && !match.Cut(s.text.Source, end) {
			break
		}
		s.hi--
	}
	return s, q.enough(s.lo, s.hi)
}

// covered tells whether the stretches found cover the quote.
func (p *patchwork) covered() bool {
	total := 0
	for _, s := range p.chosen() {
		total += s.hi - s.lo
	}
	return total == len(p.quote.skeleton.Bytes)
}

// chosen picks stretches that do not overlap, the longest first; one of the cited source counts twice.
func (p *patchwork) chosen() []stretch {
	slices.SortFunc(p.list, byWeight)
	rest, out := append(p.rest[0][:0], p.list[:min(len(p.list), piecesCompared)]...), p.rest[1][:0]
	var kept []stretch
	for len(rest) > 0 && len(kept) < piecesMost {
		best := 0
		for i := range rest[1:] {
			if byWeight(rest[i+1], rest[best]) < 0 {
				best = i + 1
			}
		}
		s := rest[best]
		kept = append(kept, s)
		out = out[:0]
		for i, x := range rest {
			if x.hi <= s.lo || x.lo >= s.hi {
				if i != best {
					out = append(out, x)
				}
				continue
			}
			for _, part := range [...]stretch{{x.lo, min(x.hi, s.lo), x.at, x.text, x.cited},
				{max(x.lo, s.hi), x.hi, x.at + max(x.lo, s.hi) - x.lo, x.text, x.cited}} {
				if part.lo >= part.hi {
					continue
				}
				if part, ok := p.words(part); ok {
					out = append(out, part)
				}
			}
		}
		rest, out = out, rest
	}
	p.rest = [2][]stretch{rest, out}
	slices.SortFunc(kept, func(a, b stretch) int { return cmp.Compare(a.lo, b.lo) })
	return kept
}

func byWeight(a, b stretch) int {
	return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.lo, b.lo), cmp.Compare(a.text.Doc, b.text.Doc), cmp.Compare(a.at, b.at))
}

func (s *stretch) weight() int { return (s.hi - s.lo) * (1 + btoi(s.cited)) }

// cover writes the chosen stretches as pieces.
func (p *patchwork) cover() []Piece {
	var list []Piece
	unit := p.b.s.o.Offsets
	for _, s := range p.chosen() {
		sk := s.text.Skeleton(normalize.Folded)
		x := Piece{QuoteStart: p.quote.places[s.lo].Start, QuoteEnd: p.quote.places[s.hi-1].End, SourceID: p.b.s.c.snap.Document(s.text.Doc).ID}
		x.Start, _ = sk.Source(s.text.Source, normalize.Folded, s.at)
		_, x.End = sk.Source(s.text.Source, normalize.Folded, s.at+s.hi-s.lo-1)
		x.QuoteFrom, x.QuoteTo = unit.of(p.quote.raw, x.QuoteStart, x.QuoteEnd)
		x.From, x.To = unit.of(s.text.Source, x.Start, x.End)
		x.Text = string(s.text.Source[x.Start:x.End])
		list = append(list, x)
	}
	return list
}
