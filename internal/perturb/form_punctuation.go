package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

func punctuationModes() []Mode {
	return []Mode{
		{Name: "punctuation_dropped", Kind: Form, Doc: "commas, colons, semicolons, quotation marks, plain parentheses and the last full stop dropped", Apply: punctuationDropped},
		{Name: "punctuation_added", Kind: Form, Doc: "commas added between words", Apply: punctuationAdded},
		{Name: "enclosing_quotes", Kind: Form, Doc: "one pair of quotation marks around the whole", Apply: enclosingQuotes},
	}
}

// punctuationDropped keeps every mark that carries meaning: whatever stands at a digit or a negation, apostrophes, dashes, and sentence
// ends inside the passage.
func punctuationDropped(r *rand.Rand, s string) (string, bool) {
	var es []edit
	end := len(strings.TrimRightFunc(s, unicode.IsSpace))
	for i, c := range s {
		j := i + utf8.RuneLen(c)
		p, q := beforeSpace(s, i), afterSpace(s, j)
		if unicode.IsNumber(p) || unicode.IsNumber(q) {
			continue
		}
		switch c {
		case ',', ':', ';', '،', '؛', '、', '，':
			spaced := unicode.IsSpace(after(s, j)) || unspaced(q)
			if spaced && !inEntity(s, i) && !negatedBeside(s, i) {
				es = append(es, edit{i, j, ""})
			}
		case '"', '“', '”', '«', '»', '„':
			es = append(es, edit{i, j, ""})
		case '(':
			if k := strings.IndexByte(s[i:], ')'); k > 0 && unicode.IsSpace(before(s, i)) && harmless(s[i+1:i+k]) {
				es = append(es, edit{i, j, ""}, edit{i + k, i + k + 1, ""})
			}
		case '.':
			if j == end && unicode.IsLetter(p) {
				es = append(es, edit{i, j, ""})
			}
		}
	}
	es = ordered(es)
	kept := thin(r, es, 0.7)
	return rewrite(s, kept)
}

// ordered sorts edits by place (they come nearly sorted) and drops those that overlap.
func ordered(es []edit) []edit {
	for i := 1; i < len(es); i++ {
		for j := i; j > 0 && es[j].start < es[j-1].start; j-- {
			es[j], es[j-1] = es[j-1], es[j]
		}
	}
	out := es[:0]
	for _, e := range es {
		if len(out) == 0 || e.start >= out[len(out)-1].end && e.start > out[len(out)-1].start {
			out = append(out, e)
		}
	}
	return out
}

// harmless says that a parenthesis may lose its marks: a few words, nothing counted or denied in them.
func harmless(t string) bool {
	if letters(t) < 5 || hasDigit(t) || strings.ContainsAny(t, "()[]{}/+*=<>.") {
		return false
	}
	for _, w := range words(t) {
		if guarded(w.in(t)) {
			return false
		}
	}
	return true
}

func inEntity(s string, i int) bool {
	k := strings.LastIndexByte(s[:i], '&')
	return s[i] == ';' && k >= 0 && i-k < 10 && !strings.ContainsAny(s[k:i], " \t\n")
}

// negatedBeside says that the word before or after offset i is one that a comma helps to read: "No, he did".
func negatedBeside(s string, i int) bool {
	from := max(0, i-24)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	ws := words(s[from:i])
	if len(ws) > 0 && refusals[fold(ws[len(ws)-1].in(s[from:]))] {
		return true
	}
	t, _, _ := strings.Cut(strings.TrimLeft(s[i:], ",;: \n"), " ")
	return refusals[fold(strings.TrimRight(t, ",;.:"))]
}

var refusals = setOf("no not never nor none nay nein nicht nie kein non ne pas jamais no nunca não nie nee niet нет не لا 不 没 否")

func punctuationAdded(r *rand.Rand, s string) (string, bool) {
	ws := words(s)
	var es []edit
	for i := 1; i < len(ws); i++ {
		a, b := ws[i-1], ws[i]
		if s[a.end:b.start] == " " && plain(a.in(s)) && plain(b.in(s)) {
			es = append(es, edit{a.end, a.end, pick(r, []string{",", ",", ";"})})
		}
	}
	return rewrite(s, thin(r, es, 0.06))
}

func enclosingQuotes(r *rand.Rand, s string) (string, bool) {
	if strings.ContainsAny(s, "\"“”„«»") || s != strings.TrimSpace(s) {
		return s, false
	}
	pair := pick(r, [][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"„", "“"}})
	return pair[0] + s + pair[1], true
}
