package match

import (
	"strings"
	"sync"

	"example.com/verbatim/normalize"
)

// token is a word, or a character of a script without word spaces. lo and hi are units.
type token struct {
	lo, hi int
	text   string
}

// tokens lists the words of a text.
func tokens(u []normalize.Unit) []token {
	ws := split(u)
	list := make([]token, 0, len(ws))
	for _, w := range ws {
		if !spaceless(u[w.lo].R) && !spaceless(u[w.hi-1].R) {
			list = append(list, token{w.lo, w.hi, w.text})
			continue
		}
		for lo := w.lo; lo < w.hi; {
			hi := lo + 1
			for hi < w.hi && (!spaceless(u[lo].R) && !spaceless(u[hi].R) || combining(u[hi].R)) {
				hi++
			}
			list = append(list, token{lo, hi, string(appendRunes(nil, u[lo:hi]))})
			lo = hi
		}
	}
	return list
}

// lesserWords are the words of lexicon/function_words.txt: function words, and adverbs that carry no meaning of their own in a
// statement. An entry that starts with "-" is an ending, one that starts with "!" a word with such an ending that is none.
var lesserWords = sync.OnceValue(func() (l struct {
	words   map[string]bool
	endings []string
}) {
	l.words = map[string]bool{}
	eachLine("lexicon/function_words.txt", func(line string) {
		for _, w := range strings.Fields(line) {
			switch w[0] {
			case '-':
				l.endings = append(l.endings, w[1:])
			case '!':
				l.words[w[1:]] = false
			default:
				l.words[w] = true
			}
		}
	})
	return l
})

// lesser tells whether a word may be put in or left out without another statement coming of it.
func lesser(w string) bool {
	l := lesserWords()
	if is, listed := l.words[w]; listed {
		return is
	}
	for _, e := range l.endings {
		if len(w) > len(e)+3 && strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}
