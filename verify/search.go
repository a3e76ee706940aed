package verify

import (
	"bytes"
	"slices"
	"sync/atomic"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// Limits of the search. Where one is reached, the result says so (Searched.MaxEdits is 0).
const (
	maxPlaces  = 4096 // places of a quote without letters and digits that are listed
	maxOthers  = 10   // other documents that are named
	tableRun   = 11   // any intact run of this length is found by the k-mer table of a text
	seedsPer   = 32   // seeds a k-mer in the search without a source
	seedsTotal = 1024
)

// place is one graded place of a quote.
type place struct {
	doc     int
	text    *index.Text
	reading normalize.Reading // of the text
	match   match.Match
	also    int // in the first of a list: further places as good, counted and not graded
}

// searcher looks for one quote after another. It belongs to one goroutine.
type searcher struct {
	c *Corpus
	o *Options

	matcher match.Matcher
	scan    match.Scan
	pages   match.Interleaver
	raw     []byte      // the quote as received
	hashed  []byte      // what its id is the hash of
	quote   match.Quote // as received, every character text
	folded  match.Quote // with its markup taken out, where it has any: see plain
	isPlain bool        // folded was made, or there is nothing to take out
	hits    []index.Hit // for the quote as received
	mine    []index.Hit // those in the cited document
	more    []index.Hit // for other readings of it
	seeds   []index.Seed
	keys    []seedKey
	packed  []uint64 // see sortSeeds
	hitKeys []uint64 // see sortHits
	ranked  []seedCluster
	patch   patchwork
	often   []int32 // places of each k-mer of the quote
	near    []match.Seed
	after   []match.Seed // those of near that stand after a place
	nearOf  *index.Text  // the text that near has all seeds of; nil: none
	inOrder *index.Text  // the text of which fuzzy left all seeds in near, in the order of the quote; nil: none
	pos     []uint32
	at      []int // places of the quote's skeleton in a text
	spans   []match.Span
	inquiry inquiry   // the one that asking is
	arena   arena     // of the results
	lists   [16]place // lists of one place for the quote in hand, as far as kept says
	kept    int
	others  [16]int       // room for found.others
	views   [2]match.Text // by reading; see view
	beside  match.Text    // see viewOf
	asking  *inquiry      // about the quote in hand
	last    struct {      // what slotOf was asked last
		id           string
		doc          int
		known, asked bool
	}
	graded     int  // places that were graded for it
	mapped     int  // places that were found in the source for it
	unscreened bool // tests compare what screen leaves with what comes without it
	// wholeWords: where a quote stands in very many places of a text, those that cut a word are of no use.
	wholeWords bool
	cancel     *atomic.Bool // the batch is cancelled; nil: it cannot be
	deadline   time.Time    // of the quote in hand; zero: none
	err        error        // an I/O fault or damage: the search is not complete
}

// text loads a document's current text; nil where it has none or cannot be read.
func (s *searcher) text(doc int) *index.Text {
	if s.stopped() {
		return nil
	}
	if t := s.c.snap.Cached(doc); t != nil {
		return t
	}
	d := s.c.snap.Document(doc)
	if d == nil || d.Status != index.StatusOK {
		return nil
	}
	t, err := s.c.snap.Text(doc)
	if err != nil {
		s.fail(err)
		return nil
	}
	return t
}

// view is a text in one reading, nil where it has none. It lasts until the next call for the reading.
func (s *searcher) view(t *index.Text, r normalize.Reading) *match.Text {
	sk := t.Skeleton(r)
	if sk == nil {
		return nil
	}
	s.views[r] = match.Text{Source: t.Source, Reading: r, Turkish: t.Turkish, Skeleton: sk}
	return &s.views[r]
}

// viewOf is the text of a place in its reading. It lasts until the next call.
func (s *searcher) viewOf(p *place) *match.Text {
	s.beside = match.Text{Source: p.text.Source, Reading: p.reading, Turkish: p.text.Turkish, Skeleton: p.text.Skeleton(p.reading)}
	return &s.beside
}

// readings lists the readings of a text, the folded one first.
func readings(t *index.Text) []match.Text {
	list := make([]match.Text, 0, 2)
	for _, r := range [...]normalize.Reading{normalize.Folded, normalize.Literal} {
		if sk := t.Skeleton(r); sk != nil {
			list = append(list, match.Text{Source: t.Source, Reading: r, Turkish: t.Turkish, Skeleton: sk})
		}
	}
	return list
}

func (s *searcher) prepare() {
	s.quote.Prepare(s.raw, normalize.Literal)
	s.isPlain, s.kept = false, 0
	s.err, s.nearOf, s.inOrder = nil, nil, nil
	s.graded, s.mapped = 0, 0
	s.begin()
}

func holds(text, part []byte, at int) bool {
	return at >= 0 && at+len(part) <= len(text) && bytes.Equal(text[at:at+len(part)], part)
}

// form looks for the quote in one text as form alone: exact, normalised, but for punctuation, or by editorial convention.
func (s *searcher) form(doc int, t *index.Text, hits []index.Hit, e *marks) []place {
	var best []place
	// the quote as it stands first: where it is found so, the reading without its markup is not made
	for q := &s.quote; ; q = &s.folded {
		h := hits
		if q != &s.quote || len(q.Skeleton) < index.MinProbe {
			h = nil // the index was asked for the literal quote only
		}
		list := s.places(q, doc, t, h)
		if len(list) > 0 && (len(best) == 0 || list[0].match.Better(&best[0].match)) {
			best = list
		}
		if formAlone(best) && best[0].match.Method <= match.MethodNormalized {
			return best // else the quote without its markup may need no punctuation to differ
		}
		if q == s.plain() {
			break
		}
	}
	if formAlone(best) {
		return best
	}
	if e := e.get(); e != nil {
		for _, mt := range readings(t) {
			m, ok := s.matcher.Editorial(e, &mt, s.o.Threshold)
			if ok && m.Grade == match.GradeFuzzy {
				if x, better := s.pages.Editorial(e, &mt, &m, furnitureOf(t), s.o.Threshold); better {
					m = x
				}
			}
			if ok && (len(best) == 0 || m.Grade < best[0].match.Grade) {
				best = []place{{doc: doc, text: t, reading: mt.Reading, match: m}}
			}
			if ok && m.Grade == match.GradeNormalized {
				break
			}
		}
	}
	if len(best) == 0 && len(s.quote.Skeleton) == 0 {
		return s.symbols(doc, t)
	}
	return best
}

// symbols looks for a quote that leaves no skeleton, such as an emoji: its bytes.
func (s *searcher) symbols(doc int, t *index.Text) []place {
	raw := bytes.TrimSpace(s.quote.Raw)
	var list []place
	for from := 0; len(list) < maxPlaces && len(raw) > 0; {
		i := bytes.Index(t.Source[from:], raw)
		if i < 0 {
			break
		}
		m := match.Match{Grade: match.GradeNormalized, Method: match.MethodNormalized, Similarity: 1,
			Spans: []match.Span{{Start: from + i, End: from + i + len(raw)}}}
		if len(raw) == len(s.quote.Raw) {
			m.Grade, m.Method = match.GradeExact, match.MethodString
		}
		list = append(list, place{doc: doc, text: t, reading: normalize.Literal, match: m})
		from += i + len(raw)
	}
	return list
}

// fuzzy looks for the quote in one text up to maxEdits edits of the normalised quote. Nothing within that distance is missed; ok is false
// where there is nothing. The place is the best of those that share most with the quote; with more effort than the default, the proven
// best of the text.
func (s *searcher) fuzzy(doc int, t *index.Text, maxEdits int) (place, bool) {
	q := s.plain()
	if len(q.Skeleton) == 0 {
		return place{}, false
	}
	mt := readings(t)[0]
	text := mt.Skeleton.Bytes
	proof := s.o.Effort == EffortThorough || s.o.Effort == EffortExhaustive
	if n := len(q.Skeleton); !proof && n >= 3*sample {
		k := t.Kmers(normalize.Folded)
		s.near, s.nearOf = s.near[:0], nil
		for _, from := range [...]int{0, (n - sample) / 2, n - sample} {
			s.seed(q, k, from, from+sample-7)
		}
		if from, to, d, ok := s.scan.Try(q.Skeleton, text, maxEdits, s.near); ok {
			if m, ok := s.matcher.Fuzzy(q, &mt, from, to, d, maxEdits); ok {
				return place{doc: doc, text: t, reading: normalize.Folded, match: m}, true
			}
		}
	}
	s.near, s.nearOf, s.inOrder = s.near[:0], t, nil
	run := 0
	if n := len(q.Skeleton); n >= 8 && s.seed(q, t.Kmers(normalize.Folded), 0, n-7) {
		run, s.inOrder = tableRun, t
	}
	from, to, d, ok := 0, 0, 0, false
	if !proof {
		from, to, d, ok = s.scan.Try(q.Skeleton, text, maxEdits, s.near)
	}
	if !ok {
		from, to, d, ok = s.scan.BestSeeded(q.Skeleton, text, maxEdits, s.near, run)
	}
	if !ok {
		return place{}, false
	}
	m, ok := s.matcher.Fuzzy(q, &mt, from, to, d, maxEdits)
	if !ok {
		// the skeletons are near enough there and the texts are not: another place may be
		m, ok = s.matcher.Anywhere(q, &mt, maxEdits)
	}
	return place{doc: doc, text: t, reading: normalize.Folded, match: m}, ok
}

// sample is the length of the stretches of a quote whose k-mers are looked up first: two intact ones lead to the place.
const sample = 20

// seed looks up the k-mers of the quote's skeleton from the one at from to the one before to; false where they stand in too many places to
// be looked at one by one.
func (s *searcher) seed(q *match.Quote, k *index.Kmers, from, to int) bool {
	for j := from; j < to; j++ {
		if (j-from)%index.KmersAhead == 0 {
			k.Prefetch(q.Skeleton, j, min(to, j+index.KmersAhead))
		}
		s.pos = k.Hits(q.Skeleton, j, 0, s.pos[:0])
		if len(s.near)+len(s.pos) > 1<<14 {
			return false
		}
		for _, p := range s.pos {
			s.near = append(s.near, match.Seed{Q: int32(j), T: int32(p)})
		}
	}
	return true
}

// coveredLeast is the part of a quote, one in so many of its letters, that stands in seeds wherever it may stand with foreign pieces between.
const coveredLeast = 4

// foreignReach is how many kept characters of the source foreign pieces may put between the parts of one quote.
const foreignReach = 4096

// seedsTogether counts the seeds at different places of the quote that lie near enough in the text to belong to one place of it: their
// diagonals differ by what foreign pieces may put between them. A text in which the words of the quote are scattered has few.
func (s *searcher) seedsTogether(seeds []match.Seed) int {
	slices.SortFunc(seeds, func(a, b match.Seed) int { return int(a.T-a.Q) - int(b.T-b.Q) })
	s.often = s.often[:0]
	for _, x := range seeds {
		for int(x.Q) >= len(s.often) {
			s.often = append(s.often, 0)
		}
	}
	count := s.often // by place of the quote
	together, most, from := 0, 0, 0
	for _, x := range seeds {
		for y := seeds[from]; x.T-x.Q > y.T-y.Q+foreignReach; y = seeds[from] {
			if count[y.Q]--; count[y.Q] == 0 {
				together--
			}
			from++
		}
		if count[x.Q]++; count[x.Q] == 1 {
			together++
		}
		most = max(most, together)
	}
	return most
}

// seedsCover counts the letters of the quote that stand in a seed. Seeds come in the order of the quote.
func seedsCover(seeds []match.Seed) int {
	n, end := 0, 0
	for _, x := range seeds {
		from := max(end, int(x.Q))
		end = int(x.Q) + index.KmerLen
		n += end - from
	}
	return n
}

// plain is the quote without its markup.
func (s *searcher) plain() *match.Quote {
	if !s.isPlain {
		s.isPlain = true
		s.folded.Raw = nil
		if normalize.HasMarkup(s.raw) {
			s.folded.Prepare(s.raw, normalize.Folded)
		}
	}
	if len(s.folded.Raw) > 0 {
		return &s.folded
	}
	return &s.quote
}

// A quote of at most shortQuote letters is looked for in a text of at most smallText by scanning it, where no run of characters leads to a
// place.
const (
	shortQuote = 48
	smallText  = 1 << 18
)

// scannedWhole is the length of a skeleton, in bytes, up to which all of it is looked at for the nearest passage.
const scannedWhole = 1 << 13

// nearestIn finds the passage of a text that comes nearest to the quote, however far: where their k-mers lie closest together.
func (s *searcher) nearestIn(doc int, t *index.Text) (place, bool) {
	q := s.plain()
	n := len(q.Skeleton)
	if n < index.KmerLen {
		return place{}, false
	}
	if s.nearOf != t {
		s.near = s.near[:0]
		s.seed(q, t.Kmers(normalize.Folded), 0, n-7)
		s.nearOf = t
	}
	mt := readings(t)[0]
	from, to, ok := 0, 0, false
	if text := mt.Skeleton.Bytes; len(text) <= scannedWhole { // the table has samples of a text, and may show nothing of a short one
		from, to, _, ok = s.scan.Best(q.Skeleton, text, n/2)
	}
	if !ok {
		s.scan.Seed(q.Skeleton, mt.Skeleton.Bytes, s.near)
		from, to, ok = s.scan.Densest()
	}
	if !ok && n <= shortQuote && len(mt.Skeleton.Bytes) <= smallText { // no eight characters in a row are the same
		from, to, _, ok = s.scan.Best(q.Skeleton, mt.Skeleton.Bytes, n/2)
	}
	if !ok {
		return place{}, false
	}
	m, ok := s.matcher.Near(q, &mt, from-16, to+16)
	return place{doc: doc, text: t, reading: mt.Reading, match: m}, ok
}
