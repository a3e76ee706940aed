package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func glyphModes() []Mode {
	return []Mode{
		{Name: "case", Kind: Form, Doc: "upper, lower or title case, or the first letter's case changed", Apply: changeCase},
		{Name: "quote_glyphs", Kind: Form, Doc: "straight quotation marks and apostrophes for curly ones, or the other way round", Apply: quoteGlyphs},
		{Name: "dash_glyphs", Kind: Form, Doc: "hyphens and dashes changed into one another", Apply: dashGlyphs},
		{Name: "ligatures", Kind: Form, Doc: "fi, fl, ff, ffi, ffl as one glyph, or taken apart", Apply: ligatures},
		{Name: "composition", Kind: Form, Doc: "canonical decomposition (NFD), or composition of decomposed text", Apply: composition},
		{Name: "full_width", Kind: Form, Doc: "ASCII letters and digits of some words in full width", Apply: fullWidth},
		{Name: "ellipsis_glyph", Kind: Form, Doc: "three dots for the ellipsis character, or the other way round", Apply: ellipsisGlyph},
		{Name: "plain_typography", Kind: Form, Doc: "all typography retyped in plain characters, accents kept", Apply: plainTypography},
		{Name: "look_alikes", Kind: Form, Doc: "letters inside words replaced by look-alikes of another script", Apply: lookAlikes},
		{Name: "long_s", Kind: Form, Doc: "s inside words as long s", Apply: longS},
		{Name: "tatweel", Kind: Form, Doc: "Arabic words stretched with tatweel", Apply: tatweel},
	}
}

// changeCase keeps to Turkish rules where the passage shows that it is Turkish: i and ı are two letters there.
func changeCase(r *rand.Rand, s string) (string, bool) {
	upper, lower, title := strings.ToUpper, strings.ToLower, unicode.ToTitle
	if strings.ContainsAny(s, "ıİğĞ") {
		upper = func(s string) string { return strings.ToUpperSpecial(unicode.TurkishCase, s) }
		lower = func(s string) string { return strings.ToLowerSpecial(unicode.TurkishCase, s) }
		title = unicode.TurkishCase.ToTitle
	}
	first := r.IntN(4)
	for i := range 4 {
		var t string
		switch (first + i) % 4 {
		case 0:
			t = upper(s)
		case 1:
			t = lower(s)
		case 2:
			t = titled(s, title)
		case 3:
			c, n := utf8.DecodeRuneInString(s)
			if unicode.IsUpper(c) {
				t = lower(s[:n]) + s[n:]
			} else {
				t = upper(s[:n]) + s[n:]
			}
		}
		if t != s {
			return t, true
		}
	}
	return s, false
}

// titled leaves words after a number and after a slash as they are: Mg is not mg.
func titled(s string, title func(rune) rune) string {
	var b strings.Builder
	in := false
	var last rune // before the word, white space aside
	for _, c := range s {
		isWord := isWordRune(c) || in && isApostrophe(c)
		if isWord && !in && !unicode.IsDigit(last) && last != '/' {
			c = title(c)
		}
		if in = isWord; !unicode.IsSpace(c) {
			last = c
		}
		b.WriteRune(c)
	}
	return b.String()
}

// quoteGlyphs leaves marks after digits alone: they are feet, inches, minutes.
func quoteGlyphs(r *rand.Rand, s string) (string, bool) {
	straight := strings.ContainsAny(s, `'"`)
	if straight && strings.ContainsAny(s, "‘’“”") {
		straight = r.IntN(2) == 0
	}
	var es []edit
	for i, c := range s {
		if unicode.IsDigit(before(s, i)) {
			continue
		}
		opening := i == 0 || unicode.IsSpace(before(s, i)) || strings.ContainsRune("([{—–", before(s, i))
		t := ""
		switch {
		case straight && c == '"' && opening:
			t = "“"
		case straight && c == '"':
			t = "”"
		case straight && c == '\'' && opening:
			t = "‘"
		case straight && c == '\'':
			t = "’"
		case !straight && (c == '“' || c == '”' || c == '„' || c == '«' || c == '»'):
			t = `"`
		case !straight && (c == '‘' || c == '’' || c == '‚'):
			t = "'"
		}
		if t != "" {
			es = append(es, edit{i, i + utf8.RuneLen(c), t})
		}
	}
	return rewrite(s, es)
}

