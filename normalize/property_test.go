package normalize

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// plainPieces are characters whose normalised form depends on nothing beside them but what joins them.
var plainPieces = []string{
	"a", "B", "z", "0", "7", "ß", "ﬁ", "é", "e\u0301", "ậ", "a\u0302\u0323", "İ", "한", "\u1112\u1161\u11ab", "が", "か\u3099", "ｶﾞ", "中", "文", "क", "क\u093f",
	"क\u094d", "ก", "กำ", "أ", "ا\u0654", "د", "ש", " пик ", " ждать ", "⁶", "²", " ", ".", ",", "“", "…", "−", "€", "🙂", "𝑥", "ﷺ", "\u00ad", "\u200b", "\u064b", "\ufe0f", "\xff", "\xed\xa0\x80",
}

func plainText() *rapid.Generator[[]byte] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(plainPieces), 0, 40), func(p []string) []byte { return []byte(strings.Join(p, "")) })
}

// TestCut: a span cut at unit borders and normalised by itself gives the units' slice.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := plainText().Draw(t, "src")
		opt := anyOptions().Draw(t, "options")
		units := AppendUnits(nil, src, 0, len(src), opt)
		if len(units) == 0 {
			return
		}
		i := rapid.IntRange(0, len(units)-1).Draw(t, "from")
		j := rapid.IntRange(i, len(units)-1).Draw(t, "to")
		// The units of one source character are not parted.
		for i > 0 && units[i-1].Start == units[i].Start {
			i--
		}
		for j+1 < len(units) && units[j+1].Start == units[j].Start {
			j++
		}
		lo, hi := int(units[i].Start), int(units[j].End)
		got := AppendUnits(nil, src, lo, hi, opt)
		want := slices.Clone(units[i : j+1])
		for k := range got {
			got[k].Folds = 0
		}
		for k := range want {
			want[k].Folds = 0 // folds of dropped characters may stem from before the cut
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q[%d:%d] = %q\n got %v\nwant %v", src, lo, hi, src[lo:hi], got, want)
		}
		alone := src[lo:hi]
		if text := AppendUnits(nil, alone, 0, len(alone), opt); len(text) != len(want) {
			t.Fatalf("%q alone gives %v", alone, text)
		}
	})
}

// TestUnitComesFromItsSpan: a unit's source span, normalised alone, gives the unit's rune.
func TestUnitComesFromItsSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := plainText().Draw(t, "src")
		for _, u := range AppendUnits(nil, src, 0, len(src), Options{}) {
			alone := AppendUnits(nil, src[u.Start:u.End], 0, int(u.End-u.Start), Options{})
			if !slices.ContainsFunc(alone, func(a Unit) bool { return a.R == u.R }) {
				t.Fatalf("%q of %q gives %v, not %q", src[u.Start:u.End], src, alone, u.R)
			}
		}
	})
}

// TestIdempotent: the normalised text of plain text is its own normalised text.
func TestIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := plainText().Draw(t, "src")
		opt := Options{Reading: Literal}
		once := text(AppendUnits(nil, src, 0, len(src), opt))
		if twice := text(AppendUnits(nil, []byte(once), 0, len(once), opt)); once != twice {
			t.Fatalf("%q becomes %q, then %q", src, once, twice)
		}
	})
}

func text(units []Unit) string {
	var s strings.Builder
	for _, u := range units {
		s.WriteRune(u.R)
	}
	return s.String()
}

// honest lists changes of form: none may change the normalised text, nor the skeleton.
var honest = map[string]func(string) string{
	"upper": func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < 0x80 {
				return unicode.ToUpper(r)
			}
			return r
		}, s)
	},
	"nfd":        norm.NFD.String,
	"nfc":        norm.NFC.String,
	"spaces":     func(s string) string { return strings.ReplaceAll(s, " ", " \u00a0\t ") },
	"lines":      func(s string) string { return strings.ReplaceAll(s, " ", "\r\n") },
	"quotes":     func(s string) string { return strings.ReplaceAll(s, `"`, "«") },
	"apostrophe": func(s string) string { return strings.ReplaceAll(s, "'", "’") },
	"dashes":     func(s string) string { return strings.ReplaceAll(s, "-", "\u2011") },
	"ellipsis":   func(s string) string { return strings.ReplaceAll(s, "...", "…") },
	"ligatures":  strings.NewReplacer("fi", "ﬁ", "ffl", "ﬄ", "st", "ﬆ").Replace,
	"long s":     func(s string) string { return strings.ReplaceAll(s, "s", "ſ") },
	"full width": func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r - 'a' + 'ａ'
			}
			return r
		}, s)
	},
	"zero width": func(s string) string {
		var b strings.Builder
		for _, r := range s {
			b.WriteRune(r)
			if r != '\'' && r != '-' {
				b.WriteString("\u200b\u00ad\ufe0f")
			}
		}
		return b.String()
	},
}

