package match

import (
	"unicode"
	"unicode/utf8"
)

// gateWord is the longest word of the lists, in bytes.
const gateWord = 64

// begun is an expression of which the first words were seen.
type begun struct{ rest []string }

// suspect tells whether a stretch of the source may hold an expression of the lists: most do not, and need not be normalised to tell. What it
// cannot judge byte by byte it suspects: scripts without word spaces, marks that combine, words broken at a line end, markup.
func (l *surroundingLexicon) suspect(text []byte) bool {
	var buf [gateWord]byte
	var open [16]begun // expressions of several words that may be on the way
	opened := 0
	n := 0
	for i := 0; i <= len(text); {
		r, size := ' ', 1
		if i < len(text) {
			if r = rune(text[i]); r >= utf8.RuneSelf {
				r, size = utf8.DecodeRune(text[i:])
			}
		}
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || (r == '\'' || r == '’') && n > 0:
			if r == '’' {
				r = '\''
			}
			if n < gateWord {
				buf[n] = byte(r)
				n++
			}
		case 'A' <= r && r <= 'Z':
			if n < gateWord {
				buf[n] = byte(r) | 0x20
				n++
			}
		case r == '<' || r == '&' || r == '*' || r == '\\' || r == '_' || r == 0xAD || r == utf8.RuneError ||
			(r == '-' || r == '‐') && i+1 < len(text) && (text[i+size] == '\n' || text[i+size] == '\r'):
			return true
		case r >= 0x300 && (r >= 0x2E80 || unicode.Is(unicode.M, r) || r == 'ـ'):
			return true
		case r == 'ß':
			if n+2 <= gateWord {
				buf[n], buf[n+1] = 's', 's'
				n += 2
			}
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			if n+utf8.UTFMax <= gateWord {
				n += utf8.EncodeRune(buf[n:], unicode.ToLower(r))
			}
		case n > 0:
			word := buf[:n]
			for n > 0 && word[n-1] == '\'' {
				n--
				word = word[:n]
			}
			n = 0
			kept := 0
			for k := range opened {
				if b := open[k]; b.rest[0] == string(word) || b.rest[0][0] == '*' {
					if len(b.rest) == 1 {
						return true
					}
					open[kept] = begun{b.rest[1:]}
					kept++
				}
			}
			opened = kept
			e := l.words[string(word)]
			if e == nil && len(word) > 4 && (word[0] >= utf8.RuneSelf || word[1] == '\'' || word[2] == '\'') {
				e = l.attached(string(word))
			}
			if e != nil {
				if e.alone {
					return true
				}
				for k := range e.frames {
					if f := &e.frames[k]; f.kind == frameNeutral {
						continue
					} else if opened == len(open) {
						return true
					} else {
						open[opened] = begun{f.words}
						opened++
					}
				}
			}
		}
		i += size
	}
	return false
}
