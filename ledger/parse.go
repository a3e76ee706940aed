package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// ParseRecord reads a record in its canonical form and refuses every other: for whatever it accepts, AppendJSON gives
// back the same bytes. That way two different byte strings never stand for one record.
func ParseRecord(data []byte) (*Record, error) {
	if len(data) > MaxRecord {
		return nil, fmt.Errorf("record of %d bytes, at most %d", len(data), MaxRecord)
	}
	p := parser{s: data}
	r := &Record{}
	p.expect(`{"v":`)
	r.Schema = p.integer()
	if p.err == nil && r.Schema != Schema {
		return nil, fmt.Errorf("record has schema %d, this version reads %d", r.Schema, Schema)
	}
	p.field("kind", &r.Kind)
	p.expect(`,"time":`)
	when := p.str()
	p.field("quote_hash", &r.QuoteHash)
	p.field("status", &r.Status)
	p.field("grade", &r.Grade)
	p.field("method", &r.Method)
	if p.has(`,"score":`) {
		r.Score = p.float()
		p.expect(`,"similarity":`)
		r.Similarity = p.float()
	}
	p.field("failure_reason", &r.FailureReason)
	p.field("source_id", &r.SourceID)
	p.field("cited_source_id", &r.CitedSourceID)
	p.field("source_hash", &r.SourceHash)
	p.field("version", &r.Version)
	if p.has(`,"spans":[`) {
		for p.err == nil {
			p.expect("[")
			start := p.integer()
			p.expect(",")
			r.Spans = append(r.Spans, Span{start, p.integer()})
			p.expect("]")
			if !p.has(",") {
				break
			}
		}
		p.expect("]")
	}
	r.Flags = p.list("flags")
	r.Folds = p.list("folds")
	p.field("profile", &r.Profile)
	p.field("policy", &r.Policy)
	p.field("decision", &r.Decision)
	p.field("corpus_root", &r.CorpusRoot)
	if p.has(`,"cut":`) {
		r.Cut = p.integer()
	}
	p.expect("}")
	if p.err == nil && p.i != len(data) {
		p.fail("bytes after the record")
	}
	if p.err != nil {
		return nil, fmt.Errorf("malformed record at byte %d: %w", p.i, p.err)
	}
	var err error
	if r.Time, err = parseTime(when); err != nil {
		return nil, fmt.Errorf("malformed record: time: %w", err)
	}
	if err := r.validate(); err != nil {
		return nil, fmt.Errorf("malformed record: %w", err)
	}
	if !bytes.Equal(r.AppendJSON(make([]byte, 0, len(data))), data) {
		return nil, errors.New("malformed record: not in canonical form")
	}
	return r, nil
}

// parser walks the canonical form. After the first error it stands still.
type parser struct {
	s   []byte
	i   int
	err error
}

func (p *parser) fail(what string) {
	if p.err == nil {
		p.err = errors.New(what)
	}
}

func (p *parser) has(lit string) bool {
	if p.err != nil || len(p.s)-p.i < len(lit) || string(p.s[p.i:p.i+len(lit)]) != lit {
		return false
	}
	p.i += len(lit)
	return true
}

func (p *parser) expect(lit string) {
	if !p.has(lit) && p.err == nil {
		p.err = fmt.Errorf("%s expected", lit)
	}
}

func (p *parser) field(name string, v *string) {
	i := p.i
	if p.has(`,"`) && p.has(name) && p.has(`":`) {
		*v = p.str()
		return
	}
	if p.err == nil {
		p.i = i
	}
}

func (p *parser) list(name string) (list []string) {
	i := p.i
	if !p.has(`,"`) || !p.has(name) || !p.has(`":[`) {
		if p.err == nil {
			p.i = i
		}
		return nil
	}
	for p.err == nil {
		list = append(list, p.str())
		if !p.has(",") {
			break
		}
	}
	p.expect("]")
	return list
}

func (p *parser) number() string {
	start := p.i
	for p.err == nil && p.i < len(p.s) {
		if c := p.s[p.i]; c != '-' && c != '.' && (c < '0' || c > '9') {
			break
		}
		p.i++
	}
	return string(p.s[start:p.i])
}

func (p *parser) integer() int {
	n, err := strconv.Atoi(p.number())
	if err != nil {
		p.fail("whole number expected")
	}
	return n
}

func (p *parser) float() float64 {
	f, err := strconv.ParseFloat(p.number(), 64)
	if err != nil {
		p.fail("number expected")
	}
	return f
}

func (p *parser) str() string {
	p.expect(`"`)
	if p.err != nil {
		return ""
	}
	n := bytes.IndexAny(p.s[p.i:], `"\`)
	if n < 0 {
		p.fail("string without an end")
		return ""
	}
	if p.s[p.i+n] == '"' { // nothing escaped, nearly always
		s := string(p.s[p.i : p.i+n])
		p.i += n + 1
		return s
	}
	var buf []byte
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		switch c {
		case '"':
			return string(buf)
		case '\\':
			buf = p.escape(buf)
		default:
			buf = append(buf, c)
		}
	}
	p.fail("string without an end")
	return ""
}

// escape decodes what stands after a backslash. It takes only the short forms and \u00XX: nothing else is canonical.
func (p *parser) escape(buf []byte) []byte {
	if p.i >= len(p.s) {
		p.fail("escape cut off")
		return buf
	}
	c := p.s[p.i]
	p.i++
	switch c {
	case '"', '\\':
		return append(buf, c)
	case 'b':
		return append(buf, '\b')
	case 't':
		return append(buf, '\t')
	case 'n':
		return append(buf, '\n')
	case 'f':
		return append(buf, '\f')
	case 'r':
		return append(buf, '\r')
	case 'u':
		if p.i+4 <= len(p.s) {
			if u, err := strconv.ParseUint(string(p.s[p.i:p.i+4]), 16, 16); err == nil && !utf16.IsSurrogate(rune(u)) {
				p.i += 4
				return utf8.AppendRune(buf, rune(u))
			}
		}
	}
	p.fail("unknown escape")
	return buf
}
