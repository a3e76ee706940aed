package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Class is what was done to a passage to make a quote of it.
type Class string

// The classes of the standard workload.
const (
	Exact      Class = "exact"      // the source's own bytes
	Norm       Class = "norm"       // one to three differences of form: case, white space, glyphs, hyphenation
	Punct      Class = "punct"      // punctuation dropped or added where it carries no meaning
	E01        Class = "e01"        // edits at 1 % of the letters
	E05        Class = "e05"        // at 5 %
	E10        Class = "e10"        // at 10 %
	E20        Class = "e20"        // at 20 %
	Word       Class = "word"       // words dropped, added, doubled, replaced
	Meaning    Class = "meaning"    // one edit that changes what the passage says; in no preset
	Fabricated Class = "fabricated" // nobody's words
	Wrong      Class = "wrong"      // the source's own bytes, attributed to a document that does not hold them; always cited
)

// Classes returns all classes, in the order of their definition.
func Classes() []Class {
	return []Class{Exact, Norm, Punct, E01, E05, E10, E20, Word, Meaning, Fabricated, Wrong}
}

// Share is the weight of a class in a mix.
type Share struct {
	Class  Class
	Weight int
}

// Mix is the composition of a workload. Weights are relative to their sum.
type Mix []Share

// Only is the mix of a single class.
func Only(c Class) Mix { return Mix{{c, 1}} }

// ExactMix is the workload of the exact tiers.
func ExactMix() Mix { return Mix{{Exact, 60}, {Norm, 30}, {Punct, 10}} }

// FullMix is the workload of a batch with everything in it.
func FullMix() Mix {
	return Mix{{Exact, 35}, {Norm, 20}, {Punct, 8}, {E01, 4}, {E05, 5}, {E10, 4}, {E20, 2}, {Word, 7}, {Fabricated, 8}, {Wrong, 7}}
}

// AbsentMix is the exact mix with so many percent of invented quotes in place of others.
func AbsentMix(percent int) Mix {
	m := Mix{{Fabricated, 100 * percent}}
	for _, s := range ExactMix() {
		m = append(m, Share{s.Class, s.Weight * (100 - percent)})
	}
	return m
}

// ParseMix reads a preset, "exact", "full", or "absent10" for an exact mix of which a tenth is invented, or classes with optional weights: "e05" or "exact:60,norm:30,punct:10".
func ParseMix(s string) (Mix, error) {
	// "exact" is the preset; the class by itself is "exact:1".
	switch s {
	case "exact":
		return ExactMix(), nil
	case "full":
		return FullMix(), nil
	}
	if percent, ok := strings.CutPrefix(s, "absent"); ok {
		if n, err := strconv.Atoi(percent); err == nil && n >= 0 && n <= 100 {
			return AbsentMix(n), nil
		}
		return nil, fmt.Errorf("invalid mix %q: want a percentage after absent, such as absent10", s)
	}
	var m Mix
	for _, f := range strings.Split(s, ",") {
		name, weight, ok := strings.Cut(strings.TrimSpace(f), ":")
		sh := Share{Class(name), 1}
		if ok {
			if _, err := fmt.Sscan(weight, &sh.Weight); err != nil {
				return nil, fmt.Errorf("invalid weight %q of class %q", weight, name)
			}
		}
		m = append(m, sh)
	}
	return m, m.check()
}

func (m Mix) check() error {
	sum := 0
	for _, s := range m {
		if !slices.Contains(Classes(), s.Class) {
			return fmt.Errorf("unknown class %q; known: %v, and the presets exact and full", s.Class, Classes())
		}
		if s.Weight < 0 {
			return fmt.Errorf("negative weight %d of class %q", s.Weight, s.Class)
		}
		sum += s.Weight
	}
	if sum == 0 {
		return fmt.Errorf("the mix is empty")
	}
	return nil
}

// class returns the class of the n-th of the mix's weights.
func (m Mix) class(n int) Class {
	for _, s := range m {
		if n < s.Weight {
			return s.Class
		}
		n -= s.Weight
	}
	return m[len(m)-1].Class
}

func (m Mix) sum() int {
	n := 0
	for _, s := range m {
		n += s.Weight
	}
	return n
}
