package match

import (
	"slices"
	"strings"
	"sync"
)

// wordClass is a set of the closed classes of lexicon/grammar.txt, one bit each.
type wordClass uint64

const (
	nobody wordClass = 1 << iota
	refusal
	refusalOfAct
	actOf
	takenBack
	doubt
	postposed
	saysObject
	accordingTo
	reportedly
	pointing
	turning
	answerWord
	answerBefore
	answerMark
	frenchNe
	pronoun
	tensed
	auxiliary
	conjunction
	joins
	byWord
	beforeName
	pivotVerb
	noPivot
	rangeWord
	beforeSecond
	numberAnd
	datePart
	otherMonth
	smallMonth
	knownAbbreviation
	abbreviationNumber
	abbreviationLast
)

// wordClassNames are the names of the classes in the file.
var wordClassNames = map[string]wordClass{
	"nobody": nobody, "refusal": refusal, "refusal-of-act": refusalOfAct, "act-of": actOf, "taken-back": takenBack, "doubt": doubt, "postposed": postposed,
	"says-object": saysObject, "according": accordingTo, "reportedly": reportedly, "pointing": pointing, "turning": turning,
	"answer": answerWord, "answer-before": answerBefore, "answer-mark": answerMark, "french-ne": frenchNe,
	"pronoun": pronoun, "tensed": tensed, "auxiliary": auxiliary, "conjunction": conjunction,
	"joins": joins, "by": byWord, "before-name": beforeName, "pivot": pivotVerb, "no-pivot": noPivot,
	"range": rangeWord, "before-second": beforeSecond, "number-and": numberAnd, "date-part": datePart,
	"other-month": otherMonth, "small-month": smallMonth,
	"abbreviation": knownAbbreviation, "abbreviation-number": abbreviationNumber, "abbreviation-last": abbreviationLast,
}

// grammar is lexicon/grammar.txt, read at first use and never changed.
var grammar = sync.OnceValue(func() (g struct {
	classes map[string]wordClass
	members map[wordClass][]string
}) {
	g.classes, g.members = map[string]wordClass{}, map[wordClass][]string{}
	eachLine("lexicon/grammar.txt", func(line string) {
		name, list, _ := strings.Cut(line, ":")
		class := wordClassNames[name]
		if class == 0 {
			panic("match: embedded lexicon/grammar.txt: no rule asks for the class " + name) // a test reads the file
		}
		for _, w := range strings.Fields(list) {
			g.classes[w] |= class
			g.members[class] = append(g.members[class], w)
		}
	})
	return g
})

// has tells whether a word, in lower case, is in a class.
func (k wordClass) has(w string) bool {
	x := words().look(w)
	return x != nil && x.classes&k != 0
}

// inside tells whether a word of a class stands in a text of a script without word spaces.
func (k wordClass) inside(text string) bool {
	return slices.ContainsFunc(grammar().members[k], func(w string) bool { return strings.Contains(text, w) })
}
