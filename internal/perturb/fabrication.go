package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

func fabricationModes() []Mode {
	return []Mode{
		{Name: "shuffled", Kind: Fabrication, Doc: "the words of the passage in random order", Apply: shuffled},
		{Name: "markov", Kind: Fabrication, Doc: "text of the passage's length that follows the source's word pairs, order 2", With: markov},
		{Name: "spliced", Kind: Fabrication, Doc: "the first half of the passage and the second half of another", With: spliced},
		{Name: "reworded", Kind: Fabrication, Doc: "all long words replaced by other words of the source", With: reworded},
		{Name: "invented_tail", Kind: Fabrication, Doc: "the passage's first words, carried on by word pairs of the source", With: inventedTail},
	}
}

// pieces cuts a text into what fabrications are put together of, and gives what goes between: words and a space, or single characters and
// nothing in a script without spaces.
func pieces(s string) ([]string, string) {
	wide, all := 0, 0
	for _, c := range s {
		if all++; unspaced(c) {
			wide++
		}
	}
	if 2*wide < all {
		return strings.Fields(s), " "
	}
	var ps []string
	for _, f := range strings.Fields(s) {
		for _, c := range f {
			if unicode.IsMark(c) && len(ps) > 0 {
				ps[len(ps)-1] += string(c)
			} else {
				ps = append(ps, string(c))
			}
		}
	}
	return ps, ""
}

// shuffled tries until little of the order is left: the words that keep it must be less than two fifths of the letters. Fewer than ten
// words in another order might still be the source's sentence to a reader.
func shuffled(r *rand.Rand, s string) (string, bool) {
	old, sep := pieces(s)
	if len(old) < 10 {
		return s, false
	}
	fs := append([]string(nil), old...)
	for range 8 {
		r.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
		if 5*common(old, fs) < 2*len(s) {
			return strings.Join(fs, sep), true
		}
	}
	return s, false
}

// common returns the weight in bytes of the longest common subsequence of words: what an aligner could call the same at least.
func common(a, b []string) int {
	row := make([]int32, len(b)+1)
	for _, x := range a {
		diag := int32(0)
		for j, y := range b {
			up := row[j+1]
			if len(x) == len(y) && x == y {
				row[j+1] = max(row[j+1], diag+int32(len(x))+1)
			}
			row[j+1] = max(row[j+1], row[j])
			diag = up
		}
	}
	return int(row[len(b)])
}

// stretch is how much of a source a chain is drawn from: enough words to branch, few enough to scan for each step.
const stretch = 2048

// window returns the pieces of a stretch of the source, and what goes between them.
func window(r *rand.Rand, source string) ([]string, string) {
	if len(source) > stretch {
		i := r.IntN(len(source) - stretch)
		for i < len(source) && !utf8.RuneStart(source[i]) {
			i++
		}
		j := i + stretch
		for j < len(source) && !utf8.RuneStart(source[j]) {
			j++
		}
		source = source[i:min(j, len(source))]
	}
	return pieces(source)
}

// chain writes at least n bytes. Each step goes to where the last two words stand elsewhere, else the last one; after three words of one
// place it jumps, so that no long run of the source is left.
func chain(r *rand.Rand, from []string, n int) []string {
	var out []string
	size := 0
	at, run := r.IntN(len(from)), 0
	for size < n {
		out = append(out, from[at])
		size += len(from[at]) + 1
		next := elsewhere(r, from, at)
		switch {
		case next >= 0:
			at, run = next+1, 0
		case run >= 2 || at+1 == len(from):
			at, run = r.IntN(len(from)), 0
		default:
			at, run = at+1, run+1
		}
		if at == len(from) {
			at = 0
		}
	}
	return out
}

func elsewhere(r *rand.Rand, from []string, at int) int {
	single, start := -1, r.IntN(len(from))
	for k := range from {
		i := start + k
		if i >= len(from) {
			i -= len(from)
		}
		if i == at || from[i] != from[at] {
			continue
		}
		if i > 0 && at > 0 && from[i-1] == from[at-1] {
			return i
		}
		if single < 0 {
			single = i
		}
	}
	return single
}

func markov(r *rand.Rand, s string, m Material) (string, bool) {
	from, sep := window(r, m.Source)
	old, oldSep := pieces(s)
	if len(from) < 12 || sep != oldSep {
		return s, false
	}
	all := strings.Join(from, sep)
	for range 10 {
		if fs := chain(r, from, len(s)*9/10); 2*common(old, fs) < len(s) && !copied(fs, all, sep) {
			return strings.Join(fs, sep), true
		}
	}
	return s, false
}

// copied says that more than half of the words stand in one run in the source: a short chain may well not branch.
func copied(fs []string, source, sep string) bool {
	n := len(fs)/2 + 1
	for i := 0; i+n <= len(fs); i++ {
		if strings.Contains(source, strings.Join(fs[i:i+n], sep)) {
			return true
		}
	}
	return false
}

// head returns the first words of s, about the given share of its bytes.
func head(s string, share float64) string {
	i := int(share * float64(len(s)))
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	j := strings.LastIndexAny(s[:i], " \n\t")
	return s[:max(j, 0)]
}

// spliced keeps each half well below any threshold by itself.
func spliced(r *rand.Rand, s string, m Material) (string, bool) {
	if len(m.Other) < len(s)/2+10 {
		return s, false
	}
	a := head(s, 0.48+0.06*r.Float64())
	skip := head(m.Other, float64(len(m.Other)-len(s)/2)/float64(len(m.Other)))
	b := strings.TrimSpace(m.Other[len(skip):])
	if len(a)*3 < len(s) || len(b)*3 < len(s) || len(b) > len(s)*2/3 {
		return s, false
	}
	return a + " " + b, true
}

func reworded(r *rand.Rand, s string, m Material) (string, bool) {
	from, _ := window(r, m.Source)
	var long []string
	for _, w := range from {
		if w = strings.Trim(w, ".,;:()\"'“”"); letters(w) >= 4 && plain(w) {
			long = append(long, w)
		}
	}
	if len(long) < 8 {
		return s, false
	}
	var es []edit
	changed := 0
	for _, w := range words(s) {
		t := w.in(s)
		if letters(t) < 4 {
			continue
		}
		o := pick(r, long)
		if strings.EqualFold(o, t) {
			continue
		}
		es = append(es, edit{w.start, w.end, likeCase(t, o)})
		changed += len(t)
	}
	if changed*2 < len(s) {
		return s, false
	}
	return rewrite(s, es)
}

func inventedTail(r *rand.Rand, s string, m Material) (string, bool) {
	from, sep := window(r, m.Source)
	a := head(s, 0.3+0.2*r.Float64())
	start, startSep := pieces(a)
	if len(from) < 12 || len(start) < 3 || sep != startSep {
		return s, false
	}
	tail := chain(r, from, len(s)-len(a))
	if 2*letters(strings.Join(tail, "")) < utf8.RuneCountInString(strings.Join(tail, "")) {
		return s, false // a rule or a row of figures invents nothing
	}
	if old, _ := pieces(s); 10*common(old, append(start, tail...)) > 6*len(s) {
		return s, false
	}
	return a + sep + strings.Join(tail, sep), true
}
