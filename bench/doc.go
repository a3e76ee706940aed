// Package bench makes and measures the standard workload: a corpus of made-up text for machines that have no other, and batches of quotes whose
// right answer is known, class by class: exact, damaged in form, edited, invented, attributed to the wrong source. Equal seeds give equal bytes.
//
// Run measures indexing, each class of quote, whole runs and the ledger, and says how right the answers were; it is what "verbatim bench" does.
// The Go benchmarks measure the same, for profiles. Rates count CPU time where they say so, since machines are shared:
//
//	go test -run '^$' -bench Class -benchtime 3x ./bench -mb 105
package bench
