package verify

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxPolicy is the size of a policy file, in bytes, at most.
const maxPolicy = 64 << 10

// PolicyError lists all that is wrong with a policy file.
type PolicyError struct {
	File   string
	Faults []PolicyFault
}

// PolicyFault is one thing that is wrong, and what would be right.
type PolicyFault struct {
	Line int // 1-based; 0: of the file as a whole
	Text string
}

func (e *PolicyError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = e.File + ": " + f.Text
		if f.Line > 0 {
			lines[i] = fmt.Sprintf("%s:%d: %s", e.File, f.Line, f.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap: a faulty policy is a usage error.
func (e *PolicyError) Unwrap() error { return ErrUsage }

// LoadPolicy returns one of PolicyNames, or reads the file of that name. A path with a folder or an extension is always a file.
func LoadPolicy(name string) (*Policy, error) {
	if p, ok := BuiltinPolicy(name); ok {
		return p, nil
	}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(name, `./\`) {
		return nil, fmt.Errorf("%w: no policy %q: there are %s, and any file of rules", ErrUsage, name, strings.Join(PolicyNames(), ", "))
	}
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPolicy+1))
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	return ParsePolicy(name, text)
}

// ParsePolicy reads a policy as docs/policies.md describes it; file is its name in errors. The error is a PolicyError with all faults.
func ParsePolicy(file string, text []byte) (*Policy, error) {
	r := &policyReader{policy: &Policy{}}
	if len(text) > maxPolicy {
		r.fault(nil, "more than %d bytes: no policy is that long", maxPolicy)
	} else if root := r.document(text); root != nil {
		r.policyFrom(root)
	}
	if r.faults != nil {
		return nil, &PolicyError{File: file, Faults: r.faults}
	}
	return r.policy, nil
}

// document returns the one mapping of a policy file; nil after a fault.
func (r *policyReader) document(text []byte) *yaml.Node {
	dec := yaml.NewDecoder(strings.NewReader(string(text)))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		r.fault(nil, "empty: want name, statuses and what else the policy needs")
		return nil
	case err != nil:
		r.fault(nil, "no YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		return nil
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		r.fault(&more, "a second document: a file holds one policy")
		return nil
	}
	if doc.Kind == yaml.DocumentNode && len(doc.Content) == 1 {
		return doc.Content[0]
	}
	return &doc
}
