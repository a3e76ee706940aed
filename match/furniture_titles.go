package match

import (
	"bytes"
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
	if len(s) > 40 {
		return false
	}
	digits, roman := 0, 0
	for _, f := range strings.FieldsFunc(strings.ToLower(string(s)), func(r rune) bool {
		return r == ' ' || r == '\t' || r == 0xA0 || strings.ContainsRune("-–—[]()|/.·•~*_", r)
	}) {
		switch {
		case allDigits(f) && len(f) <= 12:
			digits++
		case pageWords()[f] == "page":
		case len(f) <= 7 && strings.Trim(f, "ivxlc") == "":
			roman++
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
	return digits > 0 && digits <= 2 || digits == 0 && roman == 1
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
	fields := strings.Fields(string(s))
	capital, small, letters := 0, 0, false
	for k, w := range fields {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(w, unicode.IsPunct))
		switch {
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			capital++
			letters = true
		case unicode.IsLower(r):
			if len(letterRun(w)) > 0 && k > 0 && (pageWords()[letterRun(w)] == "page" && k+1 < len(fields)) {
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
	end := func(w string) bool {
		w = strings.Trim(w, "|-–—[]().·•")
		return allDigits(w) && len(w) <= 4 || w != "" && len(w) <= 6 && strings.Trim(w, "ivxlc") == ""
	}
	return true, len(fields) > 1 && (end(fields[0]) || end(fields[len(fields)-1]))
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
