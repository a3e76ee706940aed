package match

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// frameKind is what an expression outside of a quote may do to it.
type frameKind uint8

const (
	frameNegation frameKind = iota
	frameCondition
	frameException
	frameAttribution
	frameHedge
	frameQuestion
	frameNeutral // holds a word of the others, and governs nothing
)

// framePlace is where an expression must stand to govern the words quoted.
type framePlace uint8

const (
	anyPlace framePlace = iota
	justBefore
	behind
	opening // of a clause that another follows
)

// frame is an expression that governs words near it.
type frame struct {
	words []string // after the first
	kind  frameKind
	place framePlace
	langs langs
	weak  bool // another word in other languages
}

// role is what a word does in the build of clauses; a set.
type role uint16

const (
	roleAnd role = 1 << iota
	roleBut
	roleOr
	roleThat
	roleTo
	roleWhich
	roleSubject
	roleFinite
	roleSelf
	roleFact
	roleNear
	roleAlso
)

var roleNames = map[string]role{"and": roleAnd, "but": roleBut, "or": roleOr, "that": roleThat, "to": roleTo, "which": roleWhich,
	"subject": roleSubject, "finite": roleFinite, "self": roleSelf, "fact": roleFact, "near": roleNear, "also": roleAlso}

// roleIn is the role of a word in one language.
type roleIn struct {
	lang langs // one bit
	role role
}

// lexeme is all that the lists say about a word.
type lexeme struct {
	roles     []roleIn
	frames    []frame // that start with it, longest first
	negation  string  // canonical form
	negatesIn langs
	tells     langs     // languages that the word speaks for
	later     [3]uint64 // bits of the words that expressions go on with: the next word, or the first behind words that may be any
	alone     bool      // it is a negation, or an expression by itself
	begins    bool      // an expression of several words starts with it
	single    int       // index of the first frame of one word
}

// innerFrame is an expression that is looked for inside runs of a script without word spaces.
type innerFrame struct {
	text string
	kind frameKind
	lang langs
	last bool // it must stand behind
}

// surroundingLexicon holds the word lists of truncation_risk.
type surroundingLexicon struct {
	words   map[string]*lexeme
	plain   plainTable            // the same words, those that plain text may hold
	inner   map[rune][]innerFrame // by first rune, longest first
	final   langs                 // those in which what governs stands behind
	behind  langs                 // those that put a negation behind the verb that it negates
	that    langs                 // those whose “that” describes no noun
	english langs
}

// frames is the one lexicon of truncation_risk, read from the embedded files at first use and never changed.
var frames = sync.OnceValue(func() *surroundingLexicon {
	l := &surroundingLexicon{words: map[string]*lexeme{}, inner: map[rune][]innerFrame{}}
	for _, f := range [...]struct {
		file string
		kind frameKind
	}{{"conditions", frameCondition}, {"exceptions", frameException}, {"attribution", frameAttribution}, {"hedges", frameHedge},
		{"questions", frameQuestion}, {"neutral", frameNeutral}} {
		lang := langs(0)
		eachLine("lexicon/"+f.file+".txt", func(line string) {
			if line[0] == '[' {
				lang = words().language(line)
				return
			}
			l.add(line, f.kind, lang)
		})
	}
	lang := langs(0)
	eachLine("lexicon/clauses.txt", func(line string) {
		name, list, _ := strings.Cut(line, ":")
		switch {
		case line[0] == '[':
			lang = words().language(line)
		case name == "order":
			switch strings.TrimSpace(list) {
			case "final":
				l.final |= lang
			case "behind":
				l.behind |= lang
			default:
				l.that |= lang
			}
		default:
			for _, w := range strings.Fields(list) {
				e := l.entry(w)
				e.roles = append(e.roles, roleIn{lang, roleNames[name]})
			}
		}
	})
	for w, canonical := range words().negation {
		if canonical == "" {
			canonical = w
		}
		e := l.entry(w)
		e.negation = canonical
		e.negatesIn = words().negates[w]
	}
	l.english = words().bits["en"]
	for _, e := range l.words {
		e.alone = e.negation != "" || slices.ContainsFunc(e.frames, func(f frame) bool { return len(f.words) == 0 && f.kind != frameNeutral })
		slices.SortStableFunc(e.frames, func(a, b frame) int {
			if len(a.words) != len(b.words) {
				return len(b.words) - len(a.words)
			}
			return int(b.kind) - int(a.kind) // what is neutral comes first
		})
	}
	for _, e := range l.words {
		e.learn()
	}
	l.plain = newPlainTable(l.words)
	for _, list := range l.inner {
		slices.SortStableFunc(list, func(a, b innerFrame) int { return len(b.text) - len(a.text) })
	}
	return l
})

// learn works out what is asked of a word most.
func (e *lexeme) learn() {
	for i := range e.frames {
		e.begins = e.begins || e.frames[i].kind != frameNeutral && len(e.frames[i].words) > 0
	}
	e.single = slices.IndexFunc(e.frames, func(f frame) bool { return len(f.words) == 0 })
	if e.single < 0 {
		e.single = len(e.frames)
	}
	if e.negation == "" && (len(e.frames) == 0 || len(e.frames[len(e.frames)-1].words) > 0) { // expressions of one word are taken for each other
		for _, r := range e.roles {
			e.tells |= r.lang
		}
	}
}

func (l *surroundingLexicon) entry(w string) *lexeme {
	e := l.words[w]
	if e == nil {
		e = &lexeme{}
		l.words[w] = e
	}
	return e
}

// add takes a line of a list of expressions in.
func (l *surroundingLexicon) add(line string, kind frameKind, lang langs) {
	if rest, ok := strings.CutPrefix(line, "~"); ok {
		text, last := strings.CutPrefix(rest, "… ")
		first, _ := utf8.DecodeRuneInString(text)
		l.inner[first] = append(l.inner[first], innerFrame{text, kind, lang, last})
		return
	}
	f := frame{kind: kind, langs: lang}
	f.weak = strings.Contains(line, "?")
	line = strings.Replace(line, "?", "", 1)
	if rest, ok := strings.CutPrefix(line, "… "); ok {
		line, f.place = rest, behind
	} else if rest, ok := strings.CutSuffix(line, " …"); ok {
		line, f.place = rest, justBefore
	} else if rest, ok := strings.CutPrefix(line, "^"); ok {
		line, f.place = rest, opening
	}
	list := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '-' })
	f.words = list[1:]
	e := l.entry(list[0])
	for i := range e.frames {
		if g := &e.frames[i]; g.kind == f.kind && g.place == f.place && g.weak == f.weak && slices.Equal(g.words, f.words) {
			g.langs |= f.langs
			return
		}
	}
	e.frames = append(e.frames, f)
}
