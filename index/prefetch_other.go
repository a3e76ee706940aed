//go:build !amd64 || purego

package index

// prefetch does nothing where there is no way to ask.
func prefetch[T any](*T) {}
