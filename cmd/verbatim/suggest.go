package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func unknownCommand(l *level, name string) error {
	what := "command"
	if l.name != "" {
		what = l.name + " command"
	}
	return usagef("unknown %s %q%s", what, name, didYouMean(name, commandNames(l.commands), ""))
}

func unknownFlag(app *cli.App, levels []level, given, name string) error {
	here := levels[len(levels)-1]
	if len(levels) == 1 {
		for _, c := range app.Commands {
			if _, f := findFlag([]level{{known: c.Flags}}, name); f != nil {
				return usagef("unknown flag %s before the command: flags of a command stand after its name, as in \"verbatim %s %s\"", given, c.Name, given)
			}
		}
	}
	var known []string
	for _, l := range levels {
		known = append(known, flagNames(l.known)...)
	}
	where := ""
	if here.name != "" {
		where = " of " + here.name
	}
	guess := didYouMean(name, append(known, "help"), "--")
	if guess == "" && len(levels) > 1 && len(here.commands) == 0 {
		guess = ": text that starts with - goes after --"
	}
	return usagef("unknown flag %s%s%s", given, where, guess)
}

// didYouMean names what was probably meant, if anything comes near.
func didYouMean(given string, known []string, prefix string) string {
	best, distance := "", max(2, len(given)/3)+1
	for _, k := range known {
		if d := editDistance(given, k); d < distance && d < len(k) {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %s%s?", prefix, best)
}

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
