package match

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// lineWords are what titles, page lines and prose are made of.
var lineWords = []string{"The", "the", "page", "Page", "p", "of", "Of", "12", "xii", "iv", "river", "River", "RIVER", "(weir", "weir)", "it's", "A", "a", "-", "—",
	"und", "Seite", "3.4", "$5", "CHAPTER", "Chapter", "mill,", "Ünder", "été", "12-14", "ABC-0012345", "p.", "pp", "i", "days", "March", "kg"}

// TestPlainLinesRapid: what is said of a line without a copy of it is what its words say.
func TestPlainLinesRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := ""
		for range rapid.IntRange(1, 6).Draw(t, "words") {
			line += rapid.SampledFrom(lineWords).Draw(t, "word") + rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "space")
		}
		s := []byte(line[:len(line)-1])
		if title, _ := plainTitle(s); title && ordinary(s) {
			t.Fatalf("%q is ordinary and a title", s)
		}
		if startsWithWord(s) && plainNumber(s) {
			t.Fatalf("%q starts with a word and is a number", s)
		}
		if got, want := measured(s), plainMeasured(s); got != want {
			t.Fatalf("%q: measured %v, want %v", s, got, want)
		}
	})
}

// The plain forms, which read the words of a line one by one.

func plainNumber(s []byte) bool {
	if len(s) > 40 {
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

func plainTitle(s []byte) (title, numbered bool) {
	if r, _ := utf8.DecodeLastRune(s); strings.ContainsRune(",;:!?。，；：", r) {
		return false, false
	}
	if binds(s) {
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

func plainMeasured(s []byte) bool {
	s = bytes.TrimLeft(s[:min(len(s), 48)], " \t\r\n")
	if len(s) > 0 && (s[0] == '%' || s[0] == '$') {
		return true
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
	lex := words()
	w := string(appendRunes(nil, u))
	_, unit := lex.units[w]
	return unit && len(w) > 1 && !lesserWords().words[w] || lex.numbers[w].kind == "month"
}
