package match

import (
	"bytes"
	"strings"
	"sync"
)

// closing has what editors say in a parenthetical after a quote.
type closing struct {
	remarks   map[string]bool // about the words quoted
	omissions map[string]bool // that citations or notes were left out
}

// closings is read from the embedded file at first use and never changed.
var closings = sync.OnceValue(func() *closing {
	c := &closing{remarks: map[string]bool{}, omissions: map[string]bool{}}
	eachLine("lexicon/closings.txt", func(line string) {
		if rest, ok := strings.CutPrefix(line, "-"); ok {
			c.omissions[strings.Trim(rest, " .")] = true
		} else {
			c.remarks[strings.Trim(line, " .")] = true
		}
	})
	return c
})

// insertion is the kind of a word that a bracket may not add.
type insertion uint8

const (
	charge insertion = iota
	hedge
)

// insertions is read from the embedded file at first use and never changed.
var insertions = sync.OnceValue(func() map[string]insertion {
	m := map[string]insertion{}
	eachLine("lexicon/insertions.txt", func(line string) {
		if rest, ok := strings.CutPrefix(line, "~"); ok {
			m[strings.TrimSpace(rest)] = hedge
		} else if _, ok := m[line]; !ok {
			m[line] = charge
		}
	})
	return m
})

// maxClosing is the length of a closing parenthetical, maxClosings how many may follow each other.
const (
	maxClosing  = 160
	maxClosings = 4
)

// closingParentheticals cuts parentheticals such as "(emphasis added)" off the end of a quote; omits tells whether one says that citations or
// notes were left out.
func closingParentheticals(raw []byte) (body []byte, omits, ok bool) {
	body = raw
	for range maxClosings {
		rest, o, found := closingParenthetical(body)
		if !found {
			break
		}
		body, omits, ok = rest, omits || o, true
	}
	return body, omits, ok
}

// OnlyRemarks tells whether a text is nothing but a remark of whoever quotes, in brackets or parentheses: [sic], (emphasis added).
func OnlyRemarks(text string) bool {
	if !strings.ContainsAny(text, "[(（") {
		return false
	}
	remark := strings.ToLower(strings.Trim(text, "[]()（） \t\r\n."))
	c := closings()
	return c.remarks[remark] || c.omissions[remark]
}

func closingParenthetical(raw []byte) (body []byte, omits, ok bool) {
	t := bytes.TrimRight(raw, " \t\r\n.\"'")
	t = bytes.TrimSuffix(t, []byte("”"))
	t = bytes.TrimSuffix(t, []byte("。"))
	open, size, shut := -1, 1, byte(0)
	if len(t) > 0 {
		shut = t[len(t)-1]
	}
	switch {
	case shut == ')':
		open = bytes.LastIndexByte(t, '(')
	case shut == ']':
		open = bytes.LastIndexByte(t, '[')
	case bytes.HasSuffix(t, []byte("）")):
		open, size = bytes.LastIndex(t, []byte("（")), len("（")
	}
	if open <= 0 || len(t)-open > maxClosing {
		return raw, false, false
	}
	inner := strings.ToLower(string(t[open+size : len(t)-size]))
	inner = strings.ReplaceAll(inner, "’", "'")
	c := closings()
	if part := strings.Trim(inner, " ."); c.remarks[part] || c.omissions[part] {
		return bytes.TrimRight(raw[:open], " \t\r\n"), c.omissions[part], true
	}
	for _, part := range strings.FieldsFunc(inner, func(r rune) bool { return r == ';' || r == ',' || r == '&' || r == '；' || r == '、' }) {
		part = strings.TrimSpace(strings.TrimPrefix(strings.Trim(part, " ."), "and "))
		if c.omissions[part] {
			omits = true
		} else if !c.remarks[part] {
			return raw, false, false
		}
		ok = true
	}
	if !ok {
		return raw, false, false
	}
	return bytes.TrimRight(raw[:open], " \t\r\n"), omits, true
}
