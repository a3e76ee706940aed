package verify

import (
	"bytes"
	"cmp"
	"slices"

	"example.com/verbatim/match"
	"example.com/verbatim/normalize"
)

// keepBest keeps the places that are as good as the best one, each span once, in text order.
func keepBest(list []place) []place {
	if len(list) < 2 {
		return list
	}
	best := &list[0].match
	for i := range list[1:] {
		if list[i+1].match.Better(best) {
			best = &list[i+1].match
		}
	}
	b := *best
	kept := list[:0]
	for _, p := range list {
		if p.match.Grade == b.Grade && p.match.Partial == b.Partial {
			kept = append(kept, p)
		}
	}
	slices.SortStableFunc(kept, func(a, b place) int { return a.match.Start() - b.match.Start() })
	// The two readings of one place may differ in the marks at its ends: what overlaps is counted once, as the better of the two.
	out := kept[:1]
	for _, p := range kept[1:] {
		last := &out[len(out)-1]
		switch {
		case p.match.Start() == last.match.Start() && p.match.End() == last.match.End(),
			p.reading != last.reading && p.match.Start() < last.match.End():
			if p.match.Better(&last.match) {
				*last = p
			}
		default:
			out = append(out, p)
		}
	}
	return out
}

// claim is what speaks for one of several places of equal grade, the strongest reason first.
type claim struct {
	method  match.Method // a better rung of the ladder
	edits   int          // fewer edits, among fuzzy places
	around  int          // kept characters of prefix and suffix that agree
	offPage int          // 1: on another page than the one cited
	away    int          // bytes from where the caller said
}

func (a claim) compare(b claim) int {
	return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(a.edits, b.edits), cmp.Compare(b.around, a.around),
		cmp.Compare(a.offPage, b.offPage), cmp.Compare(a.away, b.away))
}

// choose picks the place that is meant: by the rung that matched, then by the text before and after, then by page and position, then the
// first. second is the next best, -1 where there is none; clear is false where nothing told the two apart.
func (b *inquiry) choose(list []place) (best, second int, clear bool) {
	if len(list) == 1 {
		return 0, -1, true
	}
	c := b.chooser(&list[0])
	var top, next claim
	best, second = -1, -1
	for i := range list {
		switch x := c.claim(&list[i]); {
		case best < 0 || x.compare(top) < 0:
			best, second, top, next = i, best, x, top
		case second < 0 || x.compare(next) < 0:
			second, next = i, x
		}
	}
	return best, second, top.compare(next) != 0
}

// chooser weighs the places of one text.
type chooser struct {
	b        *inquiry
	pre, suf beside
	pages    pages
}

func (b *inquiry) chooser(p *place) chooser {
	c := chooser{b: b, pre: contextBefore(b.q.Prefix), suf: contextAfter(b.q.Suffix)}
	if b.q.Page > 0 {
		c.pages = b.s.c.pages(p.text)
	}
	return c
}

func (c *chooser) claim(p *place) claim {
	x := claim{method: p.match.Method, around: around(p, c.pre, c.suf)}
	if p.match.Grade == match.GradeFuzzy {
		x.edits = p.match.Edits
	}
	if len(c.pages) > 0 {
		first, last := c.pages.span(p.text.Source, p.match.Start(), p.match.End())
		x.offPage = btoi(c.b.q.Page < first || c.b.q.Page > last)
	}
	if c.b.hintStart >= 0 {
		x.away = abs(p.match.Start() - c.b.hintStart)
	}
	return x
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func abs(x int) int { return max(x, -x) }

// beside is the text that the caller says stands beside the quote, nearest character first.
type beside struct {
	kept []byte // its skeleton
	word int    // how much of it must agree to mean anything: the word next to the quote
}

func contextBefore(s string) beside {
	c := contextAfter(s)
	if words := bytes.Fields([]byte(s)); len(words) > 0 {
		c.word = wordNeeded(skeletonOf(string(words[len(words)-1])), c.kept)
	}
	slices.Reverse(c.kept)
	return c
}

func contextAfter(s string) beside {
	c := beside{kept: skeletonOf(s)}
	if words := bytes.Fields([]byte(s)); len(words) > 0 {
		c.word = wordNeeded(skeletonOf(string(words[0])), c.kept)
	}
	return c
}

// wordNeeded is how many characters of a context must agree: one that agrees by chance in a letter or two says nothing.
func wordNeeded(word, all []byte) int {
	n := min(len(word), 8)
	if n > 2 && word[0] >= 0x80 {
		n = 2 // a script without word spaces, maybe
	}
	return min(max(n, 1), len(all))
}

func skeletonOf(s string) []byte {
	if s == "" {
		return nil
	}
	var sk normalize.Skeleton
	sk.Make([]byte(s), normalize.Literal)
	return sk.Bytes
}

// around counts how many kept characters of prefix and suffix agree with the source beside a place.
func around(p *place, pre, suf beside) int {
	if len(pre.kept) == 0 && len(suf.kept) == 0 {
		return 0
	}
	const reach = 400
	src := p.text.Source
	lo, hi := p.match.Start(), p.match.End()
	n, k := 0, 0
	if len(pre.kept) > 0 {
		before := skeletonOf(string(src[max(0, lo-reach):lo]))
		for n < len(pre.kept) && n < len(before) && pre.kept[n] == before[len(before)-1-n] {
			n++
		}
		if n < pre.word {
			n = 0
		}
	}
	if len(suf.kept) > 0 {
		after := skeletonOf(string(src[hi:min(len(src), hi+reach)]))
		for k < len(suf.kept) && k < len(after) && suf.kept[k] == after[k] {
			k++
		}
		if k < suf.word {
			k = 0
		}
	}
	return n + k
}
