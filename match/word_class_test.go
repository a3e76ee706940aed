package match

import (
	"strings"
	"testing"
)

// TestGrammar reads lexicon/grammar.txt: each class that a rule asks for has words, in lower case.
func TestGrammar(t *testing.T) {
	g := grammar()
	for name, class := range wordClassNames {
		if len(g.members[class]) == 0 {
			t.Errorf("lexicon/grammar.txt has no words of class %q", name)
		}
		for _, w := range g.members[class] {
			if w != strings.ToLower(w) {
				t.Errorf("class %q: %q is not in lower case", name, w)
			}
		}
	}
	if !pronoun.has("she") || pronoun.has("ship") || !turning.inside("计划很好，但是太贵") {
		t.Error("the classes are not those of the file")
	}
}

// TestLanguages: the lists name no language that languages.txt lacks; reading them would panic.
func TestLanguages(t *testing.T) {
	if words().bits["en"] == 0 || frames().english != words().bits["en"] || frames().final == 0 || frames().behind == 0 || frames().that == 0 {
		t.Error("the lists do not name the languages that rules ask for")
	}
}
