package match

import (
	"bytes"
	"reflect"
	"testing"
	"unicode/utf8"

	"example.com/verbatim/normalize"
)

// FuzzLadder: no source and no quote, of any bytes, makes a rung panic, and what holds for every match holds for these.
func FuzzLadder(f *testing.F) {
	for _, file := range ladderFiles(f) {
		for i, c := range readCases(f, file) {
			if i%5 == 0 {
				f.Add([]byte(c.source), []byte(c.quote))
			}
		}
	}
	var shared climber
	f.Fuzz(func(t *testing.T, source, quote []byte) {
		if len(source) > 400 || len(quote) > 200 {
			return
		}
		source, _ = normalize.Decode(source) // as ingest does; a quote may be anything
		var fresh climber
		m := fresh.climb(string(source), string(quote), 0.6)
		if again := shared.climb(string(source), string(quote), 0.6); !reflect.DeepEqual(m, again) {
			t.Fatalf("%+v, then %+v", m, again)
		}
		if utf8.Valid(quote) {
			if err := checkMatch(&m, string(source), string(quote)); err != nil {
				t.Fatal(err)
			}
		}
		everyPlace(t, &fresh, source, quote)
	})
}

// everyPlace brings places to the ladder that no search would find.
func everyPlace(t *testing.T, c *climber, source, quote []byte) {
	texts := readingsOf(source)
	var q Quote
	for i := range texts {
		text := &texts[i]
		q.Prepare(quote, text.Reading)
		n := len(text.Skeleton.Bytes)
		step := max(1, n/16)
		for pos := 0; pos < n; pos += step {
			var matches [3]Match
			if pos+len(q.Skeleton) <= n && len(q.Skeleton) > 0 {
				matches[0], _ = c.m.Confirm(&q, text, pos)
			}
			matches[1], _ = c.m.Fuzzy(&q, text, pos, min(pos+len(q.Skeleton)/2+1, n), 3, q.Runes())
			matches[2], _ = c.m.Near(&q, text, pos, n)
			for _, m := range matches {
				if err := checkMatch(&m, string(source), string(quote)); err != nil && utf8.Valid(quote) {
					t.Fatalf("at %d: %v", pos, err)
				}
			}
		}
	}
}

// FuzzEditorial: the pieces of a quote with editorial marks are parts of it, in order, each with something to check.
func FuzzEditorial(f *testing.F) {
	for _, c := range readCases(f, "testdata/ladder/editorial.txt") {
		f.Add([]byte(c.quote))
	}
	for _, s := range []string{"", "[", "]", "[]", "...", ". . .", "[[PAGE_BREAK]]", "[[", "*", "***", "(emphasis added)", "a (cleaned up)", "a [b", "<omitted>", "…\xff…",
		"a. . . .b", "[a][b] [c]", "upon [*] ([*]) days", "x [...] y (citation omitted; emphasis added)."} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		e, ok := ParseEditorial(raw)
		if !bytes.Equal(raw, before) {
			t.Fatalf("the quote was changed from %q to %q", before, raw)
		}
		if ok != (e != nil) {
			t.Fatalf("%v, %v", e, ok)
		}
		if !ok {
			return
		}
		if len(e.Pieces) == 0 || !e.Ellipsis && !e.Alteration && !e.notes || e.Longest() == nil {
			t.Fatalf("%d pieces, ellipsis %v, alteration %v", len(e.Pieces), e.Ellipsis, e.Alteration)
		}
		bare := func(b []byte) []byte { // brackets inside words are read away
			return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("["), nil), []byte("]"), nil)
		}
		left := bare(raw)
		for i := range e.Pieces {
			p := &e.Pieces[i].Quote
			at := bytes.Index(left, bare(p.Raw))
			if at < 0 || !Checkable(p.Raw) {
				t.Fatalf("piece %q is not in %q", p.Raw, left)
			}
			left = left[at+len(bare(p.Raw)):]
		}
	})
}

// FuzzNumbers: the numbers of any text stand in order, apart from each other and inside it, and equal themselves.
func FuzzNumbers(f *testing.F) {
	for _, s := range [...]string{"1.234,56 € (5) 10–20", "§ 4(1)(a) IV. XVIIIe", "US$5m, 5 Mio., 10万", "1 May 2022, 2022-05-01, 44 BC", "10⁶ 6.02e-23 m^{2} #0f0",
		"thirty (30) days, خمسة وعشرون", "x<=5 -> 3±1 p53+", "月曜日 二〇二四年三月三日"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 2000 {
			return
		}
		text, _ = normalize.Decode(text)
		u := normalize.AppendUnits(nil, text, 0, len(text), normalize.Options{})
		at := 0
		for _, n := range numbers(u, text) {
			if n.lo < 0 || n.hi <= n.lo || n.end < n.hi || n.end > len(u) || n.hi < at {
				t.Fatalf("%q: number at [%d,%d) to %d after %d, of %d", text, n.lo, n.hi, n.end, at, len(u))
			}
			if !n.same(&n) {
				t.Fatalf("%q: %+v is not itself", text, n)
			}
			at = n.hi
		}
	})
}
