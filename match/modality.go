package match

import "strings"

// modal is a word or phrase of a side that says how far a statement holds: may, all, and, before.
type modal struct {
	lo, hi int // units
	text   string
	senses []sense
}

// modals lists the modal words of a side.
func modals(list []modal, s *side) []modal {
	lex := words()
	for i := 0; i < len(s.words); i++ {
		w := &s.words[i]
		if i > 0 {
			for k := s.words[i-1].hi; k < w.lo; k++ {
				if s.u[k].R == '&' {
					list = append(list, modal{k, k + 1, "&", lex.modal["&"]})
				}
			}
		}
		if spaceless(s.u[w.lo].R) {
			list = modalRuns(list, lex, s, *w)
			continue
		}
		if n, text := phrase(lex, s, i); n > 0 {
			list = append(list, modal{w.lo, s.words[i+n-1].hi, text, lex.modal[text]})
			i += n - 1
			continue
		}
		if senses := lex.senses(w.text, w.known); senses != nil && !properMay(s, w) {
			list = append(list, modal{w.lo, w.hi, w.text, senses})
		}
	}
	return list
}

// phrase returns the number of words, and the text, of the longest modal phrase that starts with word i; 0 where none does.
func phrase(lex *lexicon, s *side, i int) (int, string) {
	if i+1 < len(s.words) && s.words[i+1].lo == s.words[i].hi+1 && s.u[s.words[i].hi].R == '/' {
		if both := s.words[i].text + "/" + s.words[i+1].text; lex.modal[both] != nil {
			return 2, both
		}
	}
	most := 0
	if x := s.words[i].known; x != nil {
		most = x.phrases
	}
	for n := most; n > 1; n-- {
		if i+n > len(s.words) {
			continue
		}
		if text := s.phraseText(i, n); lex.modal[text] != nil {
			return n, text
		}
	}
	return 0, ""
}

// phraseText is the text of n words from word i on with blanks between them, empty where more than a blank or hyphen stands there.
func (s *side) phraseText(i, n int) string {
	asIs := true // as it stands in the script
	for k := i; k < i+n; k++ {
		w := &s.words[k]
		asIs = asIs && w.text == s.text(s.at+w.lo, s.at+w.hi)
		if k == i {
			continue
		}
		r := s.u[s.words[k-1].hi].R
		if w.lo != s.words[k-1].hi+1 || r != ' ' && r != '-' {
			return ""
		}
		asIs = asIs && r == ' '
	}
	if asIs {
		return s.text(s.at+s.words[i].lo, s.at+s.words[i+n-1].hi)
	}
	text := s.words[i].text
	for k := i + 1; k < i+n; k++ {
		text += " " + s.words[k].text
	}
	return text
}

// senses returns the readings of a word that was looked up, contractions (can't, I'll) read as what they are short for.
func (l *lexicon) senses(w string, x *listedWord) []sense {
	switch {
	case x != nil && x.modal != nil:
		return x.modal
	case strings.IndexByte(w, '\'') < 0:
		return nil
	}
	base, ok := strings.CutSuffix(w, "n't")
	if !ok {
		if at := strings.LastIndexByte(w, '\''); at > 0 {
			return l.modal[w[at:]]
		}
		return nil
	}
	switch base {
	case "ca":
		base = "can"
	case "wo":
		base = "will"
	case "sha":
		base = "shall"
	}
	return l.modal[base]
}

// properMay tells whether a word is the month May or the name Will: capitalised inside a sentence.
func properMay(s *side, w *word) bool {
	return (w.text == "may" || w.text == "will") && s.capital(w) == capitalised && !s.startsSentence(w)
}

func modalRuns(list []modal, lex *lexicon, s *side, w word) []modal {
next:
	for i := w.lo; i < w.hi; {
		for _, c := range lex.runs[s.u[i].R] {
			k := 0
			for k < len(c.text) && i+k < w.hi && s.u[i+k].R == c.text[k] {
				k++
			}
			if k == len(c.text) {
				list = append(list, modal{i, i + k, string(c.text), c.senses})
				i += k
				continue next
			}
		}
		i++
	}
	return list
}

