package normalize

import "bytes"

const (
	emphasisLimit = 500 // bytes between the marks of an emphasis
	emphasisTries = 4   // runs of marks looked at for the other end
	lineLimit     = 2000
)

// markdown recognises Markdown marks. All but links, struck-out text and fences consist of characters that the skeleton drops.
func (s *scanner) markdown(i int) (construct, bool) {
	src := s.src
	m := construct{end: i + 1, fold: Markdown}
	c := src[i]
	if i > 0 && src[i-1] == c && (c == '*' || c == '_' || c == '#' || c == '~') {
		return m, false // inside a run that was looked at as a whole
	}
	switch c {
	case '~':
		return s.struck(i)
	case '`':
		return s.backticks(i)
	case '*', '_':
		n := run(src, i)
		m.end = i + n
		return m, s.emphasis(i, n)
	case '#':
		n := run(src, i)
		m.end = i + n
		return m, n <= 6 && (i+n >= len(src) || tagSpace(src[i+n])) && s.lineStart(i)
	case '>':
		return m, (i+1 >= len(src) || tagSpace(src[i+1]) || src[i+1] == '>') && s.lineStart(i)
	case '|':
		return s.tableBorder(i)
	case '[':
		if m, ok := s.noteReference(i); ok {
			return m, true
		}
		return m, s.opensLink(i)
	case '!':
		m.end = i + 2
		return m, i+1 < len(src) && src[i+1] == '[' && s.opensLink(i+1)
	case ']':
		end, ok := linkTarget(src, i)
		m.end = end
		return m, ok
	}
	return construct{}, false
}

// run returns how often the character at i is repeated there.
func run(src []byte, i int) int {
	n := 1
	for i+n < len(src) && src[i+n] == src[i] {
		n++
	}
	return n
}

// struck recognises ~~struck-out text~~ within a paragraph, and fences of ~.
func (s *scanner) struck(i int) (construct, bool) {
	src := s.src
	n := run(src, i)
	if n >= 3 {
		return s.fence(i, n)
	}
	if n != 2 || i > 0 && src[i-1] == '~' || s.spaceAfter(i+2) {
		return construct{}, false
	}
	body := src[i+2 : min(len(src), i+2+tagLimit)]
	for tries, k := 0, 0; tries < emphasisTries; tries++ {
		d := bytes.Index(body[k:], []byte("~~"))
		if d < 0 || bytes.Contains(body[k:k+d], []byte("\n\n")) {
			break
		}
		k += d
		if end := i + 2 + k; !s.spaceBefore(end) && (end+2 >= len(src) || src[end+2] != '~') {
			return construct{end: end + 2, fold: Struck}, true
		}
		k += 2
		if k >= len(body) {
			break
		}
	}
	return construct{}, false
}

// backticks recognises fences and the marks of code spans. A single backtick with no other on its line is an opening quotation mark, two
// of them are one where two apostrophes close it.
func (s *scanner) backticks(i int) (construct, bool) {
	src := s.src
	n := run(src, i)
	m := construct{end: i + n, fold: Markdown}
	if n >= 3 {
		return s.fence(i, n)
	}
	ahead := src[i+n : min(len(src), i+n+emphasisLimit)]
	if e := bytes.IndexByte(ahead, '\n'); e >= 0 && n == 1 {
		ahead = ahead[:e]
	}
	tick := bytes.IndexByte(ahead, '`')
	if n == 2 {
		if closing := bytes.Index(ahead, []byte("''")); closing >= 0 && (tick < 0 || tick > closing) {
			m.text, m.fold = `"`, Quotes
		}
		return m, true
	}
	behind := src[max(0, i-emphasisLimit):i]
	behind = behind[bytes.LastIndexByte(behind, '\n')+1:]
	return m, tick >= 0 || bytes.IndexByte(behind, '`') >= 0
}

// fence recognises a code fence of n marks, with the name of a language behind it.
func (s *scanner) fence(i, n int) (construct, bool) {
	src := s.src
	m := construct{end: i + n, fold: Markdown}
	if i > 0 && src[i-1] == src[i] || !s.lineStart(i) {
		return m, src[i] == '`'
	}
	k := m.end
	for k < len(src) && k-m.end < 32 && (asciiSkeleton[src[k]]&0x7F != 0 || bytes.IndexByte([]byte("+-_#."), src[k]) >= 0) {
		k++
	}
	if k >= len(src) || src[k] == '\n' || src[k] == '\r' {
		m.end = k
	}
	return m, true
}

