package match

// misread folds the characters that recognition takes for one another, so that two readings of one word are equal.
func misread(w string) string {
	b := make([]byte, 0, len(w))
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
	return string(b)
}

// damagedWord tells whether two different words may be one word with common damage: misread characters, or in a longer word one character
// dropped, doubled or replaced behind the first, or two that changed places.
func damagedWord(a, b string) bool {
	if len(a) >= 3 && len(b) >= 3 && misread(a) == misread(b) {
		return true
	}
	if len(a) < 6 || len(b) < 6 || a[0] != b[0] || prefixed(a, b) || prefixed(b, a) {
		return false
	}
	lo := 0
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	x, y := a[lo:], b[lo:]
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return len(x)+len(y) == 1 || len(x) == 1 && len(y) == 1 && len(a) >= 8 || len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
}
