package match

import (
	"bufio"
	"embed"
	"strings"
	"sync"
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// lexicon holds the word lists: data that a speaker of a language can correct without reading code.
type lexicon struct {
	numbers  map[string]numberWord
	negation map[string]string // form → canonical form
	// inside runs of a script without word spaces, keyed by first rune, longest first
	inner map[rune][]innerWord
}

type numberWord struct{ value, kind string }

type innerWord struct {
	text    []rune
	negates bool
}

// words is the one lexicon of the process, read from the embedded files at first use and never changed.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{numbers: map[string]numberWord{}, negation: map[string]string{}, inner: map[rune][]innerWord{}}
	eachLine("lexicon/numbers.txt", func(line string) {
		if f := strings.Fields(line); len(f) == 3 {
			l.numbers[f[0]] = numberWord{f[1], f[2]}
		}
	})
	eachLine("lexicon/negation.txt", func(line string) {
		switch {
		case line[0] == '~' || line[0] == '!':
			t := []rune(line[1:])
			l.inner[t[0]] = append(l.inner[t[0]], innerWord{t, line[0] == '~'})
		default:
			form, canonical, ok := strings.Cut(line, " = ")
			if !ok {
				canonical = form
			}
			l.negation[form] = canonical
		}
	})
	for _, list := range l.inner {
		sortLongestFirst(list)
	}
	return l
})

func sortLongestFirst(list []innerWord) {
	for i := range list {
		for j := i; j > 0 && len(list[j].text) > len(list[j-1].text); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

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
