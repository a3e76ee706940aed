package match

import "example.com/verbatim/match/internal/lanes"

// lanesLeast is the length of a text from which lanes pay: they overlap by what a place of the pattern may take.
const lanesLeast = 256

// distanceLanesLeast is the same for a pattern of up to 64 bytes that is searched alone.
const distanceLanesLeast = 512

// lanesChunk is how many columns the lanes go on before it is looked which of them has found something. The neighbourhood of a place is so much
// longer.
const lanesChunk = 128

// scanLanes is scan on eight parts of the text at once. What a lane finds is an infix of the text, and one that ends in the first columns of a
// lane, where the lane has not seen all of it, is seen by the lane before.
func (s *Scan) scanLanes(from, to, k, j int) bool {
	n, m := len(s.pattern), len(s.text)
	size := to - from
	stride, length := lanes.Split(m, size+k/j)
	s.lanes.Start(size)
	for i := 0; i < length && !(s.Stop != nil && s.Stop()); i += lanesChunk {
		c := min(lanesChunk, length-i)
		s.lanes.Forget()
		lanes.Advance(&s.piece.one, s.text[i:], stride, c, &s.lanes)
		for l, least := range s.lanes.Least {
			end := l*stride + i // the piece ends behind it
			k := s.need(k, end+1)
			if k < 0 && l == 0 {
				return true
			}
			if k < 0 || int(least) > k/j || s.covered(max(0, end-to-k), min(m, end+c+n-to+k)) {
				continue
			}
			s.look(end-to-k, end+c+n-to+k)
			if s.looked > m {
				return false
			}
		}
	}
	return true
}

// distanceLanes is word for a long text: the lanes tell how near the pattern comes in each part, and only the first part in which it comes
// nearest is searched for the place.
func (p *Pattern) distanceLanes(text []byte, limit int) (dist, end int) {
	n := len(p.pat)
	if n <= limit { // the empty infix has n edits
		limit = n - 1
		dist, end = n, 0
	} else {
		dist, end = limit+1, -1
	}
	stride, length := lanes.Split(len(text), n+limit)
	var st lanes.State
	st.Start(n)
	lanes.Advance(&p.one, text, stride, length, &st)
	first := -1
	for l, least := range st.Least {
		if int(least) < dist {
			dist, first = int(least), l
		}
	}
	if first < 0 {
		return dist, end
	}
	_, end = p.word(text[first*stride:][:length], dist, dist)
	return dist, end + first*stride
}
