package match

import (
	"unicode"
	"unicode/utf8"
)

// wordRegion is a stretch of words of the quote, [i0,i1), that stands against one of the source, [j0,j1), and differs from it.
type wordRegion struct{ i0, i1, j0, j1 int }

// spoken tells whether quote and source have the same words when fillers and restarts are dropped and one function word and one negation
// are undone, and finds the stretch of the source.
func (d *damaged) spoken() bool {
	qw, sw := said(d.qu, d.qw), said(d.su, d.sw)
	if len(qw) == 0 || len(sw) == 0 || len(qw)*len(sw) > 1<<19 {
		return false
	}
	changes, first, last := alignWords(qw, sw)
	if last <= first || !intact(qw, changes) {
		return false
	}
	lesserWord := false
	var rest []wordRegion
	for _, c := range changes {
		if !lesserWord && c.i1-c.i0+c.j1-c.j0 == 1 && (c.i1 > c.i0 && lesser(qw[c.i0].text) || c.j1 > c.j0 && lesser(sw[c.j0].text)) {
			lesserWord = true
			continue
		}
		rest = append(rest, c)
	}
	if len(rest) > 0 {
		deny := d.denials(qw, sw)
		var ok bool
		if first, last, ok = denied(qw, sw, deny[:len(qw)], deny[len(qw):], rest, first, last); !ok {
			return false
		}
	}
	d.lo, d.hi = sw[first].lo, sw[last-1].hi
	head := 0 // the first word of the quote that the source has
	if len(changes) > 0 && changes[0].i0 == 0 && changes[0].j0 == changes[0].j1 {
		head = changes[0].i1
	}
	d.takeFillers(qw[head].lo)
	return true
}

// takeFillers widens the stretch by words of the source that were dropped as fillers before it and with which the quote begins too: those
// before unit lo.
func (d *damaged) takeFillers(lo int) {
	n := 0
	for n < len(d.qw) && d.qw[n].lo < lo {
		n++
	}
	at := 0
	for at < len(d.sw) && d.sw[at].lo < d.lo {
		at++
	}
	for back := 1; n > 0 && back <= 4 && at-back >= 0; back++ {
		if d.sw[at-back].text == d.qw[n-1].text {
			d.lo = d.sw[at-back].lo
			n, at, back = n-1, at-back, 0
		}
	}
}

// intact tells whether enough of the quote is left as it is to say that it is this passage.
func intact(qw []token, changes []wordRegion) bool {
	n, letters, long := len(qw), 0, false
	for _, c := range changes {
		n -= c.i1 - c.i0
	}
	at := 0
	for i := range qw {
		for at < len(changes) && changes[at].i1 <= i {
			at++
		}
		if at < len(changes) && i >= changes[at].i0 {
			continue
		}
		r, _ := utf8.DecodeRuneInString(qw[i].text)
		if k := utf8.RuneCountInString(qw[i].text); spaceless(r) {
			letters += 3 * k
		} else if hangul(r) {
			letters += 2 * k
			long = true
		} else {
			letters += k
		}
	}
	return (n >= leastIntact || n == leastIntact-1 && long) && letters >= intactRunes // Korean words are phrases
}

// denials marks the words of quote and source that negate.
func (d *damaged) denials(qw, sw []token) []bool {
	list := make([]bool, len(qw)+len(sw))
	mark := func(ws []token, neg []negative, to []bool) {
		i := 0
		for _, x := range neg {
			for i < len(ws) && ws[i].hi <= x.lo {
				i++
			}
			for k := i; k < len(ws) && ws[k].lo < x.hi; k++ {
				to[k] = true
			}
		}
	}
	mark(qw, negations(d.qu, split(d.qu)), list[:len(qw)])
	mark(sw, negations(d.su, split(d.su)), list[len(qw):])
	return list
}

// denied undoes a negation in the changes that are left. At an end of the quote a change may take in words of the source beyond it, for there
// the alignment leaves them out for nothing. It returns the run of source words that the quote then covers.
func denied(qw, sw []token, qn, sn []bool, rest []wordRegion, first, last int) (from, to int, ok bool) {
	if len(rest) > maxDenials {
		return 0, 0, false
	}
	head, tail := &rest[0], &rest[len(rest)-1]
	atHead, atTail := head.i0 == 0 && head.j0 == first, tail.i1 == len(qw) && tail.j1 == last
	for more := 0; more <= maxDenied; more++ {
		if atHead {
			head.j0 = max(0, first-more)
		}
		if atTail {
			tail.j1 = min(len(sw), last+more)
		}
		if !undoNegation(qw, sw, qn, sn, rest) {
			continue
		}
		from, to = min(first, head.j0), max(last, tail.j1)
		for to > last && to < len(sw) && sn[to] {
			to++ // the rest of a negation of several characters
		}
		for from < first && from > 0 && sn[from-1] {
			from--
		}
		return from, to, true
	}
	return 0, 0, false
}