// emphasis reports whether the n marks at i open or close an emphasis: at a word's edge, with their counterpart in the same paragraph.
func (s *scanner) emphasis(i, n int) bool {
	if n > 3 || i > 0 && s.src[i-1] == s.src[i] {
		return false
	}
	if s.opens(i, n) {
		for k, tries := i+n, 0; tries < emphasisTries; tries++ {
			d := bytes.IndexByte(s.src[k:min(len(s.src), i+n+emphasisLimit)], s.src[i])
			if d < 0 || bytes.Contains(s.src[k:k+d], []byte("\n\n")) {
				break
			}
			k += d
			length := run(s.src, k)
			if length <= 3 && s.closes(k, length) {
				return true
			}
			k += length
			if k >= i+n+emphasisLimit || k >= len(s.src) {
				break
			}
		}
	}
	if !s.closes(i, n) {
		return false
	}
	for k, tries, from := i, 0, max(0, i-emphasisLimit); tries < emphasisTries && k > from; tries++ {
		d := bytes.LastIndexByte(s.src[from:k], s.src[i])
		if d < 0 || bytes.Contains(s.src[from+d:k], []byte("\n\n")) {
			break
		}
		end := from + d + 1
		k = end - 1
		for k > from && s.src[k-1] == s.src[i] && end-k < 4 {
			k--
		}
		if end-k <= 3 && s.opens(k, end-k) {
			return true
		}
	}
	return false
}

// opens and closes look at the characters beside n marks at i.
func (s *scanner) opens(i, n int) bool { return !s.wordBefore(i) && !s.spaceAfter(i+n) }

func (s *scanner) closes(i, n int) bool { return !s.spaceBefore(i) && !s.wordAfter(i+n) }

// tableLine is the line that a table border was last looked for on.
type tableLine struct {
	from, to int
	pipes    int  // that stand beside white space
	rule     bool // nothing but |, -, : and spaces
	lead     bool // starts with |
}

// tableBorder recognises a cell border, or the whole line under a table's head.
func (s *scanner) tableBorder(i int) (construct, bool) {
	l := &s.line
	if i < l.from || i >= l.to {
		*l = s.readLine(i)
	}
	m := construct{end: i + 1, fold: Markdown, space: true}
	switch {
	case l.rule && s.lineStart(i):
		m.end = l.to
		return m, true
	case l.pipes < 2 && !l.lead:
		return m, false
	}
	return m, s.spaceBefore(i) || s.spaceAfter(i+1)
}

func (s *scanner) readLine(i int) tableLine {
	l := tableLine{from: max(0, i-lineLimit), to: min(len(s.src), i+lineLimit)}
	l.from += bytes.LastIndexByte(s.src[l.from:i], '\n') + 1
	if n := bytes.IndexByte(s.src[i:l.to], '\n'); n >= 0 {
		l.to = i + n
	}
	line := bytes.TrimRight(s.src[l.from:l.to], " \t\r")
	for k, c := range line {
		if c == '|' && (k == 0 || tagSpace(line[k-1]) || k+1 == len(line) || tagSpace(line[k+1])) {
			l.pipes++
		}
	}
	l.rule = bytes.Contains(line, []byte("--")) && len(bytes.Trim(line, "|-: \t")) == 0
	l.lead = bytes.HasPrefix(bytes.TrimLeft(line, " \t>"), []byte("|"))
	return l
}

// opensLink reports whether the bracket at i opens the text of a link.
func (s *scanner) opensLink(i int) bool {
	src := s.src[:min(len(s.src), i+tagLimit)]
	depth := 0
	for k := i; k < len(src); k++ {
		switch src[k] {
		case '\\':
			k++
		case '[':
			if depth++; depth > 2 {
				return false
			}
		case ']':
			if depth--; depth == 0 {
				_, ok := linkTarget(s.src, k)
				return ok
			}
		case '\n':
			if k+1 < len(src) && src[k+1] == '\n' {
				return false
			}
		}
	}
	return false
}

// linkTarget recognises the ](target "title") of a link at i. What stands in parentheses behind a bracket is often plain text, so the
// target must look like an address.
func linkTarget(src []byte, i int) (end int, ok bool) {
	src = src[:min(len(src), i+tagLimit)]
	if i+2 >= len(src) || src[i+1] != '(' {
		return 0, false
	}
	k := i + 2
	depth := 0
	for ; k < len(src) && src[k] > ' ' && src[k] != '['; k++ {
		if src[k] == '(' {
			depth++
		}
		if src[k] == ')' {
			if depth == 0 {
				break
			}
			depth--
		}
	}
	if k >= len(src) || !address(src[i+2:k]) {
		return 0, false
	}
	if src[k] == ')' {
		return k + 1, true
	}
	for k < len(src) && (src[k] == ' ' || src[k] == '\n') {
		k++
	}
	if k < len(src) && (src[k] == '"' || src[k] == '\'') {
		n := bytes.IndexByte(src[k+1:], src[k])
		if n < 0 {
			return 0, false
		}
		k += n + 2
	}
	return k + 1, k < len(src) && src[k] == ')'
}

// address reports whether s looks like a link's target.
func address(s []byte) bool {
	s = bytes.TrimPrefix(s, []byte("<"))
	for _, p := range []string{"http:", "https:", "mailto:", "ftp:", "file:", "tel:", "data:", "doi:", "/", "#", "./", "../", "www."} {
		if len(s) > len(p) && bytes.EqualFold(s[:len(p)], []byte(p)) {
			return true
		}
	}
	for _, p := range []string{".md", ".html", ".htm", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf"} {
		if len(s) > len(p) && bytes.EqualFold(s[len(s)-len(p):], []byte(p)) {
			return true
		}
	}
	return false
}
