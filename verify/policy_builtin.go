package verify

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"example.com/verbatim/match"
)

// The policies that come with the program. Rules never change under a name: another number, another name.
//
//go:embed policies/*.yaml
var policyFiles embed.FS

// builtin reads the embedded policies once; nobody changes them.
var builtin = sync.OnceValue(func() map[string]*Policy {
	all := map[string]*Policy{}
	for _, name := range PolicyNames() {
		file := "policies/" + name + ".yaml"
		text, err := policyFiles.ReadFile(file)
		if err == nil {
			all[name], err = ParsePolicy(file, text)
		}
		if err != nil {
			panic(fmt.Sprintf("verify: embedded policy: %v", err)) // a test reads them all
		}
	}
	return all
})

// PolicyNames lists the policies that come with the program: default, strict and lenient.
func PolicyNames() []string { return []string{"default", "strict", "lenient"} }

// BuiltinPolicy returns a copy of one of PolicyNames.
func BuiltinPolicy(name string) (*Policy, bool) {
	p, ok := builtin()[name]
	if !ok {
		return nil, false
	}
	return p.clone(), true
}

// DefaultPolicy is the policy of docs/policies.md.
func DefaultPolicy() *Policy { return builtin()["default"].clone() }

func (p *Policy) clone() *Policy {
	q := *p
	q.Statuses, q.Flags, q.Thresholds = maps.Clone(p.Statuses), maps.Clone(p.Flags), map[Status][]Threshold{}
	for s, list := range p.Thresholds {
		q.Thresholds[s] = slices.Clone(list)
	}
	return &q
}

// Ref is how the ledger names the policy: by its name where the rules come with the program, else by its name and the hash of its rules,
// name@sha256:8 hex digits. Comments and the order of a file do not count.
func (p *Policy) Ref() string {
	for _, q := range builtin() {
		if p.Name == q.Name && bytes.Equal(p.rules(), q.rules()) {
			return p.Name
		}
	}
	h := sha256.Sum256(p.rules())
	return p.Name + "@sha256:" + hex.EncodeToString(h[:4])
}

// rules writes the rules in one order, what changes nothing left out.
func (p *Policy) rules() []byte {
	var b bytes.Buffer
	for _, s := range Statuses() {
		if d := p.Statuses[s]; d != "" && d != Reject {
			fmt.Fprintf(&b, "status %s %s\n", s, d)
		}
		list := slices.SortedFunc(slices.Values(p.Thresholds[s]), func(x, y Threshold) int { return x.ShorterThan - y.ShorterThan })
		for _, t := range list {
			fmt.Fprintf(&b, "threshold %s %d %v %d %d\n", s, t.ShorterThan, t.AcceptFrom, t.ChangedWords, t.MisreadWords)
		}
	}
	for f := match.FlagNumberChanged; f <= match.FlagPageWrong; f++ {
		if d := p.Flags[f]; d != "" && d != Accept {
			fmt.Fprintf(&b, "flag %s %s\n", f, d)
		}
	}
	if p.MinLength > 0 {
		fmt.Fprintf(&b, "min_length %d\n", p.MinLength)
	}
	return b.Bytes()
}

// WritePolicy writes one of PolicyNames as its file stands in the program.
func WritePolicy(w io.Writer, name string) error {
	text, err := policyFiles.ReadFile("policies/" + name + ".yaml")
	if err != nil {
		return fmt.Errorf("%w: no policy %q: there are %s", ErrUsage, name, strings.Join(PolicyNames(), ", "))
	}
	_, err = w.Write(text)
	return err
}
