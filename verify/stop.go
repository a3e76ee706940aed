package verify

import (
	"errors"
	"fmt"
	"time"
)

// stopGrace is how long a batch that is cancelled goes on with the chunks in hand. Then the quotes in work are left, however slow they are.
const stopGrace = 500 * time.Millisecond

var errInterrupted = errors.New("it was interrupted")

// begin sets the time limit of a quote.
func (s *searcher) begin() {
	s.deadline = time.Time{}
	if d := s.o.QuoteTimeout; d > 0 {
		s.deadline = time.Now().Add(d)
	}
}

// stopped tells whether the search for the quote in hand must end now: the batch was cancelled, or the quote's time is up. The answer is then
// no proof of absence.
func (s *searcher) stopped() bool {
	switch {
	case s.cancel != nil && s.cancel.Load():
		s.fail(errInterrupted)
	case !s.deadline.IsZero() && time.Now().After(s.deadline):
		s.fail(fmt.Errorf("the limit of %v for a quote was reached", s.o.QuoteTimeout))
	default:
		return false
	}
	return true
}

// answeredFirst is how many quotes of a chunk were answered before the first that was not.
func answeredFirst(answered []bool) int {
	for i, ok := range answered {
		if !ok {
			return i
		}
	}
	return len(answered)
}
