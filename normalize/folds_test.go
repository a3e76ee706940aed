package normalize

import (
	"slices"
	"strings"
	"testing"
)

// fold returns the normalised text of s and the names of the folds at work in it.
func fold(s string, opt Options) (string, []string) {
	var out []rune
	var f Folds
	for _, u := range AppendUnits(nil, []byte(s), 0, len(s), opt) {
		out = append(out, u.R)
		f |= u.Folds
	}
	return string(out), f.Names()
}

// TestRules: each rule's example is true, and names its fold.
func TestRules(t *testing.T) {
	seen := map[Fold]bool{}
	for _, r := range Rules() {
		seen[r.Fold] = true
		if r.Fold >= EnclosingQuotes { // the matcher applies these
			continue
		}
		got, names := fold(r.Before, Options{})
		if got != r.After {
			t.Errorf("%s: %q becomes %q, want %q", r.Name, r.Before, got, r.After)
		}
		if !slices.Contains(names, r.Name) {
			t.Errorf("%s: %q notes only %v", r.Name, r.Before, names)
		}
	}
	if len(seen) != int(numFolds) {
		t.Errorf("%d rules for %d folds", len(seen), numFolds)
	}
}

// TestFolds shows the rules at work, family by family. names lists the folds that must be noted: exactly these.
func TestFolds(t *testing.T) {
	for _, tc := range []struct{ in, want, names string }{
		// Plain text keeps its characters; only case is folded.
		{"", "", ""},
		{"a b, c.", "a b, c.", ""},
		{"The END", "the end", "case"},
		{" a ", " a ", ""},
		{"\x00\x07", "\x00\x07", ""},

		// Composition and compatibility.
		{"é", "é", ""},
		{"e\u0301", "é", "composition"},
		{"E\u0301", "é", "composition case"},
		{"a\u0323\u0302", "ậ", "composition"},
		{"a\u0302\u0323", "ậ", "composition"},
		{"한", "한", ""},
		{"\u1112\u1161\u11ab", "한", "composition"},
		{"하\u11ab", "한", "composition"},
		{"ﬁﬂﬀﬃﬅ", "fiflffffist", "compatibility"},
		{"Ｆｕｌｌ　ｗｉｄｔｈ", "full width", "compatibility case whitespace"},
		{"ｶﾞｷﾞ", "ガギ", "compatibility"},
		{"か\u3099", "が", "composition"},
		{"𝑥 ℝ ℌ", "x r h", "compatibility case"},
		{"\u212a \u212b", "k å", "case composition"},
		{"x₂ CO₂", "x2 co2", "case compatibility"},
		{"10⁶ xⁿ 5 m²", "10⁶ xⁿ 5 m²", ""},
		{"5㎡", "5m²", "compatibility"},
		{"Brand™", "brand™", "case"},
		{"<\u0338 ≮", "≮ ≮", "composition"},
		{"ﷺ", "صلى الله عليه وسلم", "compatibility"},
		{"½ and 1½ or 1 ½ 1⁄2", "1/2 and 1 1/2 or 1 1/2 1/2", "fractions"},

		// Case.
		{"STRASSE Straße STRAẞE", "strasse strasse strasse", "case"},
		{"ŉ", "'n", "quotes"},
		{"ὈΔΥΣΣΕΎΣ ὀδυσσεύς", "ὀδυσσεύσ ὀδυσσεύσ", "case"},
		{"İ i\u0307 I\u0307", "i i i", "case composition"},
		{"ıI", "ıi", "case"},
		{"ĲSSEL ǅ", "ijssel dž", "case compatibility"},

		// White space.
		{"a  b", "a b", "whitespace"},
		{"a\u00a0b\u2003c\u2028d\u0085e\vf\tg", "a b c d e f g", "whitespace"},
		{"a\fb", "a b", "whitespace page_break"},
		{"a [[PAGE_BREAK]] b", "a b", "whitespace page_break"},
		{"中文\n字", "中文字", "whitespace"},
		{"，\n今天", ",今天", "compatibility whitespace"},
		{"中 文\nA b", "中 文 a b", "case whitespace"},
		{"한국\n말", "한국 말", "whitespace"},

		// Glyphs.
		{"“a” ‘b’ „c‟ «d» ‹e› 「f」『g』 〝h〞", `"a" 'b' "c" "d" 'e' "f""g" "h"`, "quotes"},
		{"``a''", `"a"`, "quotes"},
		{"`b'", "'b'", "quotes"},
		{"don’t", "don't", "quotes"},
		{"a–b—c−d‐e‑f―g", "a-b-c-d-e-f-g", "dashes"},
		{"a--b --- c", "a-b - c", "dashes"},
		{"בית־ספר", "בית-ספר", "dashes"},
		{"a…", "a...", "ellipsis"},
		{"（a，b；c：d？e！f。g、）", "(a,b;c:d?e!f.g,)", "compatibility punctuation"},

		// What is dropped.
		{"a\u00adb\u200bc\u2060d\ufeffe\u200ff\ufe0fg", "abcdefg", "soft_hyphen zero_width bidi_controls variation"},
		{"a\u200b", "a", "zero_width"},
		{"\U000e0041x葛\U000e0100", "x葛", "variation"},
		{"أَحْمَد ٱلله", "أحمد ٱلله", "arabic_marks"},
		{"ﺍﻟﻌﺮﺑﻴﺔ", "العربية", "compatibility"},
		{"بְ", "ب", "hebrew_points"},
		{"ſcience", "science", "long_s"},

		// Hyphenation.
		{"sur-\ncharges", "surcharges", "hyphenation"},
		{"sur\u2010 \r\n  charges", "surcharges", "hyphenation"},
		{"sur -\ncharges", "surcharges", "hyphenation"},
		{"sur\u00ad\ncharges", "surcharges", "hyphenation"},
		{"sur-\n[[PAGE_BREAK]]\ncharges", "surcharges", "hyphenation"},
		{"Anglo-\nSaxon", "anglo- saxon", "case whitespace"},
		{"sur- charges", "sur- charges", ""},
		{"12-\n15", "12-15", "hyphenation"},
		{"a -\n\nb", "a - b", "whitespace"},
		{"1 -\nb", "1 - b", "whitespace"},

		// Look-alikes: only in words of both scripts, and not where a letter is a symbol.
		{"pаypаl раypal", "paypal paypal", "lookalikes"},
		{"прaвда", "правда", "lookalikes"},
		{"сор", "сор", ""},
		{"کتاب حقوقی 3 × 4", "كتاب حقوقي 3 x 4", "lookalikes"},
		{"5 μm, αβ, kΩ", "5 μm, αβ, kω", "case"},
		{"HTML-код", "html-код", "case"},

		// Markup.
		{"a<br>b<i>c</i>d", "a bcd", "tags whitespace"},
		{"a < b and c > d", "a < b and c > d", ""},
		{"a <b and c> d", "a <b and c> d", ""},
		{"x<!-- no -->y<?xml version='1.0'?><!DOCTYPE html>z", "xyz", "tags"},
		{"<![CDATA[x]]>", "x]]>", "tags"},
		{"a<script>var b;</script>c<style>d</style>e", "ace", "tags"},
		{"<input disabled type=text>a", "a", "tags"},
		{"mail <john@x.org> <http://x.org>", "mail <john@x.org> <http://x.org>", ""},
		{"&lt;b&gt; &amp;gt; &nbsp;x&shy;y &bogus; AT&T;", "<b> &gt; xy &bogus; at&t;", "case entities whitespace soft_hyphen"},
		{"a ~~b~~ c <s>d</s> e <del>f</del>", "a c e ", "struck whitespace"},
		{"a ~~ b ~~ c ~5", "a ~~ b ~~ c ~5", ""},
		{`\textbf{a} \emph{b \textit{c}} {d} \section*{E}`, "a b c {d} e", "case latex"},
		{`a\cite{x1}~b \href{http://x}{c}`, "a~b c", "latex"},
		{`a \\ b`, "a b", "latex whitespace"},
		{`C:\new\file 5\% a\_b`, `c:\new\file 5% a_b`, "case markdown"},
		{"# Head\n## Two", " head two", "case markdown whitespace"},
		{"*a* **b** _c_ __d__ ***e***", "a b c d e", "markdown"},
		{"max_open_files 2*3*4 * * * a_", "max_open_files 2*3*4 * * * a_", ""},
		{"> a\n> b", " a b", "markdown whitespace"},
		{"| a | b |\n|---|---|\n| c | d |", " a b c d ", "markdown whitespace"},
		{"P(a|b) x | y", "p(a|b) x | y", "case"},
		{"`a` ``b`` ```", "a b ", "markdown"},
		{"```go\nx\n```", " x ", "markdown whitespace"},
		{"[a](https://x.org/(y)) ![b](c.png \"t\") [c](see above)", "a b [c](see above)", "markdown"},

		// Tags are known elements, have attributes, or stand in a document of markup.
		{"shall <not> keep </not> <x-y>a</x-y> <fig id='1'>b</fig>", "shall <not> keep </not> a b", "tags"},
		{"<foo id='1'>a</foo> </bar>", "a </bar>", "tags"},
		{"<?xml version='1.0'?><no>a</no>", "a", "tags"},
		{"<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢", "tags"},

		// Struck-out and hidden text.
		{`a \sout{b} c<span style="text-decoration: line-through">d</span>e<p hidden>f</p>g<b style='display:none'>h</b>`, "a ce g", "struck whitespace"},
		{`<span style="color:red">a</span><input hidden>b`, "ab", "tags"},

		// Raised numbers and note marks.
		{"10<sup>12</sup> x<sup>[1]</sup> 15<sup>th</sup> y<sup class='r'><a href='#1'>2</a></sup>", "10¹² x¹ 15th y²", "tags"},
		{"m^2 10^{-6} x^2^ a^b ^1 2^1.5", "m² 10⁻⁶ x² a^b ^1 2^1.5", "latex"},
		{"word[^1] word[^note] [^ ] [1]", "word¹ word [^ ] [1]", "markdown"},
		{`x\textsuperscript{2}y\footnote{z}`, "x²y", "latex"},

		// Formulas in a line of text; money is none.
		{"let $x = 5$ be", "let x = 5 be", "latex"},
		{"from $5 = £4 to $6 or US$7 and $8", "from $5 = £4 to $6 or us$7 and $8", "case"},

		// Escapes of JSON strings; neither commands nor paths.
		{`a\nb\tc\u00e9 \ud83d\ude00 \"d\"`, `a b cé 😀 "d"`, "escapes whitespace markdown"},
		{`a \nabla b \neq c C:\new \u12 \d800`, `a \nabla b \neq c c:\new \u12 \d800`, "case"},

		// UTF-8 read as Windows-1252; what is right as it stands is left alone.
		{"itâ€™s cafÃ© â€œaâ€\u009d Â£5", `it's café "a" £5`, "mojibake quotes"},
		{"ÂME Ã lâ CAMARÃ” «Â»", `âme ã lâ camarã" "â"`, "case quotes"},

		// Small capitals; letters of the phonetic alphabet only among others.
		{"ᴀɴɴᴜᴀʟ ꜰᴇᴇ ɪɴ", "annual fee in", "compatibility"},
		{"[sɪt] ʀ", "[sɪt] ʀ", ""},

		// The right-to-left override shows other words than the text holds.
		{"a\u202ebc\u202c", "a\u202ebc", "bidi_controls"},
	} {
		got, names := fold(tc.in, Options{})
		if got != tc.want {
			t.Errorf("%q becomes %q, want %q", tc.in, got, tc.want)
		}
		want := strings.Fields(tc.names)
		slices.Sort(want)
		slices.Sort(names)
		if !slices.Equal(names, want) {
			t.Errorf("%q notes %v, want %v", tc.in, names, want)
		}
	}
}

