package index

import "example.com/verbatim/normalize"

// MinProbe is the length in skeleton bytes from which on Probe and ProbeDoc are complete: any run of that length holds a sampled k-mer.
const MinProbe = kmerLen + stride - 1

const (
	kmerLen = 12 // bytes of a sampled k-mer
	stride  = 8  // every stride-th skeleton position is sampled
)

// Hit is a place where a skeleton may stand: not yet compared with the text.
type Hit struct {
	Doc     uint32            // slot
	Pos     uint32            // where the skeleton would start: index into the skeleton of Reading
	Reading normalize.Reading //
}

// Seed is a place where one k-mer of a query may stand.
type Seed struct {
	Doc     uint32            // slot
	Pos     uint32            // of the k-mer: index into the skeleton of Reading
	Q       uint32            // of the k-mer in the query
	Reading normalize.Reading //
}

// Passage is one answer of Search: a piece of a current text, best first.
type Passage struct {
	ID         string // source_id
	Doc        int    // slot
	Start, End int    // bytes of the source text
	Text       string // the source's own words
	Score      float64
}

// Finding is one fault that Check found.
type Finding struct {
	Kind   FindingKind
	File   string // relative to the corpus directory
	Offset int64  // byte in File, or -1
	Key    string // store key or document id, if one is meant
	Err    string // what is wrong
	Hint   string // what mends it
}

// FindingKind says what sort of fault a Finding is.
type FindingKind string

const (
	// Orphan is a file or row that nothing names: it takes room and does no harm.
	Orphan FindingKind = "orphan"
	// Truncated is a file that ends too early.
	Truncated FindingKind = "truncated"
	// Checksum is content that differs from what was written.
	Checksum FindingKind = "checksum"
	// Missing is a file or row that is named and not there.
	Missing FindingKind = "missing"
	// Dangling is a row that points to something that is not what it should be.
	Dangling FindingKind = "dangling"
)
