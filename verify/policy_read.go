package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"example.com/verbatim/match"
)

// policyReader turns YAML nodes into a policy and goes on after each fault, so that all are told at once.
type policyReader struct {
	policy *Policy
	faults []PolicyFault
}

func (r *policyReader) fault(at *yaml.Node, format string, args ...any) {
	f := PolicyFault{Text: fmt.Sprintf(format, args...)}
	if at != nil {
		f.Line = at.Line
	}
	r.faults = append(r.faults, f)
}

var policyName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

func (r *policyReader) policyFrom(root *yaml.Node) {
	p := r.policy
	named := false
	r.mapping(root, "the policy", []string{"name", "statuses", "thresholds", "flags", "min_length"}, func(key string, at, v *yaml.Node) {
		switch key {
		case "name":
			named = true
			if p.Name = v.Value; v.Kind != yaml.ScalarNode || !policyName.MatchString(p.Name) {
				r.fault(v, "name %q: want up to 64 letters, digits, dots, hyphens and underscores", v.Value)
			}
		case "statuses":
			p.Statuses = map[Status]Decision{}
			r.statuses(v)
		case "thresholds":
			p.Thresholds = map[Status][]Threshold{}
			r.mapping(v, "thresholds", []string{"normalized", "fuzzy", "semantic"}, func(key string, at, v *yaml.Node) {
				s, _ := statusByName(key)
				p.Thresholds[s] = r.thresholds(key, v)
			})
		case "flags":
			p.Flags = map[match.Flag]Decision{}
			r.flags(v)
		case "min_length":
			p.MinLength = r.whole("min_length", v, 0, DefaultMaxQuote)
		}
	})
	if root.Kind != yaml.MappingNode {
		return
	}
	if !named {
		r.fault(nil, "no name: the ledger says by it which policy decided")
	}
	if p.Statuses == nil {
		r.fault(nil, "no statuses: all would be rejected")
	}
	for _, s := range []Status{Normalized, Fuzzy, Semantic} {
		if p.Thresholds[s] != nil && p.Statuses[s] == Accept {
			r.fault(nil, "thresholds.%s has no effect where statuses.%s is accept: put review or reject there", s, s)
		}
	}
}

// uncheckedStatuses can never be accepted: nothing was found.
var uncheckedStatuses = []Status{Invalid, OutOfScope, Unverifiable, Fabricated}

func (r *policyReader) statuses(n *yaml.Node) {
	var names []string
	for _, s := range Statuses() {
		names = append(names, s.String())
	}
	r.mapping(n, "statuses", names, func(key string, at, v *yaml.Node) {
		s, _ := statusByName(key)
		d, ok := r.decision(key, v)
		if ok && d == Accept && slices.Contains(uncheckedStatuses, s) {
			r.fault(v, "%s: accept: nothing was found that could be accepted; want review or reject", key)
		}
		r.policy.Statuses[s] = d
	})
}

func (r *policyReader) flags(n *yaml.Node) {
	var names []string
	for f := match.FlagNumberChanged; f <= match.FlagPageWrong; f++ {
		names = append(names, f.String())
	}
	r.mapping(n, "flags", names, func(key string, at, v *yaml.Node) {
		f, _ := match.FlagByName(key)
		r.policy.Flags[f], _ = r.decision(key, v)
	})
}

// thresholds reads the list of one status.
func (r *policyReader) thresholds(status string, n *yaml.Node) []Threshold {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.fault(n, "thresholds.%s: want a list, such as - accept_from: 0.90", status)
		return nil
	}
	list := []Threshold{}
	general := false
	for _, item := range n.Content {
		t := Threshold{AcceptFrom: -1, ChangedWords: AnyWords, MisreadWords: AnyWords}
		r.mapping(item, "a threshold", []string{"accept_from", "changed_words", "misread_words", "shorter_than"}, func(key string, at, v *yaml.Node) {
			switch key {
			case "accept_from":
				t.AcceptFrom = r.acceptFrom(v)
			case "changed_words":
				if v.Value != "any" {
					t.ChangedWords = r.whole("changed_words", v, 0, 1000)
				}
			case "misread_words":
				if v.Value != "any" {
					t.MisreadWords = r.whole("misread_words", v, 0, 1000)
				}
			case "shorter_than":
				t.ShorterThan = r.whole("shorter_than", v, 1, DefaultMaxQuote)
			}
		})
		if item.Kind != yaml.MappingNode {
			continue
		}
		if t.AcceptFrom == -1 {
			r.fault(item, "no accept_from: want a number from %v to 1, or never", MinThreshold)
		}
		if slices.ContainsFunc(list, func(x Threshold) bool { return x.ShorterThan == t.ShorterThan }) {
			r.fault(item, "thresholds.%s has two thresholds for the same length: only one of them can hold", status)
		}
		general = general || t.ShorterThan == 0
		list = append(list, t)
	}
	if !general {
		r.fault(n, "thresholds.%s: none without shorter_than: longer quotes have no threshold", status)
	}
	return list
}

func (r *policyReader) acceptFrom(v *yaml.Node) float64 {
	if v.Value == "never" {
		return never
	}
	x, err := strconv.ParseFloat(v.Value, 64)
	switch {
	case v.Kind != yaml.ScalarNode || err != nil || !(x >= MinThreshold && x <= 1):
		more := ""
		if x > 1 && x <= 100 {
			more = fmt.Sprintf("; for %v %% write %v", x, x/100)
		}
		r.fault(v, "accept_from: %s: want a number from %v to 1, or never%s", shown(v), MinThreshold, more)
		return never
	}
	return x
}

func (r *policyReader) whole(key string, v *yaml.Node, lo, hi int) int {
	x, err := strconv.Atoi(v.Value)
	if v.Kind != yaml.ScalarNode || err != nil || x < lo || x > hi {
		r.fault(v, "%s: %s: want a whole number from %d to %d", key, shown(v), lo, hi)
		return lo
	}
	return x
}

func (r *policyReader) decision(key string, v *yaml.Node) (Decision, bool) {
	switch d := Decision(v.Value); {
	case v.Kind == yaml.ScalarNode && (d == Accept || d == Review || d == Reject):
		return d, true
	}
	r.fault(v, "%s: %s: want accept, review or reject", key, shown(v))
	return Reject, false
}

// mapping calls take for each known key of a mapping, once, and tells of the others.
func (r *policyReader) mapping(n *yaml.Node, what string, keys []string, take func(key string, at, v *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fault(n, "%s: want %s and the like, each with a value", what, strings.Join(keys[:min(3, len(keys))], ", "))
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		at, v := n.Content[i], n.Content[i+1]
		switch line, again := seen[at.Value]; {
		case at.Kind != yaml.ScalarNode || !slices.Contains(keys, at.Value):
			r.fault(at, "%s: unknown key %q: want one of %s", what, at.Value, strings.Join(keys, ", "))
		case again:
			r.fault(at, "%s: %s stands here again, after line %d", what, at.Value, line)
		case v.Kind == yaml.AliasNode:
			r.fault(v, "%s: %s: aliases are not read: write the value out", what, at.Value)
		default:
			take(at.Value, at, v)
		}
		seen[at.Value] = at.Line
	}
}

// shown is a value as the file has it.
func shown(v *yaml.Node) string {
	switch v.Kind {
	case yaml.ScalarNode:
		return strconv.Quote(v.Value)
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a mapping"
	}
	return "an alias"
}

func statusByName(name string) (Status, bool) {
	i := slices.Index(statusNames[:], name)
	return Status(max(i, 0)), i >= 0
}
