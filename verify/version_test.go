package verify

import (
	"strings"
	"testing"

	"example.com/verbatim/match"
)

// The two versions of a document, and another that shares a sentence with the first.
const (
	oldRules = "Boats may be moored at the east quay for three nights. The gate is shut at ten in the evening. Dogs are kept on a lead.\n"
	newRules = "This is the second edition.\nBoats may be moored at the east quay for two nights only, and not in winter. The gate is shut at ten in the evening.\n"
	notice   = "On the notice board: Dogs are kept on a lead. Fires are not lit on the grass.\n"
)

func rulesCorpus(t testing.TB) *Corpus {
	return corpusOf(t, doc{"rules", oldRules}, doc{"notice", notice}, doc{"rules", newRules})
}

func TestVersions(t *testing.T) {
	c := rulesCorpus(t)
	current, old, lost := pinOf(newRules), pinOf(oldRules), pinOf("a version that nobody kept")
	for _, x := range []struct {
		name, pin, quote string
		want             Status
		version          VersionState
		reason           Reason
		in, hash         string // where it was found
	}{
		{"no pin", "", "The gate is shut at ten in the evening.", Exact, VersionUnpinned, "", "rules", current},
		{"pin of the current text", current, "The gate is shut at ten in the evening.", Exact, VersionCurrent, "", "rules", current},
		{"a pin in capitals", "sha256:" + strings.ToUpper(current[7:]), "The gate is shut at ten in the evening.", Exact, VersionCurrent, "", "rules", current},
		{"a change elsewhere", old, "The gate is shut at ten in the evening.", Exact, VersionChanged, "", "rules", current},
		{"a change elsewhere, form", old, "the gate is shut, at ten in the evening", Normalized, VersionChanged, "", "rules", current},
		{"a change elsewhere, pin not kept", lost, "The gate is shut at ten in the evening.", Exact, VersionChanged, "", "rules", current},
		{"changed there", old, "Boats may be moored at the east quay for three nights.", Drifted, VersionChanged, "", "rules", old},
		{"changed there, form", old, "boats may be moored at the east quay for three nights", Drifted, VersionChanged, "", "rules", old},
		{"removed", old, "Dogs are kept on a lead.", Drifted, VersionChanged, "", "rules", old},
		{"removed, without a pin", "", "Dogs are kept on a lead.", Misattributed, VersionUnpinned, "", "notice", pinOf(notice)},
		{"removed, pin of the current text", current, "Dogs are kept on a lead.", Misattributed, VersionCurrent, "", "notice", pinOf(notice)},
		{"never there, elsewhere", old, "Fires are not lit on the grass.", Misattributed, VersionChanged, "", "notice", pinOf(notice)},
		{"fuzzy in the current text", old, "The gate is shut at nine in the evenings.", Fuzzy, VersionChanged, "", "rules", current},
		{"fuzzy in the old text, nothing in the current one", old, "Boats may be moored at the east quays for tree nights. The gate was shut", Fuzzy, VersionChanged, "", "rules", old},
		{"in neither version", old, "Swans may be fed from the bridge on Sundays.", Fabricated, VersionChanged, ReasonNotFound, "", ""},
		{"never there", current, "Swans may be fed from the bridge on Sundays.", Fabricated, VersionCurrent, ReasonNotFound, "", ""},
		{"pin not kept, not in the current text", lost, "Swans may be fed from the bridge on Sundays.", Unverifiable, VersionChanged, ReasonSourceChanged, "", ""},
		{"pin not kept, elsewhere", lost, "Fires are not lit on the grass.", Unverifiable, VersionChanged, ReasonSourceChanged, "", ""},
		{"pin not kept, fuzzy in the current text", lost, "The gate is shut at nine in the evenings.", Fuzzy, VersionChanged, "", "rules", current},
	} {
		q := cite("rules", x.quote)
		q.SourceHash = x.pin
		r := askQuote(t, c, q, Options{})
		if r.Status != x.want || r.Version != x.version || r.FailureReason != x.reason || r.SourceID != x.in || r.SourceHash != x.hash {
			t.Errorf("%s: %v %q %q in %q %q, want %v %q %q in %q %q", x.name, r.Status, r.Version, r.FailureReason, r.SourceID, r.SourceHash,
				x.want, x.version, x.reason, x.in, x.hash)
		}
		checkFacts(t, &r)
		text := map[string]string{current: newRules, old: oldRules, pinOf(notice): notice}
		for _, s := range r.Spans {
			if text[r.SourceHash][s.Start:s.End] != s.Text {
				t.Errorf("%s: span %+v is not of the version matched", x.name, s)
			}
		}
		if n := r.Nearest; n != nil && text[n.SourceHash][n.Start:n.End] != n.Text {
			t.Errorf("%s: nearest %+v is not of its version", x.name, n)
		}
		if x.hash == old && x.want != Exact && (r.Nearest == nil && x.name != "removed" || r.Nearest != nil && r.Nearest.SourceHash != current) {
			t.Errorf("%s: nearest %+v, want the current text's", x.name, r.Nearest)
		}
		if x.name == "pin not kept, elsewhere" && (r.Nearest == nil || r.Nearest.SourceID != "notice" || r.Nearest.Text != x.quote) {
			t.Errorf("%s: nearest %+v, want the words of notice", x.name, r.Nearest)
		}
	}
}

// TestPinsOfQuotesWithoutSource: the version is that of the document which holds the words.
func TestPinsOfQuotesWithoutSource(t *testing.T) {
	c := rulesCorpus(t)
	for pin, want := range map[string]VersionState{"": VersionUnpinned, pinOf(newRules): VersionCurrent, pinOf(oldRules): VersionChanged} {
		r := askQuote(t, c, Quote{Text: "The gate is shut at ten in the evening.", SourceHash: pin}, Options{})
		if r.Status != Exact || r.Version != want {
			t.Errorf("pin %q: %v %q, want exact, %q", pin, r.Status, r.Version, want)
		}
	}
}

// TestOffsetsOfAnOlderVersion: a change before the passage makes the offsets of a pinned quote neither wrong nor useless.
func TestOffsetsOfAnOlderVersion(t *testing.T) {
	c := rulesCorpus(t)
	const gate = "The gate is shut at ten in the evening."
	at := strings.Index(oldRules, gate)
	for _, x := range []struct {
		pin   string
		start int
		wrong bool
	}{
		{pinOf(oldRules), at, false},
		{pinOf(newRules), at, true},
		{pinOf(newRules), strings.Index(newRules, gate), false},
		{"", at, true},
	} {
		q := cite("rules", gate)
		q.SourceHash, q.Start, q.End = x.pin, x.start, x.start+len(gate)
		if r := askQuote(t, c, q, Options{}); r.Status != Exact || r.Flags.Has(match.FlagOffsetsWrong) != x.wrong {
			t.Errorf("pin %q, start %d: %v, flags %v, want offsets_wrong %v", x.pin, x.start, r.Status, r.Flags.Names(), x.wrong)
		}
	}
	// in the pinned version itself they count
	q := cite("rules", "Dogs are kept on a lead.")
	q.SourceHash, q.Start, q.End = pinOf(oldRules), 3, 9
	if r := askQuote(t, c, q, Options{}); r.Status != Drifted || !r.Flags.Has(match.FlagOffsetsWrong) {
		t.Errorf("%v, flags %v, want drifted with offsets_wrong", r.Status, r.Flags.Names())
	}
}
