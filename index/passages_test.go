package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func search(t *testing.T, s *Snapshot, text string) string {
	t.Helper()
	ps, err := s.Search(context.Background(), text, 3)
	must(t, err)
	var ids []string
	for _, p := range ps {
		src, err := s.Text(p.Doc)
		must(t, err)
		if string(src.Source[p.Start:p.End]) != p.Text || p.Score <= 0 {
			t.Errorf("passage %+v is not its text", p)
		}
		ids = append(ids, p.ID)
	}
	return fmt.Sprint(ids)
}

func TestPassages(t *testing.T) {
	ctx := context.Background()
	dir, w := newCorpus(t, testOptions())
	put(t, w, "a", foxes+"\n\n"+strings.Repeat("filler words here. ", 200), Added)
	put(t, w, "b", ships, Added)
	put(t, w, "c", "", Added)
	for i := range 10 {
		put(t, w, fmt.Sprint("x", i), "nothing of note", Added)
	}
	flush(t, w)
	s := open(t, dir, testOptions())
	if _, err := s.Search(ctx, "fox", 3); !errors.Is(err, ErrNoPassages) {
		t.Errorf("Search without passages: %v", err)
	}
	if n, err := s.PassagesPending(); n != 12 || err != nil {
		t.Errorf("PassagesPending = %d, %v", n, err)
	}
	last := 0
	must(t, s.UpdatePassages(ctx, func(done, total int) { last = total - done }))
	if n, err := s.PassagesPending(); n != 0 || err != nil || last != 0 {
		t.Errorf("PassagesPending = %d, %v", n, err)
	}
	if got := search(t, s, `fox "jumps~5 +( title:x`) + search(t, s, "SHIPS") + search(t, s, "absent"); got != "[a][b][]" {
		t.Errorf("Search = %v", got)
	}

	put(t, w, "a", rains, Changed)
	_, err := w.Remove(ctx, "b")
	must(t, err)
	flush(t, w)
	s2 := open(t, dir, testOptions())
	if got := search(t, s2, "fox") + search(t, s2, "ships"); got != "[][]" {
		t.Errorf("stale passages: %v", got)
	}
	must(t, s2.UpdatePassages(ctx, nil))
	if got := search(t, s2, "rain") + search(t, s2, "fox") + search(t, s, "fox"); got != "[a][][a]" {
		t.Errorf("Search after the update = %v", got)
	}
	must(t, s2.UpdatePassages(ctx, nil))
	must(t, s.UpdatePassages(ctx, nil)) // older than what there is: nothing to do
	if got := search(t, s2, "rain"); got != "[a]" {
		t.Errorf("Search = %v", got)
	}
}

func TestSplitProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abc .\n\f?é漢😀")), 0, 4000, -1).Draw(t, "text")
		at := 0
		err := eachPassage([]byte(text), func(start, end int) error {
			if start < at || end <= start || end-start > maxPassage || !utf8.ValidString(text[start:end]) {
				t.Fatalf("passage [%d,%d) after %d", start, end, at)
			}
			if strings.TrimSpace(text[at:start]) != "" {
				t.Fatalf("%q is left out", text[at:start])
			}
			at = end
			return nil
		})
		if err != nil || strings.TrimSpace(text[at:]) != "" {
			t.Fatalf("%q is left out, %v", text[at:], err)
		}
	})
}
