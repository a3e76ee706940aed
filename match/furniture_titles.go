package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

func literalUnits(s []byte) []normalize.Unit {
	return normalize.AppendUnits(nil, s, 0, len(s), normalize.Options{Reading: normalize.Literal})
}

// bareNumber tells whether a line is a page number: digits or a small Roman numeral, with nothing but dashes, brackets and the word for
// page beside it.
func bareNumber(s []byte) bool {
	if len(s) > 40 || startsWithWord(s) {
		return false
	}
	digits, romans := 0, 0
	fields := strings.FieldsFunc(strings.ToLower(string(s)), func(r rune) bool {
		return r == ' ' || r == '\t' || r == 0xA0 || strings.ContainsRune("-–—[]()|/.·•~*_", r)
	})
	for _, f := range unspacedLetters(fields) {
		switch {
		case allDigits(f) && len(f) <= 12:
			digits++
		case pageWords()[f] == "page" || pageWords()[f] == "between" && digits > 0:
		case len(f) <= 7 && strings.Trim(f, "ivxlc") == "" && roman(f) > 0:
			romans++
		default:
			rest := strings.TrimLeftFunc(f, func(r rune) bool { return pageWords()[string(r)] == "page" })
			rest = strings.TrimRightFunc(rest, func(r rune) bool { return pageWords()[string(r)] == "page" })
			if rest == "" || !allDigits(rest) {
				return false
			}
			digits++
		}
	}
	if bytes.ContainsAny(s, "*.") && digits == 1 && bytes.IndexByte(s, '.') > 0 && bytes.IndexByte(s, '.') < len(s)-1 {
		return false // a decimal or a section number is none
	}
	return digits > 0 && digits <= 2 || digits == 0 && romans == 1
}

// unspacedLetters joins the letters of a word that is set with spaces between them.
func unspacedLetters(fields []string) []string {
	var out []string
	letter := false
	for _, f := range fields {
		r, n := utf8.DecodeRuneInString(f)
		one := n == len(f) && unicode.IsLetter(r)
		if one && letter {
			out[len(out)-1] += f
		} else {
			out = append(out, f)
		}
		letter = one
	}
	return out
}

func allDigits(s string) bool {
	for _, r := range s {
		if !isDigit(r) {
			return false
		}
	}
	return s != ""
}

// titleLine tells whether a line is a title rather than a part of a sentence: its first word and all but its small words are capitalised or
// are numbers, and it does not end like a clause. numbered tells whether a number that may be a page's stands at one of its ends.
func titleLine(s []byte) (title, numbered bool) {
	if r, _ := utf8.DecodeLastRune(s); strings.ContainsRune(",;:!?。，；：", r) {
		return false, false
	}
	if ordinary(s) || binds(s) {
		return false, false
	}
	fields := strings.Fields(string(s))
	if stamped(s) && len(fields) == 1 {
		return true, true
	}
	capital, small, letters := 0, 0, false
	for k, w := range fields {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(w, unicode.IsPunct))
		switch {
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			capital++
			letters = true
		case unicode.IsLower(r):
			if len(letterRun(w)) > 0 && k > 0 && (pageWords()[letterRun(w)] == "page" || pageWords()[letterRun(w)] == "between") && k+1 < len(fields) {
				continue
			}
			small++
			if k == 0 || utf8.RuneCountInString(w) > 4 {
				return false, false
			}
		case unicode.IsLetter(r):
			return false, false // capitals tell nothing in this script
		}
	}
	if !letters || small > capital {
		return false, false
	}
	return true, numberEnds(s)
}

// numberEnds tells whether a line of several words starts or ends with a number that may be a page's.
func numberEnds(s []byte) bool {
	const marks = "|-–—[]().·•"
	fields := strings.Fields(string(s))
	fields = slices.DeleteFunc(fields, func(w string) bool { return strings.Trim(w, marks) == "" })
	number := func(w string) bool {
		w = strings.Trim(w, marks)
		return allDigits(w) && len(w) <= 4 || len(w) <= 6 && strings.Trim(w, "ivxlc") == ""
	}
	return len(fields) > 1 && (number(fields[0]) || number(fields[len(fields)-1]))
}

func letterRun(w string) string { return strings.ToLower(strings.TrimFunc(w, unicode.IsPunct)) }

// allCaps tells whether a line has letters and all of them are capitals.
func allCaps(s []byte) bool {
	upper := 0
	for _, r := range string(s) {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			upper++
		}
	}
	return upper >= 2
}

// binds tells whether a line is bound to the sentence around it by its first word, or in capitals by any: Except in 1904.
func binds(s []byte) bool {
	caps := allCaps(s)
	for k, w := range strings.Fields(string(s)) {
		if k > 0 && !caps {
			break
		}
		if pageWords()[letterRun(w)] == "binds" {
			return true
		}
	}
	return false
}

// stamped tells whether a line is the number that is stamped on the pages of a file: capitals and at least four digits without a space.
func stamped(s []byte) bool {
	letters, digits := 0, 0
	for _, c := range s {
		switch {
		case c >= 'A' && c <= 'Z':
			letters++
		case c >= '0' && c <= '9':
			digits++
		case c != '-' && c != '_' && c != '.' && c != ':':
			return false
		}
	}
	return letters >= 2 && digits >= 4
}

// measured tells whether the first word of a text makes an amount or a date of the number before it: a unit or a month.
func measured(s []byte) bool {
	s = bytes.TrimLeft(s[:min(len(s), 48)], " \t\r\n")
	if len(s) > 0 && (s[0] == '%' || s[0] == '$') {
		return true
	}
	if len(s) == 0 || s[0] < utf8.RuneSelf && !asciiLetter(s[0]) {
		return false
	}
	lex := words()
	if w, ok := asciiWord(s); ok {
		_, unit := lex.units[string(w.letters())]
		return unit && w.n > 1 && !lesserWords().words[string(w.letters())] || lex.numbers[string(w.letters())].kind == "month"
	}
	n := 0
	for n < len(s) {
		r, k := utf8.DecodeRune(s[n:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		n += k
	}
	if n == 0 {
		return false
	}
	u := literalUnits(s[:n])
	w := string(appendRunes(nil, u))
	_, unit := lex.units[w]
	return unit && len(w) > 1 && !lesserWords().words[w] || lex.numbers[w].kind == "month"
}

// dateLine tells whether a line is no more than a date.
func dateLine(s []byte) bool {
	ws := split(literalUnits(s))
	for _, w := range ws {
		if words().numbers[w.text].kind == "month" {
			return len(ws) <= 3
		}
	}
	return false
}
