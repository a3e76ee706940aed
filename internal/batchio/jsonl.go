package batchio

import (
	"io"

	"example.com/verbatim/internal/jsonl"
	"example.com/verbatim/verify"
)

// lineSource reads JSON Lines. Blank lines are no records.
type lineSource struct {
	lines *jsonl.Lines
	parse parser
	max   int
}

func newJSONL(r io.Reader, max int) source {
	return &lineSource{lines: jsonl.NewLines(r, 0, max), max: max}
}

func (s *lineSource) next(q *verify.Quote) (int, error) {
	for {
		line, err := s.lines.Next()
		if err != nil {
			return 0, err
		}
		if line.TooLong {
			q.Line = line.Number
			q.Err = tooLong(line.Size, s.max)
			q.Err.Line = q.Line
			return 0, nil // its bytes are not kept
		}
		b := line.Bytes
		if len(b) > 0 && b[len(b)-1] == '\r' {
			b = b[:len(b)-1]
		}
		if jsonl.Space(b, 0) == len(b) {
			continue
		}
		q.Line = line.Number
		if q.Err = s.parse.object(b, q); q.Err != nil {
			q.Err.Line = q.Line
			if line.Cut && s.parse.malformed {
				q.Err.Reason = "the last line is cut off: " + q.Err.Reason
				q.Err.Hint = "the file may be incomplete: write it again"
			}
		}
		return len(b), nil
	}
}

func (s *lineSource) buffered() bool { return s.lines.Buffered() }
