package perturb

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

func markupModes() []Mode {
	return []Mode{
		{Name: "entities", Kind: Form, Doc: "characters as HTML entities", Apply: entities},
		{Name: "emphasis", Kind: Form, Doc: "a word in Markdown emphasis", Apply: emphasis},
		{Name: "tags", Kind: Form, Doc: "a word in HTML tags", Apply: tags},
		{Name: "block_quote", Kind: Form, Doc: "each line behind a Markdown block-quote mark", Apply: blockQuote},
		{Name: "page_mark", Kind: Form, Doc: "a page mark or form feed between two words", Apply: pageMark},
	}
}

var entityNames = map[rune]string{'&': "&amp;", '"': "&quot;", '\'': "&#39;", '’': "&rsquo;", '‘': "&lsquo;", '“': "&ldquo;", '”': "&rdquo;", '–': "&ndash;", '—': "&mdash;",
	'é': "&eacute;", 'è': "&egrave;", 'ä': "&auml;", 'ö': "&ouml;", 'ü': "&uuml;", 'ß': "&szlig;", 'ñ': "&ntilde;", 'ç': "&ccedil;", '§': "&sect;", '£': "&pound;", '€': "&euro;", '\u00a0': "&nbsp;", '…': "&hellip;"}

func entities(r *rand.Rand, s string) (string, bool) {
	if strings.ContainsRune(s, '&') && strings.ContainsRune(s, ';') {
		return s, false // it may hold entities already, and they are decoded once
	}
	var es []edit
	for i, c := range s {
		name := entityNames[c]
		switch {
		case name == "" && c >= 0xc0 && unicode.IsLetter(c):
			name = fmt.Sprintf(pick(r, []string{"&#%d;", "&#x%X;"}), c)
		case name == "":
			continue
		}
		es = append(es, edit{i, i + utf8.RuneLen(c), name})
	}
	return rewrite(s, thin(r, es, 0.7))
}

// aroundWord puts marks around one word of at least three letters that stands between spaces.
func aroundWord(r *rand.Rand, s string, pairs [][2]string) (string, bool) {
	var at []word
	for _, w := range words(s) {
		if letters(w.in(s)) >= 3 && before(s, w.start) == ' ' && after(s, w.end) == ' ' {
			at = append(at, w)
		}
	}
	if len(at) == 0 {
		return s, false
	}
	w, p := pick(r, at), pick(r, pairs)
	return s[:w.start] + p[0] + w.in(s) + p[1] + s[w.end:], true
}

func emphasis(r *rand.Rand, s string) (string, bool) {
	if strings.ContainsAny(s, "*_") {
		return s, false
	}
	return aroundWord(r, s, [][2]string{{"*", "*"}, {"**", "**"}, {"_", "_"}})
}

func tags(r *rand.Rand, s string) (string, bool) {
	if strings.ContainsAny(s, "<>") {
		return s, false
	}
	return aroundWord(r, s, [][2]string{{"<i>", "</i>"}, {"<b>", "</b>"}, {"<em>", "</em>"}, {`<span class="x">`, "</span>"}})
}

func blockQuote(_ *rand.Rand, s string) (string, bool) {
	if !unicode.IsLetter(after(s, 0)) || strings.ContainsAny(s, "\r<>") || strings.Contains(s, "-\n") {
		return s, false
	}
	return "> " + strings.ReplaceAll(s, "\n", "\n> "), true
}

func pageMark(r *rand.Rand, s string) (string, bool) {
	ws := words(s)
	var es []edit
	for i := 1; i < len(ws); i++ {
		if a, b := ws[i-1], ws[i]; s[a.end:b.start] == " " && !hasUpper(a.in(s)) && !hasUpper(b.in(s)) && !hasDigit(a.in(s)) && !hasDigit(b.in(s)) {
			es = append(es, edit{a.end, b.start, pick(r, []string{"\n[[PAGE_BREAK]]\n", " [[PAGE_BREAK]] ", "\f", "\n\f"})})
		}
	}
	return rewrite(s, one(r, es))
}
