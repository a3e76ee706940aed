package main

import "testing"

func TestNumbersForPeople(t *testing.T) {
	for got, want := range map[string]string{
		count(0, "document"):          "0 documents",
		count(1, "document"):          "1 document",
		count(1234567, "quote"):       "1,234,567 quotes",
		count(2, "byte was", "were"):  "2 were",
		thousands(-1234):              "-1,234",
		thousands(-123):               "-123",
		byteSize(999):                 "999 bytes",
		byteSize(123_456):             "123.5 kB",
		byteSize(8_102_100):           "8.1 MB",
		byteSize(12_000_000_000):      "12.0 GB",
		percent(1, 3):                 "33.3 %",
		percent(0, 0):                 "–",
		cut("a  b\n\x1b[31mc", 20):    "a b \uFFFD[31mc",
		cut("12345678", 5):            "1234…",
		fence("[-", " and so ", "-]"): " [-and so-] ",
		visible("a\u00adb \"c\""):     `a\u00adb "c"`,
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	var p palette
	got := p.wrap([]piece{{"The tenant shall ", dim}, {"pay 漢字漢字 within", marked}, {" thirty\ndays.", dim}}, "  ", 24)
	want := "  The tenant shall pay\n  漢字漢字 within thirty\n  days.\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := palette(true).wrap([]piece{{"a", red}, {"b c", plain}}, "", 40); got != "\x1b[31ma\x1b[0mb c\n" {
		t.Errorf("got %q", got)
	}
}
