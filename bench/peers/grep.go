//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// oneLine turns what ends a line into a space, since these programs match within lines.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\x00", " ")

// patterns runs grep or ripgrep with all quotes as fixed strings over the text, one document a line.
func patterns(program string, n int, easy bool) func(context.Context, *work) (*outcome, error) {
	return func(ctx context.Context, w *work) (*outcome, error) {
		path, err := exec.LookPath(program)
		if err != nil {
			return nil, skip(program + " is not installed")
		}
		quotes := w.quotes[:n]
		if easy {
			quotes = w.easy[:n]
		}
		if err := w.write("flat.txt", func(out *bufio.Writer) error {
			for i := range w.docs {
				if _, err := out.WriteString(oneLine.Replace(w.docs[i].Text) + "\n"); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return nil, err
		}
		numbers := map[string][]int{} // of the quotes by their text
		if err := w.write("patterns.txt", func(out *bufio.Writer) error {
			for i := range quotes {
				p := oneLine.Replace(quotes[i].Quote)
				if numbers[p] == nil {
					if _, err := out.WriteString(p + "\n"); err != nil {
						return err
					}
				}
				numbers[p] = append(numbers[p], i)
			}
			return nil
		}); err != nil {
			return nil, err
		}
		args := []string{"-F", "-o", "-n", "-a", "-f", w.path("patterns.txt"), w.path("flat.txt")}
		if program == "rg" {
			args = append([]string{"--no-config", "--regex-size-limit", "8G", "--dfa-size-limit", "8G"}, args...)
		}
		limit, cancel := context.WithTimeout(ctx, 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(limit, path, args...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1: nothing found
			return nil, fmt.Errorf("%w: %.200s", err, said.String())
		}
		o := newOutcome(quotes)
		o.version = firstLine(ctx, path, "--version")
		o.cpu[""] = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		for i := range n {
			o.answers[i] = answer{}
		}
		for line := range bytes.Lines(out) {
			number, text, ok := strings.Cut(strings.TrimSuffix(string(line), "\n"), ":")
			doc, err := strconv.Atoi(number)
			if !ok || err != nil {
				return nil, fmt.Errorf("%s said %.80q", program, line)
			}
			for _, i := range numbers[text] {
				if id := w.docs[doc-1].ID; o.answers[i].doc == "" || id == quotes[i].SourceID || id == quotes[i].TrueSource && o.answers[i].doc != quotes[i].SourceID {
					o.answers[i] = answer{id}
				}
			}
		}
		o.ours, err = w.wholeRun(ctx, quotes)
		return o, err
	}
}

// firstLine is the first line that a program says.
func firstLine(ctx context.Context, program string, args ...string) string {
	out, _ := exec.CommandContext(ctx, program, args...).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	return line
}
