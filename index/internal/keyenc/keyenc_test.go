package keyenc

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

func encode(tuple []any) (key []byte) {
	for _, e := range tuple {
		switch e := e.(type) {
		case uint64:
			key = AppendUint(key, e)
		case string:
			key = AppendString(key, e)
		}
	}
	return key
}

func compare(a, b []any) int {
	for i := range min(len(a), len(b)) {
		x, xs := a[i].(string)
		y, ys := b[i].(string)
		switch {
		case xs && ys:
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
		case xs != ys:
			if xs {
				return 1
			}
			return -1
		default:
			if c := cmp.Compare(a[i].(uint64), b[i].(uint64)); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(len(a), len(b))
}

func tuples() *rapid.Generator[[]any] {
	return rapid.SliceOfN(rapid.OneOf(
		rapid.Custom(func(t *rapid.T) any { return rapid.Uint64().Draw(t, "n") }),
		rapid.Custom(func(t *rapid.T) any { return rapid.Uint64Range(0, 300).Draw(t, "n") }),
		rapid.Custom(func(t *rapid.T) any {
			return rapid.StringOfN(rapid.SampledFrom([]rune("\x00\x01\xffaÿ")), 0, 5, -1).Draw(t, "s")
		}),
	), 0, 4)
}

func TestOrderedPrefixPreserving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := tuples().Draw(t, "a"), tuples().Draw(t, "b")
		ka, kb := encode(a), encode(b)
		if got, want := bytes.Compare(ka, kb), compare(a, b); got != want {
			t.Fatalf("keys compare %d, tuples %d", got, want)
		}
		prefix := len(a) <= len(b) && compare(a, b[:len(a)]) == 0
		if got := bytes.HasPrefix(kb, ka); got != prefix {
			t.Fatalf("key is a prefix: %v, want %v", got, prefix)
		}
		if inside := bytes.Compare(kb, AppendEnd(bytes.Clone(ka))) < 0 && bytes.Compare(kb, ka) >= 0; inside != prefix {
			t.Fatalf("key is in the range of its prefix: %v, want %v", inside, prefix)
		}
		rest := ka
		for _, e := range a {
			var got any
			var err error
			if _, ok := e.(string); ok {
				got, rest, err = String(rest)
			} else {
				got, rest, err = Uint(rest)
			}
			if err != nil || got != e {
				t.Fatalf("decoded %v, %v, want %v", got, err, e)
			}
		}
		if len(rest) != 0 {
			t.Fatalf("%x is left", rest)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(encode([]any{"doc", uint64(17), "a\x00b"}))
	f.Add([]byte{0x11, 0x00})
	f.Fuzz(func(t *testing.T, key []byte) {
		Format(key)
		if v, rest, err := Uint(key); err == nil {
			if got := append(AppendUint(nil, v), rest...); !bytes.Equal(got, key) {
				t.Fatalf("%x encodes anew as %x", key, got)
			}
		} else if !errors.Is(err, ErrMalformed) {
			t.Fatal(err)
		}
		if s, rest, err := String(key); err == nil {
			if got := append(AppendString(nil, s), rest...); !bytes.Equal(got, key) {
				t.Fatalf("%x encodes anew as %x", key, got)
			}
		}
	})
}

// TestGolden pins the encoding, which must never change.
func TestGolden(t *testing.T) {
	var sb strings.Builder
	for _, tuple := range [][]any{
		{"doc"}, {"doc", uint64(0)}, {"doc", uint64(17)}, {"text", uint64(256), uint64(1), uint64(0)}, {"id", ""}, {"id", "a b"},
		{"id", "nul\x00é"}, {"place", uint64(1<<64 - 1)},
	} {
		k := encode(tuple)
		fmt.Fprintf(&sb, "%s: % x\n", Format(k), k)
	}
	name := filepath.Join("testdata", "keys.golden")
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(name, []byte(sb.String()), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if sb.String() != string(want) {
		t.Errorf("got\n%swant\n%s", sb.String(), want)
	}
}
