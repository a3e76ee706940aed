// Package ingest brings documents into a corpus: it walks paths, opens what it finds there, takes it out of its compression, gives it
// to the reader of its format and puts the documents that come out into a Sink, which index.Writer is.
//
// A format is one file of this package: a Reader and a row in the table of format.go. Readers run ahead of the writer, several files
// at once, within a bound on memory; documents reach the Sink in the order of the paths, each folder sorted by name, so that equal
// inputs give equal corpora.
//
// What cannot be read is a Problem, told with its path, line, reason and what to do, and the rest go on. Nothing is skipped silently.
package ingest
