package bench

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// author writes one document: sentences of a small grammar, in the words of a vocabulary and of the document's own topic.
type author struct {
	r     *rand.Rand
	v     *vocabulary
	b     []byte
	curly bool
	topic struct{ nouns, verbs, adjectives, names []string }
}

func (v *vocabulary) author(r *rand.Rand) *author {
	a := &author{r: r, v: v, curly: r.IntN(5) < 2}
	some := func(l *lexis, n int) []string {
		ws := make([]string, n)
		for i := range ws {
			ws[i] = pick(r, l.words)
		}
		return ws
	}
	a.topic.nouns, a.topic.verbs = some(&v.nouns, 60), some(&v.verbs, 20)
	a.topic.adjectives, a.topic.names = some(&v.adjectives, 25), some(&v.names, 8)
	return a
}

// chance is true n times in a hundred.
func (a *author) chance(n int) bool { return a.r.IntN(100) < n }

// word writes words with a space after each.
func (a *author) word(ws ...string) {
	for _, w := range ws {
		a.b = append(a.b, w...)
		a.b = append(a.b, ' ')
	}
}

// glue writes a mark in the place of the last space, and a space.
func (a *author) glue(mark string) {
	a.b = append(a.b[:len(a.b)-1], mark...)
	a.b = append(a.b, ' ')
}

func (a *author) from(l *lexis, topic []string) string {
	if a.chance(35) {
		return pick(a.r, topic)
	}
	return l.draw(a.r)
}

func (a *author) noun() string      { return a.from(&a.v.nouns, a.topic.nouns) }
func (a *author) verb() string      { return a.from(&a.v.verbs, a.topic.verbs) }
func (a *author) adjective() string { return a.from(&a.v.adjectives, a.topic.adjectives) }
func (a *author) name() string      { return a.from(&a.v.names, a.topic.names) }

func plural(n string) string {
	if t, ok := strings.CutSuffix(n, "y"); ok && !strings.HasSuffix(t, "e") && !strings.HasSuffix(t, "a") {
		return t + "ies"
	}
	if strings.HasSuffix(n, "s") || strings.HasSuffix(n, "sh") || strings.HasSuffix(n, "x") {
		return n + "es"
	}
	return n + "s"
}

func past(v string) string {
	if t, ok := strings.CutSuffix(v, "y"); ok {
		return t + "ied"
	}
	if strings.HasSuffix(v, "e") {
		return v + "d"
	}
	return v + "ed"
}

var (
	determiners  = []string{"the", "the", "the", "the", "a", "this", "that", "its", "each", "any", "no", "such a", "another", "their", "his", "her"}
	prepositions = []string{"of", "of", "of", "in", "in", "to", "for", "by", "with", "on", "at", "from", "under", "between", "before", "after", "against", "within", "without"}
	modals       = []string{"may", "must", "shall", "shall", "will", "can", "could", "should", "would"}
	adverbs      = []string{"also", "often", "never", "only", "already", "still", "rarely", "further", "then", "soon"}
	joints       = []string{"and", "and", "and", "but", "or", "because", "although", "while", "unless", "if", "so that", "which is why"}
	openers      = []string{"However,", "In addition,", "For this reason,", "As a result,", "In most cases,", "By contrast,", "Moreover,", "At that time,", "On the other hand,"}
	counts       = []string{"two", "three", "four", "five", "seven", "ten", "twelve", "twenty", "thirty", "sixty"}
	months       = []string{"January", "March", "April", "June", "July", "September", "October", "December"}
	units        = []string{"days", "months", "years", "hours", "km", "kg", "percent"}
)

// title writes a heading and a blank line.
func (a *author) title() {
	t := "The " + a.adjective() + " " + a.noun() + " " + pick(a.r, prepositions[:8]) + " " + plural(a.noun())
	if a.chance(30) {
		t = strings.ToUpper(t)
	}
	a.b = append(a.b, t...)
	a.b = append(a.b, "\n\n"...)
}

