package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

func orderModes() []Mode {
	return []Mode{
		{Name: "names_swapped", Kind: Meaning, Doc: "two names change places", Apply: namesSwapped},
		{Name: "name_replaced", Kind: Meaning, Doc: "a name replaced by another", Apply: nameReplaced},
		{Name: "swapped_across_verb", Kind: Meaning, Doc: "two words change sides of a verb: who did what to whom", Apply: swappedAcrossVerb},
		{Name: "clause_cut", Kind: Meaning, Literal: true, Doc: "the condition or exception that ends the passage, or the denial that opens it, cut off", Apply: clauseCut},
		{Name: "sentences_joined", Kind: Meaning, Doc: "two sentences run into one", Apply: sentencesJoined},
	}
}

// names returns the runs of capitalised words inside sentences. A text without lower case, or in a language that capitalises its nouns,
// has none that can be told.
func names(s string) []word {
	if lex := language(s); lex != nil && lex.deny[0][0] == "ist" {
		return nil
	}
	var ns []word
	inRun := false
	lower := 0
	for _, w := range words(s) {
		t := w.in(s)
		c, _ := utf8.DecodeRuneInString(t)
		named := unicode.IsUpper(c) && utf8.RuneCountInString(t) > 1 && hasLower(t) && !guarded(t) && !lexicons[0].isStop(t) && !elided(s, w.start) && !labels[fold(t)]
		switch {
		case !named:
			if hasLower(t) && !hasUpper(t) {
				lower++
			}
			inRun = false
		case inRun && s[ns[len(ns)-1].end:w.start] == " ":
			ns[len(ns)-1].end = w.end
		case startsSentence(s, w.start):
			inRun = false
		default:
			ns = append(ns, w)
			inRun = true
		}
	}
	if lower < 2*len(ns) {
		return nil
	}
	return ns
}

// labels are capitalised where they are no names.
var labels = setOf(`mr mrs ms dr figure table section chapter article exhibit appendix`)

// elided tells whether an apostrophe stands for letters before a word: ’Tis.
func elided(s string, at int) bool {
	c := before(s, at)
	return c == '\'' || c == '’'
}

func (l *lexicon) isStop(t string) bool {
	t = fold(t)
	for _, w := range l.stop {
		if w == t {
			return true
		}
	}
	return false
}

func namesSwapped(r *rand.Rand, s string) (string, bool) {
	ns := names(s)
	for range 10 {
		if len(ns) < 2 {
			break
		}
		i, j := r.IntN(len(ns)), r.IntN(len(ns))
		if i > j {
			i, j = j, i
		}
		a, b := ns[i], ns[j]
		if x, y := a.in(s), b.in(s); i != j && !strings.EqualFold(x, y) {
			return rewrite(s, []edit{{a.start, a.end, y}, {b.start, b.end, x}})
		}
	}
	return s, false
}

// otherNames are plausible, and rare enough not to be the one that is replaced.
var otherNames = strings.Fields("Hartwell Okonkwo Lindqvist Marchetti Dubrovsky Castellan Fairbairn Ashgrove Penhaligon Whitcombe Zelinsky Torvald")

func nameReplaced(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, n := range names(s) {
		es = append(es, edit{n.start, n.end, pick(r, otherNames)})
	}
	return rewrite(s, one(r, es))
}

var verbs = setOf(`is are was were has have had shall will may must can could should would does did owns owned owes owed paid pays sold sells sued killed beat
	beats defeated told tells gave gives sent sends loves loved married follows followed caused causes led leads made makes saw sees took takes contains
	contained exceeds exceeded precedes preceded became becomes replaced replaces supports supported`)

// relative words stand on either side of a verb and say the same.
var relative = setOf(`there also those these such only away herein therein hereby thereby then than thus here when where what each very just even well much like into
	upon which whom whose that this with from been being themselves itself himself herself`)

