// Package bench makes the standard workload: a corpus of made-up text for machines that have no other, and batches of quotes whose right
// answer is known, class by class: exact, damaged in form, edited, invented, attributed to the wrong source. Equal seeds give equal bytes.
//
// Its benchmarks measure indexing, each class of quote, and whole runs. They report CPU time, since machines are shared:
//
//	go test -run '^$' -bench . -benchtime 3x ./bench -mb 105
package bench
