package match

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// lengths are the pattern lengths at which words, blocks and pads change.
var lengths = []int{0, 1, 2, 3, 5, 8, 17, 31, 32, 33, 62, 63, 64, 65, 66, 100, 127, 128, 129, 191, 192, 193, 260}

// randomCase makes a pattern and a text: noise, a planted copy with random edits (at the start, inside, at the end), or repeats.
func randomCase(r *rand.Rand) (pattern, text []byte) {
	sigma := []int{1, 2, 3, 4, 8, 26}[r.IntN(6)]
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = 'a' + byte(r.IntN(sigma))
		}
		return b
	}
	n := lengths[r.IntN(len(lengths))]
	if r.IntN(3) == 0 {
		n = r.IntN(40)
	}
	pattern = noise(n)
	switch r.IntN(6) {
	case 0:
		return pattern, noise(r.IntN(n + 1))
	case 1:
		return pattern, noise(r.IntN(400))
	case 2:
		if n > 0 {
			text = bytes.Repeat(pattern[:1+r.IntN(n)], 1+r.IntN(6))
		}
		return pattern, damage(r, text, r.IntN(8), sigma)
	}
	for range 1 + r.IntN(3) {
		text = append(text, noise(r.IntN(60)*r.IntN(3))...)
		text = append(text, damage(r, pattern, r.IntN(2+n/3), sigma)...)
	}
	return pattern, append(text, noise(r.IntN(60)*r.IntN(2))...)
}

// damage makes up to n random edits.
func damage(r *rand.Rand, s []byte, n, sigma int) []byte {
	s = bytes.Clone(s)
	for range n {
		i, c := r.IntN(len(s)+1), 'a'+byte(r.IntN(sigma))
		switch r.IntN(3) {
		case 0:
			s = append(s[:i], append([]byte{c}, s[i:]...)...)
		case 1:
			if i < len(s) {
				s[i] = c
			}
		case 2:
			if i < len(s) {
				s = append(s[:i], s[i+1:]...)
			}
		}
	}
	return s
}

// wide spreads bytes over ASCII and three other ranges of runes, so that both tables of symbols are used.
func wide(s []byte) []rune {
	out := make([]rune, len(s))
	for i, c := range s {
		switch out[i] = rune(c); c % 4 {
		case 1:
			out[i] += 0x400
		case 2:
			out[i] += 0x1F300
		}
	}
	return out
}

// limitFor picks a limit around the interesting values.
func limitFor(r *rand.Rand, n, dist int) int {
	switch r.IntN(5) {
	case 0:
		return dist
	case 1:
		return dist - 1
	case 2:
		return n + r.IntN(3)
	case 3:
		return 0
	}
	return r.IntN(n + 2)
}

func rounds(t *testing.T, n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestPatternAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var p Pattern
	for i := range rounds(t, 15_000) {
		pattern, text := randomCase(r)
		dist, ends := naiveInfix(pattern, text)
		limit := limitFor(r, len(pattern), dist)
		if err := checkPattern(&p, pattern, text, limit, dist, ends[0]); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
	}
}

// TestSmallPairs compares everything on very many short pairs, where most of the borders lie.
func TestSmallPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	var p Pattern
	var s Scan
	var a Aligner
	noise := func(n, sigma int) []byte {
		b := make([]byte, r.IntN(n+1))
		for i := range b {
			b[i] = 'a' + byte(r.IntN(sigma))
		}
		return b
	}
	for i := range rounds(t, 150_000) {
		sigma := 1 + r.IntN(4)
		pattern, text := noise(9, sigma), noise(20, sigma)
		dist, ends := naiveInfix(pattern, text)
		limit := limitFor(r, len(pattern), dist)
		err := checkPattern(&p, pattern, text, limit, dist, ends[0])
		if err == nil {
			err = checkScan(&s, pattern, text, limit, 1+r.IntN(3), 1+r.IntN(3))
		}
		if err == nil {
			pattern, text := wide(pattern), wide(text)
			if err = checkInfix(&a, pattern, text, limit, dist, ends); err == nil {
				err = checkGlobal(&a, pattern, text)
			}
		}
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
	}
}

func checkPattern(p *Pattern, pattern, text []byte, limit, dist, end int) error {
	p.Compile(pattern)
	d, e, ok := p.Distance(text, limit)
	if ok != (dist <= limit) || ok && (d != dist || e != end) {
		return fmt.Errorf("Distance(%q, %q, %d) = %d, %d, %v, want %d, %d", pattern, text, limit, d, e, ok, dist, end)
	}
	if !ok {
		return nil
	}
	if got, want := p.Start(text, e, d), naiveStart(pattern, text, e, d); got != want {
		return fmt.Errorf("Start(%q, %q, %d, %d) = %d, want %d", pattern, text, e, d, got, want)
	}
	return nil
}

