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
	list := c.pages.Places(q, t, seeds, false, func() *Furniture { return LearnFurniture(t.Source) }, k)
	if len(list) > 0 && (fuzzy.Grade == GradeNone || list[0].Better(&fuzzy)) {
		return list[0]
	}
	return fuzzy
}
