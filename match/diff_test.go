package match

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a diff as {quote|source} for what is not equal.
func show(edits []Edit, pattern, text []rune) string {
	var b strings.Builder
	for _, e := range edits {
		if e.Kind == OpEqual {
			b.WriteString(string(pattern[e.P0:e.P1]))
		} else {
			fmt.Fprintf(&b, "{%s|%s}", string(pattern[e.P0:e.P1]), string(text[e.T0:e.T1]))
		}
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{"", "", ""},
		{"same", "same", "same"},
		{"a dose of 30 mg", "a dose of 60 mg", "a dose of {30|60} mg"},
		{"a dose of 3.5 mg", "a dose of 3.7 mg", "a dose of {3.5|3.7} mg"},
		{"in 1,984 cases", "in 1,989 cases", "in {1,984|1,989} cases"},
		{"it cost 10 in all", "it cost 100 in all", "it cost {10|100} in all"},
		{"the big cat", "the cat", "the {big |}cat"},
		{"what that is", "what is", "what {that |}is"},
		{"the cat", "the big cat", "the {|big }cat"},
		{"the colour of it", "the color of it", "the colo{u|}r of it"},
		{"it is now clear", "it is not clear", "it is {now|not} clear"},
		{"a form of it", "a from of it", "a {form|from} of it"},
		{"the increase was", "the decrease was", "the {in|de}crease was"},
		{"foo, bar", "foo bar", "foo{,|} bar"},
		{"he came today", "he came to day", "he came to{| }day"},
		{"rates of infection", "rates of injections", "rates of in{f|j}ection{|s}"},
		{"the dog", "the cat", "the {dog|cat}"},
		{"état de siège", "etat de siège", "{é|e}tat de siège"},
		{"all gone", "", "{all gone|}"},
		{"", "all new", "{|all new}"},
	} {
		var a Aligner
		pattern, text := []rune(c.pattern), []rune(c.text)
		al := a.Global(pattern, text)
		if got := show(Diff(al.Ops, pattern, text), pattern, text); got != c.want {
			t.Errorf("%q, %q: got %s, want %s (%v)", c.pattern, c.text, got, c.want, al.Ops)
		}
		if err := checkDiff(al, pattern, text); err != nil {
			t.Error(err)
		}
	}
}

func TestInfixPlace(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{"the big cat", "see the big cat run", "the big cat"},
		{"the big cat", "see the big dog run", "the big dog"},
		{"xhe big cat", "see the big cat run", "the big cat"},
		{"aaa", "bbb", "bbb"},
	} {
		var a Aligner
		text := []rune(c.text)
		al, ok := a.Infix([]rune(c.pattern), text, 20)
		if got := string(text[al.Start:al.End]); !ok || got != c.want {
			t.Errorf("%q in %q: got %q, %v, want %q", c.pattern, c.text, got, ok, c.want)
		}
	}
}
