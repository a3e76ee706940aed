package match

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// doubledRun is how many words in a row must stand twice for a stretch to be read as doubled.
const doubledRun = 4

// doubledIn lists the stretches in which every word stands twice, as where a bold print was made by printing it again.
func doubledIn(src []byte) []Span {
	var list []Span
	var last, first Span // the word before, and the start of the run
	run, pair := 0, false
	flush := func() {
		if run >= doubledRun {
			list = append(list, Span{first.Start, last.End})
		}
		run, pair = 0, false
	}
	for at := 0; at < len(src); {
		w := nextField(src, at)
		if w.Start == w.End {
			break
		}
		at = w.End
		same := last.End > 0 && sameWord(src[last.Start:last.End], src[w.Start:w.End])
		switch {
		case pair: // the first of the next pair
			pair = false
		case same:
			if run == 0 {
				first = last
			}
			run++
			pair = true
		default:
			// the word before had no double; this one may be the first of a pair
			end := last
			if run > 0 {
				end = Span{last.Start, last.Start}
			}
			last = end
			flush()
		}
		last = w
	}
	if !pair && run > 0 {
		last = Span{last.Start, last.Start}
	}
	flush()
	return list
}

// sameWord tells whether two words are alike but for the marks at their ends.
func sameWord(a, b []byte) bool {
	const marks = ".,;:!?"
	return bytes.Equal(bytes.TrimRight(a, marks), bytes.TrimRight(b, marks))
}

// nextField returns the next run without white space at or after an offset.
func nextField(src []byte, at int) Span {
	for at < len(src) {
		r, n := utf8.DecodeRune(src[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += n
	}
	end := at
	for end < len(src) {
		r, n := utf8.DecodeRune(src[end:])
		if unicode.IsSpace(r) {
			break
		}
		end += n
	}
	return Span{at, end}
}

// maxDoubled bounds the doubled stretches of a text that are looked at.
const maxDoubled = 64

// inDoubled looks for a quote in the stretches of a text whose words all stand twice. What is found there is damage, never form alone.
func (x *Interleaver) inDoubled(q *Quote, t *Text, f *Furniture) (Match, bool) {
	for _, s := range f.doubled[:min(len(f.doubled), maxDoubled)] {
		var firsts []foreign
		for at := s.Start; at < s.End; {
			a := nextField(t.Source, at)
			b := nextField(t.Source, a.End)
			if b.Start >= s.End || b.Start == b.End {
				break
			}
			firsts = append(firsts, foreign{a.Start, a.End, foreignDouble})
			at = b.End
		}
		vq, vt := x.without(q, t, s.Start, s.End, firsts, nil)
		at := bytes.Index(vt.Skeleton.Bytes, vq.Skeleton)
		if at < 0 {
			continue
		}
		r, ok := x.m.Confirm(vq, &vt, at)
		if !ok {
			continue
		}
		start, end := x.text.source(r.Start()), x.text.source(r.End()-1)+1
		for _, p := range firsts {
			if p.hi <= start && len(bytes.TrimSpace(t.Source[p.hi:start])) == 0 {
				start = p.lo // the double of the first word
			}
		}
		r.Grade, r.Method = GradeFuzzy, MethodFuzzy
		r.flag(FlagInterleaved, "", clip(t.Source, start, end, longestDetail))
		r.Spans, r.Omitted = []Span{{start, end}}, nil
		return r, true
	}
	return Match{}, false
}
