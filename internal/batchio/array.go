package batchio

import (
	"bufio"
	"errors"
	"io"

	"example.com/verbatim/verify"
)

// arraySource reads a JSON array of objects. An element is cut out by its brackets alone, so that one that is malformed is told and
// the next ones are read; a bracket that is missing takes the rest with it, and that is told as well.
type arraySource struct {
	r     *bufio.Reader
	parse parser
	max   int
	count int // elements so far
	state arrayState
}

type arrayState uint8

const (
	beforeArray arrayState = iota
	inArray
	afterArray
	arrayDone
)

func newArray(r io.Reader, max int) source {
	return &arraySource{r: bufio.NewReaderSize(r, 256<<10), max: max}
}

func (s *arraySource) buffered() bool { return s.state == arrayDone || s.r.Buffered() > 0 }

func (s *arraySource) next(q *verify.Quote) (int, error) {
	if s.state == arrayDone {
		return 0, io.EOF
	}
	if s.state == beforeArray {
		c, err := s.skipSpace()
		if err == io.EOF {
			return 0, err
		}
		if err == nil && c != '[' {
			err = errors.New("no JSON array: want [ at its start")
		}
		if err != nil {
			return 0, err
		}
		s.state = inArray
	}
	if s.state == afterArray {
		return s.trailing(q)
	}
	b, size, closed, err := s.element()
	if err != nil && err != io.EOF {
		return 0, err
	}
	blank := len(b) == 0 && size == 0
	if blank && closed { // [] or a comma before the bracket
		s.state = afterArray
		return s.trailing(q)
	}
	s.count++
	q.Line = s.count
	switch {
	case err == io.EOF:
		s.state = arrayDone
		q.Err = &verify.RecordError{Reason: "the array is not closed", Hint: "the file may be incomplete: write it again"}
	case size > s.max:
		q.Err = tooLong(int64(size), s.max)
	case blank:
		q.Err = &verify.RecordError{Reason: "nothing between two commas", Hint: quoteHint}
	default:
		q.Err = s.parse.object(b, q)
	}
	if q.Err != nil {
		q.Err.Line = q.Line
	}
	if closed {
		s.state = afterArray
	}
	return len(b), nil
}

// trailing reads what follows the array, which should be nothing.
func (s *arraySource) trailing(q *verify.Quote) (int, error) {
	s.state = arrayDone
	_, err := s.skipSpace()
	if err != nil {
		return 0, err
	}
	s.count++
	q.Line = s.count
	q.Err = &verify.RecordError{Line: s.count, Reason: "more text after the array, which was not read", Hint: "write one array, or JSONL"}
	return 0, nil
}

// skipSpace returns the first byte that is not white space.
func (s *arraySource) skipSpace() (byte, error) {
	for {
		c, err := s.r.ReadByte()
		if err != nil || c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return c, err
		}
	}
}

// element reads up to the comma or bracket that ends an element. size counts its bytes, also those over the limit, which are not
// kept; closed says that the array ended.
func (s *arraySource) element() (b []byte, size int, closed bool, err error) {
	c, err := s.skipSpace()
	depth, inString := 0, false
	for ; err == nil; c, err = s.r.ReadByte() {
		switch {
		case inString:
			if c == '"' {
				inString = false
			} else if c == '\\' {
				// What is escaped is not looked at.
				if size++; size <= s.max {
					b = append(b, c)
				}
				if c, err = s.r.ReadByte(); err != nil {
					return b, size, false, err
				}
			}
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		case depth == 0 && (c == ',' || c == ']'):
			return b, size, c == ']', nil
		}
		if size++; size <= s.max {
			b = append(b, c)
		} else {
			b = nil
		}
	}
	return b, size, false, err
}
