//go:build unix

// Command peers runs the quotes of the standard workload through what one would use instead of Verbatim, and through Verbatim in the same run:
// ratios of CPU time then hold whatever the machine. Beside them stand recall and false accepts of both, by one measure.
//
//	make bench-peers
//
// Peers that are not installed are skipped with a message. Time that a peer takes to load, normalise or index the text is not counted in its rates.
package main
