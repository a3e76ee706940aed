package verify

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

// answer verifies one quote into r, which is zero.
func (s *searcher) answer(q *Quote, r *Result) {
	r.ID, r.Line, r.Quote, r.CitedSourceID = q.ID, q.Line, q, q.SourceID
	r.Version, r.Profile, r.Support = VersionUnpinned, s.c.profile, "not_evaluated"
	r.VerifiedAt, r.LedgerIndex = s.o.Time, -1
	if len(r.ID) == 0 {
		id := s.arena.take(strconv.AppendInt(s.arena.room(20), int64(q.Line), 10))
		r.ID = unsafe.Slice(unsafe.StringData(id), len(id))
	}
	q.Cited = q.Cited || q.SourceID != ""
	s.err = nil
	s.judge(q, r)
	if r.QuoteID == "" {
		r.QuoteID = s.quoteID(q.SourceID, q.Text)
	}
	r.Err = s.err
	s.o.Policy.decide(r, &s.arena)
}

// judge finds the status: the first that holds, in the order of the constants.
func (s *searcher) judge(q *Quote, r *Result) {
	if !s.valid(q, r) {
		return
	}
	sc := s.c.scopeOf(q, s.o)
	r.Searched = s.arena.searched.one()
	*r.Searched = Searched{Scope: "all", Documents: sc.sum.Documents, Bytes: sc.sum.Bytes, CorpusRoot: sc.sum.CorpusRoot}
	s.prepare()
	b := &s.inquiry
	*b = inquiry{}
	b.s, b.q, b.r, b.sc, b.cited, b.marks.raw = s, q, r, sc, -1, s.raw
	s.asking = b
	if q.SourceHash != "" {
		r.Version = "" // not known before the document is looked at
	}
	if q.Cited {
		doc, why := s.cited(q, sc)
		if why == ReasonOutOfScope {
			r.Status, r.FailureReason, r.Searched = OutOfScope, why, nil
			return
		}
		b.why = why
		b.cited = doc
	}
	b.run()
}

// valid answers the records that hold nothing to verify.
func (s *searcher) valid(q *Quote, r *Result) bool {
	s.raw = append(s.raw[:0], q.Text...)
	switch _, pinOK := parseHash(q.SourceHash); {
	case q.Err != nil:
		r.FailureReason, r.Detail = ReasonUnreadable, q.Err.Reason
		if q.Err.Hint != "" {
			r.Detail += "; " + q.Err.Hint
		}
	case len(q.Text) > s.o.MaxQuote:
		r.FailureReason, r.Detail = ReasonTooLong, fmt.Sprintf("the quote has %d bytes, more than the limit of %d", len(q.Text), s.o.MaxQuote)
	case !match.Checkable(s.raw):
		r.FailureReason, r.Detail = ReasonEmptyQuote, "the quote has no letter, digit or symbol"
	case q.SourceHash != "" && !pinOK:
		r.FailureReason, r.Detail = ReasonUnreadable, "source_hash is not sha256: and 64 hex digits"
	default:
		return true
	}
	r.Status = Invalid
	if q.SourceHash != "" {
		r.Version = ""
	}
	return false
}

// inquiry holds one quote while it is judged.
type inquiry struct {
	s     *searcher
	q     *Quote
	r     *Result
	sc    *scope
	marks marks
	cited int    // slot of the cited document; -1: none cited, or not in the corpus
	why   Reason // why the cited document cannot be searched
	text  *index.Text

	hits   []index.Hit
	probed bool

	current []place // in the cited document's current text
	pinned  []place // in the version that the quote is pinned to, when that is another one that is kept
	pinLost bool    // pinned to a version that is not kept

	rival   *place         // the next best place in another document, where it is known
	equal   int            // further places that are as near as the one chosen
	unclear bool           // nothing told the chosen place from another
	twins   []match.Detail // the names and numbers in which the two differ, where the quote has other ones

	nearCited, nearAny nearby

	chosen             *place // the place that is the answer
	core               []byte // the source's words from the first to the last kept character of the match
	hintStart, hintEnd int    // the caller's offsets in bytes of the text; -1: none
}

