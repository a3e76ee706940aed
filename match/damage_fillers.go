package match

import (
	"strings"
	"sync"

	"example.com/verbatim/normalize"
)

// filler is an entry of lexicon/fillers.txt: its words after the first one, and whether it must be set off from the sentence.
type filler struct {
	rest   []string
	setOff bool
}

// fillers has the entries by their first word, the longest first. It is read at first use and never changed.
var fillers = sync.OnceValue(func() map[string][]filler {
	list := map[string][]filler{}
	eachLine("lexicon/fillers.txt", func(line string) {
		entry, setOff := strings.CutSuffix(line, "?")
		u := normalize.AppendUnits(nil, []byte(entry), 0, len(entry), normalize.Options{Reading: normalize.Literal})
		ws := tokens(u)
		if len(ws) == 0 {
			return
		}
		f := filler{setOff: setOff}
		for _, w := range ws[1:] {
			f.rest = append(f.rest, w.text)
		}
		of := list[ws[0].text]
		at := 0
		for at < len(of) && len(of[at].rest) >= len(f.rest) {
			at++
		}
		of = append(of, filler{})
		copy(of[at+1:], of[at:])
		of[at] = f
		list[ws[0].text] = of
	})
	return list
})

// said drops the fillers of speech and what a speaker began twice from the words of a text. The words are those of u.
func said(u []normalize.Unit, ws []token) []token {
	all := fillers()
	kept := make([]token, 0, len(ws))
	after := false // a filler was dropped before this word
next:
	for i := 0; i < len(ws); {
		for _, f := range all[ws[i].text] {
			end := i + 1 + len(f.rest)
			if end > len(ws) || !follows(ws[i+1:end], f.rest) {
				continue
			}
			if f.setOff && !(setOffAt(u, ws, i, end) || after && pause(u, ws, end)) {
				continue
			}
			i, after = end, true
			continue next
		}
		kept = append(kept, ws[i])
		after = false
		i++
	}
	return restarted(kept)
}

func follows(ws []token, texts []string) bool {
	for i, t := range texts {
		if ws[i].text != t {
			return false
		}
	}
	return true
}

// setOffAt tells whether words [i,end) stand between pauses; the start of a text is one.
func setOffAt(u []normalize.Unit, ws []token, i, end int) bool {
	return (i == 0 || pause(u, ws, i)) && pause(u, ws, end)
}

// pause tells whether a mark stands before word i; the end of the text is one.
func pause(u []normalize.Unit, ws []token, i int) bool {
	if i >= len(ws) {
		return true
	}
	for k := ws[i].lo - 1; k >= 0 && !visible(u[k].R); k-- {
		if u[k].R != ' ' && !combining(u[k].R) {
			return true
		}
	}
	return false
}

// longestRestart is the number of words that a speaker says twice at most.
const longestRestart = 4

// restarted drops words that are said again at once: “when we, when we got”.
func restarted(ws []token) []token {
	out := ws[:0]
	for i := 0; i < len(ws); {
		again := 0
		for n := min(longestRestart, (len(ws)-i)/2); n > 0 && again == 0; n-- {
			again = n
			for k := range n {
				if ws[i+k].text != ws[i+n+k].text {
					again = 0
					break
				}
			}
		}
		if again > 0 {
			i += again // the second time counts
			continue
		}
		out = append(out, ws[i])
		i++
	}
	return out
}
