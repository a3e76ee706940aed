package match

// interleaved tries a quote with foreign pieces where a fuzzy match is none or may be one of those.
func (c *climber) interleaved(q *Quote, t *Text, k int, fuzzy Match) Match {
	if fuzzy.Grade != GradeNone && !Interrupted(&fuzzy) {
		return fuzzy
	}
	var seeds []Seed
	for j := 0; j+6 <= len(q.Skeleton); j++ {
		for _, at := range occurrences(t.Skeleton.Bytes, q.Skeleton[j:j+6], 64) {
			seeds = append(seeds, Seed{Q: int32(j), T: int32(at)})
		}
	}
	m, ok := c.pages.Place(q, t, seeds, func() *Furniture { return LearnFurniture(t.Source) }, k)
	if ok && (fuzzy.Grade == GradeNone || m.Better(&fuzzy)) {
		return m
	}
	return fuzzy
}
