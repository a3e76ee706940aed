package match

import (
	"slices"
	"strings"
	"testing"
)

// TestDifferLong: lists too long for a table are compared in one pass, and the differences are the same few.
func TestDifferLong(t *testing.T) {
	a := strings.Fields(strings.Repeat("the keeper of the weir counts eels at dawn and at dusk ", 400))
	b := slices.Clone(a)
	b[3], b[2000], b[4399] = "these", "never", "noon"
	b = slices.Insert(b, 3000, "not")
	var got [][2]string
	differ(len(a), len(b), func(i, j int) bool { return a[i] == b[j] }, func(a0, a1, b0, b1 int) {
		got = append(got, [2]string{strings.Join(a[a0:a1], " "), strings.Join(b[b0:b1], " ")})
	})
	want := [][2]string{{"the", "these"}, {"and", "never"}, {"", "not"}}
	if len(got) < len(want) || !slices.Equal(got[:1], want[:1]) {
		t.Fatalf("got %q", got)
	}
	if !slices.ContainsFunc(got, func(x [2]string) bool { return x[1] == "not" && x[0] == "" }) {
		t.Errorf("the inserted word is not among %q", got)
	}
	if len(got) > 5 {
		t.Errorf("%d differences, want 4: %q", len(got), got)
	}
}
