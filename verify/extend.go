package verify

import (
	"cmp"

	"example.com/verbatim/index"
	"example.com/verbatim/normalize"
)

// Ungapped X-drop extension (Altschul et al., Nucleic Acids Research 25, 1997): a seed grows to both sides while its score, one for an equal
// byte and mismatch for another, falls no more than dropOff below the best.
const (
	mismatch = -2
	dropOff  = 6
)

// extension is the score of the ungapped extension of a seed at quote[q:] and text[at:].
func extension(quote, text []byte, q, at int) int {
	return rightward(quote[q:], text[at:]) + leftward(quote[:q], text[:at])
}

func rightward(a, b []byte) (best int) {
	n := min(len(a), len(b))
	a, b = a[:n], b[:n]
	score := 0
	for i := range a {
		if a[i] == b[i] {
			score++
			best = max(best, score)
		} else if score += mismatch; score < best-dropOff {
			break
		}
	}
	return best
}

func leftward(a, b []byte) (best int) {
	n := min(len(a), len(b))
	a, b = a[len(a)-n:], b[len(b)-n:]
	score := 0
	for i := n - 1; i >= 0; i-- {
		if a[i] == b[i] {
			score++
			best = max(best, score)
		} else if score += mismatch; score < best-dropOff {
			break
		}
	}
	return best
}

// extended ranks the clusters of the seeds that were asked last by how far their best seed extends, and gives the first of them. A short quote
// has one seed in the right place and as many in wrong ones, which their number does not tell apart; the text around them does.
func (s *searcher) extended(most int) []seedCluster {
	q := s.quote.Skeleton
	list := s.ranked[:0]
	s.approach()
	eachCluster(s.keys, len(q), func(c seedCluster, keys []seedKey) {
		t := s.text(int(c.doc))
		if t == nil {
			return
		}
		sk := t.Skeleton(c.reading)
		if sk == nil {
			return
		}
		c.weight = 0
		for i, k := range keys {
			if extendedBefore(keys, i) {
				continue
			}
			if at := int(k.diagonal) + int(k.q); at >= 0 && at < len(sk.Bytes) {
				c.weight = max(c.weight, extension(q, sk.Bytes, int(k.q), at))
			}
		}
		// the first are kept in order, and of hundreds few come among them
		if len(list) < most {
			list = append(list, c)
		} else if k := len(list) - 1; k >= 0 && c.before(&list[k]) {
			list[k] = c
		} else {
			return
		}
		for k := len(list) - 1; k > 0 && list[k].before(&list[k-1]); k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	})
	s.ranked = list
	return list
}

// extendedBefore tells whether a seed needs no extension of its own: the one before on its diagonal has reached it, or will not be reached
// from it either.
func extendedBefore(keys []seedKey, i int) bool {
	return i > 0 && keys[i-1].diagonal == keys[i].diagonal && keys[i-1].doc == keys[i].doc && int(keys[i].q-keys[i-1].q) < index.MinProbe
}

// approach asks for the memory that the extension of each seed begins with: the seeds are scattered over hundreds of texts, and each one
// asked for by itself is a wait for memory. Texts that are not in memory are left to be loaded when they are reached.
func (s *searcher) approach() {
	var t *index.Text
	for i := range s.keys {
		k := &s.keys[i]
		if i == 0 || s.keys[i-1].doc>>1 != k.doc>>1 {
			t = s.c.snap.Cached(int(k.doc >> 1))
		}
		if t != nil && !extendedBefore(s.keys, i) {
			t.PrefetchSkeleton(normalize.Reading(k.doc&1), int(k.diagonal)+int(k.q))
		}
	}
}

// before tells whether a cluster comes before another: the heavier one, else the one that stands first. It is a total order.
func (c *seedCluster) before(o *seedCluster) bool {
	return cmp.Or(cmp.Compare(o.weight, c.weight), cmp.Compare(c.doc, o.doc), cmp.Compare(c.reading, o.reading), cmp.Compare(c.diagonal, o.diagonal)) < 0
}

// same tells whether two clusters are of the same seeds, whatever they weigh.
func (c seedCluster) same(o seedCluster) bool {
	return c.doc == o.doc && c.reading == o.reading && c.diagonal == o.diagonal
}
