package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a run of letters, marks and digits of s, with apostrophes between letters. A Han character is a word of its own: words of such
// scripts cannot be told apart without a dictionary. Start and end are byte offsets.
type word struct{ start, end int }

func (w word) in(s string) string { return s[w.start:w.end] }

func words(s string) []word {
	ws := make([]word, 0, len(s)/5+1)
	open := -1
	for i, c := range s {
		switch {
		case c < 0x80 && asciiWord(byte(c)), c >= 0x80 && isWordRune(c):
			if c >= 0x2e80 && unicode.Is(unicode.Han, c) {
				if open >= 0 {
					ws = append(ws, word{open, i})
					open = -1
				}
				ws = append(ws, word{i, i + utf8.RuneLen(c)})
				continue
			}
			if open < 0 {
				open = i
			}
		case open >= 0 && isApostrophe(c) && letterAt(s, i+utf8.RuneLen(c)):
			// stays inside the word
		case open >= 0:
			ws = append(ws, word{open, i})
			open = -1
		}
	}
	if open >= 0 {
		ws = append(ws, word{open, len(s)})
	}
	return ws
}

func asciiWord(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9'
}

func isWordRune(c rune) bool {
	return unicode.In(c, unicode.L, unicode.M, unicode.N) || c == '\u00ad' || c == '\u200c' || c == '\u200d'
}

func isApostrophe(c rune) bool { return c == '\'' || c == '’' }

func letterAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	c, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(c)
}

// before and after return the rune next to offset i, 0 at the ends.
func before(s string, i int) rune {
	if i <= 0 {
		return 0
	}
	c, _ := utf8.DecodeLastRuneInString(s[:i])
	return c
}

func after(s string, i int) rune {
	if i >= len(s) {
		return 0
	}
	c, _ := utf8.DecodeRuneInString(s[i:])
	return c
}

// beforeSpace and afterSpace return the next rune that is not white space, 0 at the ends.
func beforeSpace(s string, i int) rune {
	return before(s, len(strings.TrimRightFunc(s[:i], unicode.IsSpace)))
}

func afterSpace(s string, i int) rune {
	return after(strings.TrimLeftFunc(s[i:], unicode.IsSpace), 0)
}

// fold is the form in which the word lists are looked up: lower case, straight apostrophes, short s.
func fold(w string) string {
	return foldings.Replace(strings.ToLower(w))
}

var foldings = strings.NewReplacer("’", "'", "ſ", "s")

func hasDigit(s string) bool { return strings.IndexFunc(s, unicode.IsNumber) >= 0 }

func hasUpper(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return unicode.IsUpper(c) || unicode.IsTitle(c) }) >= 0
}

func hasLower(s string) bool { return strings.IndexFunc(s, unicode.IsLower) >= 0 }

// letters counts the letters of s.
func letters(s string) int {
	n := 0
	for _, c := range s {
		if unicode.IsLetter(c) {
			n++
		}
	}
	return n
}

// plain says that damage may touch the word: nothing of its meaning hangs on single letters. Numbers, negations, modal and logical
// words, quantities, hedges and whatever is capitalised (it may be a name) are out.
func plain(w string) bool {
	return !hasUpper(w) && !hasDigit(w) && !guarded(w)
}

// startsSentence says that offset i begins a sentence, a line, or a quotation.
func startsSentence(s string, i int) bool {
	t := strings.TrimRightFunc(s[:i], unicode.IsSpace)
	if strings.ContainsAny(s[len(t):i], "\r\n\f") {
		return true
	}
	return t == "" || strings.ContainsRune(`.!?:;…。！？"“„«‘'([—–-*#>|`, before(t, len(t)))
}

// edit replaces s[start:end].
type edit struct {
	start, end int
	text       string
}

// rewrite applies edits that are in order and do not overlap.
func rewrite(s string, es []edit) (string, bool) {
	if len(es) == 0 {
		return s, false
	}
	var b strings.Builder
	at := 0
	for _, e := range es {
		b.WriteString(s[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(s[at:])
	return b.String(), true
}

// thin keeps each edit with the given probability, and at least one of them.
func thin(r *rand.Rand, es []edit, share float64) []edit {
	if len(es) == 0 {
		return nil
	}
	sure := r.IntN(len(es))
	kept := es[:0:0]
	for i, e := range es {
		if i == sure || r.Float64() < share {
			kept = append(kept, e)
		}
	}
	return kept
}

// one keeps a single edit.
func one(r *rand.Rand, es []edit) []edit {
	if len(es) == 0 {
		return nil
	}
	i := r.IntN(len(es))
	return es[i : i+1]
}

func pick[T any](r *rand.Rand, xs []T) T { return xs[r.IntN(len(xs))] }

// likeCase gives the new word the capitals of the old one.
func likeCase(old, new string) string {
	switch {
	case !hasUpper(old):
		return new
	case utf8.RuneCountInString(old) > 1 && !hasLower(old):
		return strings.ToUpper(new)
	}
	c, n := utf8.DecodeRuneInString(new)
	return string(unicode.ToUpper(c)) + new[n:]
}
