package batchio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"example.com/verbatim/internal/jsonl"
	"example.com/verbatim/verify"
)

// member is a known field of a quote; the order is that of the fields' names below.
type member uint8

const (
	fID member = iota
	fQuote
	fSourceID
	fSourceHash
	fStart
	fEnd
	fPage
	fPrefix
	fSuffix
	fCollections
	fAllowedIDs
	fClaim
	fField
	numMembers
)

// memberOf returns the field called key.
func memberOf(key []byte) (member, bool) {
	switch string(key) {
	case "id":
		return fID, true
	case "quote":
		return fQuote, true
	case "source_id":
		return fSourceID, true
	case "source_hash":
		return fSourceHash, true
	case "start":
		return fStart, true
	case "end":
		return fEnd, true
	case "page":
		return fPage, true
	case "prefix":
		return fPrefix, true
	case "suffix":
		return fSuffix, true
	case "collections":
		return fCollections, true
	case "allowed_ids":
		return fAllowedIDs, true
	case "claim":
		return fClaim, true
	case "field":
		return fField, true
	}
	return 0, false
}

const quoteHint = `want an object with at least "quote": "…"`

func tooLong(size int64, max int) *verify.RecordError {
	return &verify.RecordError{Reason: fmt.Sprintf("the record has %d bytes, over the limit of %d", size, max), Hint: "split it, or raise the limit"}
}

// parser reads one JSON object into a quote. It belongs to one Reader and is used again for each record.
type parser struct {
	raw       [numMembers][]byte // raw values; the last of equal keys wins
	arena     []byte             // room for extras that do not stand together; never used twice
	malformed bool               // the last record was no JSON
	valid     bool               // all of the record is valid UTF-8, and so is what is cut out of it
}

// object reads b, which it may change and which q then refers to. After a field of the wrong type the others are filled in all the
// same, so that the result carries the caller's id and fields.
func (p *parser) object(b []byte, q *verify.Quote) *verify.RecordError {
	p.raw = [numMembers][]byte{}
	p.valid = utf8.Valid(b)
	extraFrom, extraTo, lastEnd := -1, -1, -1 // the unknown members as long as they stand together; where the last member ended
	scattered := false
	err := jsonl.Object(b, func(key []byte, start, value, end int) error {
		if m, ok := memberOf(key); ok {
			p.raw[m] = b[value:end:end]
			lastEnd = end
			return nil
		}
		switch {
		case scattered:
			p.arena = append(append(p.arena, ','), b[start:end]...)
		case extraFrom < 0:
			extraFrom, extraTo = start, end
		case lastEnd == extraTo:
			extraTo = end
		default:
			scattered = true
			p.reserve(len(b))
			p.arena = append(append(append(p.arena, b[extraFrom:extraTo]...), ','), b[start:end]...)
		}
		lastEnd = end
		return nil
	})
	if p.malformed = err != nil && !errors.Is(err, jsonl.ErrNotObject); err != nil {
		p.arena = nil
		return p.notObject(b, err)
	}
	switch {
	case scattered:
		n := len(p.arena)
		q.Extra = p.oneLine(p.arena[:n:n]) // what is appended to it must not lie where the next record's extras will
		p.arena = p.arena[n:]
	case extraFrom >= 0:
		q.Extra = p.oneLine(b[extraFrom:extraTo:extraTo])
	}
	return p.fill(q)
}

// reserve makes room for n bytes in the arena.
func (p *parser) reserve(n int) {
	if cap(p.arena) < n {
		p.arena = make([]byte, 0, max(n, 64<<10))
	}
}

func (p *parser) notObject(b []byte, err error) *verify.RecordError {
	if !p.malformed {
		return &verify.RecordError{Reason: err.Error(), Hint: quoteHint}
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return &verify.RecordError{Reason: "NUL bytes: this is no text, or UTF-16", Hint: "convert the file to UTF-8"}
	}
	return &verify.RecordError{Reason: "not valid JSON: " + err.Error(), Hint: quoteHint}
}

