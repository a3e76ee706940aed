package eval

import (
	"strings"
	"unicode"

	"example.com/verbatim/verify"
)

// span is source[start:end].
type span struct{ start, end int }

// trimmed takes white space and punctuation off both ends: whether a quote's last full stop belongs to it is a matter of taste.
func (s span) trimmed(src string) span {
	mark := func(c rune) bool { return unicode.IsSpace(c) || unicode.IsPunct(c) }
	t := src[s.start:s.end]
	s.start += len(t) - len(strings.TrimLeftFunc(t, mark))
	s.end = s.start + len(strings.TrimFunc(t, mark))
	return s
}

// overlap is intersection over union, in bytes.
func overlap(a, b span) float64 {
	both := min(a.end, b.end) - max(a.start, b.start)
	all := max(a.end, b.end) - min(a.start, b.start)
	if both <= 0 || all <= 0 {
		return 0
	}
	return float64(both) / float64(all)
}

// accuracy compares where a quote was found with where it stands, both trimmed. ok is false where there is nothing to compare.
func accuracy(c *verify.Corpus, l *Label, r *verify.Result) (exact bool, iou float64, ok bool) {
	if len(r.Spans) == 0 || l.Start < 0 && l.SpanText == "" {
		return false, 0, false
	}
	doc, known := c.Snapshot().Lookup(r.SourceID)
	if !known {
		return false, 0, false
	}
	text, err := c.Snapshot().Text(doc)
	if err != nil || hashName(text.Hash) != r.SourceHash {
		return false, 0, false // offsets of another version
	}
	if want := l.SourceID; want != "" && want != r.SourceID || want == "" && r.CitedSourceID != "" && r.CitedSourceID != r.SourceID {
		return false, 0, true
	}
	src := string(text.Source)
	got := span{r.Spans[0].Start, r.Spans[len(r.Spans)-1].End}.trimmed(src)
	try := func(want span) {
		if want.end > len(src) {
			return
		}
		want = want.trimmed(src)
		exact = exact || want == got
		iou = max(iou, overlap(want, got))
	}
	if l.Start >= 0 {
		try(span{l.Start, l.End})
		return exact, iou, true
	}
	for i := 0; ; {
		k := strings.Index(src[i:], l.SpanText)
		if k < 0 {
			return exact, iou, true
		}
		try(span{i + k, i + k + len(l.SpanText)})
		i += k + 1
	}
}
