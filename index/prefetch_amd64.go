//go:build amd64 && !purego

package index

import "unsafe"

// prefetch asks for the cache line of p[0]. It reads nothing.
func prefetch[T any](p *T) { prefetchLine(unsafe.Pointer(p)) }

//go:noescape
func prefetchLine(p unsafe.Pointer)
