package match

// grading is what the judges of one fuzzy match share, and their buffers.
type grading struct {
	quoted, sourced  sheet // the quote, and the source around the match
	meaning          meaning
	regions, changes []region
	numbers          [2][]number
	costs            shapeCosts
	left, right      []token
	edits, joined    []Edit
}
