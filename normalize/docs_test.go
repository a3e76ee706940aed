package normalize

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDocsListEveryFold: docs/folds.md has a row for each fold of the profile, with its example. VERBATIM_GOLDEN=1 writes the rows anew.
func TestDocsListEveryFold(t *testing.T) {
	const file, begin, end = "../docs/folds.md", "| fold | what it does | text | becomes |\n| --- | --- | --- | --- |\n", "\n## "
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), begin)
	at := strings.Index(rest, end)
	if !ok || at < 0 {
		t.Fatalf("%s: no table of folds", file)
	}
	var rows strings.Builder
	for _, r := range Rules() {
		fmt.Fprintf(&rows, "| `%s` | %s | %s | %s |\n", r.Name, r.Does, cell(r.Before), cell(r.After))
	}
	if os.Getenv("VERBATIM_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(head+begin+rows.String()+rest[at:]), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if rest[:at] != rows.String() {
		t.Errorf("%s: the table is not that of Rules(); VERBATIM_GOLDEN=1 go test ./normalize -run Docs writes it", file)
	}
}

// cell writes a text so that a table of Markdown shows what it holds: escapes for what cannot be seen.
func cell(s string) string {
	q := fmt.Sprintf("%q", s)
	if strings.ContainsRune(s, 0x0301) {
		q = fmt.Sprintf("%+q", s)
	}
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	q = strings.ReplaceAll(q, `\\`, `\`)
	q = strings.ReplaceAll(q, "|", `\|`)
	fence := "`"
	if strings.Contains(q, "`") {
		fence = "```"
	}
	return fence + " " + q + " " + fence
}
