package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// FuzzValue: a byte sequence is JSON here exactly when it is for encoding/json.
func FuzzValue(f *testing.F) {
	for _, s := range []string{`{}`, `[1,2.5e-3,-0]`, `"a\u00e9\ud83d\ude00"`, `{"a":{"b":[null,true,false]}}`, `01`, `-`, `"\x"`, "\"\x01\"", `[1,]`, `{"a":}`,
		"\"caf\xe9\"", `  1 `, `"unclosed`, `12345678"`, "\"12345678\x1f\"", `nul`, `1e`, `{"a" :1 , "b":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		i := Space(b, 0)
		end, err := Value(b, i)
		ok := err == nil && Space(b, end) == len(b)
		if want := json.Valid(b); ok != want {
			t.Fatalf("Value accepts %q: %v (%v), encoding/json: %v", b, ok, err, want)
		}
	})
}

// FuzzString: strings decode to what encoding/json makes of them, in place.
func FuzzString(f *testing.F) {
	for _, s := range []string{`plain`, `\n\t\"\\\/\b\f\r`, `\ud800`, `\udc00\ud800`, `\ud83d\ude00`, `\ud800\ud83d\ude00`, `\u0000`, "\xff\xfe", "line\u2028sep", `\ud800A`,
		"12345678\\n12345678", "\xed\xa0\x80"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		b := append(append([]byte{'"'}, s...), '"')
		var want string
		if json.Unmarshal(b, &want) != nil {
			if end, _, err := String(b, 0); err == nil && end == len(b) {
				t.Fatalf("String accepts %q, encoding/json does not", b)
			}
			return
		}
		end, plain, err := String(b, 0)
		if err != nil || end != len(b) {
			t.Fatalf("String(%q) = %d, %v; want all of it", b, end, err)
		}
		if plain && want != string(b[1:end-1]) {
			t.Fatalf("String says that %q is plain", b)
		}
		got, _ := Unquote(b[1 : end-1])
		if got, _ = Valid(got); string(got) != want {
			t.Fatalf("Unquote(%q) = %q, want %q", s, got, want)
		}
	})
}

// FuzzObject: walking an object gives the members that encoding/json finds, the last of equal keys winning.
func FuzzObject(f *testing.F) {
	for _, s := range []string{`{"id":1,"text":"a"}`, `{"a":1,"a":2}`, `{"\u0061":1}`, ` { "x" : [ 1 , {} ] } `, `{}`, `[]`, `null`, `{"a":1} x`, `{"a":1,}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got := map[string]string{}
		err := Object(b, func(key []byte, start, value, end int) error {
			if b[start] != '"' || start >= value || value >= end {
				t.Fatalf("member of %q at %d, %d, %d", b, start, value, end)
			}
			k, _ := Valid(key)
			got[string(k)] = string(b[value:end])
			return nil
		})
		var want map[string]json.RawMessage
		if jerr := json.Unmarshal(b, &want); (jerr == nil && want != nil) != (err == nil) {
			t.Fatalf("Object(%q): %v, encoding/json: %v", b, err, jerr)
		}
		if err != nil {
			if valid := json.Valid(b); valid != errors.Is(err, ErrNotObject) {
				t.Fatalf("Object(%q): %v, but valid JSON: %v", b, err, valid)
			}
			return
		}
		if len(got) != len(want) {
			t.Fatalf("Object(%q): %v, want %v", b, got, want)
		}
		for k, v := range want {
			if got[k] != string(v) {
				t.Fatalf("Object(%q)[%q] = %s, want %s", b, k, got[k], v)
			}
		}
	})
}

// Lone surrogates are counted, pairs are not.
func TestUnquoteCountsLoneSurrogates(t *testing.T) {
	for raw, want := range map[string]int{`\ud83d\ude00`: 0, `\ud83d`: 1, `\ude00\ud83d`: 2, `\ud83d\ud83d\ude00`: 1, `\ud83dx`: 1, `a`: 0} {
		if _, got := AppendUnquoted(nil, []byte(raw)); got != want {
			t.Errorf("AppendUnquoted(%s) counts %d lone surrogates, want %d", raw, got, want)
		}
	}
}

// Nesting ends in an error, not in a full stack.
func TestDeepNesting(t *testing.T) {
	for _, c := range []struct {
		depth int
		ok    bool
	}{{MaxDepth, true}, {MaxDepth + 1, false}, {5_000_000, false}} {
		b := []byte(strings.Repeat("[", c.depth) + strings.Repeat("]", c.depth))
		if _, err := Value(b, 0); (err == nil) != c.ok {
			t.Errorf("nesting of %d: %v, want accepted: %v", c.depth, err, c.ok)
		}
	}
}

func TestSyntaxErrorSaysWhere(t *testing.T) {
	err := Object([]byte(`{"a":1 "b":2}`), func([]byte, int, int, int) error { return nil })
	var s *SyntaxError
	if !errors.As(err, &s) || s.Offset != 7 {
		t.Errorf("got %v, want a SyntaxError at byte 7", err)
	}
}

func TestAppendCompact(t *testing.T) {
	got := AppendCompact(nil, []byte("{ \"a b\" :\n [1,\r\n\t2] }"))
	if want := `{"a b":[1,2]}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func benchText() []byte {
	line := `It was the best of times, it was the worst of times, it was the age of wisdom\n\"It was\" the age of foolishness, `
	return []byte(`{"id": "doc-1", "title": "A tale", "text": "` + strings.Repeat(line, 200) + `"}`)
}

func BenchmarkObject(b *testing.B) {
	text := benchText()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := Object(text, func([]byte, int, int, int) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUnquote(b *testing.B) {
	text := bytes.TrimSuffix(benchText(), []byte(`"}`))
	text = text[bytes.Index(text, []byte(`"It was`))+1:]
	dst := make([]byte, 0, len(text))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		dst, _ = AppendUnquoted(dst[:0], text)
	}
}
