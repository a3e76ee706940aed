package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

func spaceModes() []Mode {
	return []Mode{
		{Name: "line_wraps", Kind: Form, Doc: "spaces turned into line breaks, as in a narrow column", Apply: lineWraps},
		{Name: "double_spaces", Kind: Form, Doc: "some spaces doubled, or tabs", Apply: doubleSpaces},
		{Name: "odd_spaces", Kind: Form, Doc: "some spaces as no-break, thin, or other Unicode spaces", Apply: oddSpaces},
		{Name: "unwrapped", Kind: Form, Doc: "line breaks turned into spaces", Apply: unwrapped},
		{Name: "soft_hyphens", Kind: Form, Doc: "soft hyphens inside words", Apply: softHyphens},
		{Name: "zero_width", Kind: Form, Doc: "zero-width spaces, joiners and direction marks inside and beside words", Apply: zeroWidth},
		{Name: "hyphenation", Kind: Form, Doc: "long words broken over a line end with a hyphen", Apply: hyphenation},
		{Name: "words_joined", Kind: Form, Doc: "the space between two words lost", Apply: wordsJoined},
		{Name: "word_split", Kind: Form, Doc: "a space inside a long word", Apply: wordSplit},
	}
}

// gaps returns the runs of white space of s as edits without text, the ones that mean something left out: those between numbers, and at
// hyphens, where a break would make or unmake a hyphenation.
func gaps(s string) []edit {
	var es []edit
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsSpace(c) {
			i += n
			continue
		}
		j := i
		for j < len(s) && unicode.IsSpace(after(s, j)) {
			j += utf8.RuneLen(after(s, j))
		}
		p, q := before(s, i), after(s, j)
		if p != 0 && q != 0 && !(unicode.IsNumber(p) && unicode.IsNumber(q)) && !isDash(p) && p != '\u00ad' {
			es = append(es, edit{i, j, ""})
		}
		i = j
	}
	return es
}

// lineWraps breaks no line where the rest would look like a heading, a list item, a table or a page number.
func lineWraps(r *rand.Rand, s string) (string, bool) {
	width := 30 + r.IntN(50)
	var es []edit
	last := 0
	for _, g := range gaps(s) {
		if s[g.start:g.end] != " " || !unicode.IsLetter(after(s, g.end)) || !unicode.IsLetter(beforeSpace(s, g.start)) && !strings.ContainsRune(",;", before(s, g.start)) {
			continue
		}
		if g.start-last >= width {
			es = append(es, edit{g.start, g.end, "\n"})
			last = g.start
		}
	}
	return rewrite(s, es)
}

func respaced(r *rand.Rand, s string, share float64, with []string) (string, bool) {
	var es []edit
	for _, g := range gaps(s) {
		if s[g.start:g.end] == " " {
			g.text = pick(r, with)
			es = append(es, g)
		}
	}
	return rewrite(s, thin(r, es, share))
}

func doubleSpaces(r *rand.Rand, s string) (string, bool) {
	return respaced(r, s, 0.2, []string{"  ", "  ", "   ", "\t"})
}

func oddSpaces(r *rand.Rand, s string) (string, bool) {
	return respaced(r, s, 0.2, []string{"\u00a0", "\u00a0", "\u2009", "\u202f", "\u2003", "\u3000"})
}

func unwrapped(_ *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, g := range gaps(s) {
		// Before anything but a letter the break may be what makes it a heading, an item or a cell.
		p, q := before(s, g.start), after(s, g.end)
		switch {
		case !strings.ContainsAny(s[g.start:g.end], "\r\n") || !unicode.IsLetter(q):
		case unspaced(p) && unspaced(q):
			es = append(es, g) // such scripts have no space to put there
		case !unspaced(q):
			es = append(es, edit{g.start, g.end, " "})
		}
	}
	return rewrite(s, es)
}

// inside returns the places between two letters of a word at least margin letters from its ends, words without digits only.
func inside(s string, w word, margin int) []int {
	t := w.in(s)
	if hasDigit(t) || strings.ContainsAny(t, "'’\u00ad\u200b") {
		return nil
	}
	var at []int
	n := utf8.RuneCountInString(t)
	k := 0
	for i, c := range t {
		if k >= margin && n-k >= margin && unicode.IsLetter(c) && unicode.IsLetter(before(t, i)) && !unspaced(c) {
			at = append(at, w.start+i)
		}
		k++
	}
	return at
}

func insertInside(r *rand.Rand, s string, margin int, share float64, with []string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		if at := inside(s, w, margin); len(at) > 0 {
			i := pick(r, at)
			es = append(es, edit{i, i, pick(r, with)})
		}
	}
	return rewrite(s, thin(r, es, share))
}

func softHyphens(r *rand.Rand, s string) (string, bool) {
	return insertInside(r, s, 2, 0.3, []string{"\u00ad"})
}

func zeroWidth(r *rand.Rand, s string) (string, bool) {
	return insertInside(r, s, 1, 0.2, []string{"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u200e"})
}

// hyphenation breaks one word, sometimes two, as lines of a column would.
func hyphenation(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		t := w.in(s)
		if utf8.RuneCountInString(t) < 7 || hasUpper(t) || isDash(before(s, w.start)) || isDash(after(s, w.end)) {
			continue
		}
		if at := inside(s, w, 3); len(at) > 0 {
			i := pick(r, at)
			es = append(es, edit{i, i, pick(r, []string{"-\n", "-\n", "-\n", "‐\n", "-\r\n"})})
		}
	}
	return rewrite(s, thin(r, es, 0.5/float64(1+len(es))))
}

// wordsJoined and wordSplit make and unmake no word that a meaning hangs on: "now here" is not "nowhere".
func wordsJoined(r *rand.Rand, s string) (string, bool) {
	ws := words(s)
	var es []edit
	for i := 1; i < len(ws); i++ {
		a, b := ws[i-1], ws[i]
		if s[a.end:b.start] == " " && plain(a.in(s)) && plain(b.in(s)) && !guarded(a.in(s)+b.in(s)) {
			es = append(es, edit{a.end, b.start, ""})
		}
	}
	return rewrite(s, one(r, es))
}

func wordSplit(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		if !plain(w.in(s)) || utf8.RuneCountInString(w.in(s)) < 6 {
			continue
		}
		for _, i := range inside(s, w, 3) {
			if !guarded(s[w.start:i]) && !guarded(s[i:w.end]) && negatedPrefix(s[w.start:w.end]) != utf8.RuneCountInString(s[w.start:i])+1 {
				es = append(es, edit{i, i, " "})
			}
		}
	}
	return rewrite(s, one(r, es))
}
