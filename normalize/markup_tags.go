package normalize

import (
	"bytes"
	"strings"
)

// tag recognises what starts with <: tags, comments, declarations, processing instructions and struck-out or hidden elements with their
// content.
func (s *scanner) tag(i int) (construct, bool) {
	rest := s.src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if end := s.find(endComment, i+4, longLimit); end >= 0 {
			return construct{end: end + 3, fold: Tags}, true
		}
		return construct{}, false
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return construct{end: i + len("<![CDATA["), fold: Tags}, true
	case len(rest) > 2 && (rest[1] == '!' || rest[1] == '?') && letter(rest[2]):
		return declaration(rest, i)
	}
	t, ok := parseTag(s.src, i)
	if !ok {
		return construct{}, false
	}
	name := strings.ToLower(string(t.name))
	if !s.element(name, &t, i) {
		return construct{}, false
	}
	m := construct{end: t.end, fold: Tags}
	if t.hidden {
		if ender, ok := hideable(name); ok && s.dropTo(&m, ender, struckLimit, Struck) {
			m.space = blockTag(name)
			m.line = m.space
			return m, true
		}
	}
	if blockTag(name) {
		m.space, m.line = true, true
		return m, true
	}
	if t.closing || t.empty {
		return m, true
	}
	if ender, fold, ok := droppedElement(name); ok {
		limit := longLimit
		if fold == Struck {
			limit = struckLimit
		}
		s.dropTo(&m, ender, limit, fold)
	}
	if name == "sup" {
		s.raised(&m)
	}
	return m, true
}

// dropTo makes a start tag take its element's content and end tag with it.
func (s *scanner) dropTo(m *construct, ender, limit int, fold Fold) bool {
	k := s.find(ender, m.end, limit)
	if k < 0 {
		return false
	}
	g := bytes.IndexByte(s.src[k:min(k+tagLimit, len(s.src))], '>')
	if g < 0 {
		return false
	}
	m.end, m.fold = k+g+1, fold
	return true
}

// declaration recognises <!DOCTYPE …> and <?xml … ?>.
func declaration(rest []byte, i int) (construct, bool) {
	rest = rest[:min(len(rest), tagLimit)]
	end := bytes.IndexByte(rest, '>')
	if end < 0 || bytes.IndexByte(rest[1:end], '<') >= 0 {
		return construct{}, false
	}
	if rest[1] == '?' && rest[end-1] != '?' {
		return construct{}, false
	}
	if rest[1] == '!' && !bytes.EqualFold(rest[2:min(9, len(rest))], []byte("doctype")) {
		return construct{}, false
	}
	return construct{end: i + end + 1, fold: Tags}, true
}

// droppedElement names the elements whose content is not text, or not the source's words any more.
func droppedElement(name string) (ender int, fold Fold, ok bool) {
	switch name {
	case "script":
		return endScript, Tags, true
	case "style":
		return endStyle, Tags, true
	case "del":
		return endDel, Struck, true
	case "s":
		return endS, Struck, true
	case "strike":
		return endStrike, Struck, true
	case "rt":
		return endRt, Tags, true
	case "rp":
		return endRp, Tags, true
	}
	return 0, 0, false
}

// blockTag reports whether the element stands on lines of its own, so that its tag separates words.
func blockTag(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "legend",
		"li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "section", "select", "summary", "table", "tbody", "td",
		"textarea", "tfoot", "th", "thead", "title", "tr", "ul":
		return true
	}
	return false
}

type parsedTag struct {
	name           []byte
	end            int
	closing, empty bool
	valued         bool // has an attribute with a value
	hidden         bool // an attribute hides its content or strikes it out
}

// parseTag parses a start, end or empty tag. The shape is strict, since < also means less than: a name right after <, attributes with
// values or of the few names that stand without, > within tagLimit bytes.
func parseTag(src []byte, i int) (parsedTag, bool) {
	var t parsedTag
	src = src[:min(len(src), i+tagLimit)]
	k := i + 1
	if k < len(src) && src[k] == '/' {
		t.closing = true
		k++
	}
	if k >= len(src) || !letter(src[k]) {
		return t, false
	}
	start := k
	for k < len(src) && (letter(src[k]) || src[k] >= '0' && src[k] <= '9' || src[k] == '-' || src[k] == ':' || src[k] == '_' || src[k] == '.') {
		k++
	}
	t.name = src[start:k]
	for {
		before := k
		for k < len(src) && tagSpace(src[k]) {
			k++
		}
		switch {
		case k >= len(src):
			return t, false
		case src[k] == '>':
			t.end = k + 1
			return t, true
		case src[k] == '/' && !t.closing && k+1 < len(src) && src[k+1] == '>':
			t.empty, t.end = true, k+2
			return t, true
		case t.closing || k == before:
			return t, false
		}
		next, ok := attribute(src, k)
		if !ok {
			return t, false
		}
		a := src[k:next]
		t.valued = t.valued || bytes.IndexByte(a, '=') >= 0
		t.hidden = t.hidden || hides(a)
		k = next
	}
}

// attribute returns the end of the attribute that starts at k.
func attribute(src []byte, k int) (int, bool) {
	start := k
	for k < len(src) && src[k] > ' ' && !strings.ContainsRune(`"'<>/=`, rune(src[k])) {
		k++
	}
	name := src[start:k]
	if len(name) == 0 {
		return 0, false
	}
	v := k
	for v < len(src) && tagSpace(src[v]) {
		v++
	}
	if v >= len(src) || src[v] != '=' {
		return k, bareAttribute(strings.ToLower(string(name)))
	}
	v++
	for v < len(src) && tagSpace(src[v]) {
		v++
	}
	if v >= len(src) {
		return 0, false
	}
	if q := src[v]; q == '"' || q == '\'' {
		n := bytes.IndexByte(src[v+1:], q)
		return v + n + 2, n >= 0
	}
	start = v
	for v < len(src) && src[v] > ' ' && !strings.ContainsRune("\"'=<>`", rune(src[v])) {
		v++
	}
	return v, v > start
}

// bareAttribute lists the attributes that HTML allows without a value.
func bareAttribute(name string) bool {
	switch name {
	case "allowfullscreen", "async", "autofocus", "autoplay", "checked", "compact", "controls", "default", "defer", "disabled", "download",
		"formnovalidate", "hidden", "inert", "ismap", "itemscope", "loop", "multiple", "muted", "nohref", "nomodule", "noshade", "novalidate",
		"nowrap", "open", "playsinline", "readonly", "required", "reversed", "selected":
		return true
	}
	return false
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func tagSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
