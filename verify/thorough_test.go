package verify

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

// TestThoroughProves: in a scope that is too large to be scanned, no quote within the edits that thorough proves the absence of is missed,
// whichever of its letters are changed.
func TestThoroughProves(t *testing.T) {
	const words = "the keeper of the weir shall open the lower gate whenever the river stands above the painted line of the old mill wall"
	c := inputsOf(t, append(filler(smallScope+1), index.Input{ID: "weir", Source: []byte("By custom " + words + " at night.")})...)
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(wordStarts(words)).Draw(t, "from")
		quote := []byte(words[from:])
		n := len(quote) - countSpaces(quote)
		most := proven(n, n)
		if most == 0 {
			return
		}
		for range rapid.IntRange(1, most).Draw(t, "edits") {
			i := rapid.IntRange(0, len(quote)-1).Draw(t, "at")
			switch rapid.IntRange(0, 2).Draw(t, "edit") {
			case 0:
				quote[i] = 'z'
			case 1:
				quote = append(quote[:i], append([]byte{'q'}, quote[i:]...)...)
			case 2:
				quote = append(quote[:i], quote[i+1:]...)
			}
		}
		r := askQuote(t, c, cite("", string(quote)), Options{Effort: EffortThorough, Threshold: 0.6})
		if r.SourceID != "weir" {
			t.Fatalf("%q: %v, %d edits excluded", quote, r.Status, r.Searched.MaxEdits)
		}
	})
	const absent = "a wholly new sentence about lanterns that no clerk of this parish has ever set down on paper"
	r := askQuote(t, c, cite("", absent), Options{Effort: EffortThorough})
	if want := (len(absent)-countSpaces([]byte(absent)))/index.MinProbe - 1; r.Status != Fabricated || r.Searched.MaxEdits != want || !r.Searched.Complete {
		t.Errorf("absent: %v, max edits %d, complete %v; want fabricated, %d, true", r.Status, r.Searched.MaxEdits, r.Searched.Complete, want)
	}
}

// TestThoroughAsksPassages: words that have no run of letters in common with the source long enough for the index are found through the
// passages, once those were made.
func TestThoroughAsksPassages(t *testing.T) {
	const text = "The miller keeps the sluice and the weir in good repair at his own cost and charge."
	const quote = "The miler kepes the sluce end the wier im good repiar at hiz ovn cost adn chage."
	c := inputsOf(t, append(filler(smallScope+1), index.Input{ID: "mill", Source: []byte(text)})...)
	o := Options{Effort: EffortThorough, Threshold: 0.7}
	if r := askQuote(t, c, cite("", quote), o); r.Status != Fabricated {
		t.Fatalf("without passages: %v in %q", r.Status, r.SourceID)
	}
	if err := c.Snapshot().UpdatePassages(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	r := askQuote(t, c, cite("", quote), o)
	if r.Status != Fuzzy || r.SourceID != "mill" {
		t.Errorf("with passages: %v in %q, want fuzzy in mill", r.Status, r.SourceID)
	}
	q := cite("", quote)
	q.AllowedIDs = []string{"filler-0", "filler-1", "filler-2", "filler-3", "filler-4", "filler-5", "filler-6", "filler-7", "filler-8", "filler-9", "filler-10",
		"filler-11", "filler-12", "filler-13", "filler-14", "filler-15", "filler-16"}
	if r := askQuote(t, c, q, o); r.Status != Fabricated {
		t.Errorf("out of scope: %v in %q", r.Status, r.SourceID)
	}
}

func TestProven(t *testing.T) {
	for _, x := range []struct{ n, max, want int }{{18, 9, 0}, {37, 9, 0}, {38, 9, 1}, {112, 20, 4}, {112, 3, 3}, {0, 0, 0}} {
		if got := proven(x.n, x.max); got != x.want {
			t.Errorf("%d letters, at most %d: %d, want %d", x.n, x.max, got, x.want)
		}
	}
	if match.MaxEdits(112, DefaultThreshold) < 4 {
		t.Error("the threshold allows less than the pieces prove")
	}
}

func wordStarts(s string) []int {
	list := []int{0}
	for i := 1; i < len(s); i++ {
		if s[i-1] == ' ' {
			list = append(list, i)
		}
	}
	return list
}

func countSpaces(b []byte) (n int) {
	for _, c := range b {
		if c == ' ' {
			n++
		}
	}
	return n
}
