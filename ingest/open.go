package ingest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/verbatim/internal/jsonl"
	"example.com/verbatim/internal/unpack"
)

// readFile reads f into its items. The error is only for the end of the run: what is wrong with the file is one of its items.
func readFile(ctx context.Context, f *file, gate *gate, o Options) error {
	defer close(f.items)
	send := func(it item) error {
		select {
		case f.items <- it:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var stop error // what emit or report returned: it ends the run
	emit := func(d Document) error {
		if stop = gate.enter(ctx, f, int64(len(d.Source))); stop == nil {
			stop = send(item{doc: d})
		}
		return stop
	}
	report := func(p Problem) error {
		p.Path = f.path
		stop = send(item{problem: &p})
		return stop
	}
	err := readInput(ctx, f.entry, o, emit, report)
	if stop != nil {
		return stop
	}
	if err != nil {
		return report(problemOf(err, f.entry, o))
	}
	return nil
}

// problemOf says what err means for the file of e.
func problemOf(err error, e entry, o Options) Problem {
	var p *Problem
	if errors.As(err, &p) {
		q := *p
		if q.ID == "" && q.Kind == Failed {
			q.ID = idOfWhole(e, o)
		}
		return q
	}
	h := hint(err)
	switch {
	case errors.Is(err, unpack.ErrBomb):
		h = "unpack it yourself, if you trust it"
	case errors.Is(err, io.ErrUnexpectedEOF):
		h = "the file is cut off: fetch it again"
	case errors.Is(err, errTooLarge):
		h = "split the document"
	}
	return Problem{Reason: reason(err), Hint: h, ID: idOfWhole(e, o)}
}

// idOfWhole is the id of the document that the file of e would be, when its format holds one document a file.
func idOfWhole(e entry, o Options) string {
	if r, _ := choose(e, nil); r == (jsonlReader{}) || e.path == stdinPath {
		return ""
	}
	return e.id(o.IDFrom)
}

// readInput opens the file of e, takes it out of its compression and gives it to the reader of its format.
func readInput(ctx context.Context, e entry, o Options, emit func(Document) error, report func(Problem) error) error {
	in := o.Stdin
	if e.path != stdinPath {
		f, err := os.Open(e.path)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	} else if in == nil {
		return errors.New("no standard input to read")
	}
	u, err := unpack.New(in, o.testOnlyUnpack)
	if err != nil {
		return err
	}
	defer u.Close()
	buf := bufio.NewReaderSize(u, 64<<10)
	head, err := buf.Peek(headSize)
	if err != nil && err != io.EOF {
		return err
	}
	src := Source{Path: e.path, ID: e.id(o.IDFrom), Input: buf, MaxBytes: o.MaxBytes, Report: report}
	var r Reader
	if e.path == stdinPath {
		r, err = chooseStdin(head, buf, &src)
		if err != nil {
			return err
		}
	} else if r, err = chooseFile(e, head); err != nil {
		return err
	}
	return r.Read(ctx, src, emit)
}

func chooseFile(e entry, head []byte) (Reader, error) {
	r, p := choose(e, head)
	if p == nil && r == (jsonlReader{}) {
		if p = notText(head); p == nil && utf16BOM(head) != nil {
			p = &Problem{Reason: "JSONL in UTF-16", Hint: "convert it to UTF-8, such as with iconv"}
		}
	}
	if p != nil {
		return nil, p
	}
	return r, nil
}

// chooseStdin tells JSONL from plain text: JSONL begins with a line that is a document.
func chooseStdin(head []byte, buf *bufio.Reader, src *Source) (Reader, error) {
	if what := magic(head); what != "" {
		return nil, &Problem{Reason: "this is " + what + ", which is not read yet", Hint: "convert it to text or Markdown"}
	}
	if i := jsonl.Space(head, 0); i == len(head) || head[i] != '{' {
		return textReader{}, nil
	}
	var start bytes.Buffer // up to the end of the first line that is not blank
	var line []byte
	for jsonl.Space(line, 0) == len(line) {
		from := start.Len()
		if err := readLine(buf, &start, src.MaxBytes); err != nil {
			return nil, err
		}
		line = start.Bytes()[from:]
	}
	_, p := parseDocument(bytes.Clone(line))
	src.Input = io.MultiReader(&start, buf)
	if p != nil {
		return textReader{}, nil
	}
	return jsonlReader{}, nil
}

// readLine appends one line of r to dst, its \n included.
func readLine(r *bufio.Reader, dst *bytes.Buffer, limit int64) error {
	for {
		part, err := r.ReadSlice('\n')
		dst.Write(part)
		if int64(dst.Len()) > limit {
			return fmt.Errorf("the first line is %w (%d bytes)", errTooLarge, limit)
		}
		if err == nil || err == io.EOF {
			return nil
		}
		if err != bufio.ErrBufferFull {
			return err
		}
	}
}
