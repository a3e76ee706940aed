package index

import (
	"bytes"
	"unicode/utf8"
)

// maxPassage is the length of the longest passage in bytes.
const maxPassage = 1200

// eachPassage cuts a text into passages of at most maxPassage bytes, where a reader would: at the end of a paragraph, a line, a
// sentence, a word, whichever comes first in this order in the second half of what fits. White space at the borders is left out.
func eachPassage(src []byte, f func(start, end int) error) error {
	for start := 0; start < len(src); {
		end := len(src)
		if end-start > maxPassage {
			end = start + cut(src[start:start+maxPassage])
		}
		piece := src[start:end]
		trimmed := bytes.TrimSpace(piece)
		if len(trimmed) > 0 {
			from := start + bytes.Index(piece, trimmed)
			if err := f(from, from+len(trimmed)); err != nil {
				return err
			}
		}
		start = end
	}
	return nil
}

// cut is where to end the first passage of b.
func cut(b []byte) int {
	for _, sep := range []string{"\n\n", "\f", "\r\n\r\n", "\n", ". ", "? ", "! ", "。", " "} {
		if i := bytes.LastIndex(b[len(b)/2:], []byte(sep)); i >= 0 {
			return len(b)/2 + i + len(sep)
		}
	}
	i := len(b)
	for i > len(b)-utf8.UTFMax && !utf8.RuneStart(b[i-1]) {
		i--
	}
	// b[i-1] begins the last rune: it stays only if it is whole.
	if utf8.FullRune(b[i-1:]) && i-1 < len(b) {
		if _, n := utf8.DecodeRune(b[i-1:]); i-1+n == len(b) {
			return len(b)
		}
	}
	return max(i-1, 1)
}
