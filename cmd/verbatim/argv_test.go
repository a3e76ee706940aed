package main

import (
	"slices"
	"strings"
	"testing"
)

func TestArrange(t *testing.T) {
	app := newApp(&newWorld(nil).env)
	for in, want := range map[string]string{
		"":                                      "",
		"verify a b":                            "verify -- a b",
		"verify a -o x b":                       "verify -o x -- a b",
		"verify a --output=x --json b -q":       "--json -q verify --output=x -- a b",
		"--corpus c verify -":                   "--corpus c verify -- -",
		"verify - --corpus c":                   "--corpus c verify -- -",
		"verify -- -o x":                        "verify -- -o x",
		"verify --limit -1 a":                   "verify --limit -1 -- a",
		"check help":                            "check -- help",
		"check a -- -b -- c":                    "check -- a -b -- c",
		"help":                                  "--help",
		"help verify":                           "verify --help",
		"verify x -h":                           "verify --help",
		"ledger log --help":                     "ledger log --help",
		"docs --help":                           "docs --help",
		"ledger -n 3 log":                       "unknown flag -n of ledger",
		"ledger log -n 3 --since 2026-01-01 -q": "-q ledger log -n 3 --since 2026-01-01",
		"docs show verify --text":               "docs show --text -- verify",
		"--version":                             "version",
		"verify --workers":                      "--workers needs a value",
		"verify -x":                             "unknown flag -x of verify: text that starts with - goes after --",
		"-o x verify":                           "unknown flag -o before the command",
		"ledgr":                                 `unknown command "ledgr": did you mean ledger?`,
		"zzz":                                   `unknown command "zzz"`,
		"ledger":                                "ledger: say what to do: log, fabrications",
	} {
		got, err := arrange(app, append([]string{"verbatim"}, strings.Fields(in)...))
		if err != nil {
			if exitCode(err) != exitUsage || !strings.HasPrefix(err.Error(), want) || want == "" {
				t.Errorf("arrange(%q): error %v, want %q", in, err, want)
			}
			continue
		}
		if got := strings.Join(got[1:], " "); got != want {
			t.Errorf("arrange(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzArrange: whatever is typed, arranging neither fails in another way than by a usage error nor drops an argument after "--".
func FuzzArrange(f *testing.F) {
	f.Add("verify a -o x -- -b")
	f.Add("ledger log --json=false -n 3")
	app := newApp(&newWorld(nil).env)
	f.Fuzz(func(t *testing.T, line string) {
		args := append([]string{"verbatim"}, strings.Split(line, " ")...)
		before := slices.Clone(args)
		got, err := arrange(app, args)
		if err != nil {
			if exitCode(err) != exitUsage {
				t.Fatalf("arrange(%q): %v", args, err)
			}
			return
		}
		if !slices.Equal(args, before) {
			t.Fatalf("arrange changed its input: %q", args)
		}
		if i := slices.Index(args, "--"); i > 0 && !strings.HasPrefix(args[i-1], "-") && !slices.Contains(got, "--help") && i+1 < len(args) {
			if rest := args[i+1:]; !slices.Equal(got[len(got)-len(rest):], rest) {
				t.Fatalf("arrange(%q) = %q", args, got)
			}
		}
	})
}

func TestDidYouMean(t *testing.T) {
	known := []string{"verify", "check", "ledger", "search"}
	for given, want := range map[string]string{"verfy": "verify", "chekc": "check", "leger": "ledger", "serach": "search", "publish": "", "x": ""} {
		got := didYouMean(given, known, "")
		if want != "" {
			want = ": did you mean " + want + "?"
		}
		if got != want {
			t.Errorf("didYouMean(%q) = %q, want %q", given, got, want)
		}
	}
}
