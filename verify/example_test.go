package verify_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
	"example.com/verbatim/verify"
)

// Example shows the way of a quote: documents into a corpus, the corpus opened, a quote in, an answer out.
func Example() {
	ctx := context.Background()
	dir := exampleDir()
	defer os.RemoveAll(filepath.Dir(dir))

	w, err := index.OpenWriter(dir, index.Options{})
	check(err)
	_, err = w.Put(ctx, index.Input{ID: "lease.txt", Source: []byte("The tenant shall not sublet the mill.\nRent is due on the first of March.\n")})
	check(err)
	check(w.Flush(ctx))
	check(w.Close())

	corpus, err := verify.Open(dir, index.Options{})
	check(err)
	defer corpus.Close()

	for _, text := range []string{
		"The tenant shall not sublet the mill.",
		"the tenant shall not sublet the mill",
		"The tenant shall sublet the mill.",
		"The tenant may keep a goat.",
	} {
		r, err := corpus.Verify(ctx, verify.Quote{Text: text, SourceID: "lease.txt"}, nil, verify.Options{})
		check(err)
		fmt.Printf("%s → %s: %q\n", r.Status, r.Decision, r.SourceText)
		for _, reason := range r.Reasons {
			fmt.Println("  " + reason)
		}
	}
	// Output:
	// exact → accept: "The tenant shall not sublet the mill."
	// normalized → accept: "The tenant shall not sublet the mill"
	// fuzzy → review: "The tenant shall not sublet the mill."
	//   The wording differs from the source: similarity 0.88, accepted from 0.90.
	//   A word is added, dropped or replaced.
	//   A negation differs: only the source has “not”.
	// fabricated → reject: ""
	//   No source that was searched has these words.
}

// Verify answers one quote. Offsets are UTF-8 bytes unless the options say otherwise: a span cut from the source text gives its Text.
func ExampleCorpus_Verify() {
	corpus, done := exampleCorpus("minutes", "The board met at nine. The weir — built in 1871 — was found sound.")
	defer done()

	r, err := corpus.Verify(context.Background(), verify.Quote{Text: "The weir - built in 1871 - was found sound"}, nil,
		verify.Options{Offsets: verify.OffsetUTF16})
	check(err)
	fmt.Println(r.Status, r.Method, "in", r.SourceID)
	for _, s := range r.Spans {
		fmt.Printf("bytes %d to %d, UTF-16 units %d to %d: %s\n", s.Start, s.End, s.From, s.To, s.Text)
	}
	fmt.Println("folds:", strings.Join(r.Folds, ", "))
	// Output:
	// normalized normalized_match in minutes
	// bytes 23 to 69, UTF-16 units 23 to 65: The weir — built in 1871 — was found sound
	// folds: dashes
}

// Batch answers many quotes in the order of their input, and records each answer in the ledger before it is written out.
func ExampleCorpus_Batch() {
	corpus, done := exampleCorpus("minutes", "The board met at nine. The weir was found sound.")
	defer done()

	in := &slice{
		{ID: []byte(`"a"`), SourceID: "minutes", Text: "The weir was found sound."},
		{ID: []byte(`"b"`), SourceID: "minutes", Text: "The weir was found wanting, and the board resigned."},
		{ID: []byte(`"c"`), SourceID: "diary", Text: "The weir was found sound."},
		{Line: 4, Err: &verify.RecordError{Line: 4, Reason: "it is not JSON"}},
	}
	dir := exampleDir()
	defer os.RemoveAll(filepath.Dir(dir))
	records, err := verify.OpenLedger(dir, ledger.Options{})
	check(err)

	sum, err := corpus.Batch(context.Background(), in, printer{}, records, verify.Options{})
	check(err)
	check(records.Close())
	fmt.Println(sum.Quotes, "answers,", sum.Checked(), "checked,", sum.ByStatus[verify.Fabricated], "fabricated")
	// Output:
	// record 0: "a" is exact
	// record 1: "b" is fabricated
	// record 2: "c" is unverifiable: source_not_found
	// record 3: 4 is invalid: unreadable_record
	// 4 answers, 2 checked, 1 fabricated
}

// slice is a source of quotes that are in memory.
type slice []verify.Quote

func (s *slice) ReadChunk(dst []verify.Quote, max int) ([]verify.Quote, error) {
	n := min(max, len(*s))
	dst, *s = append(dst, (*s)[:n]...), (*s)[n:]
	if len(*s) == 0 {
		return dst, io.EOF
	}
	return dst, nil
}

// printer is a sink that prints what it is given. What is rendered by Encode, which many workers call at once, Write only passes on.
type printer struct{}

func (printer) Encode(dst []byte, r *verify.Result) []byte {
	dst = fmt.Appendf(dst, "%s is %s", r.ID, r.Status)
	if r.FailureReason != verify.ReasonNone && r.Status != verify.Fabricated {
		dst = fmt.Appendf(dst, ": %s", r.FailureReason)
	}
	return dst
}

func (printer) Write(c *verify.Chunk) error {
	for i, line := range c.Encoded {
		fmt.Printf("record %d: %s\n", c.Results[i].LedgerIndex, line)
	}
	return nil
}

// exampleDir makes an empty corpus in a temporary folder.
func exampleDir() string {
	dir, err := os.MkdirTemp("", "verbatim-example")
	check(err)
	dir = filepath.Join(dir, "corpus")
	check(index.Create(dir, index.Options{}))
	return dir
}

// exampleCorpus opens a corpus of one document.
func exampleCorpus(id, text string) (c *verify.Corpus, done func()) {
	dir := exampleDir()
	w, err := index.OpenWriter(dir, index.Options{})
	check(err)
	_, err = w.Put(context.Background(), index.Input{ID: id, Source: []byte(text)})
	check(err)
	check(w.Flush(context.Background()))
	check(w.Close())
	c, err = verify.Open(dir, index.Options{})
	check(err)
	return c, func() {
		check(c.Close())
		check(os.RemoveAll(filepath.Dir(dir)))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
