package normalize

// glyph returns what stands for a quotation mark, dash, ellipsis or foreign punctuation mark, and the fold that says so.
func glyph(r rune) (out string, f Fold, ok bool) {
	if s := quoteGlyph(r); s != "" {
		return s, Quotes, true
	}
	if dashGlyph(r) {
		return "-", Dashes, true
	}
	switch r {
	case '…', '⋯', '︙':
		return "...", Ellipsis, true
	case '‥', '︰':
		return "..", Ellipsis, true
	}
	if s := punctuationGlyph(r); s != "" {
		return s, Punctuation, true
	}
	return "", 0, false
}

// quoteGlyph maps quotation marks, apostrophes and primes. Double ones of every shape are one mark, so are single ones: which shape a
// typesetter takes depends on language and house style, not on what was said.
func quoteGlyph(r rune) string {
	switch r {
	case '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '〝', '〞', '〟', '″', '‶', '״', '❝', '❞', '❠', '⹂', '＂', '｢', '｣', '🙶', '🙷', '🙸',
		'﹁', '﹂', '﹃', '﹄':
		return `"`
	case '‘', '’', '‚', '‛', '‹', '›', '′', '‵', '`', '´', 'ʹ', 'ʻ', 'ʼ', 'ʽ', 'ʾ', 'ʿ', '՚', '׳', '᾽', '᾿', '῾', '❛', '❜', '❟', '＇', '｀', 'ꞌ':
		return "'"
	}
	return ""
}

// dashGlyph reports whether r is a dash, a hyphen or a minus sign other than ASCII's.
func dashGlyph(r rune) bool {
	switch {
	case r >= 0x2010 && r <= 0x2015:
		return true
	}
	switch r {
	case '−', '⸺', '⸻', '﹘', '﹣', '－', '֊', '־', '᐀', '᠆', '⸗', '⸚', '⹀', '゠', '˗', '︱', '︲', '𐺭':
		return true
	}
	return false
}

// punctuationGlyph maps punctuation of other scripts whose ASCII counterpart means the same, beyond Unicode's compatibility forms.
func punctuationGlyph(r rune) string {
	switch r {
	case '。', '｡':
		return "."
	case '、', '､', '،', '٬':
		return ","
	case '؛':
		return ";"
	case '؟':
		return "?"
	case '٪':
		return "%"
	case '٫':
		return "."
	case '〜', '⁓':
		return "~"
	}
	return ""
}
