package match

import (
	"math/bits"

	"example.com/verbatim/match/internal/grams"
)

const (
	gramsLeast = 96   // the length of a text from which counting grams pays
	gramsLong  = 1024 // the length from which it pays to look at parts of a text apart
	gramsWhole = 128  // the longest pattern that is looked for as a whole: of a longer one texts have too many trigrams by chance
	gramsPiece = 96   // the longest piece of one that is not
	gramsBlock = 16   // positions that are counted together
	gramsPart  = 1 << 14
)

// searchGrams does what search does, by the lemma of q-grams (Jokinen, Ukkonen 1991), and tells whether it could: an edit damages at most q of the
// n−q+1 q-grams of a pattern, so that a place with at most e edits holds n−q+1−q·e of them, at as many positions. Where a stretch of the text
// as long as a place has fewer trigrams of the pattern there is no place; only the other stretches are looked at. That is three times
// as fast as lanes where edits are few enough for the trigrams that are left to be more than those that prose has by chance.
func (s *Scan) searchGrams(k int) bool {
	n := len(s.pattern)
	j := 1
	if n > gramsWhole {
		j = (n-1)/gramsPiece + 1
	}
	for x := range j { // as in search: one of j disjoint pieces has at most ⌊k/j⌋ edits
		from, to := x*n/j, (x+1)*n/j
		if !gramsTell(to-from, k/j) {
			return false
		}
	}
	for x := range j {
		if !s.scanGrams(x*n/j, (x+1)*n/j, k, j) {
			return false
		}
	}
	return true
}

// gramsTell tells whether a piece with so many edits keeps so many trigrams that a foreign text has fewer. In prose 4 % of the positions, and
// another tenth of a per cent for each trigram of the piece, are marked by chance.
func gramsTell(size, edits int) bool {
	least, window := gramsIn(size, edits)
	chance := (40 + size) * gramsBlock * window // in thousandths
	return least >= 6 && 1000*least >= chance*17/10
}

// gramsIn tells how many trigrams a place of a piece has at least, and in how many blocks its positions lie at most.
func gramsIn(size, edits int) (least, window int) {
	return size - (grams.Q - 1) - grams.Q*edits, (size+edits-(grams.Q-1)-1+gramsBlock-1)/gramsBlock + 1
}

// scanGrams searches around the places where the text may have pattern[from:to], one of j pieces. It gives up, with false, when it has looked
// at more than half of the text.
func (s *Scan) scanGrams(from, to, k, j int) bool {
	s.grams.set.Fill(s.pattern[from:to])
	_, window := gramsIn(to-from, k/j)
	// Each place lies in one part as a whole.
	for lo := 0; ; lo += gramsPart - (window*gramsBlock + grams.Q) {
		part := s.text[lo:min(lo+gramsPart, len(s.text))]
		if !s.gramsOf(part, lo, from, to, k, j) {
			return false
		}
		if lo+len(part) == len(s.text) || s.need(k, 0) < 0 || s.Stop != nil && s.Stop() {
			return true
		}
	}
}

// counter is what counts the trigrams of a part of a text.
type counter struct {
	set    grams.Set
	marks  [gramsPart / 64]uint64
	counts [gramsPart/gramsBlock + 1]uint16 // the trigrams before each block
}

func (s *Scan) gramsOf(text []byte, base, from, to, k, j int) bool {
	n := len(s.pattern)
	marks := s.grams.marks[:max(0, len(text)-(grams.Q-1)+63)/64]
	s.grams.set.Mark(marks, text)
	counts, sum := s.grams.counts[:4*len(marks)+1], uint16(0)
	for i, x := range marks {
		c := counts[4*i+1 : 4*i+5 : 4*i+5]
		c[0] = sum + uint16(bits.OnesCount64(x<<48))
		c[1] = sum + uint16(bits.OnesCount64(x<<32))
		c[2] = sum + uint16(bits.OnesCount64(x<<16))
		sum += uint16(bits.OnesCount64(x))
		c[3] = sum
	}
	fewest, window := gramsIn(to-from, k/j)
	least := uint16(fewest)
	window = min(window, len(counts)-1)
	behind := counts[window:]
	counts = counts[:len(behind)]
	for i := 0; i < len(behind); i++ {
		if behind[i]-counts[i] < least {
			continue
		}
		if len(s.text) < gramsLong {
			s.look(0, len(s.text))
			return true
		}
		first := i // look at once at what lies in windows that follow one another
		for i+1 < len(behind) && behind[i+1]-counts[i+1] >= least {
			i++
		}
		s.look(base+first*gramsBlock-from-k, base+(i+window)*gramsBlock+grams.Q-1+n-to+k)
		if s.looked > len(s.text)/2 {
			return false
		}
	}
	return true
}