// run searches, step by step, no further than the answer needs.
func (b *inquiry) run() {
	s := b.s
	citedOnly := b.q.Cited && s.o.NoDiscover
	if citedOnly {
		b.narrow()
	}
	if len(s.quote.Skeleton) >= index.MinProbe && !citedOnly {
		b.ask()
		b.r.QuoteID = s.quoteID(b.q.SourceID, b.q.Text) // while memory is on its way
		b.screen()
	}
	if b.cited >= 0 {
		b.searchCited()
		if b.settled() {
			return
		}
	}
	edits := b.edits()
	if citedOnly {
		f := found{complete: true}
		if s.scanned(b.marks.get()) {
			f.maxEdits = edits
		}
		b.undamageCited()
		b.conclude(f)
		return
	}
	e := &b.marks
	if len(b.current) > 0 {
		e = nil // it is in the cited document after a fashion: only the words as they are would be better
	}
	f := s.elsewhere(b.sc, b.cited, b.hits, b.probed, e)
	if !formAlone(f.best) {
		b.undamageCited()
	}
	if len(b.current) == 0 && (len(f.best) == 0 || f.best[0].match.Grade == match.GradeFuzzy) && !b.marks.ellipsis() {
		s.fuzzyElsewhere(b.sc, b.cited, edits, &f)
	}
	b.ownMarksElsewhere(&f)
	b.undamageElsewhere(&f)
	b.conclude(f)
}

// edits is how many edits of the normalised quote the threshold allows.
func (b *inquiry) edits() int {
	q := b.s.plain() // markup is not among the words that may differ
	return match.MaxEdits(q.Runes(), b.s.o.Threshold)
}

// narrow reports the cited document alone as the scope.
func (b *inquiry) narrow() {
	x, docs := b.r.Searched, []int{}
	x.Scope, x.Documents, x.Bytes = "cited", 0, 0
	if b.cited >= 0 {
		docs = append(docs, b.cited)
		x.Documents, x.Bytes = 1, int64(b.s.c.snap.Document(b.cited).Bytes)
	}
	x.CorpusRoot = hashName(b.s.c.snap.Root(docs))
}

// covered tells whether all documents of the scope could be searched: none is without text, and none was damaged.
func (b *inquiry) covered() bool {
	return b.s.err == nil && (b.r.Searched.Scope == "cited" || b.sc.unreadable == 0)
}

// searchCited looks into the cited document: its current text, and the version that the quote is pinned to.
func (b *inquiry) searchCited() {
	s, doc := b.s, b.cited
	d := s.c.snap.Document(doc)
	switch d.Status {
	case index.StatusNoText:
		b.why, b.r.Detail = ReasonNoText, "the cited source has no text layer"
		return
	case index.StatusFailed:
		b.why, b.r.Detail = ReasonExtractionFailed, "the cited source could not be read: "+d.Reason
		return
	}
	if b.text = s.text(doc); b.text == nil {
		b.why, b.r.Detail = ReasonSearchIncomplete, "the cited source could not be read from the corpus"
		if s.err != nil {
			b.r.Detail = "the cited source could not be searched: " + s.err.Error()
		}
		return
	}
	b.current = b.lookIn(b.text, b.citedHits())
	if b.q.SourceHash == "" {
		return
	}
	pin, _ := parseHash(b.q.SourceHash)
	if pin == b.text.Hash {
		b.r.Version = VersionCurrent
		return
	}
	b.r.Version = VersionChanged
	if len(b.current) > 0 && b.current[0].match.Grade <= match.GradeNormalized {
		return
	}
	old, err := s.c.snap.Version(doc, pin)
	switch {
	case err == nil:
		b.pinned = b.lookIn(old, nil)
	case errors.Is(err, index.ErrNotFound):
		b.pinLost = true
	default:
		s.fail(err)
	}
}

// citedHits are the genuine places of the quote in the cited document; nil where the quote is too short for the index.
func (b *inquiry) citedHits() []index.Hit {
	s := b.s
	if len(s.quote.Skeleton) < index.MinProbe {
		return nil
	}
	if !b.probed {
		s.mine = s.c.snap.ProbeDoc(b.cited, s.quote.Skeleton, s.mine[:0])
	}
	if s.mine = genuine(&s.quote, b.text, s.mine); s.mine == nil {
		s.mine = []index.Hit{}
	}
	return s.mine
}

