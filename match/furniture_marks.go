package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// findMarks takes the marks of notes: numbers in brackets against a word or its punctuation, and digits against a word that stand in a row.
func (p *pageReader) findMarks(lo, hi int) {
	type fused struct {
		lo, hi, value int
		lone          bool // known without a row
	}
	var row []fused
	for i := lo; i < hi; i++ {
		c := p.src[i]
		if !mayNumber[c] {
			continue
		}
		switch {
		case c == '[' && i > lo:
			n := bracketMark(p.src[i:hi])
			if end := bytes.IndexByte(p.src[i:min(hi, i+24)], ']'); n == 0 && end > 3 && !p.quote && bareNumber(p.src[i+1:i+end]) {
				p.add(i, i+end+1, foreignHead) // [page 12]
			}
			if n == 0 || p.quote && p.src[i-1] == ' ' || measured(p.src[i+n:hi]) {
				continue
			}
			p.add(i, i+n, foreignMark)
			i += n - 1
		case c == '(' && i > lo:
			if n := parenMark(p.src[i:hi]); n > 0 && p.markPlace(lo, i, i+n) {
				v, _ := numberIn(p.src[i : i+n])
				row = append(row, fused{i, i + n, v, false})
				i += n - 1
			}
		case c >= '0' && c <= '9':
			j := i
			for j < hi && p.src[j] >= '0' && p.src[j] <= '9' {
				j++
			}
			if j-i <= 3 && i > lo {
				v, _ := numberIn(p.src[i:j])
				if raised(p.src[lo:i]) > 0 && p.markPlace(lo, i, j) {
					p.add(i, j, foreignMark)
				} else if p.markPlace(lo, i, j) {
					row = append(row, fused{i, j, v, p.loneMark(lo, i, j, hi)})
				}
			}
			i = j - 1
		}
	}
	for k, x := range row {
		if x.lone || k > 0 && x.value-row[k-1].value == 1 || k+1 < len(row) && row[k+1].value-x.value == 1 {
			p.add(x.lo, x.hi, foreignMark)
		}
	}
}

// parenMark returns the length of (1) to (999) at the start of s.
func parenMark(s []byte) int {
	n := 1
	for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n > 1 && n < len(s) && s[n] == ')' {
		return n + 1
	}
	return 0
}

// raised returns the length of the tags that raise what follows them, at the end of s.
func raised(s []byte) int {
	end := len(s)
	for n := 0; n < 2 && end > 0 && s[end-1] == '>'; n++ {
		at := bytes.LastIndexByte(s[max(0, end-128):end], '<')
		if at < 0 {
			break
		}
		at += max(0, end-128)
		tag := s[at:end]
		end = at
		if bytes.HasPrefix(tag, []byte("<sup")) {
			return len(s) - at
		}
	}
	return 0
}

// bracketMark returns the length of [12], [3, 4], [5–7] or [^2] at the start of s.
func bracketMark(s []byte) int {
	digits := 0
	for i := 1; i < len(s) && i < 24; i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if digits++; digits > 3 {
				return 0
			}
		case c == '^' && i == 1:
		case c == ',' || c == ' ' || c == '-' || c >= 0x80:
			digits = 0
		case c == ']':
			if i > 1 && (s[i-1] >= '0' && s[i-1] <= '9') {
				return i + 1
			}
			return 0
		default:
			return 0
		}
	}
	return 0
}

// loneMark tells whether digits [i,j) where a note mark may stand are one though no other is near: against the mark that ends a sentence
// behind a word in small letters, which is none that numbers follow (fig.3), and before a new sentence or the end of the text.
func (p *pageReader) loneMark(lo, i, j, hi int) bool {
	at := i
	for at > lo && unicode.IsPunct(runeBefore(p.src, at)) {
		at -= runeLen(p.src, at)
	}
	if at == i || !bytes.ContainsAny(p.src[at:i], ".!?") {
		return false
	}
	end := at
	for at > lo && unicode.IsLower(runeBefore(p.src, at)) {
		at -= runeLen(p.src, at)
	}
	word := p.src[at:end]
	if at > lo && !unicode.IsSpace(runeBefore(p.src, at)) || words().labels[string(word)] || pageWords()[string(word)] != "" || p.src[i] == '0' {
		return false
	}
	rest := bytes.TrimLeft(p.src[j:hi], " \t\r\n\f\"'(")
	r, _ := utf8.DecodeRune(rest)
	return len(rest) == 0 || len(rest) < hi-j && !unicode.IsLower(r) && (unicode.IsLetter(r) || unicode.IsPunct(r))
}

// markPlace tells whether digits [i,j) stand where a note mark does: against a word in small letters or its punctuation, and before none.
func (p *pageReader) markPlace(lo, i, j int) bool {
	r := runeAfter(p.src, j)
	if unicode.IsLetter(r) || r == '%' || r == '-' || r == '(' || (r == '.' || r == ',') && isDigit(runeAfter(p.src, j+1)) {
		return false
	}
	return p.behindWord(lo, i) && !measured(p.src[j:])
}

// behindWord tells whether a word in small letters, or its punctuation, stands before i.
func (p *pageReader) behindWord(lo, i int) bool {
	at, letters, marks := i-raised(p.src[lo:i]), 0, 0
	for at > lo && letters < 4 {
		r := runeBefore(p.src, at)
		switch {
		case unicode.IsLower(r) || unicode.IsLetter(r) && !unicode.IsUpper(r):
			letters++
		case letters == 0 && marks < 3 && unicode.IsPunct(r) && r != '-' && r != '(' && r != '[' && r != '/' && r != '#':
			marks++
		default:
			return letters >= 3 && !isDigit(r) && (unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsUpper(r))
		}
		at -= runeLen(p.src, at)
	}
	return letters >= 3
}
