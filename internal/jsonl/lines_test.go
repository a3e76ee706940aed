package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// all reads every line.
func all(t interface{ Fatalf(string, ...any) }, l *Lines) (lines []Line) {
	for {
		line, err := l.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatalf("Next after %d lines: %v", len(lines), err)
		}
		lines = append(lines, line)
	}
}

// Only \n ends a line.
func TestLinesEndAtNewlineOnly(t *testing.T) {
	in := "a\u2028b\u0085c\fd\r\n\nlast"
	var got []string
	for _, l := range all(t, NewLines(strings.NewReader(in), 0, 100)) {
		got = append(got, fmt.Sprintf("%d %q %v", l.Number, l.Bytes, l.Cut))
	}
	want := []string{"1 " + fmt.Sprintf("%q", "a\u2028b\u0085c\fd\r") + " false", `2 "" false`, `3 "last" true`}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Whatever the sizes of blocks and reads, lines are those of bytes.Split, those over the limit are told with their size, and a line
// is never overwritten after it was handed out.
func TestLinesSplitLikeBytesSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 60_000).Draw(t, "limit")
		var in []byte
		for range rapid.IntRange(0, 20).Draw(t, "lines") {
			n := rapid.OneOf(rapid.IntRange(0, 50), rapid.IntRange(limit, limit+2), rapid.IntRange(0, 120_000)).Draw(t, "length")
			in = append(append(in, bytes.Repeat([]byte{byte('a' + len(in)%26)}, n)...), '\n')
		}
		if rapid.Bool().Draw(t, "cut") && len(in) > 0 {
			in = in[:len(in)-1]
		}
		r := io.Reader(bytes.NewReader(in))
		if rapid.Bool().Draw(t, "halves") {
			r = iotest.HalfReader(r)
		}
		want := bytes.Split(in, []byte("\n"))
		if len(want[len(want)-1]) == 0 {
			want = want[:len(want)-1]
		}
		got := all(t, NewLines(r, 1, limit))
		if len(got) != len(want) {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
		for i, l := range got {
			long := len(want[i]) > limit
			if l.Number != i+1 || l.TooLong != long || l.Size != int64(len(want[i])) || !long && !bytes.Equal(l.Bytes, want[i]) {
				t.Fatalf("line %d is %d, too long %v, %d bytes; want too long %v, %d bytes", i+1, l.Number, l.TooLong, l.Size, long, len(want[i]))
			}
		}
	})
}

// An error of the stream is not the end of it: the piece before is not taken for a line.
func TestLinesReportTheStreamsError(t *testing.T) {
	broken := errors.New("broken")
	l := NewLines(io.MultiReader(strings.NewReader("one\ntw"), iotest.ErrReader(broken)), 0, 100)
	if line, err := l.Next(); err != nil || string(line.Bytes) != "one" {
		t.Fatalf("got %q, %v", line.Bytes, err)
	}
	if _, err := l.Next(); err != broken {
		t.Fatalf("got %v, want the stream's error", err)
	}
}

// endless gives spaces for ever, up to n bytes.
type endless struct{ n int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	n := int64(min(len(p), int(min(e.n, 1<<30))))
	clear(p[:n])
	e.n -= n
	return int(n), nil
}

// A line over the limit is read past in the room that the limit takes.
func TestLinesHoldNoMoreThanTheLimit(t *testing.T) {
	l := NewLines(&endless{1 << 30}, 0, 1<<20)
	line, err := l.Next()
	if err != nil || !line.TooLong || line.Size != 1<<30 || cap(l.block) > 4<<20 {
		t.Errorf("got %+v, %v, and a block of %d bytes", line, err, cap(l.block))
	}
}

func BenchmarkLines(b *testing.B) {
	in := bytes.Repeat([]byte(strings.Repeat("x", 200)+"\n"), 20_000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		l := NewLines(bytes.NewReader(in), 0, 1<<20)
		for {
			if _, err := l.Next(); err != nil {
				break
			}
		}
	}
}