// fill turns the raw members into q, and returns the first fault.
func (p *parser) fill(q *verify.Quote) (first *verify.RecordError) {
	fault := func(m member, want string) {
		if first == nil {
			hint := "write " + memberName(m) + " as " + want
			if memberName(m) != "quote" {
				hint += ", or leave it out"
			}
			first = &verify.RecordError{Reason: memberName(m) + " is not " + want, Hint: hint}
		}
	}
	str := func(m member) (string, bool) {
		raw := p.raw[m]
		if absent(raw) {
			return "", false
		}
		if raw[0] != '"' {
			fault(m, "a string")
			return "", false
		}
		return p.unquote(raw), true
	}
	// Many programs keep their ids as numbers: one is taken as the text it is written as.
	text := func(m member) (string, bool) {
		raw := p.raw[m]
		if absent(raw) || raw[0] == '"' {
			return str(m)
		}
		if !isNumber(raw) {
			fault(m, "a string or a number")
			return "", false
		}
		return string(raw), true
	}
	num := func(m member, none int) int {
		raw := p.raw[m]
		if absent(raw) {
			return none
		}
		n, ok := whole(raw)
		if !ok {
			fault(m, "a whole number from 0 up")
			return none
		}
		return n
	}
	list := func(m member) []string {
		raw := p.raw[m]
		if absent(raw) {
			return nil
		}
		l, ok := p.stringList(raw)
		if !ok {
			fault(m, "a list of strings")
			// Not nil: a bound that cannot be read must not become none.
			return []string{}
		}
		return l
	}
	if raw := p.raw[fID]; !absent(raw) {
		q.ID = p.oneLine(raw)
	}
	words, ok := str(fQuote)
	if q.Text = words; !ok && first == nil {
		first = &verify.RecordError{Reason: "no quote", Hint: quoteHint}
	}
	q.SourceID, q.Cited = text(fSourceID)
	q.SourceHash, _ = str(fSourceHash)
	q.Start, q.End = num(fStart, -1), num(fEnd, -1)
	if raw := p.raw[fPage]; len(raw) > 0 && raw[0] == '"' {
		p.page(raw, q)
	} else {
		q.Page = num(fPage, 0)
	}
	q.Prefix, _ = str(fPrefix)
	q.Suffix, _ = str(fSuffix)
	q.Collections, q.AllowedIDs = list(fCollections), list(fAllowedIDs)
	q.Claim, _ = text(fClaim)
	if raw := p.raw[fField]; !absent(raw) {
		if raw[0] != '{' {
			fault(fField, "an object")
		} else {
			q.Field = p.oneLine(raw)
		}
	}
	return first
}

// page reads a page that is written as a string. One that is no number, such as "iv" or "12-13", is carried through and not compared.
func (p *parser) page(raw []byte, q *verify.Quote) {
	digits := bytes.TrimSpace(raw[1 : len(raw)-1])
	if n, ok := whole(digits); ok && len(digits) > 0 {
		q.Page = n
		return
	}
	if len(q.Extra) > 0 {
		q.Extra = append(q.Extra, ',')
	}
	q.Extra = append(append(q.Extra, `"page":`...), p.oneLine(raw)...)
}

// isNumber tells whether a JSON value is a number.
func isNumber(raw []byte) bool { return raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9' }

func memberName(m member) string {
	return [numMembers]string{"id", "quote", "source_id", "source_hash", "start", "end", "page", "prefix", "suffix", "collections",
		"allowed_ids", "claim", "field"}[m]
}

// absent reports whether a member is missing or null.
func absent(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }

// unquote decodes the JSON string raw in its own bytes. They are never written again: whoever reads the input gives each record bytes
// of its own, so that a string may share them.
func (p *parser) unquote(raw []byte) string {
	text, _ := jsonl.Unquote(raw[1 : len(raw)-1])
	if !p.valid {
		text, _ = jsonl.Valid(text)
	}
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// oneLine is raw JSON that fits a line of output: as it stood, unless it holds line breaks or invalid UTF-8.
func (p *parser) oneLine(raw []byte) []byte {
	if bytes.IndexByte(raw, '\n') >= 0 || bytes.IndexByte(raw, '\r') >= 0 {
		raw = jsonl.AppendCompact(make([]byte, 0, len(raw)), raw)
	}
	if !p.valid {
		raw, _ = jsonl.Valid(raw)
	}
	return raw
}

// whole reads a number from 0 to 2^53 without a fraction, in any notation: some writers make 12.0 of every number.
func whole(raw []byte) (int, bool) {
	n := 0
	for i, c := range raw {
		if c < '0' || c > '9' || i > 14 {
			f, err := strconv.ParseFloat(string(raw), 64)
			if err != nil || f < 0 || f > 1<<53 || f != math.Trunc(f) {
				return 0, false
			}
			return int(f), true
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// stringList reads a JSON array of strings; an empty one is not nil.
func (p *parser) stringList(raw []byte) ([]string, bool) {
	if raw[0] != '[' {
		return nil, false
	}
	list := []string{}
	for i := jsonl.Space(raw, 1); raw[i] != ']'; {
		if raw[i] != '"' {
			return nil, false
		}
		end, _, err := jsonl.String(raw, i)
		if err != nil {
			return nil, false
		}
		list = append(list, p.unquote(raw[i:end:end]))
		if i = jsonl.Space(raw, end); raw[i] == ',' {
			i = jsonl.Space(raw, i+1)
		}
	}
	return list, true
}
