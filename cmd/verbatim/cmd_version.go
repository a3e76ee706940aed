package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
	"example.com/verbatim/normalize"
)

func versionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print version, commit, profile and format",
		UsageText:   "verbatim version",
		Description: "Prints what this program is and what it reads and writes.\n\nExample:\n  verbatim version --json",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			version, commit := buildVersion()
			if asJSON(c) {
				return e.jsonLine(e.stdout, map[string]any{"version": version, "commit": commit, "go": runtime.Version(), "profile": normalize.Profile(), "corpus_format": index.Format, "ledger_schema": ledger.Schema})
			}
			_, err := fmt.Fprintf(e.stdout, "verbatim %s\ncommit   %s\nbuilt by %s\nprofile  %s\ncorpus   format %d\nledger   schema %d\n", version, commit, runtime.Version(), normalize.Profile(), index.Format, ledger.Schema)
			return err
		},
	}
}

// buildVersion reads what the Go tool noted when it built the program.
func buildVersion() (version, commit string) {
	version, commit = "(unknown)", "(unknown)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, commit
	}
	if info.Main.Version != "" {
		version = info.Main.Version
	}
	dirty := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	if dirty {
		commit += " (modified)"
	}
	return version, commit
}