// sentence writes a sentence and a space.
func (a *author) sentence() {
	start := len(a.b)
	quoted := a.chance(5)
	if quoted {
		a.word(a.name(), "wrote")
		a.glue(",")
		a.b = append(a.b, a.mark("“", `"`)...)
		start = len(a.b)
	}
	switch {
	case a.chance(12):
		a.word(pick(a.r, openers))
	case a.chance(6):
		a.word("In", strconv.Itoa(1780+a.r.IntN(245)))
		a.glue(",")
	case a.chance(4):
		a.word("According", "to", a.name())
		a.glue(",")
	case a.chance(4):
		a.word("Under", "section", strconv.Itoa(1+a.r.IntN(30))+"."+strconv.Itoa(1+a.r.IntN(9)))
		a.glue(",")
	}
	a.clause()
	for a.chance(38) && len(a.b)-start < 240 {
		switch {
		case a.chance(15):
			a.glue(";")
			a.word(a.mark("it’s", "it's"), "held", "that")
		case a.chance(12):
			a.glue(a.mark("—", " --"))
			if a.curly {
				a.b = a.b[:len(a.b)-1]
			}
		default:
			a.glue(",")
			a.word(pick(a.r, joints))
		}
		a.clause()
	}
	end := "."
	if a.chance(3) {
		end = "?"
	}
	if quoted {
		end += a.mark("”", `"`)
	}
	a.glue(end)
	if a.b[start] >= 'a' && a.b[start] <= 'z' {
		a.b[start] -= 'a' - 'A'
	}
}

// mark chooses between the typographer's and the typewriter's form.
func (a *author) mark(curly, straight string) string {
	if a.curly {
		return curly
	}
	return straight
}

func (a *author) clause() {
	a.nounPhrase(2)
	switch {
	case a.chance(25):
		a.word(pick(a.r, []string{"is", "was", "is", "was", "has been", "had been"}))
		if a.chance(10) {
			a.word("not")
		}
		if a.chance(50) {
			a.word(past(a.verb()), "by")
		} else {
			a.word(a.adjective(), pick(a.r, prepositions))
		}
		a.nounPhrase(1)
	case a.chance(30):
		a.word(pick(a.r, modals))
		if a.chance(15) {
			a.word("not")
		}
		a.word(a.verb())
		a.nounPhrase(1)
	default:
		if a.chance(10) {
			a.word(pick(a.r, adverbs))
		}
		a.word(past(a.verb()))
		a.nounPhrase(1)
	}
	for a.chance(35) {
		a.word(pick(a.r, prepositions))
		a.nounPhrase(0)
	}
	if a.chance(3) {
		a.b = append(a.b, "(see "...)
		a.word(a.name(), strconv.Itoa(1900+a.r.IntN(125))+")")
	}
}

func (a *author) nounPhrase(depth int) {
	switch {
	case a.chance(10):
		a.word(a.name())
		if a.chance(40) {
			a.word(a.name())
		}
		return
	case a.chance(9):
		a.number()
		return
	case a.chance(25):
		if a.chance(50) {
			a.word(a.adjective())
		}
		a.word(plural(a.noun()))
	default:
		a.word(pick(a.r, determiners))
		if a.chance(35) {
			a.word(a.adjective())
		}
		a.word(a.noun())
	}
	if depth > 0 && a.chance(25) {
		a.word(pick(a.r, prepositions[:8]))
		a.nounPhrase(depth - 1)
	}
}

func (a *author) number() {
	switch a.r.IntN(6) {
	case 0:
		a.word(pick(a.r, counts), plural(a.noun()))
	case 1:
		a.word(strconv.Itoa(2+a.r.IntN(400)), pick(a.r, units))
	case 2:
		a.word("$" + strconv.Itoa(1+a.r.IntN(900)) + "," + strconv.Itoa(100+a.r.IntN(900)))
	case 3:
		a.word(strconv.Itoa(a.r.IntN(100))+"."+strconv.Itoa(1+a.r.IntN(9)), "percent", "of", "the", plural(a.noun()))
	case 4:
		a.word("the", strconv.Itoa(1+a.r.IntN(28)), pick(a.r, months), strconv.Itoa(1850+a.r.IntN(175)))
	default:
		a.word("article", strconv.Itoa(1+a.r.IntN(120)))
	}
}