// checkScript applies the runs to the pattern and counts their cost.
func checkScript(al Alignment, pattern, text []rune) error {
	p, t, cost := 0, al.Start, 0
	for i, o := range al.Ops {
		if o.P0 != p || o.T0 != t || o.P1 < o.P0 || o.T1 < o.T0 || o.P1 > len(pattern) || o.T1 > al.End {
			return fmt.Errorf("run %d does not follow the one before: %v", i, al.Ops)
		}
		if i > 0 && al.Ops[i-1].Kind == o.Kind {
			return fmt.Errorf("run %d has the kind of the one before: %v", i, al.Ops)
		}
		np, nt := o.P1-o.P0, o.T1-o.T0
		good := np == nt && np > 0
		switch o.Kind {
		case OpEqual:
			good = good && string(pattern[o.P0:o.P1]) == string(text[o.T0:o.T1])
		case OpReplace:
			cost += np
		case OpInsert:
			good = np == 0 && nt > 0
			cost += nt
		case OpDelete:
			good = nt == 0 && np > 0
			cost += np
		}
		if !good {
			return fmt.Errorf("run %d is wrong: %v", i, al.Ops)
		}
		p, t = o.P1, o.T1
	}
	if p != len(pattern) || t != al.End || cost != al.Distance {
		return fmt.Errorf("runs end at %d, %d and cost %d, want %d, %d, %d: %v", p, t, cost, len(pattern), al.End, al.Distance, al.Ops)
	}
	return nil
}

func checkInfix(a *Aligner, pattern, text []rune, limit, dist int, ends []int) error {
	al, ok := a.Infix(pattern, text, limit)
	if ok != (dist <= limit) {
		return fmt.Errorf("Infix(%q, %q, %d) is %v, distance %d", string(pattern), string(text), limit, ok, dist)
	}
	if !ok {
		return nil
	}
	start := naiveStart(pattern, text, ends[0], dist)
	end := ends[0]
	for e := end + 1; e <= min(start+len(pattern), len(text)); e++ {
		if naiveGlobal(pattern, text[start:e]) == dist {
			end = e
		}
	}
	if al.Distance != dist || al.Start != start || al.End != end {
		return fmt.Errorf("Infix(%q, %q, %d) = [%d:%d] at %d, want [%d:%d] at %d", string(pattern), string(text), limit,
			al.Start, al.End, al.Distance, start, end, dist)
	}
	if err := checkScript(al, pattern, text); err != nil {
		return fmt.Errorf("Infix(%q, %q): %w", string(pattern), string(text), err)
	}
	return checkDiff(al, pattern, text)
}

func checkGlobal(a *Aligner, pattern, text []rune) error {
	al, want := a.Global(pattern, text), naiveGlobal(pattern, text)
	if al.Start != 0 || al.End != len(text) || al.Distance != want {
		return fmt.Errorf("Global(%q, %q) = [%d:%d] at %d, want distance %d", string(pattern), string(text), al.Start, al.End, al.Distance, want)
	}
	if err := checkScript(al, pattern, text); err != nil {
		return fmt.Errorf("Global(%q, %q): %w", string(pattern), string(text), err)
	}
	return checkDiff(al, pattern, text)
}

// checkDiff checks that the sides of a diff join to the pattern and the infix.
func checkDiff(al Alignment, pattern, text []rune) error {
	p, t := 0, al.Start
	for i, e := range Diff(al.Ops, pattern, text) {
		np, nt := e.P1-e.P0, e.T1-e.T0
		good := e.P0 == p && e.T0 == t && np >= 0 && nt >= 0
		switch e.Kind {
		case OpEqual:
			good = good && np > 0 && string(pattern[e.P0:e.P1]) == string(text[e.T0:e.T1])
		case OpReplace:
			good = good && np > 0 && nt > 0
		case OpInsert:
			good = good && np == 0 && nt > 0
		case OpDelete:
			good = good && np > 0 && nt == 0
		}
		if !good {
			return fmt.Errorf("step %d of the diff of %q and %q is wrong: %+v", i, string(pattern), string(text), e)
		}
		p, t = e.P1, e.T1
	}
	if p != len(pattern) || t != al.End {
		return fmt.Errorf("diff of %q and %q ends at %d, %d", string(pattern), string(text), p, t)
	}
	return nil
}

func TestAlignerAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var a Aligner
	for i := range rounds(t, 5_000) {
		b, c := randomCase(r)
		pattern, text := wide(b), wide(c)
		dist, ends := naiveInfix(pattern, text)
		if err := checkInfix(&a, pattern, text, limitFor(r, len(pattern), dist), dist, ends); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		if err := checkGlobal(&a, pattern, text); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
	}
}