// dashGlyphs leaves signs, list marks, rules and line-end hyphens alone.
func dashGlyphs(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		j := i + n
		if !isDash(c) {
			i = j
			continue
		}
		for j < len(s) && isDash(after(s, j)) {
			j += utf8.RuneLen(after(s, j))
		}
		run, p, q := s[i:j], before(s, i), after(s, j)
		var to []string
		switch {
		case p == 0 || q == 0 || strings.ContainsRune("\r\n\f", p) || strings.ContainsRune("\r\n\f", q):
		case unicode.IsDigit(p) && unicode.IsDigit(q) && (run == "-" || run == "–"):
			to = []string{"-", "–"}
		case unicode.IsDigit(afterSpace(s, j)):
		case unicode.IsLetter(p) && unicode.IsLetter(q) && (run == "-" || run == "‐" || run == "‑"):
			to = []string{"-", "‐", "‑", "–"}
		case unicode.IsLetter(p) && unicode.IsLetter(q), p == ' ' && q == ' ' && !strings.ContainsRune("\r\n", beforeSpace(s, i)):
			to = []string{"–", "—", "--"}
			if p == ' ' {
				to = append(to, "-")
			}
		}
		if len(run) <= 3 && len(to) > 0 && run != "---" {
			if t := pick(r, to); t != run {
				es = append(es, edit{i, j, t})
			}
		}
		i = j
	}
	return rewrite(s, es)
}

func isDash(c rune) bool { return c == '-' || c >= '‐' && c <= '—' }

var ligatureForms = []string{"ffi", "ﬃ", "ffl", "ﬄ", "fi", "ﬁ", "fl", "ﬂ", "ff", "ﬀ"}

func ligatures(_ *rand.Rand, s string) (string, bool) {
	if strings.ContainsAny(s, "ﬃﬄﬁﬂﬀ") {
		var back []string
		for i := 0; i < len(ligatureForms); i += 2 {
			back = append(back, ligatureForms[i+1], ligatureForms[i])
		}
		return strings.NewReplacer(back...).Replace(s), true
	}
	t := strings.NewReplacer(ligatureForms...).Replace(s)
	return t, t != s
}

func composition(_ *rand.Rand, s string) (string, bool) {
	if t := norm.NFD.String(s); t != s {
		return t, true
	}
	t := norm.NFC.String(s)
	return t, t != s
}

func fullWidth(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		t := strings.Map(func(c rune) rune {
			if c < 0x80 && asciiWord(byte(c)) {
				return c + 0xfee0
			}
			return c
		}, w.in(s))
		// A word beside a superscript is left: compatibility forms next to it decide what the number is.
		if t != w.in(s) && !unicode.In(after(s, w.end), unicode.No) {
			es = append(es, edit{w.start, w.end, t})
		}
	}
	return rewrite(s, thin(r, es, 0.3))
}

func ellipsisGlyph(_ *rand.Rand, s string) (string, bool) {
	if strings.Contains(s, "…") {
		return strings.ReplaceAll(s, "…", "..."), true
	}
	var es []edit
	for i := 0; i+3 <= len(s); i++ {
		if s[i:i+3] == "..." {
			j := i
			for j < len(s) && s[j] == '.' {
				j++
			}
			if j == i+3 {
				es = append(es, edit{i, j, "…"})
			}
			i = j
		}
	}
	return rewrite(s, es)
}

var typewriter = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "—", "--", "‐", "-", "‑", "-", "…", "...",
	"ﬃ", "ffi", "ﬄ", "ffl", "ﬁ", "fi", "ﬂ", "fl", "ﬀ", "ff", "\u00a0", " ", "\u2009", " ", "\u202f", " ", "\u00ad", "", "\u200b", "")

func plainTypography(_ *rand.Rand, s string) (string, bool) {
	t := typewriter.Replace(s)
	return t, t != s
}

var twins = map[rune]rune{'a': 'а', 'c': 'с', 'e': 'е', 'o': 'о', 'p': 'р', 'x': 'х', 'y': 'у', 'i': 'і', 'A': 'А', 'B': 'В', 'E': 'Е', 'H': 'Н', 'K': 'К', 'M': 'М', 'O': 'О', 'T': 'Т'}

// lookAlikes leaves a letter of its own script in every word, without which nothing tells a disguised word from a foreign one.
func lookAlikes(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, w := range words(s) {
		t := w.in(s)
		if len(t) < 4 || hasDigit(t) || strings.IndexFunc(t, func(c rune) bool { return c > 0x7f || twins[c] == 0 && unicode.IsLetter(c) }) < 0 || strings.IndexFunc(t, func(c rune) bool { return c > 0x24f }) >= 0 {
			continue
		}
		for i, c := range t {
			if twins[c] != 0 {
				es = append(es, edit{w.start + i, w.start + i + 1, string(twins[c])})
			}
		}
	}
	return rewrite(s, thin(r, es, 0.15))
}

func longS(_ *rand.Rand, s string) (string, bool) {
	var es []edit
	for i := 0; i+1 < len(s); i++ {
		if s[i] == 's' && s[i+1] >= 'a' && s[i+1] <= 'z' {
			es = append(es, edit{i, i + 1, "ſ"})
		}
	}
	return rewrite(s, es)
}

func tatweel(r *rand.Rand, s string) (string, bool) {
	joins := func(c rune) bool { return strings.ContainsRune("بتثجحخسشصضطظعغفقكلمنهيئ", c) }
	var es []edit
	for i, c := range s {
		if joins(c) && i > 0 && joins(before(s, i)) {
			es = append(es, edit{i, i, "ـ"})
		}
	}
	return rewrite(s, thin(r, es, 0.15))
}
