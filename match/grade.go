package match

// Grade is how well a quote matched.
type Grade uint8

// The grades, best first after GradeNone.
const (
	GradeNone Grade = iota
	GradeExact
	GradeNormalized
	GradeFuzzy
	GradeSemantic
)

func (g Grade) String() string {
	return [...]string{"", "exact", "normalized", "fuzzy", "semantic"}[g]
}

// Method is the rung of the ladder that gave the grade.
type Method uint8

// The methods. The score of each is fixed but for MethodFuzzy, whose score is the similarity.
const (
	MethodNone        Method = iota
	MethodString             // the quote's bytes stand in the source: 1.0
	MethodNormalized         // equal under the profile: 0.95
	MethodPunctuation        // equal but for punctuation that carries no meaning: 0.90
	MethodEditorial          // equal after ellipses, brackets and closing parentheticals are read as such: 0.90
	MethodInterleaved        // all words in order, with foreign pieces of the page between them: 0.90
	MethodFuzzy              // score = similarity
	MethodEmbedding          // score = cosine
)

func (m Method) String() string {
	return [...]string{"", "string_match", "normalized_match", "punctuation_match", "editorial_match", "interleaved_match", "fuzzy_match",
		"embedding_cosine"}[m]
}

// Score returns the fixed score of a method, 0 where it is the similarity or the cosine.
func (m Method) Score() float64 {
	return [...]float64{0, 1, 0.95, 0.90, 0.90, 0.90, 0, 0}[m]
}
