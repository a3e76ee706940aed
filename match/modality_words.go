package match

import (
	"slices"
	"strings"
)

// sense is one reading of a modal word: its class, and which of the things that must not replace one another in that class.
type sense struct {
	class, n uint16
	alone    bool // counts where it is added or dropped as well
	party    bool // names who does something
	only     bool // only and its like: not only
	in       langs
}

// modalRun is a modal word of a script without word spaces.
type modalRun struct {
	text   []rune
	senses []sense
}

// loadModality reads the classes of words that must not replace one another.
func (l *lexicon) loadModality() {
	l.modal, l.phrases, l.runs = map[string][]sense{}, map[string]int{}, map[rune][]modalRun{}
	var in langs
	class := uint16(0)
	eachLine("lexicon/modality.txt", func(line string) {
		if line[0] == '[' {
			in = l.language(line)
			return
		}
		name, list, _ := strings.Cut(line, ": ")
		class++
		for n, alternative := range strings.Split(list, " / ") {
			for _, form := range strings.Fields(alternative) {
				form, alone := strings.CutPrefix(form, "+")
				l.addModal(strings.ReplaceAll(form, "_", " "), sense{class, uint16(n), alone, name == "party", name == "only" && alone, in})
			}
		}
	})
	for _, list := range l.runs {
		slices.SortStableFunc(list, func(a, b modalRun) int { return len(b.text) - len(a.text) })
	}
}

func (l *lexicon) addModal(form string, s sense) {
	if r := []rune(form); spaceless(r[0]) {
		for i := range l.runs[r[0]] {
			if x := &l.runs[r[0]][i]; string(x.text) == form {
				x.senses = append(x.senses, s)
				return
			}
		}
		l.runs[r[0]] = append(l.runs[r[0]], modalRun{r, []sense{s}})
		return
	}
	l.modal[form] = append(l.modal[form], s)
	if first, _, ok := strings.Cut(form, " "); ok {
		l.phrases[first] = max(l.phrases[first], strings.Count(form, " ")+1)
	}
}
