package normalize

import "bytes"

// struckReach is how far before a range a struck-out element that reaches into it is looked for, in bytes.
const struckReach = 4096

// AppendStruck appends to dst the stretches of src that are struck out or hidden and overlap src[lo:hi], each as start and end offset with
// its marks. The Literal reading takes them for text; they are not the source's words all the same.
func AppendStruck(dst [][2]int, src []byte, lo, hi int) [][2]int {
	s := scanner{src: src, hi: len(src)}
	for i := max(0, lo-struckReach); i < hi; {
		n := bytes.IndexAny(src[i:hi], `<~\`)
		if n < 0 {
			break
		}
		i += n
		m, ok := s.markup(i)
		if !ok {
			i++
			continue
		}
		if m.fold == Struck && m.end > lo {
			dst = append(dst, [2]int{i, m.end})
		}
		i = m.end
	}
	return dst
}
