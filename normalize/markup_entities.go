package normalize

import "html"

// entityLimit is more than the longest name of a character reference.
const entityLimit = 40

// entity recognises a character reference, with its semicolon. It is decoded once: &amp;gt; is the text &gt;.
func (s *scanner) entity(i int) (construct, bool) {
	k := i + 1
	for k < len(s.src) && k-i < entityLimit && (letter(s.src[k]) || s.src[k] >= '0' && s.src[k] <= '9' || s.src[k] == '#' && k == i+1) {
		k++
	}
	if k >= len(s.src) || s.src[k] != ';' || k < i+2 {
		return construct{}, false
	}
	ref := string(s.src[i : k+1])
	text := html.UnescapeString(ref)
	// A known prefix of an unknown name is decoded with the rest left standing: that is not a reference.
	if text == ref || text == "" || text[len(text)-1] == ';' && ref != "&semi;" && ref != "&#59;" && ref != "&#x3b;" && ref != "&#x3B;" {
		return construct{}, false
	}
	return construct{end: k + 1, fold: Entities, text: text}, true
}
