package batchio

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/verbatim/internal/jsonl"
	"example.com/verbatim/verify"
)

// tableSource reads CSV or TSV with a header. An empty cell is an absent field, but for the quote, which is then an empty string.
// Collections and allowed_ids are a JSON list, or one name; [] means that nothing is allowed.
type tableSource struct {
	r       *csv.Reader
	budget  *budget
	columns []column
	max     int
}

// column is what a column of the table means.
type column struct {
	known bool
	field member
	key   []byte // of an unknown column: its name as a JSON string
}

// errRunaway is returned by the budget.
var errRunaway = errors.New("a row goes on beyond the size limit: a quotation mark is not closed")

// budget is a reader that ends a row which does not: encoding/csv would hold the rest of the file.
type budget struct {
	r    io.Reader
	left int
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errRunaway
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

func newTable(in io.Reader, comma rune, max int) (source, error) {
	b := &budget{r: in}
	s := &tableSource{r: csv.NewReader(bufio.NewReaderSize(b, 64<<10)), budget: b, max: max}
	s.r.Comma, s.r.FieldsPerRecord, s.r.ReuseRecord = comma, -1, true
	s.refill()
	header, err := s.r.Read()
	if err == io.EOF {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the header: %w", err)
	}
	var seen [numMembers]bool
	for i, name := range header {
		m, known := memberOf([]byte(strings.TrimSpace(name)))
		if known && seen[m] {
			return nil, fmt.Errorf("the header has the column %s twice: rename one", memberName(m))
		}
		if known {
			seen[m] = true
		} else if name == "" {
			name = "column" + strconv.Itoa(i+1)
		}
		s.columns = append(s.columns, column{known, m, AppendString(nil, name)})
	}
	if !seen[fQuote] {
		return nil, fmt.Errorf("the header has no column quote, only %s: rename the one with the quotes", strings.Join(header, ", "))
	}
	return s, nil
}

// refill gives a row its bytes, and what the buffer before encoding/csv may read ahead.
func (s *tableSource) refill() { s.budget.left = s.max + 128<<10 }

// buffered is false: encoding/csv does not say what it holds.
func (s *tableSource) buffered() bool { return false }

func (s *tableSource) next(q *verify.Quote) (int, error) {
	s.refill()
	from := s.r.InputOffset()
	row, err := s.r.Read()
	size := int(s.r.InputOffset() - from)
	var bad *csv.ParseError
	switch {
	case errors.As(err, &bad) && !errors.Is(err, errRunaway):
		q.Line = bad.StartLine
		q.Err = &verify.RecordError{Line: q.Line, Reason: fmt.Sprintf("not valid CSV: %v in line %d", bad.Err, bad.Line),
			Hint: "put cells with quotation marks in quotation marks, and double those inside"}
		return size, nil
	case err != nil:
		return size, err
	}
	q.Line, _ = s.r.FieldPos(0)
	switch {
	case len(row) != len(s.columns):
		q.Err = &verify.RecordError{Reason: fmt.Sprintf("the row has %d cells, the header %d", len(row), len(s.columns)), Hint: "mend the row: its cells may be shifted"}
	case size > s.max:
		q.Err = tooLong(int64(size), s.max)
	default:
		q.Err = s.fill(row, q)
	}
	if q.Err != nil {
		q.Err.Line = q.Line
	}
	return size, nil
}

// fill makes the quote that the cells of a row describe.
func (s *tableSource) fill(row []string, q *verify.Quote) *verify.RecordError {
	p := parser{valid: true} // AppendString makes it so
	for i, cell := range row {
		c := s.columns[i]
		if !c.known {
			if len(q.Extra) > 0 {
				q.Extra = append(q.Extra, ',')
			}
			q.Extra = AppendString(append(append(q.Extra, c.key...), ':'), cell)
			continue
		}
		if cell == "" && c.field != fQuote {
			continue
		}
		raw, err := cellValue(c.field, cell)
		if err != nil {
			return err
		}
		p.raw[c.field] = raw
	}
	return p.fill(q)
}

// cellValue writes a cell as the JSON value of its field.
func cellValue(m member, cell string) ([]byte, *verify.RecordError) {
	trimmed, _ := jsonl.Valid([]byte(strings.TrimSpace(cell)))
	switch m {
	case fStart, fEnd, fPage, fField, fCollections, fAllowedIDs:
		list := m == fCollections || m == fAllowedIDs
		if list && !bytes.HasPrefix(trimmed, []byte("[")) {
			return append(AppendString([]byte("["), cell), ']'), nil
		}
		if end, err := jsonl.Value(trimmed, 0); err != nil || end != len(trimmed) {
			if m == fPage {
				return AppendString(nil, string(trimmed)), nil
			}
			return nil, &verify.RecordError{Reason: memberName(m) + " is not valid JSON", Hint: "write a number, list or object, or leave the cell empty"}
		}
		return trimmed, nil
	}
	return AppendString(nil, cell), nil
}
