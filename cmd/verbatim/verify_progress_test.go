package main

import (
	"io"
	"strings"
	"testing"
)

// TestTotal: of what is read and how large the files are follows about how many records there are.
func TestTotal(t *testing.T) {
	for _, x := range []struct {
		name                 string
		size, bytes, records int64
		endless, all         bool
		want                 int
	}{
		{"a quarter is read", 4000, 1000, 10, false, false, 40},
		{"nothing is read yet", 4000, 0, 0, false, false, -1},
		{"all is read", 4000, 4000, 41, false, true, 41},
		{"standard input", 0, 1000, 10, true, false, -1},
		{"standard input, to its end", 0, 1000, 10, true, true, 10},
		{"a file that grows", 500, 1000, 10, false, false, -1},
	} {
		var p progressOfInput
		p.size, p.endless = x.size, x.endless
		p.records.Store(x.records)
		p.all.Store(x.all)
		if _, err := io.Copy(io.Discard, &countedReader{strings.NewReader(strings.Repeat("x", int(x.bytes))), &p.bytes}); err != nil {
			t.Fatal(err)
		}
		if got := p.total(); got != x.want {
			t.Errorf("%s: %d, want %d", x.name, got, x.want)
		}
	}
}
