package normalize

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// nasty is an alphabet of pieces that bring out the rules: markup, marks that join, dropped runes, scripts, broken encoding.
var nasty = []string{
	"a", "B", "i", "I", "İ", "ı", "ß", "ŉ", "ς", "ſ", "é", "e\u0301", "\u0301", "\u0307", "\u0323", "\u0338", "\u0345", "ﬁ", "ﷺ", "½", "1", "2", "²", "⁶",
	"한", "\u1112", "\u1161", "\u11ab", "ㄱ", "ㅏ", "が", "か", "\u3099", "ｶ", "ﾞ", "中", "文", "。", "，", "ก", "ำ", "क", "\u093c", "\u094d", "ো", "\u09c7", "\u09be",
	"ا", "\u0654", "أ", "\u064b", "\u0640", "ﹰ", "ש", "\u05c1", "\u05b8", "\u05be", "а", "с", "р", "п", "α", "μ", "ν", "\u00ad", "\u200b", "\u200d", "\ufeff", "\u202e",
	"\ufe0f", "\U000e0101", "\U0001d465", "🙂", "𠀀", " ", "  ", "\n", "\r\n", "\t", "\f", "\v", "\u00a0", "\u2028", "\u3000", "[[PAGE_BREAK]]", "-", "--", "–", "\u2010",
	"'", "''", "\"", "“", "«", "`", "``", "```", "…", ".", ",", "(", ")", "&amp;", "&eacute;", "&shy;", "&nbsp;", "&#x301;", "&notit;", "&", "<b>", "</b>", "<p>", "<br/>",
	"<a href='x'>", "<", ">", "<!--", "-->", "<script>", "</script>", "<del>", "</del>", "<s>", "</s>", "<![CDATA[", "]]>", "<?xml ?>", "~~", "~", "\\emph{", "\\textbf{",
	"\\href{u}{", "}", "{", "\\\\", "\\", "\\*", "\\cite{x}", "\\item ", "*", "**", "_", "__", "# ", "#", "> ", "|", "|---|", "[", "](http://x.y/z)", "]", "![", "\xff", "\xed\xa0\x80", "\xe2\x80", "\x00",
}

func nastyText() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		if rapid.IntRange(0, 9).Draw(t, "random bytes") == 0 {
			return rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "bytes")
		}
		return bytes.Join(rapid.SliceOfN(rapid.Map(rapid.SampledFrom(nasty), func(s string) []byte { return []byte(s) }), 0, 60).Draw(t, "pieces"), nil)
	})
}

func anyOptions() *rapid.Generator[Options] {
	return rapid.Custom(func(t *rapid.T) Options {
		return Options{Reading: Reading(rapid.IntRange(0, 1).Draw(t, "reading")), Turkish: rapid.Bool().Draw(t, "turkish")}
	})
}

// checkUnits checks what must hold for the units of any bytes.
func checkUnits(src []byte, opt Options) error {
	units := AppendUnits(nil, src, 0, len(src), opt)
	last := uint32(0)
	for k, u := range units {
		if u.Start < last || u.End <= u.Start || int(u.End) > len(src) {
			return fmt.Errorf("unit %d of %q is %+v, after one that starts at %d", k, src, u, last)
		}
		last = u.Start
	}
	return checkSkeleton(src, opt, units)
}

// checkSkeleton checks the central invariant: the skeleton of a source is the image of its normalised text, character by character.
func checkSkeleton(src []byte, opt Options, units []Unit) error {
	var s Skeleton
	s.Make(src, opt.Reading)
	if want := AppendSkeleton(nil, units); !bytes.Equal(s.Bytes, want) {
		return fmt.Errorf("skeleton of %q (%+v)\n got %q\nwant %q", src, opt, s.Bytes, want)
	}
	if want := (len(s.Bytes) + CheckpointStride - 1) / CheckpointStride; len(s.Checkpoints) != want {
		return fmt.Errorf("%d checkpoints for %d skeleton bytes", len(s.Checkpoints), len(s.Bytes))
	}
	k := 0
	for _, u := range units {
		if SkeletonByte(u.R) == 0 {
			continue
		}
		if start, end := s.Source(src, opt.Reading, k); start != int(u.Start) || end != int(u.End) {
			return fmt.Errorf("Source(%d) of %q = [%d,%d), want [%d,%d)", k, src, start, end, u.Start, u.End)
		}
		k++
	}
	k = 0
	for off := 0; off <= len(src); off++ {
		for k < len(s.Bytes) {
			if start, _ := s.Source(src, opt.Reading, k); start >= off {
				break
			}
			k++
		}
		if got := s.Index(src, opt.Reading, off); got != k {
			return fmt.Errorf("Index(%d) of %q = %d, want %d", off, src, got, k)
		}
	}
	return nil
}

// TestInvariants: every unit maps back to source bytes in order; Make equals the image of the units; Source and Index agree with them,
// restarting from checkpoints.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := nastyText().Draw(t, "src")
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			src = append(bytes.Repeat([]byte("The quick brown fox ÄB. "), 12), src...)
		}
		if err := checkUnits(src, anyOptions().Draw(t, "options")); err != nil {
			t.Fatal(err)
		}
	})
}
