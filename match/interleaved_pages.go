package match

import (
	"bytes"

	"example.com/verbatim/normalize"
)

// maxSegments bounds the pages of one quote that are looked for apart.
const maxSegments = 64

// segments looks for a quote with page marks piece by piece, wherever the pieces stand: in another order, or with more between them than a
// page puts there. That is never form alone.
func (x *Interleaver) segments(q *Quote, t *Text) (Match, bool) {
	if !bytes.Contains(q.Raw, pageMark) && bytes.IndexByte(q.Raw, '\f') < 0 {
		return Match{}, false
	}
	r := Match{Grade: GradeFuzzy, Method: MethodFuzzy}
	runes, after, ordered := 0, 0, true
	for n, rest := 0, q.Raw; len(rest) > 0; n++ {
		var part []byte
		part, rest = cutPage(rest)
		var p Quote
		p.Prepare(part, q.Reading)
		if len(p.Skeleton) == 0 {
			continue
		}
		if n == maxSegments || len(p.Skeleton) < 8 {
			return Match{}, false
		}
		sk := t.Skeleton.Bytes
		at := bytes.Index(sk[after:], p.Skeleton)
		if at >= 0 {
			at += after
		} else if at = bytes.Index(sk, p.Skeleton); at < 0 {
			return Match{}, false
		} else {
			ordered = false
		}
		m, ok := x.m.Confirm(&p, t, at)
		if !ok || m.Partial {
			return Match{}, false
		}
		after = at + len(p.Skeleton)
		runes += p.Runes()
		x.m.append(&r, &m)
		r.Spans = append(r.Spans, m.Spans...)
	}
	if len(r.Spans) < 2 {
		return Match{}, false
	}
	r.Grade, r.Method, r.Similarity = GradeFuzzy, MethodFuzzy, similarity(r.Edits, runes)
	r.Folds = r.Folds.With(normalize.PageBreak)
	r.flag(FlagCrossPage, "", "")
	if !ordered {
		r.flag(FlagReordered, "", "")
	}
	return r, true
}

// cutPage returns the text up to the next page mark or form feed, and what follows it.
func cutPage(s []byte) (page, rest []byte) {
	at, n := bytes.Index(s, pageMark), len(pageMark)
	if f := bytes.IndexByte(s, '\f'); f >= 0 && (at < 0 || f < at) {
		at, n = f, 1
	}
	if at < 0 {
		return s, nil
	}
	return s[:at], s[at+n:]
}
