// Package perturb damages and edits passages with known truth, so that a verifier can be measured: a passage of a source goes in, and what
// comes out is known to differ from it in form alone, by honest damage, in meaning, or to be nobody's words at all.
//
// Every mode is a pure function of a random source and its input: equal seeds give equal texts. Modes never touch more than their kind
// allows: damage stays away from digits, negations, names and the other words that a meaning hangs on, so that a flag raised on it is
// a false alarm; an edit of the meaning leaves the rest of the passage as it is.
//
// A mode knows the passage only, not the source around it. An edited text may happen to stand elsewhere in the source; callers who cannot
// have that look for it.
package perturb

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// Kind says what a verifier should make of a mode's output.
type Kind uint8

const (
	// Form differs in form alone: exact or normalized.
	Form Kind = iota
	// Drift is honest damage of the words: fuzzy, without a meaning flag.
	Drift
	// Meaning changes what the passage says: flagged or rejected, never passed.
	Meaning
	// Fabrication is not in the source: fabricated.
	Fabrication
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	switch k {
	case Form:
		return "form"
	case Drift:
		return "drift"
	case Meaning:
		return "meaning"
	case Fabrication:
		return "fabrication"
	}
	return "unknown"
}

// Mode is one named way to damage or edit a passage.
type Mode struct {
	Name string // lower case, words joined by underscores
	Kind Kind
	Doc  string // one line: what it does

	// Literal says that the result stands in the source as it is, and that only what stands around it there tells of the change.
	Literal bool

	// Apply returns the changed passage. ok is false, and the text unchanged, when the mode cannot apply to this text, when it would leave
	// it as it is, and when s is not valid UTF-8.
	Apply func(r *rand.Rand, s string) (text string, ok bool)

	// With is Apply with more to draw on than the passage; nil in modes that need nothing else.
	With func(r *rand.Rand, s string, m Material) (text string, ok bool)
}

// Material is what fabrications draw on beside the passage. Empty fields mean the passage itself.
type Material struct {
	Source string // the document, or a stretch of it, whose words and word order are imitated
	Other  string // a passage from another place
}

// Make applies the mode, with the material if it can use it.
func (m Mode) Make(r *rand.Rand, s string, mat Material) (text string, ok bool) {
	if m.With != nil {
		return m.With(r, s, mat)
	}
	return m.Apply(r, s)
}

// Modes returns all modes, grouped by kind in the order of the kinds. The order is part of what a seed means: new modes go to the end
// of their group.
func Modes() []Mode {
	groups := [][]Mode{
		glyphModes(), spaceModes(), punctuationModes(), editorialModes(), markupModes(),
		characterModes(), wordModes(),
		numberModes(), negationModes(), vocabularyModes(), orderModes(),
		fabricationModes(),
	}
	var all []Mode
	for _, g := range groups {
		for _, m := range g {
			all = append(all, checked(m))
		}
	}
	return all
}

// OfKind returns the modes of one kind, in the order of Modes.
func OfKind(k Kind) []Mode {
	var ms []Mode
	for _, m := range Modes() {
		if m.Kind == k {
			ms = append(ms, m)
		}
	}
	return ms
}

// Lookup returns the mode of that name.
func Lookup(name string) (Mode, bool) {
	for _, m := range Modes() {
		if m.Name == name {
			return m, true
		}
	}
	return Mode{}, false
}

// checked holds a mode to its contract, whatever its own code forgets, and gives a mode that draws on material its plain form.
func checked(m Mode) Mode {
	plain, with := m.Apply, m.With
	if with != nil {
		m.With = func(r *rand.Rand, s string, mat Material) (string, bool) {
			if !utf8.ValidString(mat.Source) || mat.Source == "" {
				mat.Source = s
			}
			if !utf8.ValidString(mat.Other) {
				mat.Other = ""
			}
			return settle(s, func() (string, bool) { return with(r, s, mat) })
		}
		m.Apply = func(r *rand.Rand, s string) (string, bool) { return m.With(r, s, Material{}) }
		return m
	}
	m.Apply = func(r *rand.Rand, s string) (string, bool) {
		return settle(s, func() (string, bool) { return plain(r, s) })
	}
	return m
}

func settle(s string, f func() (string, bool)) (string, bool) {
	if !utf8.ValidString(s) {
		return s, false
	}
	t, ok := f()
	if !ok || t == s || !utf8.ValidString(t) || strings.TrimSpace(t) == "" {
		return s, false
	}
	return t, true
}
