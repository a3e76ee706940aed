package match

import (
	"strings"
	"unicode/utf8"
)

// How far expressions reach in scripts without word spaces, in bytes.
const (
	wideNear = 30 // ten characters
	wideFar  = 60
)

// wideBefore raises the flag for what stands before a match in a text of a script without word spaces.
func (c *vicinity) wideBefore(r *Match) {
	if c.plain || c.to == 0 || c.t.Source[max(0, c.match.Start-1)] < 0x80 {
		return
	}
	lo := c.from
	if lo >= c.match.Start {
		return
	}
	text := string(c.t.Source[lo:c.match.Start])
	is, japanese := wideScript([]byte(text))
	if !is {
		return
	}
	if !japanese {
		_, japanese = wideScript(c.t.Source[c.match.Start:min(c.match.End, c.match.Start+90)])
	}
	told := 0
	near := strings.LastIndexAny(text, "，、,：:；;—")
	for _, x := range wideExpressions(text, japanese) {
		ok := !x.last
		switch x.kind {
		case frameNegation, frameHedge, frameQuestion:
			// they govern their own clause; in Japanese they close another one
			ok = ok && !japanese && x.at > near && !turning.inside(text[x.at:]) && (x.kind != frameNegation || len(text)-x.at <= wideNear)
		case frameAttribution:
			ok = !turning.inside(text[x.at:])
		case frameNeutral:
			ok = false
		}
		if ok && told < maxGoverning {
			r.flag(FlagTruncationRisk, "", x.text)
			told++
		}
	}
}

// wideBehind raises the flag for what stands behind a match in a text of a script without word spaces.
func (c *vicinity) wideBehind(r *Match) {
	if c.plain || c.to == 0 {
		return
	}
	from := c.match.End
	for from < len(c.t.Source) && c.t.Source[from] == ' ' {
		from++
	}
	if from == len(c.t.Source) || c.t.Source[from] < 0x80 {
		return
	}
	hi := c.to
	if hi <= from {
		return
	}
	text := string(c.t.Source[from:hi])
	is, japanese := wideScript([]byte(text))
	first, _ := utf8.DecodeRuneInString(text)
	korean := hangul(first) || hangul(runeBefore(c.t.Source, c.match.End))
	if !is && !korean {
		return
	}
	clause := strings.IndexAny(text, "，、,：:；;。")
	if clause < 0 {
		clause = len(text)
	}
	told := 0
	if rest, ok := strings.CutPrefix(text, "か"); ok && japanese && (rest == "" || wideEnd(firstRune(rest))) {
		r.flag(FlagTruncationRisk, "", "か")
	}
	for _, x := range wideExpressions(text, japanese) {
		ok := false
		switch x.kind {
		case frameNegation:
			ok = (japanese || korean) && x.at < clause && x.at <= wideNear
		case frameHedge, frameAttribution, frameQuestion:
			ok = x.at < wideFar && ((japanese || korean) && x.at < clause || !japanese && x.last && x.at < clause || x.kind == frameQuestion && x.at < clause)
		case frameCondition, frameException:
			ok = x.at < wideFar
		}
		if ok && told < maxGoverning {
			r.flag(FlagTruncationRisk, "", x.text)
			told++
		}
	}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// wideExpression is an expression inside a run, at a byte of it.
type wideExpression struct {
	at   int
	text string
	kind frameKind
	last bool // it must stand behind
}

// wideExpressions lists the expressions inside a text of a script without word spaces.
func wideExpressions(text string, japanese bool) []wideExpression {
	var list []wideExpression
	lex, neg := frames(), words().inner
	ja, zh := words().bits["ja"], words().bits["zh"]
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r >= 0x0E00 {
			if x, ok := lex.innerAt(text[i:], r, ja, zh, japanese); ok {
				list = append(list, wideExpression{i, x.text, x.kind, x.last})
				n = len(x.text)
			} else if w, ok := innerNegation(neg[r], text[i:]); ok {
				if w.negates && !(japanese && unifiedHan(r)) {
					list = append(list, wideExpression{i, string(w.text), frameNegation, false})
				}
				n = len(string(w.text))
			}
		}
		i += n
	}
	return list
}

// innerAt returns the expression that a text starts with.
func (l *surroundingLexicon) innerAt(text string, first rune, ja, zh langs, japanese bool) (innerFrame, bool) {
	for _, f := range l.inner[first] {
		if !(f.lang == zh && japanese || f.lang == ja && !japanese) && strings.HasPrefix(text, f.text) {
			return f, true
		}
	}
	return innerFrame{}, false
}

func innerNegation(list []innerWord, text string) (innerWord, bool) {
	for _, w := range list {
		if strings.HasPrefix(text, string(w.text)) {
			return w, true
		}
	}
	return innerWord{}, false
}

func unifiedHan(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }
