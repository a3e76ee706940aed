//go:build race

package bench

// raced: the race detector allocates by itself, and drops what pools hold.
const raced = true
