package normalize

import "unicode/utf8"

// misread reports whether r may start a character whose UTF-8 was read as Windows-1252.
func misread(r rune) bool { return r == 'Â' || r == 'Ã' || r == 'â' }

// mojibake undoes a wrong decoding at i: a character whose UTF-8 bytes were read as Windows-1252, one character each (â€™ is ’, Ã© is é).
// end is 0 where there is none. The three leading letters are those of Western texts; what such texts hold by right (CAMARÃ” before a
// closing mark) is left alone.
func mojibake(src []byte, i int) (r rune, end int) {
	lead, n := utf8.DecodeRune(src[i:])
	end = i + n
	var b [3]byte
	b[0] = byte(lead)
	want := 2
	if lead == 'â' {
		want = 3
	}
	for k := 1; k < want; k++ {
		x, n := utf8.DecodeRune(src[end:])
		c := windowsByte(x)
		if c < 0x80 || c > 0xBF {
			return 0, 0
		}
		b[k] = c
		end += n
	}
	if r, n = utf8.DecodeRune(b[:want]); n != want {
		return 0, 0
	}
	if last := b[want-1]; want == 2 && (last == 0x85 || last >= 0x91 && last <= 0x97 || last == 0xBB || last == 0x9B) {
		// … ‘ ’ “ ” – — » › after a capital letter are punctuation, but inside a word
		if next, _ := utf8.DecodeRune(src[end:]); lead == 'Â' || !IsWord(next) {
			return 0, 0
		}
	}
	return r, end
}

// windowsByte returns the byte of a character in Windows-1252, 0 where it has none beyond ASCII. Bytes that the code page leaves out stand
// for the control characters of Latin-1.
func windowsByte(r rune) byte {
	if r >= 0x80 && r <= 0xFF {
		return byte(r)
	}
	k := 0
	for _, c := range "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ" {
		if c == r {
			return 0x80 + byte(k)
		}
		k++
	}
	return 0
}