// swappedAcrossVerb exchanges the nearest long plain words on both sides of an English verb, within one sentence.
func swappedAcrossVerb(r *rand.Rand, s string) (string, bool) {
	if language(s) != &lexicons[0] {
		return s, false
	}
	ws := words(s)
	content := func(w word) bool {
		t := w.in(s)
		return letters(t) >= 4 && !hasDigit(t) && !relative[fold(t)] && !verbs[fold(t)] && !guarded(t) && !lexicons[0].isStop(t) &&
			!strings.HasSuffix(t, "ly") && !strings.HasSuffix(t, "ed") && !strings.HasSuffix(t, "ing")
	}
	var at [][2]word
	for i, w := range ws {
		if !verbs[w.in(s)] {
			continue
		}
		a, b := i-1, i+1
		for a >= 0 && !content(ws[a]) {
			a--
		}
		for b < len(ws) && !content(ws[b]) {
			b++
		}
		if a < 0 || b >= len(ws) || strings.ContainsAny(s[ws[a].end:ws[b].start], ".!?;:") || strings.EqualFold(ws[a].in(s), ws[b].in(s)) {
			continue
		}
		if startsSentence(s, ws[a].start) && hasUpper(ws[a].in(s)) != hasUpper(ws[b].in(s)) {
			continue
		}
		at = append(at, [2]word{ws[a], ws[b]})
	}
	if len(at) == 0 {
		return s, false
	}
	p := pick(r, at)
	return rewrite(s, []edit{{p[0].start, p[0].end, p[1].in(s)}, {p[1].start, p[1].end, p[0].in(s)}})
}

var (
	tails = []string{", unless ", " unless ", ", except ", " except ", ", provided that ", " provided that ", ", but only if ", " only if ", " if ", ", subject to "}
	heads = setOf(`deny denies denied doubt doubts doubted alleges alleged claims claimed argued argues contends contended false untrue unlikely suggested
		suggests believed`)
)

// clauseCut leaves the source's own words, as a quote that hides what governs it does: only a look at the source around it tells.
func clauseCut(_ *rand.Rand, s string) (string, bool) {
	for _, t := range tails {
		i := strings.LastIndex(s, t)
		if i <= 0 || letters(s[:i]) < 25 || strings.ContainsAny(s[i:len(s)-1], ".!?;") || !unicode.IsLetter(before(s, i)) {
			continue
		}
		ws, rest := words(s[:i]), words(s[i+len(t):])
		if len(ws) == 0 || len(rest) < 3 || dangling[fold(ws[len(ws)-1].in(s))] || fillers[fold(rest[0].in(s[i+len(t):]))] {
			continue
		}
		return s[:i], true
	}
	i := strings.Index(s, " that ")
	if i < 0 || strings.ContainsAny(s[:i], ".!?;:") || letters(s[i+6:]) < 25 {
		return s, false
	}
	ws := words(s[:i])
	if n := len(ws); n > 0 && (heads[fold(ws[n-1].in(s))] || n > 1 && sayings[fold(ws[n-1].in(s))] && refusals[fold(ws[n-2].in(s))]) {
		return s[i+6:], true
	}
	return s, false
}

var (
	// before a condition these make another phrase of it: as if, even if, or if not
	dangling = setOf("as or and but even that what only see is than whether because")
	// after "if" these make a phrase that binds nothing: if any, if necessary
	fillers = setOf("any so not necessary applicable possible ever only need appropriate desired required")
	sayings = setOf("say think believe know mean find hold show prove claim suggest conclude agree")
)

// sentencesJoined needs a full stop that nothing else explains: after a plain word, before a function word, on one line.
func sentencesJoined(r *rand.Rand, s string) (string, bool) {
	var es []edit
	ws := words(s)
	for i := 1; i < len(ws); i++ {
		a, b := ws[i-1], ws[i]
		t := b.in(s)
		if s[a.end:b.start] == ". " && letters(a.in(s)) >= 4 && !hasUpper(a.in(s)) && hasUpper(t) && lexicons[0].isStop(t) && t != "I" {
			es = append(es, edit{a.end, b.end, " " + strings.ToLower(t)})
		}
	}
	return rewrite(s, one(r, es))
}
