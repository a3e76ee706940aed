package verify

import "unsafe"

// arena hands out the memory that results own. It takes it in blocks and takes none back: a result may be kept for as long as its caller
// likes, and holds no more than the blocks that it lies in. An arena belongs to one goroutine. The zero arena is ready.
type arena struct {
	text     []byte // the block that strings are written to; what is behind its length is free
	spans    slab[Span]
	contexts slab[Context]
	searched slab[Searched]
	passages slab[Passage]
	names    slab[string]
}

// Blocks grow to these sizes: a caller of a single quote takes no more than it needs, and one of many few blocks.
const (
	leastText, mostText = 1 << 10, 32 << 10 // bytes
	mostParts           = 64
)

// room makes sure that n bytes are free in the block and returns the block: append to it, and give what was appended to take.
func (a *arena) room(n int) []byte {
	if cap(a.text)-len(a.text) < n {
		size := min(max(2*cap(a.text), leastText), mostText)
		a.text = make([]byte, 0, max(size, n))
	}
	return a.text
}

// take makes a string of what was appended to the block.
func (a *arena) take(text []byte) string {
	s := text[len(a.text):]
	a.text = text
	return unsafe.String(unsafe.SliceData(s), len(s)) // nothing writes there again: the block only grows
}

// copy makes a string of bytes that may change.
func (a *arena) copy(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return a.take(append(a.room(len(b)), b...))
}

// join makes one string of several.
func (a *arena) join(parts ...string) string {
	n := 0
	for _, s := range parts {
		n += len(s)
	}
	b := a.room(n)
	for _, s := range parts {
		b = append(b, s...)
	}
	return a.take(b)
}

// slab hands out values of one type, one after the other.
type slab[T any] struct {
	free []T
	size int
}

// next gives the next n zero values, of which a slice may be appended to without a neighbour being overwritten.
func (s *slab[T]) next(n int) []T {
	if len(s.free) < n {
		s.size = max(min(2*s.size, mostParts), n, 1)
		s.free = make([]T, s.size)
	}
	x := s.free[:n:n]
	s.free = s.free[n:]
	return x
}

// one gives the next zero value.
func (s *slab[T]) one() *T { return &s.next(1)[0] }
