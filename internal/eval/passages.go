package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"unicode"
	"unicode/utf8"

	"example.com/verbatim/verify"
)

// The lengths of passages, in characters.
const (
	minPassage = 40
	maxPassage = 400
)

// ErrNoPassages says that the corpus has no text to draw passages from.
var ErrNoPassages = errors.New("no document has a passage of 40 to 400 characters of prose")

// passage is source[start:end] of a document.
type passage struct {
	doc        int // slot
	id         string
	start, end int
	text       string
	source     string // the document around it, for modes that draw on it
}

// around is how much of a document on each side of a passage its fabrications may draw on, in bytes.
const around = 16 << 10

// drawPassages draws up to n passages, in an order that depends on the seed alone. It goes round the documents, so that a long one gives
// no more than a short one as long as there are others, and draws lengths so that short ones are as frequent as long ones (log-uniform).
func drawPassages(ctx context.Context, c *verify.Corpus, n int, seed uint64) ([]passage, error) {
	snap := c.Snapshot()
	var docs []int
	for doc := range snap.NumDocs() {
		if d := snap.Document(doc); d != nil && d.Status.String() == "ok" && d.Bytes > 0 {
			docs = append(docs, doc)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0x70617373)) // "pass"
	r.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
	var all []passage
	seen := map[[2]int]bool{}
	for len(docs) > 0 && len(all) < n {
		left := docs[:0:0]
		for _, doc := range docs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if len(all) == n {
				break
			}
			t, err := snap.Text(doc)
			if err != nil {
				return nil, fmt.Errorf("reading document %q: %w", snap.Document(doc).ID, err)
			}
			start, end, ok := draw(r, t.Source)
			for tries := 0; ok && seen[[2]int{doc, start}] && tries < 4; tries++ {
				start, end, ok = draw(r, t.Source)
			}
			if !ok || seen[[2]int{doc, start}] {
				continue // it has no more
			}
			seen[[2]int{doc, start}] = true
			lo, hi := max(0, start-around), min(len(t.Source), end+around)
			for lo > 0 && !utf8.RuneStart(t.Source[lo]) {
				lo--
			}
			for hi < len(t.Source) && !utf8.RuneStart(t.Source[hi]) {
				hi++
			}
			source := string(t.Source[lo:hi])
			all = append(all, passage{doc: doc, id: snap.Document(doc).ID, start: start, end: end, source: source, text: source[start-lo : end-lo]})
			left = append(left, doc)
		}
		docs = left
	}
	if len(all) == 0 {
		return nil, ErrNoPassages
	}
	return all, nil
}

// draw finds a passage of whole sentences; of whole lines where a text, such as verse, has no other borders.
func draw(r *rand.Rand, src []byte) (start, end int, ok bool) {
	if start, end, ok = drawAt(r, src, endsSentence); !ok {
		start, end, ok = drawAt(r, src, endsLine)
	}
	return start, end, ok
}

// ending says that a sentence, or whatever passages are made of, ends just before offset i.
type ending func(src []byte, i int) bool

func endsLine(src []byte, i int) bool { return i > 0 && (i == len(src) || src[i] == '\n') }

func drawAt(r *rand.Rand, src []byte, ends ending) (start, end int, ok bool) {
	for range 60 {
		want := int(minPassage * math.Pow(maxPassage/minPassage, r.Float64()))
		at := r.IntN(len(src))
		if at > 0 && (at < 4*maxPassage && r.IntN(4) == 0 || len(src) < 2*maxPassage && r.IntN(2) == 0) {
			at = 0 // the first sentence follows none
		}
		start, ok := sentenceStart(src, at, ends)
		if !ok {
			continue
		}
		if end, ok := sentencesEnd(src, start, want, ends); ok && prose(src[start:end]) {
			return start, end, true
		}
	}
	return 0, 0, false
}

// sentenceStart returns the first start of a sentence at or after offset at, within a few sentences.
func sentenceStart(src []byte, at int, ends ending) (int, bool) {
	if at == 0 {
		return skipSpace(src, 0), true
	}
	for i := at; i < len(src) && i < at+8*maxPassage; i++ {
		if utf8.RuneStart(src[i]) && ends(src, i) {
			if j := skipSpace(src, i); j < len(src) {
				return j, true
			}
			return 0, false
		}
	}
	return 0, false
}

// sentencesEnd returns the end of the sentence with which the passage from start reaches the wanted length, or the last one before it
// grows too long.
func sentencesEnd(src []byte, start, want int, ends ending) (int, bool) {
	end, chars := 0, 0
	for i := start; i <= len(src) && chars <= maxPassage; {
		if chars >= minPassage && (i == len(src) || ends(src, i)) {
			end = i
			if chars >= want {
				break
			}
		}
		if i == len(src) {
			break
		}
		_, n := utf8.DecodeRune(src[i:])
		i += n
		chars++
	}
	for end > start && unicode.IsSpace(lastRune(src[:end])) {
		_, n := utf8.DecodeLastRune(src[:end])
		end -= n
	}
	return end, end > start && utf8.RuneCount(src[start:end]) >= minPassage
}

func skipSpace(src []byte, i int) int {
	for i < len(src) {
		c, n := utf8.DecodeRune(src[i:])
		if !unicode.IsSpace(c) {
			break
		}
		i += n
	}
	return i
}

func lastRune(b []byte) rune {
	c, _ := utf8.DecodeLastRune(b)
	return c
}

// prose says that a passage is text rather than a table, a rule or damage: mostly letters, no leaders.
func prose(p []byte) bool {
	letters, all, run := 0, 0, 0
	var prev rune
	for len(p) > 0 {
		c, n := utf8.DecodeRune(p)
		p = p[n:]
		if c == utf8.RuneError {
			return false
		}
		if all++; unicode.IsLetter(c) || unicode.IsMark(c) || c == ' ' {
			letters++
		}
		if run++; c != prev {
			run = 0
		}
		if run >= 4 {
			return false
		}
		prev = c
	}
	return 10*letters >= 7*all
}