// TestLiteral: the literal reading takes markup as text.
func TestLiteral(t *testing.T) {
	for _, s := range []string{"a <b>c</b> &amp; d", "~~a~~ *b* _c_", `\emph{x}`, "# a", "> b", "| c |", "[a](https://x.org)"} {
		if got, _ := fold(s, Options{Reading: Literal}); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
		if !HasMarkup([]byte(s)) {
			t.Errorf("HasMarkup(%q) is false", s)
		}
	}
	if HasMarkup([]byte("a < b, c > d & max_open_files [[PAGE_BREAK]] [1] (2) C:\\new ~5")) {
		t.Error("HasMarkup finds markup in plain text")
	}
}

// TestTurkish: in Turkish an upper I is ı; İ, with its dot composed or not, is i; the skeleton hides the difference.
func TestTurkish(t *testing.T) {
	for _, tc := range []struct{ in, plain, turkish string }{
		{"ISPARTA", "isparta", "ısparta"},
		{"Isparta ısparta", "isparta ısparta", "ısparta ısparta"},
		{"İzmir I\u0307zmir", "izmir izmir", "izmir izmir"},
		{"Îmân I\u0302mân", "îmân îmân", "îmân îmân"},
	} {
		if got, _ := fold(tc.in, Options{}); got != tc.plain {
			t.Errorf("%q becomes %q, want %q", tc.in, got, tc.plain)
		}
		if got, _ := fold(tc.in, Options{Turkish: true}); got != tc.turkish {
			t.Errorf("in Turkish %q becomes %q, want %q", tc.in, got, tc.turkish)
		}
	}
	for s, want := range map[string]bool{"kapı": true, "İzmir": true, "ı = 1": false, "Isparta": false, "": false} {
		if IsTurkish([]byte(s)) != want {
			t.Errorf("IsTurkish(%q) = %v", s, !want)
		}
	}
}

