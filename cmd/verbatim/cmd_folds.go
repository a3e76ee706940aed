package main

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/normalize"
)

func foldsCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:        "folds",
		Usage:       "list what counts as form alone",
		UsageText:   "verbatim folds",
		Description: "Lists the folds of the normalisation profile, each with an example. Results name those that a verdict needed.\n\nExample:\n  verbatim folds",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			var t table
			for _, r := range normalize.Rules() {
				if asJSON(c) {
					if err := e.jsonLine(e.stdout, map[string]string{"name": r.Name, "does": r.Does, "before": r.Before, "after": r.After}); err != nil {
						return err
					}
					continue
				}
				t.add(r.Name, visible(r.Before)+" → "+visible(r.After), r.Does)
			}
			if asJSON(c) {
				return nil
			}
			return t.write(e.stdout, "FOLD", "EXAMPLE", "WHAT IT DOES")
		},
	}
}

// visible writes characters that do not show as escapes.
func visible(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}
