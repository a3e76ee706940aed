package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// level is a command on the command line, with the flags that were given for it.
type level struct {
	name     string
	known    []cli.Flag
	commands []*cli.Command
	given    []string
}

// arrange puts flags before arguments, wherever they stood, and global flags before the command: cli stops to look for flags at the
// first argument, without a word. Everything after "--" is an argument. Errors are usage errors that name what is meant.
func arrange(app *cli.App, args []string) ([]string, error) {
	levels := []level{{known: app.Flags, commands: app.Commands}}
	var rest []string
	wantHelp := false
	for i := 1; i < len(args); i++ {
		a, here := args[i], &levels[len(levels)-1]
		switch {
		case a == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case len(a) > 1 && a[0] == '-':
			name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
			at, f := findFlag(levels, name)
			switch {
			case name == "help" || name == "h":
				wantHelp = true
				continue
			case f == nil && len(levels) == 1 && (name == "version" || name == "v"):
				a, at, hasValue = "version", 0, true
			case f == nil:
				return nil, unknownFlag(app, levels, a, name)
			}
			levels[at].given = append(levels[at].given, a)
			if !hasValue && takesValue(f) {
				if i++; i == len(args) {
					return nil, usagef("%s needs a value", a)
				}
				levels[at].given = append(levels[at].given, args[i])
			}
		case len(rest) == 0 && len(here.commands) > 0:
			if a == "help" && len(levels) == 1 {
				wantHelp = true
				continue
			}
			c := commandOf(here.commands, a)
			if c == nil {
				return nil, unknownCommand(here, a)
			}
			levels = append(levels, level{name: c.Name, known: c.Flags, commands: c.Subcommands})
		default:
			rest = append(rest, a)
		}
	}
	if wantHelp {
		rest = nil
		levels[len(levels)-1].given = []string{"--help"}
	} else if here := levels[len(levels)-1]; len(levels) > 1 && len(here.commands) > 0 {
		return nil, usagef("%s: say what to do: %s", here.name, strings.Join(commandNames(here.commands), ", "))
	}
	out := args[:1:1]
	for _, l := range levels {
		if l.name != "" {
			out = append(out, l.name)
		}
		out = append(out, l.given...)
	}
	if len(rest) > 0 {
		out = append(append(out, "--"), rest...)
	}
	return out, nil
}

// findFlag finds a flag by name, the innermost command's first.
func findFlag(levels []level, name string) (int, cli.Flag) {
	for i := len(levels) - 1; i >= 0; i-- {
		for _, f := range levels[i].known {
			for _, n := range f.Names() {
				if n == name {
					return i, f
				}
			}
		}
	}
	return 0, nil
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

func commandOf(list []*cli.Command, name string) *cli.Command {
	for _, c := range list {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

func commandNames(list []*cli.Command) []string {
	var names []string
	for _, c := range list {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

func flagNames(list []cli.Flag) []string {
	var names []string
	for _, f := range list {
		for _, n := range f.Names() {
			if len(n) > 1 {
				names = append(names, n)
			}
		}
	}
	return names
}
