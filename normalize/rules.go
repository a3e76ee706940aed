package normalize

// Rule describes one fold for people.
type Rule struct {
	Fold   Fold
	Name   string // as in results
	Does   string // what it does, in a sentence
	Before string // an example
	After  string // what becomes of it
}

// Rules lists every fold of the profile, in its order. Each example holds under AppendUnits with default Options, but for the last three,
// which are the matcher's.
func Rules() []Rule {
	rules := []Rule{
		{Fold: Composition, Does: "composes letters and their accents (Unicode NFC)", Before: "cafe\u0301", After: "café"},
		{Fold: Compatibility, Does: "replaces ligatures, full-width and half-width forms, letter-like signs and lowered digits by plain characters; raised ones stay apart", Before: "ﬁnal ＡＢＣ Ⅻ H₂O 10⁶", After: "final abc xii h2o 10⁶"},
		{Fold: Fractions, Does: "writes vulgar fractions out, apart from a digit before them", Before: "1½ cups", After: "1 1/2 cups"},
		{Fold: Case, Does: "folds case in full", Before: "STRASSE Straße ΟΔΟΣ İ", After: "strasse strasse οδοσ i"},
		{Fold: LongS, Does: "reads long s as s", Before: "Congreſs", After: "congress"},
		{Fold: Whitespace, Does: "makes one space of white space of any kind and of line breaks; drops line breaks inside scripts without word spaces", Before: "a \u00a0\tb\r\nc", After: "a b c"},
		{Fold: PageBreak, Does: "reads form feeds and [[PAGE_BREAK]] as white space", Before: "one\n[[PAGE_BREAK]]\ntwo", After: "one two"},
		{Fold: Quotes, Does: "makes one double and one single mark of all quotation marks and apostrophes", Before: "„Ja“, ‘no’, «oui», ``so''", After: `"ja", 'no', "oui", "so"`},
		{Fold: Dashes, Does: "makes one hyphen of dashes, hyphens and minus signs of all kinds, also of several", Before: "1914–18 — yes -- no −5", After: "1914-18 - yes - no -5"},
		{Fold: Ellipsis, Does: "writes ellipsis glyphs as full stops", Before: "and so on…", After: "and so on..."},
		{Fold: Punctuation, Does: "reads punctuation of other scripts as its ASCII counterpart", Before: "你好。 نعم، لا؟", After: "你好. نعم, لا?"},
		{Fold: SoftHyphen, Does: "drops soft hyphens", Before: "sur\u00adcharge", After: "surcharge"},
		{Fold: ZeroWidth, Does: "drops zero-width characters, joiners, fillers and byte order marks", Before: "zero\u200bwidth", After: "zerowidth"},
		{Fold: BidiControls, Does: "drops marks that steer the direction of writing", Before: "\u2067abc\u2069", After: "abc"},
		{Fold: Variation, Does: "drops variation selectors and tag characters", Before: "☎\ufe0f call", After: "☎ call"},
		{Fold: Tatweel, Does: "drops the stretching stroke of Arabic", Before: "كتـــاب", After: "كتاب"},
		{Fold: ArabicMarks, Does: "drops optional vowel marks and recitation marks of Arabic", Before: "كِتَابٌ", After: "كتاب"},
		{Fold: HebrewPoints, Does: "drops points and accents of Hebrew", Before: "שָׁלוֹם", After: "שלום"},
		{Fold: Lookalikes, Does: "gives a word that mixes look-alike letters of two scripts one script", Before: "раypal", After: "paypal"},
		{Fold: Hyphenation, Does: "joins words and number ranges that are broken at a line end", Before: "sur-\ncharges 12-\n15", After: "surcharges 12-15"},
		{Fold: Tags, Does: "drops tags, comments, scripts, style sheets and reading aids; tags that end a block are white space; raises numbers in <sup>", Before: "the <b class=\"x\">lease</b><br/>ends", After: "the lease ends"},
		{Fold: Struck, Does: "drops struck-out and hidden text", Before: "the ~~old~~ new <del>bad</del> rule", After: "the new rule"},
		{Fold: Entities, Does: "decodes character references, once", Before: "R&amp;D &amp;gt; &eacute;t&eacute;", After: "r&d &gt; été"},
		{Fold: LaTeX, Does: "drops LaTeX commands around words and the signs around a formula; raises exponents", Before: `\emph{set} $x = 5$ m^2`, After: "set x = 5 m²"},
		{Fold: Markdown, Does: "drops Markdown marks: emphasis, headings, block quotes, table borders, code marks, link targets, escapes", Before: "> **shall** pay [rent](https://x.org) for max_open_files", After: " shall pay rent for max_open_files"},
		{Fold: Escapes, Does: "decodes the escapes of JSON strings for line breaks, tabs and characters", Before: `one\nand the caf\u00e9`, After: "one and the café"},
		{Fold: Mojibake, Does: "decodes UTF-8 that was read as Windows-1252, where that can be undone exactly", Before: "the tenantâ€™s cafÃ©", After: "the tenant's café"},
		{Fold: EnclosingQuotes, Does: "takes one pair of quotation marks off that enclose the whole quote", Before: `"We shall."`, After: "we shall."},
		{Fold: PageFurniture, Does: "leaves out running heads and feet, page numbers, footnotes and speakers' names between the words of a quote", Before: "pay the\n\fPORT RULES 12\ntoll", After: "pay the toll"},
		{Fold: NoteMarks, Does: "leaves out note marks and the numbers of verses, lines and paragraphs that count up", Before: "1 He slept.\n2 She rose.[3]", After: "he slept. she rose."},
	}
	for i := range rules {
		rules[i].Name = rules[i].Fold.String()
	}
	return rules
}
