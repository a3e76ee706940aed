package perturb

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func characterModes() []Mode {
	edits := func(rate float64) func(*rand.Rand, string) (string, bool) {
		return func(r *rand.Rand, s string) (string, bool) { return characterEdits(r, s, rate) }
	}
	return []Mode{
		{Name: "e01", Kind: Drift, Doc: "letters replaced, inserted, deleted: 1 % of them", Apply: edits(0.01)},
		{Name: "e05", Kind: Drift, Doc: "letters replaced, inserted, deleted: 5 % of them", Apply: edits(0.05)},
		{Name: "e10", Kind: Drift, Doc: "letters replaced, inserted, deleted: 10 % of them", Apply: edits(0.10)},
		{Name: "e20", Kind: Drift, Doc: "letters replaced, inserted, deleted: 20 % of them", Apply: edits(0.20)},
		{Name: "ocr", Kind: Drift, Doc: "common OCR confusions inside words", Apply: ocr},
		{Name: "transposed", Kind: Drift, Doc: "neighbouring letters swapped, a typist's slip", Apply: transposed},
		{Name: "diacritics_stripped", Kind: Drift, Doc: "accents and other diacritics taken off the letters", Apply: diacriticsStripped},
	}
}

// cluster is a letter with the marks that follow it: damage never parts them. from and to are offsets in s; of is the word's index.
type cluster struct {
	from, to, of int
	op           byte // 0 as it is, else 's' replace, 'i' insert after, 'd' delete
}

func clusters(s string, ws []word) []cluster {
	cs := make([]cluster, 0, len(s))
	for k, w := range ws {
		t := w.in(s)
		if !plain(t) {
			continue
		}
		keep := negatedPrefix(t)
		n := 0
		for i, c := range t {
			if !unicode.IsLetter(c) {
				if len(cs) > 0 && cs[len(cs)-1].to == w.start+i && !isApostrophe(c) {
					cs[len(cs)-1].to += utf8.RuneLen(c)
				}
				continue
			}
			if n++; n > keep {
				cs = append(cs, cluster{from: w.start + i, to: w.start + i + utf8.RuneLen(c), of: k})
			}
		}
	}
	return cs
}

// characterEdits makes round(rate × letters) single edits, at least one, each at a letter of its own. The letters of names, numbers and
// guarded words count, but are not touched; where they are most of the passage, the mode does not apply. An edit that would make a guarded
// word of a plain one is left out.
func characterEdits(r *rand.Rand, s string, rate float64) (string, bool) {
	ws := words(s)
	cs := clusters(s, ws)
	n := max(1, int(rate*float64(letters(s))+0.5))
	if n*2 > len(cs) {
		return s, false
	}
	order := make([]int32, len(cs))
	for i := range order {
		order[i] = int32(i)
	}
	for i := range n {
		j := i + r.IntN(len(order)-i)
		order[i], order[j] = order[j], order[i]
		cs[order[i]].op = "sid"[r.IntN(3)]
	}
	var b strings.Builder
	at := 0
	for i := 0; i < len(cs); {
		j, touched := i, false
		for j < len(cs) && cs[j].of == cs[i].of {
			touched = touched || cs[j].op != 0
			j++
		}
		if touched {
			w := ws[cs[i].of]
			if t := edited(r, s, w, cs[i:j], cs); plain(t) && t != "" {
				b.WriteString(s[at:w.start])
				b.WriteString(t)
				at = w.end
			}
		}
		i = j
	}
	b.WriteString(s[at:])
	return b.String(), true
}

func edited(r *rand.Rand, s string, w word, mine, all []cluster) string {
	b := make([]byte, 0, w.end-w.start+8)
	at := w.start
	for _, c := range mine {
		b = append(b, s[at:c.from]...)
		at = c.to
		old, n := utf8.DecodeRuneInString(s[c.from:])
		switch c.op {
		case 0:
			b = append(b, s[c.from:c.to]...)
		case 'i':
			b = append(b, s[c.from:c.to]...)
			b = utf8.AppendRune(b, letterLike(r, s, old, all))
		case 's':
			b = utf8.AppendRune(b, letterLike(r, s, old, all))
			b = append(b, s[c.from+n:c.to]...)
		}
	}
	return string(append(b, s[at:w.end]...))
}

// letterLike returns another letter of the alphabet that c is written in, as far as the passage shows it.
func letterLike(r *rand.Rand, s string, c rune, all []cluster) rune {
	if c < 0x80 {
		return 'a' + (c-'a'+1+rune(r.IntN(25)))%26
	}
	for range 8 {
		p := pick(r, all)
		if o, _ := utf8.DecodeRuneInString(s[p.from:]); o != c && o >= 0x80 {
			return o
		}
	}
	return 'a' + rune(r.IntN(26))
}

// confusions are pairs that scanners mistake for one another, lower case, inside words.
var confusions = [][2]string{{"rn", "m"}, {"m", "rn"}, {"l", "1"}, {"l", "i"}, {"c", "e"}, {"e", "c"}, {"h", "b"}, {"b", "h"}, {"li", "h"}, {"h", "li"}, {"cl", "d"},
	{"d", "cl"}, {"vv", "w"}, {"w", "vv"}, {"u", "n"}, {"n", "u"}, {"ii", "u"}, {"o", "0"}, {"t", "f"}, {"f", "t"}, {"g", "q"}, {"in", "m"}}

// ocr confuses about one letter in thirty, one place a word.
func ocr(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		t := w.in(s)
		if !plain(t) || len(t) < 4 {
			continue
		}
		keep := negatedPrefix(t)
		var here []edit
		for i := max(1, keep); i < len(t)-1; i++ {
			for _, c := range confusions {
				if strings.HasPrefix(t[i:], c[0]) && i+len(c[0]) < len(t) {
					if new := t[:i] + c[1] + t[i+len(c[0]):]; !guarded(new) {
						here = append(here, edit{w.start + i, w.start + i + len(c[0]), c[1]})
					}
				}
			}
		}
		if len(here) > 0 {
			es = append(es, pick(r, here))
		}
	}
	return rewrite(s, thin(r, es, 0.15))
}

func transposed(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		t := w.in(s)
		if !plain(t) || len(t) < 4 {
			continue
		}
		keep := max(1, negatedPrefix(t))
		var here []edit
		for i, c := range t {
			d, n := utf8.DecodeRuneInString(t[i+utf8.RuneLen(c):])
			j := i + utf8.RuneLen(c) + n
			if i >= keep && j <= len(t) && unicode.IsLetter(c) && unicode.IsLetter(d) && c != d && !unicode.IsMark(after(t, j)) && !guarded(t[:i]+string(d)+string(c)+t[j:]) {
				here = append(here, edit{w.start + i, w.start + j, string(d) + string(c)})
			}
		}
		if len(here) > 0 {
			es = append(es, pick(r, here))
		}
	}
	return rewrite(s, thin(r, es, 0.1))
}

// diacriticsStripped takes off the general combining marks only: vowel signs of other scripts are letters to their readers.
func diacriticsStripped(_ *rand.Rand, s string) (string, bool) {
	t := []rune(norm.NFD.String(s))
	n := len(t)
	t = slices.DeleteFunc(t, func(c rune) bool { return c >= 0x300 && c <= 0x36f })
	return norm.NFC.String(string(t)), len(t) < n
}