// lookIn finds the quote in one text: as form alone, else as a fuzzy match.
func (b *inquiry) lookIn(t *index.Text, hits []index.Hit) []place {
	list := b.s.form(b.cited, t, hits, &b.marks)
	if edited(list) {
		if e := b.marks.get(); e != nil && e.Marks() {
			if p, ok := b.s.ownMarks(b.cited, t, e); ok {
				return []place{p}
			}
		}
	}
	if len(list) == 0 && !b.marks.ellipsis() {
		list = b.s.drifted(b.cited, t, b.edits())
	}
	return list
}

func formAlone(list []place) bool {
	return len(list) > 0 && list[0].match.Grade <= match.GradeNormalized
}

// settled answers the cases that need no other document than the cited one.
func (b *inquiry) settled() bool {
	switch {
	case formAlone(b.current):
		b.r.Status = statusOf(b.current)
		b.fill(b.current)
		b.others()
		b.common()
	case formAlone(b.pinned):
		b.r.Status = Drifted
		b.fill(b.pinned)
		b.nearestInCurrent()
	default:
		return false
	}
	b.r.Searched.Complete = b.covered()
	return true
}

// nearestInCurrent shows what the cited document's current text has for a quote that is not form alone in it.
func (b *inquiry) nearestInCurrent() {
	if len(b.current) > 0 {
		b.r.Nearest = b.passage(&b.current[0])
	} else if b.text == nil {
		return
	} else if p, ok := b.nearInCited(); ok {
		b.r.Nearest = b.passage(&p)
	}
}

func statusOf(list []place) Status {
	switch list[0].match.Grade {
	case match.GradeExact:
		return Exact
	case match.GradeNormalized:
		return Normalized
	}
	return Fuzzy
}

// others names further documents that hold a quote that was found in the cited one, where the index can tell.
func (b *inquiry) others() {
	if !b.probed || len(b.hits) == 0 {
		return
	}
	s := b.s
	s.byDocument(&s.quote, b.hits, b.sc, b.cited, func(doc int, t *index.Text, h []index.Hit) bool {
		start, same := sameWords(t, h[0], b.core)
		var list []place
		if !same {
			if list = s.places(&s.quote, doc, t, h[:min(len(h), 4)]); !formAlone(list) {
				return true
			}
		}
		if b.r.OtherSources == nil {
			b.r.OtherSources = s.arena.names.next(min(len(b.hits), maxOthers))[:0]
		}
		b.r.OtherSources = append(b.r.OtherSources, s.c.snap.Document(doc).ID)
		if b.r.RunnerUp != nil {
			return len(b.r.OtherSources) < maxOthers
		}
		if same {
			b.r.RunnerUp = b.passageAt(doc, t, start, start+len(b.core), b.chosen.match.Similarity)
		} else if list[0].match.Similarity >= b.r.Similarity-closeBy {
			b.r.RunnerUp = b.passage(&list[0])
		}
		return len(b.r.OtherSources) < maxOthers
	})
}

