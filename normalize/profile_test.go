package normalize

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestProfileIsPinned: the rules give for each rune, each rule's example and each nasty piece what they gave when the profile got its
// version. A failure means that the rules changed: raise Version, then write the new digest with
//
//	VERBATIM_GOLDEN=1 go test ./normalize -run ProfileIsPinned
func TestProfileIsPinned(t *testing.T) {
	const golden = "testdata/profile.golden"
	h := sha256.New()
	write := func(s string, opt Options) {
		units := AppendUnits(nil, []byte(s), 0, len(s), opt)
		fmt.Fprintf(h, "%q %v %v %q\n", s, opt, units, AppendSkeleton(nil, units))
	}
	for r := rune(0); r < pageCount<<8; r++ {
		if utf8.ValidRune(r) {
			e := lookup(r)
			fmt.Fprintln(h, r, e.one, e.many, e.folds, e.class, SkeletonByte(r))
		}
	}
	texts := append([]string{strings.Join(nasty, ""), strings.Join(nasty, " x "), strings.Join(plainPieces, "")}, nasty...)
	for _, r := range Rules() {
		texts = append(texts, r.Before)
	}
	for _, s := range texts {
		for _, reading := range []Reading{Folded, Literal} {
			write(s, Options{Reading: reading})
			write(s, Options{Reading: reading, Turkish: true})
		}
	}
	got := fmt.Sprintf("%s %x\n", Profile(), h.Sum(nil))
	if os.Getenv("VERBATIM_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the rules changed under their version\n got %swant %s", got, want)
	}
}
