package match

import "example.com/verbatim/normalize"

// Limits of a word that is several words run together.
const (
	runBorders = 2  // word borders of the other side inside it, at least
	runLetters = 10 // letters, at least
)

// spacedLike returns units with the word borders of the other side put into the words that are several of the other side's run together
// (thewardenlocksthegate), so that its numbers and negations are told by the side that has spaces. Both have the same letters. A border
// between digits is put in nowhere: 1 2 is not 12. Without such a word it returns u.
func spacedLike(u, other []normalize.Unit) []normalize.Unit {
	var out []normalize.Unit
	var borders []int
	from := 0 // what is not copied yet
	for i, j := 0, 0; i < len(u); {
		if !visible(u[i].R) {
			i++
			continue
		}
		lo, letters := i, 0
		borders = borders[:0]
		for i < len(u) && (visible(u[i].R) || combining(u[i].R) || u[i].R == '\'' && i+1 < len(u) && visible(u[i+1].R)) {
			if !visible(u[i].R) {
				i++
				continue
			}
			space := false
			for j < len(other) && !visible(other[j].R) {
				space = space || other[j].R == ' '
				j++
			}
			if space && i > lo && !spaceless(u[i].R) && !spaceless(u[i-1].R) && !(isDigit(u[i].R) && isDigit(u[i-1].R)) {
				borders = append(borders, i)
			}
			letters++
			i++
			j++
		}
		if len(borders) < runBorders || letters < runLetters {
			continue
		}
		for _, b := range borders {
			out = append(out, u[from:b]...)
			out = append(out, normalize.Unit{R: ' ', Start: u[b].Start, End: u[b].Start})
			from = b
		}
	}
	if out == nil {
		return u
	}
	return append(out, u[from:]...)
}
