package match

import (
	"bufio"
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// lexicon holds the word lists: data that a speaker of a language can correct without reading code.
type lexicon struct {
	numbers map[string]numberWord
	units   map[string]string // form → canonical form
	// units told apart by case, those that cannot be left out, and those of money (form → canonical form)
	exactUnits map[string]string
	hardUnits  map[string]bool
	money      map[string]string
	labels     map[string]bool   // words before the number or letter of a section, appendix or group
	negation   map[string]string // form → canonical form
	negates    map[string]langs  // form → the languages that it negates in
	modal      map[string][]sense
	phrases    map[string]int      // first word of a phrase in modal → most words of such a phrase
	runs       map[rune][]modalRun // modal words inside runs of a script without word spaces, keyed by first rune, longest first
	bits       map[string]langs    // code of a language → its bit
	frequent   map[string]langs    // words that tell a language
	titles     map[string]bool     // words before a name that come and go
	// words that make a statement conditional
	conditions map[string]bool
	// all of the lists above that are asked for words of a match
	listed      wordFilter
	listedWords map[string]*listedWord
	slots       []listedSlot     // the same by their hash
	unitParts   wordFilter       // the words of all units, in lower case
	heads       map[[3]byte]bool // the first bytes of what a compound number word may start with
	headsMay    wordFilter
	// inside runs of a script without word spaces, keyed by first rune, longest first
	inner map[rune][]innerWord
	// words there that hold a numeral and are no numbers, keyed by first rune, longest first
	noNumerals map[rune][][]rune
}

// numberWord is a word that is a number or part of one.
type numberWord struct {
	value, kind string
	amount      int64 // of a whole number, else 0
	sort        numberSort
	weak        bool
}

func newNumberWord(value, kind string) numberWord {
	kind, weak := strings.CutSuffix(kind, "?")
	w := numberWord{value: value, kind: kind, weak: weak, sort: cardinal}
	switch kind {
	case "ordinal":
		w.sort = ordinal
	case "month", "fraction", "collective", "suffix", "weekday":
		w.sort = digitNumber
		return w
	}
	w.amount, _ = strconv.ParseInt(value, 10, 64) // 0 where the value is no whole number
	return w
}

// alone tells whether a word is a number by itself: articles (un, ein) and words that may be months (may, mars) are none.
func (w numberWord) alone() bool {
	return w.kind != "one" && w.kind != "suffix" && !(w.kind == "month" && w.weak)
}

type innerWord struct {
	text    []rune
	negates bool
}

// words is the one lexicon of the process, read from the embedded files at first use and never changed.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{numbers: map[string]numberWord{}, negation: map[string]string{}, inner: map[rune][]innerWord{},
		noNumerals: map[rune][][]rune{}, heads: map[[3]byte]bool{}, conditions: map[string]bool{}, negates: map[string]langs{},
		titles: map[string]bool{}}
	l.readLanguages()
	eachLine("lexicon/numbers.txt", func(line string) {
		if line[0] == '!' {
			t := []rune(line[1:])
			l.noNumerals[t[0]] = append(l.noNumerals[t[0]], t)
		} else if f := strings.Fields(line); len(f) == 3 {
			l.numbers[f[0]] = newNumberWord(f[1], f[2])
		}
	})
	l.readUnits()
	eachLine("lexicon/conditions.txt", func(line string) {
		if line[0] != '[' && !strings.ContainsAny(line, " ~?^") && line != "pending" { // single words that are the same in every language
			l.conditions[line] = true
		}
	})
	l.loadModality()
	eachLine("lexicon/names.txt", func(line string) { l.titles[line] = true })
	var in langs
	eachLine("lexicon/negation.txt", func(line string) {
		switch {
		case line[0] == '[':
			in = l.language(line)
		case line[0] == '~' || line[0] == '!':
			t := []rune(line[1:])
			l.inner[t[0]] = append(l.inner[t[0]], innerWord{t, line[0] == '~'})
		default:
			form, canonical, ok := strings.Cut(line, " = ")
			if !ok {
				canonical = form
			}
			l.negation[form] = canonical
			l.negates[form] |= in
		}
	})
	l.collect()
	for _, w := range [...]string{"ein", "een", "hundert", "honderd", "tausend", "duizend", "cento", "mille"} {
		l.heads[[3]byte{w[0], w[1], w[2]}] = true
	}
	for w, n := range l.numbers {
		if len(w) >= 3 && n.amount > 0 && n.amount < 100 && n.sort == cardinal {
			l.heads[[3]byte{w[0], w[1], w[2]}] = true
		}
	}
	for h := range l.heads {
		l.headsMay.add(wordHash(h[:]))
	}
	for _, list := range l.inner {
		slices.SortStableFunc(list, func(a, b innerWord) int { return len(b.text) - len(a.text) })
	}
	for _, list := range l.noNumerals {
		slices.SortStableFunc(list, func(a, b []rune) int { return len(b) - len(a) })
	}
	return l
})

func eachLine(name string, visit func(string)) {
	data, err := lexiconFiles.ReadFile(name)
	if err != nil {
		panic("match: embedded " + name + ": " + err.Error()) // impossible: the file is part of the binary
	}
	sc := bufio.NewScanner(strings.NewReader(string(data)))
	for sc.Scan() {
		if line := strings.TrimSpace(sc.Text()); line != "" && line[0] != '#' {
			visit(line)
		}
	}
}
