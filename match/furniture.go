package match

import (
	"bytes"
	"sync"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// Furniture is what a text's own repetitions tell of its pages: the lines that stand in it several times, digits aside, as running heads
// and feet do, and the names that open several of its lines, as speakers' names do. It does not change once it is made.
type Furniture struct {
	lines map[uint64]repeated // by key of the line; those that occur at least twice
	names map[uint64]int      // by key of what stands before the first colon or point of a line

	doubled []Span // stretches in which every word stands twice
}

// repeated is how often a line occurs and whether its digits are always the same.
type repeated struct {
	count  int32
	digits uint32 // a hash of those of its first occurrence
	varies bool
}

const (
	longestHead = 120 // bytes of a line that may be furniture because it is repeated
	longestName = 40  // bytes of a speaker's name
	headRepeats = 3   // occurrences that make a line a running head
	nameRepeats = 3   // lines that make an opening a speaker's name
)

// LearnFurniture reads a text once.
func LearnFurniture(src []byte) *Furniture {
	f := &Furniture{lines: map[uint64]repeated{}, names: map[uint64]int{}}
	for rest := src; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if n := nameLength(line); n > 0 {
			f.names[keyOf(line[:n])]++
		}
		if len(line) > longestHead {
			continue
		}
		key := keyOf(line)
		if key == noLetters {
			continue
		}
		d := digitsOf(line)
		r, ok := f.lines[key]
		if !ok {
			r.digits = d
		}
		r.count++
		r.varies = r.varies || r.digits != d
		f.lines[key] = r
	}
	for k, r := range f.lines {
		if r.count < 2 {
			delete(f.lines, k)
		}
	}
	for k, n := range f.names {
		if n < nameRepeats {
			delete(f.names, k)
		}
	}
	f.doubled = doubledIn(src)
	return f
}

// Size is about what it takes in memory, in bytes.
func (f *Furniture) Size() int64 {
	return int64(40*len(f.lines)+32*len(f.names)+16*len(f.doubled)) + 128
}

// line tells how often a line stands in the text.
func (f *Furniture) line(s []byte) repeated {
	if f == nil || len(f.lines) == 0 || len(s) > longestHead {
		return repeated{}
	}
	return f.lines[keyOf(s)]
}

// opens tells whether a name opens several lines of the text.
func (f *Furniture) opens(name []byte) bool { return f != nil && f.names[keyOf(name)] >= nameRepeats }

// cutLine returns the first line of a text, and what follows its end: a line feed, carriage return, form feed, line or paragraph
// separator, or page mark.
func cutLine(s []byte) (line, rest []byte) {
	for i := 0; i < len(s); i++ {
		if !mayEndLine[s[i]] {
			continue
		}
		switch c := s[i]; {
		case c == '\n' || c == '\r' || c == '\f' || c == '\v':
			return s[:i], s[i+1:]
		case c == '[' && bytes.HasPrefix(s[i:], pageMark):
			return s[:i], s[i+len(pageMark):]
		case c == 0xE2 && i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9):
			return s[:i], s[i+3:]
		}
	}
	return s, nil
}

// mayEndLine are the bytes that a line end may begin with.
var mayEndLine = [256]bool{'\n': true, '\r': true, '\f': true, '\v': true, '[': true, 0xE2: true}

// noLetters is the key of lines without a letter.
const noLetters = 14695981039346656037

// keyOf hashes the letters of a line, without case (FNV-1a).
func keyOf(s []byte) uint64 {
	h := uint64(noLetters)
	for i := 0; i < len(s); {
		c := s[i]
		i++
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c >= 'a' && c <= 'z':
		case c >= 0x80:
			r, n := utf8.DecodeRune(s[i-1:])
			i += n - 1
			if unicode.IsLetter(r) || unicode.IsMark(r) {
				h = (h ^ uint64(unicode.ToLower(r))) * 1099511628211
			}
			continue
		default:
			continue
		}
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

func digitsOf(s []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range s {
		if c >= '0' && c <= '9' {
			h = (h ^ uint32(c)) * 16777619
		}
	}
	return h
}

// nameLength returns the length of what may be a speaker's name at the start of a line, its colon or point included: capitalised words up
// to a colon, or words in capitals up to a point; 0 where there is none.
func nameLength(line []byte) int {
	start := true
	lower, numbered := false, false
	words := 0
	for i := 0; i < len(line) && i < longestName; {
		r, n := utf8.DecodeRune(line[i:])
		switch {
		case unicode.IsLetter(r):
			if start {
				words++
				if unicode.IsLower(r) {
					return 0
				}
			} else if unicode.IsLower(r) {
				lower = true // a name in small letters stands alone on its line or before a colon
			}
			start = false
		case r == ':' || r == '：':
			if words > 0 && words <= 4 {
				return i + n
			}
			return 0
		case r == '.':
			next := i + n
			if next == len(line) || line[next] == ' ' && !nameGoesOn(line[next:]) {
				if words > 0 && words <= 5 && !numbered && (!lower || words <= 3 && next == len(line)) {
					return next
				}
				return 0
			}
			start = true
		case isDigit(r) && words > 0:
			numbered, start = true, false // SPEAKER 1:
		case r == ' ' || r == '-' || r == '\'' || r == '’' || r == '&':
			start = true
		case unicode.IsMark(r):
		default:
			return 0
		}
		i += n
	}
	return 0
}

// nameGoesOn tells whether more words in capitals and a colon or point follow a point, as in MR. SMITH.
func nameGoesOn(rest []byte) bool {
	letters := 0
	for i, c := range rest[:min(len(rest), longestName)] {
		switch {
		case c >= 'A' && c <= 'Z' || c >= 0x80:
			letters++
		case c == '.' || c == ':':
			return letters > 1 && i > 2
		case c == ' ':
		default:
			return false
		}
	}
	return false
}

// pageWords are the words beside page numbers, and those that name a part of a text.
var pageWords = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	eachLine("lexicon/page_words.txt", func(line string) {
		if w, kind, ok := bytes.Cut([]byte(line), []byte(" ")); ok {
			if string(kind) != "clause" {
				m[string(w)] = string(kind)
			}
		}
	})
	return m
})

// clauseWords are those of the same list that open a clause.
var clauseWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	eachLine("lexicon/page_words.txt", func(line string) {
		if w, ok := bytes.CutSuffix([]byte(line), []byte(" clause")); ok {
			m[string(w)] = true
		}
	})
	return m
})

// negates tells whether a piece of text holds a negation of the word list.
func negates(s []byte) bool {
	u := normalize.AppendUnits(nil, s, 0, len(s), normalize.Options{Reading: normalize.Literal})
	return len(negations(u, split(u))) > 0
}
