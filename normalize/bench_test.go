package normalize

import (
	"bytes"
	"testing"
)

// benchTexts are texts of about 64 KB: plain English, Western European languages in turn, Russian, Chinese, and HTML.
func benchTexts() map[string][]byte {
	long := func(s string) []byte { return bytes.Repeat([]byte(s), 64<<10/len(s)+1) }
	return map[string][]byte{
		"ascii": long("The Lessee shall keep the drains clear, and the Lessor shall insure the roof against storm and fire; either party may " +
			"inspect the gutters\nat 30 days' notice (see section 4.2). "),
		"mixed": long("Die Geschäftsführer und die Prüfer einigten sich — “nach langem Hin und Her” — über die Gebühren. L’été dernier, à " +
			"l’hôtel, on a décidé de réduire les coûts. "),
		"russian": long("Арендатор обязан содержать водостоки в чистоте, а арендодатель страхует крышу от бури и пожара. "),
		"chinese": long("承租人应保持排水沟畅通，出租人应为屋顶投保风暴和火灾险。任何一方均可检查水槽。\n"),
		"nfd":     long("Das Pra\u0308sidium, die Gescha\u0308ftsfu\u0308hrer und die Pru\u0308fer einigten sich. "),
		"html":    long("<p class=\"c1\">The <b>Lessee</b> shall keep the drains clear&nbsp;&amp; free.</p>\n<ul><li>Either party</li></ul>\n"),
	}
}

var benchOrder = []string{"ascii", "mixed", "russian", "chinese", "nfd", "html"}

func BenchmarkMake(b *testing.B) {
	texts := benchTexts()
	for _, name := range benchOrder {
		b.Run(name, func(b *testing.B) {
			var s Skeleton
			b.SetBytes(int64(len(texts[name])))
			b.ReportAllocs()
			for b.Loop() {
				s.Make(texts[name], Folded)
			}
		})
	}
}

// BenchmarkAppendUnits normalises a quote of about 150 bytes.
func BenchmarkAppendUnits(b *testing.B) {
	texts := benchTexts()
	for _, name := range benchOrder {
		b.Run(name, func(b *testing.B) {
			quote := bytes.ToValidUTF8(texts[name][:150], nil)
			var dst []Unit
			b.SetBytes(int64(len(quote)))
			b.ReportAllocs()
			for b.Loop() {
				dst = AppendUnits(dst[:0], quote, 0, len(quote), Options{})
			}
		})
	}
}

func BenchmarkSource(b *testing.B) {
	src := benchTexts()["ascii"]
	var s Skeleton
	s.Make(src, Folded)
	k := 0
	for b.Loop() {
		s.Source(src, Folded, k)
		k = (k + 12345) % len(s.Bytes)
	}
}

// BenchmarkMakeQuote makes the skeleton of a quote of about 150 bytes.
func BenchmarkMakeQuote(b *testing.B) {
	texts := benchTexts()
	for _, name := range benchOrder {
		b.Run(name, func(b *testing.B) {
			quote := bytes.ToValidUTF8(texts[name][:150], nil)
			var s Skeleton
			b.SetBytes(int64(len(quote)))
			for b.Loop() {
				s.Make(quote, Literal)
			}
		})
	}
}

func BenchmarkHasMarkup(b *testing.B) {
	src := bytes.ReplaceAll(benchTexts()["ascii"], []byte("["), nil)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		HasMarkup(src)
	}
}
