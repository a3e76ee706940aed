package match

// reorderedWords tells whether the words of the quote are those of one sentence, or of a stretch inside one, in another order, and finds the
// stretch. At most one word in ten, and one at least, may be a function word that only one of them has.
func (d *damaged) reorderedWords() bool {
	qw := said(d.qu, d.qw)
	if len(qw) < 4 {
		return false
	}
	for _, id := range d.sentences(d.qu, qw, d.q.Raw) {
		if id > 0 {
			return false // the words of several sentences in a new relation are other sentences
		}
	}
	allowed := max(1, len(qw)/10)
	ids := d.sentences(d.su, d.sw, d.t.Source)
	for lo := 0; lo < len(d.sw); {
		hi := lo + 1
		for hi < len(d.sw) && ids[hi] == ids[lo] {
			hi++
		}
		sw := said(d.su, d.sw[lo:hi])
		if a, b, ok := sameWordsIn(qw, sw, allowed); ok {
			d.lo, d.hi = sw[a].lo, sw[b-1].hi
			return true
		}
		lo = hi
	}
	return false
}

// sameWordsIn finds the shortest run of words that holds all content words of the quote, and no other words than the quote's but for allowed
// function words that one of them lacks.
func sameWordsIn(qw, sw []token, allowed int) (first, last int, ok bool) {
	need := map[string]int{} // of each word of the quote, less those in the run
	content, distinct := 0, 0
	for _, w := range qw {
		need[w.text]++
		if !lesser(w.text) {
			content++
			if need[w.text] == 1 {
				distinct++
			}
		}
	}
	if distinct < 3 || len(sw) < len(qw)-allowed {
		return 0, 0, false
	}
	best := len(sw) + 1
	lo, missing := 0, content
	for hi := range sw {
		w := sw[hi].text
		if k, mine := need[w]; mine && k > 0 && !lesser(w) {
			missing--
		}
		if _, mine := need[w]; mine {
			need[w]--
		}
		for missing == 0 {
			if n := hi + 1 - lo; n < best {
				best, first, last = n, lo, hi+1
			}
			out := sw[lo].text
			if _, mine := need[out]; mine {
				if need[out]++; need[out] > 0 && !lesser(out) {
					missing++
				}
			}
			lo++
		}
	}
	if best > len(sw) {
		return 0, 0, false
	}
	// function words of the quote that stand at the ends of the run
	clear(need)
	for _, w := range qw {
		need[w.text]++
	}
	for _, w := range sw[first:last] {
		need[w.text]--
	}
	for first > 0 && need[sw[first-1].text] > 0 {
		first--
		need[sw[first].text]--
	}
	for last < len(sw) && need[sw[last].text] > 0 {
		need[sw[last].text]--
		last++
	}
	differ := 0
	for w, n := range need {
		if n != 0 && !lesser(w) {
			return 0, 0, false
		}
		differ += max(n, -n)
	}
	if differ > allowed {
		return 0, 0, false
	}
	return first, last, scattered(qw, sw[first:last])
}

// scattered tells whether two runs of the same words differ in their order. In a script without word spaces a character is not yet a word:
// there most characters must still stand beside the ones that they stand beside in the source.
func scattered(qw, sw []token) bool {
	pairs := map[[2]string]int{}
	for i := 1; i < len(sw); i++ {
		pairs[[2]string{sw[i-1].text, sw[i].text}]++
	}
	if inOrder(qw, sw) {
		return false
	}
	broken, narrow := 0, 0
	for i := 1; i < len(qw); i++ {
		k := [2]string{qw[i-1].text, qw[i].text}
		if pairs[k] > 0 {
			pairs[k]--
		} else {
			broken++
		}
		if r := []rune(qw[i].text); len(r) == 1 && spaceless(r[0]) {
			narrow++
		}
	}
	return 2*narrow < len(qw) || 3*broken <= len(qw)
}

// inOrder tells whether the content words of two runs are the same in the same order.
func inOrder(a, b []token) bool {
	i, j := 0, 0
	for {
		for i < len(a) && lesser(a[i].text) {
			i++
		}
		for j < len(b) && lesser(b[j].text) {
			j++
		}
		switch {
		case i == len(a) || j == len(b):
			return i == len(a) && j == len(b)
		case a[i].text != b[j].text:
			return false
		}
		i++
		j++
	}
}

// reorderedSentences grades a quote of several whole sentences that stand side by side in the source in another order. Each is measured by
// itself, as the pieces of an ellipsis are. ids are the sentences of the quote's words.
func (m *Matcher) reorderedSentences(d *damaged, ids []int) (Match, bool) {
	starts := d.sentences(d.su, d.sw, d.t.Source)
	type run struct{ lo, hi int } // words of the source
	var found []run
	var pieces []Span // of the quote's bytes
	for lo := 0; lo < len(d.qw); {
		hi := lo + 1
		for hi < len(d.qw) && ids[hi] == ids[lo] {
			hi++
		}
		at := sentenceAt(d.qw[lo:hi], d.sw, starts)
		if at < 0 {
			return Match{}, false
		}
		found = append(found, run{at, at + hi - lo})
		end := len(d.q.Raw)
		if hi < len(d.qw) {
			end = int(d.qu[d.qw[hi].lo].Start)
		}
		pieces = append(pieces, Span{int(d.qu[d.qw[lo].lo].Start), end})
		lo = hi
	}
	first, last, words, ordered := len(d.sw), 0, 0, true
	for i, f := range found {
		first, last, words = min(first, f.lo), max(last, f.hi), words+f.hi-f.lo
		ordered = ordered && (i == 0 || f.lo >= found[i-1].hi)
	}
	for _, w := range d.sw[first:last] {
		if isNumber(w.text) {
			words++ // the items of a list may be numbered
		}
	}
	if ordered || words < last-first || len(d.qw) < 2*leastIntact {
		return Match{}, false
	}
	r := Match{Grade: GradeFuzzy, Method: MethodFuzzy}
	runes := 0
	for i, f := range found {
		var q Quote
		q.Prepare(d.q.Raw[pieces[i].Start:pieces[i].End], d.q.Reading)
		lo, hi := int(d.su[d.sw[f.lo].lo].Start), int(d.su[d.sw[f.hi-1].hi-1].End)
		su := m.su
		m.su = nil // d.su is still needed
		x, ok := m.within(&q, d.t, lo, min(hi+4, len(d.t.Source)), q.Runes(), q.Runes(), true)
		m.su = su
		if !ok {
			return Match{}, false
		}
		runes += q.Runes()
		m.append(&r, &x)
		r.Words += x.Words
		r.Misread += x.Misread
		r.Spans = append(r.Spans, x.Spans[0])
	}
	r.Grade, r.Method, r.Similarity = GradeFuzzy, MethodFuzzy, similarity(r.Edits, runes)
	r.flag(FlagReordered, "", "")
	return r, true
}

// sentenceAt finds the words of a whole sentence as a whole sentence of the source; -1: nowhere.
func sentenceAt(qw, sw []token, ids []int) int {
next:
	for at := 0; at+len(qw) <= len(sw); at++ {
		end := at + len(qw)
		if sw[at].text != qw[0].text || at > 0 && ids[at-1] == ids[at] && !isNumber(sw[at-1].text) || end < len(sw) && ids[end] == ids[end-1] {
			continue
		}
		for k := range qw {
			if sw[at+k].text != qw[k].text {
				continue next
			}
		}
		return at
	}
	return -1
}

func isNumber(w string) bool {
	for _, r := range w {
		if !isDigit(r) {
			return false
		}
	}
	return w != ""
}