// TestHonestDamage: texts that differ in form alone have one normalised text and one skeleton.
func TestHonestDamage(t *testing.T) {
	names := make([]string, 0, len(honest))
	for name := range honest {
		names = append(names, name)
	}
	slices.Sort(names)
	words := []string{"the", "office", "baffled", "first", "Straße", "naïve", "Việt", "ação", "한국말", "がくせい", "राष्ट्र", "বাংলাদেশ", "أحمد", "שלום", "год", "it's", "well-known",
		`"yes"`, "and so on...", "x", "İzmir", "ὀδυσσεύς", "10⁶", "ậ"}
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 8).Draw(t, "words"), " and ") // so that no line ends between characters without word spaces
		damaged := src
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID).Draw(t, "damage") {
			damaged = honest[name](damaged)
		}
		a := AppendUnits(nil, []byte(src), 0, len(src), Options{})
		b := AppendUnits(nil, []byte(damaged), 0, len(damaged), Options{})
		if text(a) != text(b) {
			t.Fatalf("%q and %q become\n%q and\n%q", src, damaged, text(a), text(b))
		}
		var x, y Skeleton
		x.Make([]byte(src), Folded)
		y.Make([]byte(damaged), Folded)
		if !bytes.Equal(x.Bytes, y.Bytes) {
			t.Fatalf("skeletons of %q and %q differ", src, damaged)
		}
	})
}

// TestNothingShiftsASpan: whatever stands before it, a text maps to its own bytes.
func TestNothingShiftsASpan(t *testing.T) {
	const tail = " the drains"
	before := []string{"İ", "I\u0307", "ß", "ŉ", "Σας", "\u1112\u1161\u11ab", "e\u0301", "a\u0302\u0323", "ﬁ", "ﷺ", "½", "\u00ad", "\u200b", "\u202e", "\ufeff", "\xed\xa0\x80",
		"\xff\xfe", "\xe2\x80", "\xf0\x9f\x99", "🙂", "\U000e0101", "[[PAGE_BREAK]]", "&eacute;", "<b>", "a\u0301\u0301\u0301", strings.Repeat("\u0301", 100), "中\n文"}
	rapid.Check(t, func(t *rapid.T) {
		head := strings.Join(rapid.SliceOfN(rapid.SampledFrom(before), 0, 30).Draw(t, "head"), "") + "."
		src := []byte(head + tail)
		units := AppendUnits(nil, src, 0, len(src), Options{})
		units = units[len(units)-len(tail):]
		for k, u := range units {
			if u.R != rune(tail[k]) || int(u.Start) != len(head)+k || u.End != u.Start+1 {
				t.Fatalf("after %q, unit %d of the tail is %+v", head, k, u)
			}
		}
	})
}

// TestInvalidBytes: each byte that is not UTF-8 is one U+FFFD.
func TestInvalidBytes(t *testing.T) {
	src := []byte("a\xed\xa0\x80b\xff\xe2\x80")
	want := []Unit{{'a', 0, 1, 0}, {utf8.RuneError, 1, 2, 0}, {utf8.RuneError, 2, 3, 0}, {utf8.RuneError, 3, 4, 0}, {'b', 4, 5, 0}, {utf8.RuneError, 5, 6, 0},
		{utf8.RuneError, 6, 7, 0}, {utf8.RuneError, 7, 8, 0}}
	if got := AppendUnits(nil, src, 0, len(src), Options{}); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestDecode: bytes that are not UTF-8 are replaced one by one and counted; all else is kept.
func TestDecode(t *testing.T) {
	for _, tc := range []struct {
		in, want string
		invalid  int
	}{{"", "", 0}, {"\ufeffa\r\nb", "\ufeffa\r\nb", 0}, {"a\xffb", "a\ufffdb", 1}, {"\xed\xa0\x80", "\ufffd\ufffd\ufffd", 3}, {"\xe2\x82", "\ufffd\ufffd", 2}, {"\ufffd", "\ufffd", 0}} {
		got, invalid := Decode([]byte(tc.in))
		if string(got) != tc.want || invalid != tc.invalid {
			t.Errorf("Decode(%q) = %q, %d; want %q, %d", tc.in, got, invalid, tc.want, tc.invalid)
		}
	}
}

// TestWithoutMarkupReadingsAgree: where HasMarkup finds none, both readings give the same units.
func TestWithoutMarkupReadingsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := nastyText().Draw(t, "src")
		if HasMarkup(src) {
			return
		}
		if a, b := AppendUnits(nil, src, 0, len(src), Options{}), AppendUnits(nil, src, 0, len(src), Options{Reading: Literal}); !slices.Equal(a, b) {
			t.Fatalf("%q\n%v\n%v", src, a, b)
		}
	})
}
