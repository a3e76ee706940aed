package main

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/index"
)

const defaultCorpus = "corpus.verbatim"

const exitCodes = `Exit codes: 0 fine; 1 a check failed that --fail-on, a --min-… or a --max-… flag names; 2 usage; 3 the corpus or ledger is damaged; 4 any other failure.`

// newApp builds the command line.
func newApp(e *env) *cli.App {
	corpus := e.getenv("VERBATIM_CORPUS")
	if corpus == "" {
		corpus = "." + string(filepath.Separator) + defaultCorpus
	}
	app := &cli.App{
		Name:      "verbatim",
		HelpName:  "verbatim",
		Usage:     "are these the source's words?",
		UsageText: "verbatim [--corpus DIR] COMMAND [flags] [arguments]",
		Description: `Prepares sources once, verifies batches of quotes against them, and records every answer in a ledger.

Example:
  verbatim index contracts/
  verbatim verify quotes.jsonl -o results.jsonl

` + exitCodes,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "the corpus `DIR` (also VERBATIM_CORPUS)", Value: corpus},
			&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Aliases: []string{"q"}, Usage: "no summary and no progress, errors only"},
			&cli.BoolFlag{Name: "json", DisableDefaultText: true, Usage: "machine-readable output; summaries and errors as one JSON object a line"},
			&cli.StringFlag{Name: "log-level", Usage: "log to standard error from `LEVEL` up: debug, info, warn or error", Value: "error"},
			&cli.BoolFlag{Name: "no-color", DisableDefaultText: true, Usage: "no colour (also NO_COLOR)"},
		},
		Commands: []*cli.Command{
			indexCommand(e), verifyCommand(e), checkCommand(e), docsCommand(e), searchCommand(e), ledgerCommand(e), doctorCommand(e),
			evalCommand(e), benchCommand(e), foldsCommand(e), versionCommand(e), completionCommand(e), completeCommand(e),
		},
		Reader: e.stdin, Writer: e.stdout, ErrWriter: e.stderr,
		HideVersion: true, HideHelpCommand: true,
		// Errors come back from RunContext and are told in one place; cli would print and exit by itself.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Before:         checkGlobals,
	}
	eachCommand(app.Commands, func(c *cli.Command) {
		c.HideHelpCommand, c.OnUsageError = true, onUsageError
		if len(c.Subcommands) == 0 {
			c.Description = strings.TrimRight(c.Description, "\n") + "\n\n" + exitCodes
		}
	})
	return app
}

func eachCommand(list []*cli.Command, visit func(*cli.Command)) {
	for _, c := range list {
		visit(c)
		eachCommand(c.Subcommands, visit)
	}
}

func onUsageError(_ *cli.Context, err error, _ bool) error { return usagef("%w", err) }

func checkGlobals(c *cli.Context) error {
	if _, err := logLevel(c); err != nil {
		return err
	}
	if c.String("corpus") == "" {
		return usagef("--corpus is empty: name the directory of the corpus")
	}
	return nil
}

func logLevel(c *cli.Context) (slog.Level, error) {
	var level slog.Level
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, c.String("log-level")) {
		return level, usagef("--log-level %q: must be debug, info, warn or error", c.String("log-level"))
	}
	return level, level.UnmarshalText([]byte(c.String("log-level")))
}

// logger logs to standard error as --log-level says.
func (e *env) logger(c *cli.Context) *slog.Logger {
	level, _ := logLevel(c) // checked by checkGlobals
	return slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: level}))
}

// indexOptions say how the commands open the corpus.
func (e *env) indexOptions(c *cli.Context) index.Options {
	return index.Options{Now: e.now, Log: e.logger(c)}
}

// quiet tells whether summaries and progress are unwanted.
func quiet(c *cli.Context) bool { return c.Bool("quiet") }

// asJSON tells whether output is for programs.
func asJSON(c *cli.Context) bool { return c.Bool("json") }

// argument returns the one argument that a command takes.
func argument(c *cli.Context, what string) (string, error) {
	switch c.NArg() {
	case 1:
		return c.Args().First(), nil
	case 0:
		return "", usagef("%s: no %s given", commandName(c), what)
	}
	return "", usagef("%s: takes one %s, got %d: put text with spaces in quotation marks", commandName(c), what, c.NArg())
}

// noArguments refuses arguments where a command takes none.
func noArguments(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("%s: takes no arguments, got %q", commandName(c), c.Args().First())
	}
	return nil
}

// commandName is the command as typed, without the program: "ledger log".
func commandName(c *cli.Context) string { return strings.TrimPrefix(c.Command.HelpName, "verbatim ") }