// conclude gives the answer once the documents beside the cited one were searched as well.
func (b *inquiry) conclude(f found) {
	r := b.r
	r.Searched.Complete = f.complete && b.covered()
	if r.Searched.Complete {
		r.Searched.MaxEdits = f.maxEdits
	}
	elsewhere := len(f.best) > 0
	searchable := b.q.Cited && b.cited >= 0 && b.why == ReasonNone && !(b.pinLost && len(b.current) == 0)
	switch {
	case !b.q.Cited && elsewhere:
		r.Status = statusOf(f.best)
		b.rival = f.rival
		b.fill(f.best)
		b.name(f.others)
		if b.q.SourceHash != "" { // its own text is the only one that the pin can be compared with
			if r.Version = VersionChanged; strings.EqualFold(b.q.SourceHash, r.SourceHash) {
				r.Version = VersionCurrent
			}
		}
	case searchable && elsewhere && (formAlone(f.best) || len(b.current) == 0 && len(b.pinned) == 0):
		r.Status = Misattributed
		b.rival = f.rival
		b.fill(f.best)
		b.name(f.others)
		if len(b.current) > 0 {
			r.Nearest = b.passage(&b.current[0])
		}
	case len(b.current) > 0:
		r.Status = Fuzzy
		b.fill(b.current)
	case len(b.pinned) > 0:
		r.Status = Fuzzy // in the version that it is pinned to, and not at all in the current text
		b.fill(b.pinned)
		b.nearestInCurrent()
	case b.q.Cited && !searchable:
		r.Status, r.FailureReason = Unverifiable, b.why
		if b.why == ReasonNone {
			r.FailureReason, r.Detail = ReasonSourceChanged, "the pinned version is not kept, and the current text does not have the quote"
		}
		if b.why == ReasonSourceNotFound {
			r.Detail = "the cited source is not in the corpus"
		}
		r.Searched.Complete, r.Searched.MaxEdits = false, 0
		if elsewhere {
			r.Nearest = b.passage(&f.best[0])
		} else if !b.s.stopped() {
			b.nearestInCurrent()
			r.Pieces = b.pieces(f.clusters)
		}
	case !r.Searched.Complete:
		r.Status, r.FailureReason, r.Detail = Unverifiable, ReasonSearchIncomplete, "the search stopped early"
		if b.s.err != nil {
			r.Detail = "the search stopped early: " + b.s.err.Error()
		} else if n := b.sc.unreadable; n > 0 {
			r.Detail = fmt.Sprintf("%d of %d documents have no text to search", n, r.Searched.Documents)
		}
		if !b.s.stopped() {
			b.nearest(f.clusters)
			r.Pieces = b.pieces(f.clusters)
		}
	default:
		r.Status, r.FailureReason = Fabricated, ReasonNotFound
		b.nearest(f.clusters)
		if r.Nearest != nil && r.Nearest.Similarity >= 0.5 {
			r.FailureReason = ReasonBelowThreshold
		}
		r.Pieces = b.pieces(f.clusters)
		if match.OnlyRemarks(b.q.Text) {
			r.Status, r.FailureReason, r.Detail = Invalid, ReasonEmptyQuote, "the quote has nothing but a mark of whoever quotes"
			r.Nearest, r.Pieces, r.Diff, r.Similarity, r.Searched = nil, nil, nil, 0, nil
		}
	}
	b.common()
	b.editorialFlags()
}

// nearest shows what comes nearest to a quote that no source has.
func (b *inquiry) nearest(clusters []seedCluster) {
	p, ok := b.nearestOf(clusters)
	if !ok {
		return
	}
	b.r.Similarity = p.match.Similarity
	b.r.Nearest = b.passage(&p)
	b.r.Diff = p.match.Diff
}

// editorialFlags notes the marks of a quote whether or not its pieces matched.
func (b *inquiry) editorialFlags() {
	if b.marks.ellipsis() {
		b.r.Flags = b.r.Flags.Set(match.FlagEllipsis)
	}
}

func (b *inquiry) name(docs []int) {
	if len(docs) == 0 {
		return
	}
	docs = docs[:min(len(docs), maxOthers)]
	b.r.OtherSources = b.s.arena.names.next(len(docs))[:0]
	for _, doc := range docs {
		b.r.OtherSources = append(b.r.OtherSources, b.s.c.snap.Document(doc).ID)
	}
}

func (b *inquiry) passage(p *place) *Passage {
	return b.passageAt(p.doc, p.text, p.match.Start(), p.match.End(), p.match.Similarity)
}

func (b *inquiry) passageAt(doc int, t *index.Text, start, end int, similarity float64) *Passage {
	from, to := b.s.o.Offsets.of(t.Source, start, end)
	x := b.s.arena.passages.one()
	*x = Passage{SourceID: b.s.c.snap.Document(doc).ID, SourceHash: t.HashName, Start: start, End: end, From: from, To: to,
		Text: b.s.arena.copy(t.Source[start:end]), Similarity: similarity}
	return x
}
