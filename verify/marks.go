package verify

import "example.com/verbatim/match"

// marks are the editorial marks of the quote in hand. They are read when they are first asked for: a quote that is found as it stands does
// not need them. A nil pointer stands for none.
type marks struct {
	raw  []byte
	read bool
	e    *match.Editorial
}

// get returns the quote as its marks say to read it, nil where it has none.
func (m *marks) get() *match.Editorial {
	if m == nil {
		return nil
	}
	if !m.read {
		m.read = true
		m.e, _ = match.ParseEditorial(m.raw)
	}
	return m.e
}

// ellipsis tells whether one of them is an ellipsis.
func (m *marks) ellipsis() bool {
	e := m.get()
	return e != nil && e.Ellipsis
}
