package main

import (
	"fmt"
	"strings"
)

// count is a number with its noun: "1 document", "2,000 documents".
func count(n int, noun string, plural ...string) string {
	if n == 1 {
		return "1 " + noun
	}
	if len(plural) > 0 {
		return thousands(n) + " " + plural[0]
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes a number with separators.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// byteSize writes a size in bytes with the unit that suits it.
func byteSize(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1_000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// percent is n of total; "–" where there is no total.
func percent(n, total int) string {
	if total == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(total))
}

// cut shortens text to at most n runes, on one line.
func cut(s string, n int) string {
	s = strings.Join(strings.Fields(printable(s)), " ")
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}

// commaList reads a list of names; nil when the flag was not given.
func commaList(s string) []string {
	if s == "" {
		return nil
	}
	var list []string
	for _, x := range strings.Split(s, ",") {
		if x = strings.TrimSpace(x); x != "" {
			list = append(list, x)
		}
	}
	return list
}
