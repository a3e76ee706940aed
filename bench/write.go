package bench

import (
	"context"
	"fmt"
	"io"
	"strconv"
)

// Write makes all quotes and writes them as JSON lines that verify reads, and their labels, one line a quote, to another file; nil for no
// labels.
func (g *Generator) Write(ctx context.Context, quotes, labels io.Writer) error {
	var b []byte
	return g.Each(ctx, func(qs []Labelled) error {
		b = b[:0]
		for i := range qs {
			b = qs[i].AppendQuote(b)
		}
		if _, err := quotes.Write(b); err != nil {
			return fmt.Errorf("writing quotes: %w", err)
		}
		if labels == nil {
			return nil
		}
		b = b[:0]
		for i := range qs {
			b = qs[i].AppendLabel(b)
		}
		if _, err := labels.Write(b); err != nil {
			return fmt.Errorf("writing labels: %w", err)
		}
		return nil
	})
}

// AppendQuote appends the record that verify reads, {id, quote, source_id}, and a line end.
func (q *Labelled) AppendQuote(b []byte) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, q.ID)
	b = append(b, `,"quote":`...)
	b = appendString(b, q.Quote)
	if q.SourceID != "" {
		b = append(b, `,"source_id":`...)
		b = appendString(b, q.SourceID)
	}
	return append(b, "}\n"...)
}

// AppendLabel appends what is known of the quote, {id, class, modes, true_source, true_start, true_end} (bytes), and a line end.
func (q *Labelled) AppendLabel(b []byte) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, q.ID)
	b = append(b, `,"class":`...)
	b = appendString(b, string(q.Class))
	if len(q.Modes) > 0 {
		b = append(b, `,"modes":[`...)
		for i, m := range q.Modes {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, m)
		}
		b = append(b, ']')
	}
	if q.TrueSource != "" {
		b = append(b, `,"true_source":`...)
		b = appendString(b, q.TrueSource)
		b = append(b, `,"true_start":`...)
		b = strconv.AppendInt(b, int64(q.Start), 10)
		b = append(b, `,"true_end":`...)
		b = strconv.AppendInt(b, int64(q.End), 10)
	}
	return append(b, "}\n"...)
}