// TestSparse runs the matrix with few words allowed in full, through patterns with very many different runes.
func TestSparse(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var a Aligner
	for range rounds(t, 10) {
		n := 3000 + r.IntN(1000)
		pattern := make([]rune, n)
		for i := range pattern {
			pattern[i] = 0x4E00 + rune(r.IntN(2500))
		}
		text := append([]rune(nil), pattern...)
		for range r.IntN(400) {
			i := r.IntN(len(text))
			switch r.IntN(3) {
			case 0:
				text[i] = 0x4E00 + rune(r.IntN(2500))
			case 1:
				text = append(text[:i], text[i+1:]...)
			case 2:
				text = append(text[:i], append([]rune{'x'}, text[i:]...)...)
			}
		}
		text = append(append([]rune(strings.Repeat("noise ", 20)), text...), []rune("more noise")...)
		dist, ends := naiveInfix(pattern, text)
		al, ok := a.Infix(pattern, text, n)
		if !ok || al.Distance != dist || al.End < ends[0] {
			t.Fatalf("Infix = [%d:%d] at %d, %v, want end %d at %d", al.Start, al.End, al.Distance, ok, ends[0], dist)
		}
		if (a.symbols.count+1)*(n/64) <= denseWords {
			t.Fatal("the matrix was not sparse")
		}
		if err := checkScript(al, pattern, text); err != nil {
			t.Fatal(err)
		}
		if err := checkGlobal(&a, pattern, text); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCut aligns what is too large for a history, so that it is cut in the middle again and again.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var a Aligner
	for range rounds(t, 10) {
		b := make([]byte, 6000)
		for i := range b {
			b[i] = 'a' + byte(r.IntN(4))
		}
		pattern, text := wide(b), wide(damage(r, b, 3000+r.IntN(3000), 4))
		if err := checkGlobal(&a, pattern, text); err != nil {
			t.Fatalf("%.200v", err)
		}
		if cap(a.hist.words) > 2*historyWords {
			t.Fatalf("history of %d words", cap(a.hist.words))
		}
	}
}

func TestLongQuote(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	r := rand.New(rand.NewPCG(9, 10))
	b := make([]byte, 100_000)
	for i := range b {
		b[i] = 'a' + byte(r.IntN(26))
	}
	pattern, text := []rune(string(b)), []rune("start "+string(damage(r, b, 3000, 26))+" end")
	var a Aligner
	al, ok := a.Infix(pattern, text, 5000)
	if !ok || al.Distance > 3000 {
		t.Fatalf("distance %d, %v", al.Distance, ok)
	}
	if err := checkScript(al, pattern, text); err != nil {
		t.Fatalf("%.200v", err)
	}
}

func TestRapidAlign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]rune("ab 1é"))
		pattern := rapid.SliceOfN(letters, 0, 140).Draw(t, "pattern")
		text := rapid.SliceOfN(letters, 0, 200).Draw(t, "text")
		limit := rapid.IntRange(-1, 150).Draw(t, "limit")
		var a Aligner
		dist, ends := naiveInfix(pattern, text)
		if err := checkInfix(&a, pattern, text, limit, dist, ends); err != nil {
			t.Fatal(err)
		}
		if err := checkGlobal(&a, pattern, text); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzAlign(f *testing.F) {
	f.Add("the big cat", "see the cat run", 9)
	f.Add("", "", 0)
	f.Add(strings.Repeat("ab", 40), strings.Repeat("ba", 70), 3)
	f.Fuzz(func(t *testing.T, p, s string, limit int) {
		if len(p) > 400 || len(s) > 400 || !utf8.ValidString(p) || !utf8.ValidString(s) {
			return
		}
		var a Aligner
		pattern, text := []rune(p), []rune(s)
		dist, ends := naiveInfix(pattern, text)
		if err := checkInfix(&a, pattern, text, limit, dist, ends); err != nil {
			t.Fatal(err)
		}
		if err := checkGlobal(&a, pattern, text); err != nil {
			t.Fatal(err)
		}
	})
}

func TestNoAllocation(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	b := make([]byte, 150)
	for i := range b {
		b[i] = 'a' + byte(r.IntN(20))
	}
	text := append([]byte("xxxxxxxx"), damage(r, b, 8, 20)...)
	pattern, runes := wide(b), wide(text)
	var a Aligner
	var p Pattern
	var s Scan
	if n := testing.AllocsPerRun(10, func() {
		a.Infix(pattern, runes, 40)
		a.Global(pattern, runes)
		p.Compile(b)
		d, e, _ := p.Distance(text, 40)
		p.Start(text, e, d)
		s.Best(b, text, 40)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
