// Package jsonl reads JSON Lines fast and within bounds: it splits a stream into lines, steps through the members of an object and
// decodes strings in place, without building values that nobody asked for.
//
// Lines are split on \n alone: JSON strings may hold U+2028, U+0085 and other characters that some readers take for line ends. What
// counts as JSON is what RFC 8259 says, and encoding/json in doubtful cases (the fuzz targets compare the two): invalid UTF-8 and
// lone surrogates become U+FFFD, containers nest at most 10,000 deep.
package jsonl