// TestSkeletonHides lists what texts with equal skeletons may differ in, and what they may not.
func TestSkeletonHides(t *testing.T) {
	sk := func(s string) string {
		var k Skeleton
		k.Make([]byte(s), Folded)
		return string(k.Bytes)
	}
	for _, pair := range [][2]string{
		{"Café au lait!", "cafe\u0301, AU-LAIT"}, {"résumé", "resume"}, {"がぎ", "かき"}, {"أحمد إلى آخر", "احمد الى اخر"}, {"ٱلله", "الله"},
		{"10⁶", "10"}, {"paypal", "раураl"}, {"İı", "iI"}, {"Straße", "STRASSE"}, {"한글", "\u1112\u1161\u11ab\u1100\u1173\u11af"},
		{"a ≠ b € 🙂", "ab"}, {"note¹", "note"}, {"Đường Łódź bød", "duong lodz bod"}, {"ꜰɪɴᴇ", "fine"}, {"itâ€™s", "its"}, {"sur-\ncharge", "surcharge"}, {"a<b>c</b>", "ac"}, {"1½", "1 1/2"}, {"ἄνθρωπος", "ΑΝΘΡΩΠΟΣ"},
	} {
		if sk(pair[0]) != sk(pair[1]) {
			t.Errorf("skeletons of %q and %q differ: %q, %q", pair[0], pair[1], sk(pair[0]), sk(pair[1]))
		}
	}
	for _, pair := range [][2]string{{"a", "b"}, {"15", "16"}, {"中", "文"}, {"कि", "की"}, {"กา", "กี"}, {"5 μm", "5 mm"}} {
		if sk(pair[0]) == sk(pair[1]) {
			t.Errorf("skeletons of %q and %q agree: %q", pair[0], pair[1], sk(pair[0]))
		}
	}
	if got := sk("Ab1 -[x]"); got != "ab1x" {
		t.Errorf("ASCII skeleton is %q", got)
	}
	if got := len(sk("한글")); got != 2 {
		t.Errorf("two Hangul syllables make %d bytes", got)
	}
}
