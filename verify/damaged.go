package verify

import (
	"example.com/verbatim/match"
)

// leastNear is what the nearest place of a quote must reach for its damage to be looked at: less than the similarity from which damage is
// undone, for closing parentheticals and sentences that moved count as differences there.
const leastNear = 0.35

// nearby is a nearest place that is looked for once.
type nearby struct {
	p        place
	ok, done bool
}

// nearInCited is the passage of the cited document that comes nearest to the quote.
func (b *inquiry) nearInCited() (place, bool) {
	if n := &b.nearCited; !n.done {
		n.done = true
		if b.text != nil {
			n.p, n.ok = b.s.nearestIn(b.cited, b.text)
		}
	}
	return b.nearCited.p, b.nearCited.ok
}

// nearestOf is the passage that comes nearest, in the cited document or, where it has nothing near, in the scope.
func (b *inquiry) nearestOf(clusters []seedCluster) (place, bool) {
	n := &b.nearAny
	if n.done {
		return n.p, n.ok
	}
	n.done = true
	n.p, n.ok = b.nearInCited()
	if (!n.ok || n.p.match.Similarity < 0.5) && b.r.Searched.Scope == "all" {
		if other, found := b.s.nearestAnywhere(b.sc, clusters); found && (!n.ok || other.match.Similarity > n.p.match.Similarity) {
			n.p, n.ok = other, true
		}
	}
	return n.p, n.ok
}

// undamaged grades the quote at a place below the threshold, where what differs there is damage known by name.
func (b *inquiry) undamaged(p place) (place, bool) {
	sk := p.text.Skeleton(p.reading)
	if sk == nil || b.marks.ellipsis() {
		return place{}, false
	}
	mt := match.Text{Source: p.text.Source, Reading: p.reading, Turkish: p.text.Turkish, Skeleton: sk}
	from := sk.Index(mt.Source, mt.Reading, p.match.Start())
	to := sk.Index(mt.Source, mt.Reading, p.match.End())
	near := p.match.Similarity
	if near < leastNear {
		return p, false
	}
	m, ok := b.s.matcher.Damaged(b.s.plain(), &mt, from, to, near, b.s.o.Threshold)
	if e := b.marks.get(); !ok && e != nil {
		m, ok = b.s.matcher.DamagedPiece(e, &mt, from, to, b.s.o.Threshold)
	}
	p.match = m
	return p, ok
}

// undamageCited looks for the quote with known damage in the cited document, unless it was found there.
func (b *inquiry) undamageCited() {
	if len(b.current) > 0 || len(b.pinned) > 0 {
		return
	}
	if p, ok := b.nearInCited(); ok {
		if p, ok = b.undamaged(p); ok {
			b.current = []place{p}
		}
	}
}

// undamageElsewhere looks for it at the nearest place of the scope, when nothing else was found.
func (b *inquiry) undamageElsewhere(f *found) {
	if len(b.current) > 0 || len(b.pinned) > 0 || len(f.best) > 0 {
		return
	}
	if p, ok := b.nearestOf(f.clusters); ok && (p.doc != b.cited || b.cited < 0) {
		if p, ok = b.undamaged(p); ok {
			f.best = []place{p}
		}
	}
}
