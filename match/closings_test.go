package match

import "testing"

func TestOnlyRemarks(t *testing.T) {
	for text, want := range map[string]bool{
		"[sic]": true, " (Emphasis added.) ": true, "(emphasis supplied)": true, "[citations omitted]": true, "(cleaned up)": true,
		"(internal quotation marks omitted)": true, "（强调为引者所加）": true, "emphasis added": false, "sic": false, "[sick]": false,
		"(the ship sailed)": false, "the ship [sic] sailed": false, "": false, "()": false,
	} {
		if got := OnlyRemarks(text); got != want {
			t.Errorf("OnlyRemarks(%q) = %t, want %t", text, got, want)
		}
	}
}
