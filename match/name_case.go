package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// letterCase is how a word is written.
type letterCase uint8

const (
	lowerCase letterCase = iota // or a script without case
	capitalised
	allCapitals // of two letters or more
	oneCapital  // a single capital letter
)

// capital tells how a word stands in the text.
func (s *side) capital(w *word) letterCase {
	return caseOf(s.src[s.u[w.lo].Start:max(s.u[w.hi-1].End, s.u[w.lo].Start)])
}

func caseOf(b []byte) letterCase {
	if len(b) > 0 && b[0] >= 'a' && b[0] <= 'z' {
		return lowerCase
	}
	upper, lower := 0, 0
	first := false
	for i := 0; i < len(b); {
		r, n := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(b[i:])
		}
		switch {
		case r == '\'' || r == '’':
			i = len(b) // what follows is an ending
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			first = first || upper+lower == 0
			upper++
		case unicode.IsLower(r):
			lower++
		}
		i += n
	}
	switch {
	case !first:
		return lowerCase
	case lower > 0:
		return capitalised
	case upper == 1:
		return oneCapital
	}
	return allCapitals
}

// surroundingReach is how many bytes beside a word are looked at for how the words there are written.
const surroundingReach = 200

// startsSentence tells whether a word stands where any word is capitalised: at the start of the text, after the end of a sentence, after an
// opening mark, and at the start of a line among lines that all start with a capital.
func (s *side) startsSentence(w *word) bool { return s.sentenceStart(int(s.u[w.lo].Start)) }

func (s *side) sentenceStart(at int) bool {
	lines := 0
	for at > 0 {
		r, n := utf8.DecodeLastRune(s.src[:at])
		switch {
		case r == '\n':
			lines++
		case unicode.IsSpace(r) || unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Ps, r) || r == '"' || r == '\'' || r == '’' || r == '*' || r == '_':
		case r == '.':
			return !s.abbreviated(at - n)
		case r == '/' && unicode.IsLetter(runeBefore(s.src, at-n)):
			n = at - wordBefore(s.src, at-n) // A/B: as the word before
		case r == '!' || r == '?' || r == ':' || r == ';' || r == '/' || r == '•' || r == '…' || r == '。' || r == '>' || r == '|':
			return true
		case lines > 1:
			return true
		case lines == 1:
			return verse(s.src, at)
		default:
			return false
		}
		at -= n
	}
	return true
}

// abbreviated tells whether the point at a place ends a title or an initial rather than a sentence.
func (s *side) abbreviated(at int) bool {
	lo := at
	for lo > 0 && s.src[lo-1] < utf8.RuneSelf && unicode.IsLetter(rune(s.src[lo-1])) {
		lo--
	}
	w := bytes.ToLower(s.src[lo:at])
	return len(w) == 1 || len(w) > 0 && len(w) < 8 && (words().titles[string(w)] || knownAbbreviation.has(string(w)))
}

// verse tells whether the line that ends after a place and the one before it both start with a capital.
func verse(src []byte, end int) bool {
	for n := 0; n < 2; n++ {
		start := bytes.LastIndexByte(src[max(0, end-400):end], '\n')
		if start < 0 {
			start = -1
			if end > 400 {
				return false
			}
		} else {
			start += max(0, end-400)
		}
		line := bytes.TrimLeft(src[start+1:end], " \t\"'“‘(")
		r, _ := utf8.DecodeRune(line)
		if !unicode.IsUpper(r) {
			return false
		}
		if start < 0 {
			return true
		}
		end = start
	}
	return true
}

// letterAt tells whether b, which is not empty, starts with a letter, and how long its first character is.
func letterAt(b []byte) (n int, letter bool) {
	if c := b[0]; c < utf8.RuneSelf {
		return 1, c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	r, n := utf8.DecodeRune(b)
	return n, unicode.IsLetter(r)
}

// caseless tells whether capitals say nothing around a word: hardly a longer word there is written small.
func (s *side) caseless(w *word) bool {
	from, to := int(s.u[w.lo].Start), int(s.u[w.hi-1].End)
	lower, upper := 0, 0
	count := func(b []byte) {
		for i := 0; i < len(b); {
			n, letter := letterAt(b[i:])
			if !letter {
				i += n
				continue
			}
			lo := i
			for letter {
				if i += n; i == len(b) {
					break
				}
				n, letter = letterAt(b[i:])
			}
			if i-lo < 3 {
				continue
			}
			if caseOf(b[lo:i]) == lowerCase {
				lower++
			} else {
				upper++
			}
		}
	}
	count(s.src[runeStart(s.src, max(0, from-surroundingReach)):from])
	count(s.src[to:runeStart(s.src, min(len(s.src), to+surroundingReach))])
	return upper >= 3 && lower*8 < upper
}
