package main

import (
	"os"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func terminalWidth(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return w
		}
	}
	return 0
}

// columns is how wide text on standard output may be.
func (e *env) columns() int {
	if w := e.width(e.stdout); w > 20 {
		return min(w, 120)
	}
	return 80
}

// ink is a way to show a piece of text.
type ink uint8

const (
	plain ink = iota
	bold
	dim
	red
	green
	yellow
	marked // the words that matched
)

// palette writes text in colour, or in signs where there is no colour.
type palette bool

// palette is in colour on a terminal, unless the user does not want it.
func (e *env) palette(c *cli.Context) palette {
	return palette(e.isTerminal(e.stdout) && !c.Bool("no-color") && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb")
}

func (p palette) paint(i ink, s string) string {
	if !p || i == plain || s == "" {
		return s
	}
	return "\x1b[" + [...]string{"0", "1", "2", "31", "32", "33", "1;4"}[i] + "m" + s + "\x1b[0m"
}

// piece is text in one ink.
type piece struct {
	text string
	ink  ink
}

// wrap sets pieces in lines of at most width columns, each with an indent in front. White space of any kind is a place to break.
func (p palette) wrap(pieces []piece, indent string, width int) string {
	var out strings.Builder
	var line []piece // neighbours differ in ink
	used, room := 0, max(20, width-uniseg.StringWidth(indent))
	space := false
	put := func(i ink, s string) {
		if n := len(line); n > 0 && line[n-1].ink == i {
			line[n-1].text += s
		} else {
			line = append(line, piece{s, i})
		}
		used += uniseg.StringWidth(s)
	}
	flush := func() {
		if used > 0 {
			out.WriteString(indent)
			for _, x := range line {
				out.WriteString(p.paint(x.ink, x.text))
			}
			out.WriteByte('\n')
		}
		line, used = line[:0], 0
	}
	for _, x := range pieces {
		for rest := x.text; rest != ""; {
			trimmed := strings.TrimLeft(rest, whiteSpace)
			space = space || len(trimmed) < len(rest)
			if rest = trimmed; rest == "" {
				break
			}
			word := rest
			if i := strings.IndexAny(rest, whiteSpace); i >= 0 {
				word = rest[:i]
			}
			rest = rest[len(word):]
			word = printable(word)
			if space && used > 0 {
				if used+1+uniseg.StringWidth(word) > room {
					flush()
				} else if line[len(line)-1].ink == x.ink {
					put(x.ink, " ")
				} else {
					put(plain, " ")
				}
			}
			space = false
			put(x.ink, word)
		}
	}
	flush()
	return out.String()
}

const whiteSpace = " \t\r\n\f\v"

// printable replaces control characters: text from documents must not steer a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '\uFFFD'
		}
		return r
	}, s)
}
