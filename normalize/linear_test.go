package normalize

import (
	"strings"
	"testing"
	"time"
)

// TestLinear: no repetition makes the rules look at the same bytes again and again. A quadratic rule takes minutes on such texts.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow on purpose")
	}
	pieces := append([]string{"<a b=\"", "<a b='x' ", "<script>", "<!--<", "~~a ", "\\a{", "\\a[", "\\href{x}{", "{", "}", "{}", "[", "[a", "[ ] ", "[a](", "](http://a", "*a ", "a* ", "_a ", "` ", "``a ", "| ",
		"- ", "-\n", "\u00ad\n", "<del>x", "<span hidden>", "<sup>1", "<sup><a b='<' ", "</x>", "<x y=1>", "$a=", "$ ", "^2", "^{", "[^1", `\u00e9`, `\n`, `\sout{`, "â€", "Ã", "ɪ", "<s>", "</s", "&amp", "&a", "> ", ">", "#", "\u0301", "\u200b", "\u093c", "a\u0301", "'", "-", "|-"}, nasty...)
	// Only where the long text takes noticeable time is it compared with a shorter one: eight times the text may take eight times the time,
	// where a quadratic rule takes 64 times. Several tries, since other work on the machine comes between.
	const size, noticeable, tries = 4 << 10, 150 * time.Millisecond, 6
	for _, p := range pieces {
		for try := 1; ; try++ {
			long := timeAll([]byte(strings.Repeat(p, 8*size/len(p)+1)))
			if long < noticeable {
				break
			}
			short := timeAll([]byte(strings.Repeat(p, size/len(p)+1)))
			if long < 24*short {
				break
			}
			if try == tries {
				t.Errorf("%q: %d bytes take %v, %d take %v", p, size, short, 8*size, long)
				break
			}
		}
	}
}

// timeAll returns how long all that reads src takes.
func timeAll(src []byte) time.Duration {
	start := time.Now()
	AppendUnits(nil, src, 0, len(src), Options{})
	var s Skeleton
	s.Make(src, Folded)
	HasMarkup(src)
	if n := len(s.Bytes); n > 0 {
		s.Source(src, Folded, n-1)
		s.Index(src, Folded, len(src)-1)
	}
	return time.Since(start)
}
