package normalize

import (
	"bytes"
	"strings"
)

// elements are the element names that are taken for markup wherever they stand: those of HTML, and of the vocabularies that articles and
// editions are kept in (JATS, TEI, DocBook). A < before any other word is a character of the text: "shall <not> keep".
var elements = newElements(`a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body
br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd keygen label legend li
link main map mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup option output p param picture plaintext pre
progress q rb rp rt rtc ruby s samp script section select slot small source span strike strong style sub summary sup svg table tbody td
template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
ab ack addrline ali alternatives appendix back bibl bold boxed bibliography body choice citation choice chapter colspec contrib corr div1 div2
div3 emphasis entry epigraph ext fig fn foreign formula front fw gap graphic graphics head hi informaltable italic itemizedlist lb lg
listitem mediaobject milestone monospace note orig orderedlist overline para pb persname placename quote ref refnum reg roman row sc sec seg
sic simpara sp speaker stage supplied surname sec subtitle subsection tei teiheader term text tgroup underline unclear verse w xref`)

func newElements(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}

// element reports whether the tag at i, called name, is markup: a known element, a name of a shape that no word has, a tag with attributes
// or the end of one, or any tag of a text that is plainly markup.
func (s *scanner) element(name string, t *parsedTag, i int) bool {
	switch {
	case elements[name], t.valued, strings.ContainsAny(name, "-:_."), plainlyMarkup(s.src):
		return true
	case t.closing:
		before := s.src[max(0, i-tagLimit):i]
		return bytes.Contains(before, []byte("<"+string(t.name)+" "))
	}
	return false
}

// plainlyMarkup reports whether a text starts as documents of markup do.
func plainlyMarkup(src []byte) bool {
	src = bytes.TrimLeft(src[:min(len(src), 256)], "\ufeff \t\r\n")
	for _, p := range [...]string{"<?xml", "<!doctype", "<html", "<tei", "<article", "<book", "<document"} {
		if len(src) >= len(p) && bytes.EqualFold(src[:len(p)], []byte(p)) {
			return true
		}
	}
	return false
}

// hides reports whether an attribute hides the content of its element or strikes it out.
func hides(attribute []byte) bool {
	name, value, _ := bytes.Cut(attribute, []byte("="))
	switch strings.ToLower(string(bytes.TrimSpace(name))) {
	case "hidden":
		return true
	case "style":
		v := strings.ToLower(strings.Join(strings.Fields(string(value)), ""))
		return strings.Contains(v, "line-through") || strings.Contains(v, "display:none") || strings.Contains(v, "visibility:hidden")
	}
	return false
}

// hideable gives the end of an element whose content goes with it when it is hidden.
func hideable(name string) (ender int, ok bool) {
	for e := endSpan; e < numEnders; e++ {
		if enderText[e][2:] == name {
			return e, true
		}
	}
	return 0, false
}
