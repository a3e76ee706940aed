package match

// sameMisread tells whether two words are equal but for characters that recognition takes for one another.
func sameMisread(v, w string) bool {
	var a, b [64]byte
	return string(appendMisread(a[:0], v)) == string(appendMisread(b[:0], w))
}

// appendMisread folds those characters. They are fewer than lexicon/ocr.txt has: a name with one letter for another is most often another
// name (Hall, Ball), whatever the shapes.
func appendMisread(b []byte, w string) []byte {
	for i := 0; i < len(w); i++ {
		pair := ""
		if i+1 < len(w) {
			pair = w[i : i+2]
		}
		switch pair {
		case "rn":
			b = append(b, 'm')
			i++
			continue
		case "cl":
			b = append(b, 'd')
			i++
			continue
		case "vv":
			b = append(b, 'w')
			i++
			continue
		case "ii":
			b = append(b, 'u')
			i++
			continue
		}
		switch c := w[i]; c {
		case '1', 'i', '|', '!', 'j':
			b = append(b, 'l')
		case '0':
			b = append(b, 'o')
		case '5':
			b = append(b, 's')
		case '8':
			b = append(b, 'b')
		case 'c':
			b = append(b, 'e')
		case 'v':
			b = append(b, 'u')
		default:
			b = append(b, c)
		}
	}
	return b
}

// damagedWord tells whether two different words may be one word with common damage: misread characters or letters of another script, or in
// a longer word one character dropped, doubled or replaced behind the first, or two that changed places; in a long one two of these.
func damagedWord(a, b string) bool {
	if len(a) >= 3 && len(b) >= 3 && sameMisread(a, b) || lookAlike(a, b) {
		return true
	}
	x, y := []rune(a), []rune(b)
	n := max(len(x), len(y))
	if n < 6 || n > 64 || x[0] != y[0] || prefixed(a, b) || prefixed(b, a) {
		return false
	}
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	switch {
	case len(x)+len(y) == 1, len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]:
		return true
	case len(x) == 1 && len(y) == 1:
		return n >= 7
	}
	return n >= 9 && len(x) <= n/2 && len(y) <= n/2 && editDistance(x, y, func(a, b rune) bool { return a == b }) <= 2
}