// Limits of one negation.
const (
	maxDenied  = 4 // words that it brings with it at an end of the quote
	maxDenials = 2 // places at which it changes the sentence: “versäumte es, das Tor zu schließen”
)

// undoNegation tells whether two stretches are equal but for a negation that only one of them has: “failed to close” and “closed”, “did not
// pay” and “paid”. What the negation brings with it, auxiliaries and particles, goes with it, and the verb may have another form.
func undoNegation(qw, sw []token, qn, sn []bool, rest []wordRegion) bool {
	var a, b []string
	na, nb := 0, 0
	for _, c := range rest {
		a, na = bareWords(a, na, qw[c.i0:c.i1], qn[c.i0:c.i1])
		b, nb = bareWords(b, nb, sw[c.j0:c.j1], sn[c.j0:c.j1])
	}
	if (na > 0) == (nb > 0) {
		return false
	}
	if kanaOnly(a) && kanaOnly(b) {
		return len(a) <= 4 && len(b) <= 4 // Japanese writes the endings of its verbs in hiragana
	}
	if len(a) != len(b) || len(a) > 2 {
		return false
	}
	for i := range a {
		if !sameVerb(a[i], b[i]) {
			return false
		}
	}
	return true
}

// bareWords adds words to a list and leaves out negations, and the auxiliaries, particles and pronouns that come with them.
func bareWords(list []string, negations int, ws []token, neg []bool) ([]string, int) {
	for i, w := range ws {
		switch r, _ := utf8.DecodeRuneInString(w.text); {
		case neg[i]:
			negations++
		case unicode.Is(unicode.Hiragana, r):
			list = append(list, w.text)
		case !lesser(w.text) && !replaceable(w.text, nil):
			list = append(list, w.text)
		}
	}
	return list, negations
}

func kanaOnly(ws []string) bool {
	for _, w := range ws {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.Is(unicode.Hiragana, r) {
			return false
		}
	}
	return true
}

// sameVerb tells whether two words may be forms of one: a common stem with short endings, or, for short words, whose forms are irregular
// more often (pay, paid; keep, kept), a common first letter. It is asked only where all other words of the sentence are equal.
func sameVerb(a, b string) bool {
	if a == b {
		return true
	}
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	if n >= 3 && len(x)-n <= 3 && len(y)-n <= 3 {
		return true
	}
	return n >= 1 && len(x) <= 6 && len(y) <= 7 && !spaceless(x[0])
}

// costLeftOut is the cost of a word of the quote that the source has not, where one that only the source has costs 1: the head or tail of a
// quote is not given up for what stands between it and the rest.
const costLeftOut = 3

// alignWords aligns all words of a quote with the run of source words that needs the fewest to be put in or left out, sw[first:last].
func alignWords(qw, sw []token) (changes []wordRegion, first, last int) {
	n, m := len(qw), len(sw)
	width := m + 1
	cost := make([]int32, (n+1)*width)
	for i := 1; i <= n; i++ {
		row, prev := cost[i*width:(i+1)*width], cost[(i-1)*width:i*width]
		row[0] = int32(i) * costLeftOut
		x := qw[i-1].text
		for j := 1; j <= m; j++ {
			best := min(prev[j]+costLeftOut, row[j-1]+1)
			if x == sw[j-1].text {
				best = min(best, prev[j-1])
			}
			row[j] = best
		}
	}
	end := 0
	for j, c := range cost[n*width:] {
		if c < cost[n*width+end] {
			end = j
		}
	}
	i, j := n, end
	for i > 0 {
		switch at := i*width + j; {
		case j > 0 && qw[i-1].text == sw[j-1].text && cost[at] == cost[at-width-1]:
			i--
			j--
		case j > 0 && cost[at] == cost[at-1]+1:
			j--
			changes = extended(changes, wordRegion{i, i, j, j + 1})
		default:
			i--
			changes = extended(changes, wordRegion{i, i + 1, j, j})
		}
	}
	for a, b := 0, len(changes)-1; a < b; a, b = a+1, b-1 {
		changes[a], changes[b] = changes[b], changes[a]
	}
	return changes, j, end
}

// extended adds a region that lies before the last one, or joins it where they touch.
func extended(list []wordRegion, c wordRegion) []wordRegion {
	if l := len(list) - 1; l >= 0 && list[l].i0 == c.i1 && list[l].j0 == c.j1 {
		list[l].i0, list[l].j0 = c.i0, c.j0
		return list
	}
	return append(list, c)
}
