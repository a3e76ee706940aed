package batchio

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendString(t *testing.T) {
	for in, want := range map[string]string{
		"":                     `""`,
		"plain <b> & é 漢 😀":    `"plain <b> & é 漢 😀"`,
		"\"\\/":                `"\"\\/"`,
		"a\nb\r\t\x00\x1f\x7f": `"a\nb\r\t\u0000\u001f` + "\x7f" + `"`,
		"x\u2028y\u2029":       `"x\u2028y\u2029"`,
		"\xff\xed\xa0\x80z":    `"����z"`,
		"cut \xe6\xbc":         `"cut ��"`,
		"\uFFFD kept":          `"� kept"`,
	} {
		if got := string(AppendString(nil, in)); got != want {
			t.Errorf("AppendString(%q) = %s, want %s", in, got, want)
		}
	}
}

// FuzzAppendString: any bytes give JSON that decodes to them, invalid ones to U+FFFD, whether they are a string or a slice.
func FuzzAppendString(f *testing.F) {
	f.Add([]byte("a\"\\\n\u2028\xff"))
	f.Fuzz(func(t *testing.T, s []byte) {
		out := AppendString([]byte("x"), s)[1:]
		var got string
		if err := json.Unmarshal(out, &got); err != nil || !utf8.Valid(out) {
			t.Fatalf("AppendString(%q) = %q: %v", s, out, err)
		}
		var want strings.Builder
		for _, r := range string(s) {
			want.WriteRune(r)
		}
		if got != want.String() || string(AppendString(nil, string(s))) != string(out) {
			t.Fatalf("AppendString(%q) = %q, which is %q", s, out, got)
		}
	})
}

func TestAppendFloat(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 0.95: "0.95", 0.12345: "0.1235", 100: "100", -0.00001: "0", 1e-9: "0", -2.5: "-2.5", 1e20: "100000000000000000000",
		math.Inf(1): "null", math.Copysign(0, -1): "0"} {
		if got := string(AppendFloat([]byte("x"), x))[1:]; got != want {
			t.Errorf("AppendFloat(%v) = %s, want %s", x, got, want)
		}
	}
}

// FuzzAppendFloat: the number is JSON, at most four decimals long, and within half a unit of the last.
func FuzzAppendFloat(f *testing.F) {
	f.Add(0.99995)
	f.Add(-1e300)
	f.Fuzz(func(t *testing.T, x float64) {
		out := AppendFloat(nil, x)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		got, err := strconv.ParseFloat(string(out), 64)
		_, decimals, _ := strings.Cut(string(out), ".")
		if err != nil || !json.Valid(out) || len(decimals) > 4 || math.Abs(got-x) > 0.0000501+math.Abs(x)*1e-15 {
			t.Fatalf("AppendFloat(%v) = %s, %v", x, out, err)
		}
		if again := AppendFloat(nil, got); string(again) != string(out) {
			t.Fatalf("%s written again is %s", out, again)
		}
	})
}

func BenchmarkAppendString(b *testing.B) {
	s := strings.Repeat("The lessor shall insure the “roof” against storm.\n", 10)
	var dst []byte
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		dst = AppendString(dst[:0], s)
	}
}
