package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

func completionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for bash, zsh or fish",
		UsageText: "verbatim completion bash|zsh|fish",
		Description: `Example:
  source <(verbatim completion bash)                                   # bash, in ~/.bashrc
  source <(verbatim completion zsh)                                    # zsh, in ~/.zshrc after compinit
  verbatim completion fish > ~/.config/fish/completions/verbatim.fish  # fish`,
		Action: func(c *cli.Context) error {
			shell, err := argument(c, "shell")
			if err != nil {
				return err
			}
			script := completionScript(shell)
			if script == "" {
				return usagef("completion: unknown shell %q: want bash, zsh or fish", shell)
			}
			_, err = fmt.Fprint(e.stdout, script)
			return err
		},
	}
}

// completeCommand answers the scripts: its arguments are the words after the program's name, the last the one being typed.
func completeCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:   "__complete",
		Hidden: true,
		Action: func(c *cli.Context) error {
			for _, s := range complete(c.App, c.Args().Slice()) {
				if _, err := fmt.Fprintln(e.stdout, s); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// complete lists what may stand where the last word is typed: commands, or flags when it starts with a dash. Nothing means a file name.
func complete(app *cli.App, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	flags, commands := [][]cli.Flag{app.Flags}, app.Commands
	for _, w := range words[:len(words)-1] {
		if w == "--" {
			return nil
		}
		if c := commandOf(commands, w); c != nil {
			flags, commands = append(flags, c.Flags), c.Subcommands
		}
	}
	last := words[len(words)-1]
	var out []string
	offer := func(s string) {
		if strings.HasPrefix(s, last) {
			out = append(out, s)
		}
	}
	if strings.HasPrefix(last, "-") {
		for i := len(flags) - 1; i >= 0; i-- {
			for _, name := range flagNames(flags[i]) {
				offer("--" + name)
			}
		}
		offer("--help")
		return out
	}
	for _, name := range commandNames(commands) {
		offer(name)
	}
	return out
}

func completionScript(shell string) string {
	switch shell {
	case "bash":
		return `_verbatim() {
	local IFS=$'\n'
	COMPREPLY=($(verbatim __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _verbatim verbatim
`
	case "zsh":
		return `#compdef verbatim
_verbatim() {
	local -a found
	found=("${(@f)$(verbatim __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "${found[1]}" ]]; then
		compadd -a found
	else
		_files
	fi
}
compdef _verbatim verbatim
`
	case "fish":
		return `function __verbatim_complete
	verbatim __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
complete -c verbatim -a '(__verbatim_complete)'
`
	}
	return ""
}