// means tells whether two modal words may stand for one another.
func (a *modal) means(b *modal) bool {
	if a.text == b.text {
		return true
	}
	return sameSense(a.senses, b.senses)
}

func sameSense(a, b []sense) bool {
	for i := range a {
		for k := range b {
			if a[i].class == b[k].class && a[i].n == b[k].n {
				return true
			}
		}
	}
	return false
}

// against returns the reading of a in whose class b says something else, of those that the text's language has.
func against(a, b []sense, known langs) (sense, bool) {
	for i := range a {
		for k := range b {
			if a[i].class == b[k].class && a[i].n != b[k].n && a[i].in.speaks(known) {
				return a[i], true
			}
		}
	}
	return sense{}, false
}

// alone tells whether a word counts where it is added or dropped.
func alone(a []sense, known langs) bool {
	for i := range a {
		if a[i].alone && a[i].in.speaks(known) {
			return true
		}
	}
	return false
}

// modality notes the modal words that only one side of a region has.
func (c *meaning) modality(q, s *side) {
	c.modals[0], c.modals[1] = modals(c.modals[0][:0], q), modals(c.modals[1][:0], s)
	a, b := c.modals[0], c.modals[1]
	differ(len(a), len(b), func(i, j int) bool { return a[i].means(&b[j]) }, func(a0, a1, b0, b1 int) {
		c.groups++
		for i := a0; i < a1; i++ {
			c.mod.q = append(c.mod.q, c.loneModal(q, s, a, i))
		}
		for j := b0; j < b1; j++ {
			c.mod.s = append(c.mod.s, c.loneModal(s, q, b, j))
		}
	})
}

// loneModal is a modal word that other, the other side, does not have. One that negates as well is left to negation_changed.
func (c *meaning) loneModal(s, other *side, list []modal, i int) lone {
	x := &list[i]
	l := c.lone(s, x.lo, x.hi, x.text)
	l.senses = x.senses
	_, l.off = words().negation[x.text]
	// said twice, or left out by the alignment at an end
	l.off = l.off || l.next == x.text || l.prev == x.text || cutOff(s, other, x.lo, x.hi, x.text)
	for k := max(0, i-8); k < min(len(list), i+9) && !l.rival; k++ {
		_, l.rival = against(x.senses, list[k].senses, 0)
	}
	return l
}

// settleModality raises modality_changed, and name_changed for parties, where a word stands in the place of one that says something else,
// and where a word that counts by itself came, went or moved away from what it governs.
func (c *meaning) settleModality() {
	l := &c.mod
	if len(l.q) == 0 && len(l.s) == 0 {
		return
	}
	l.cancel(func(a, b *lone) bool { return a.form == b.form || sameSense(a.senses, b.senses) })
	for i := range l.q {
		x := &l.q[i]
		for k := l.from(x.group); k < len(l.s) && l.s[k].group == x.group && !x.off; k++ {
			y := &l.s[k]
			if y.off {
				continue
			}
			if prefixed(x.form, y.form) || prefixed(y.form, x.form) {
				x.off, y.off = true, true // a change of negation
				break
			}
			if r, ok := against(x.senses, y.senses, c.language()); ok {
				x.off, y.off = true, true
				c.r.flag(flagOf(r), x.words, y.words)
			}
		}
	}
	for i := range l.q {
		x := &l.q[i]
		for k := range l.s {
			// it changed places with another word of its class
			if y := &l.s[k]; !x.off && !y.off && x.region == y.region && x.rival && y.rival && !x.senses[0].party && sameSense(x.senses, y.senses) {
				x.off, y.off = true, true
				c.r.flag(flagOf(x.senses[0]), strings.TrimSpace(x.words+" "+x.next), strings.TrimSpace(y.words+" "+y.next))
			}
		}
	}
	for i := range l.q {
		if x := &l.q[i]; !x.off && alone(x.senses, c.language()) {
			c.r.flag(flagOf(x.senses[0]), x.words, "")
		}
	}
	for i := range l.s {
		if y := &l.s[i]; !y.off && alone(y.senses, c.language()) {
			c.r.flag(flagOf(y.senses[0]), "", y.words)
		}
	}
}

func flagOf(s sense) Flag {
	if s.party {
		return FlagNameChanged
	}
	return FlagModalityChanged
}
