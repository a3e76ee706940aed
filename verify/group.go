package verify

// group answers quotes that cite one document (doc is its slot; -1: they cite none, or none that is there) into results. ok[i] says that quote
// i was answered: not where the batch was cancelled meanwhile.
func (s *searcher) group(doc int, quotes []*Quote, results []*Result, ok []bool) {
	for i, q := range quotes {
		if s.cancel != nil && s.cancel.Load() {
			return
		}
		s.answer(q, results[i])
		ok[i] = s.err != errInterrupted
	}
}
