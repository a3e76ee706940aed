package verify

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/verbatim/ledger"
)

// A chunk is to take about chunkTime: what is answered of a chunk in work is lost when the batch is interrupted, and nothing of it is seen
// before its end. The first has firstChunk quotes; then as many follow as are answered in that time, up to Options.Chunk. The results are the
// same however the input is cut.
const (
	firstChunk = 2048
	chunkTime  = 2 * time.Second

	firstExhaustive = 32 // of firstChunk with the effort exhaustive: each quote may have all texts scanned
)

// groupMost is how many quotes one worker takes at a time. Quotes that cite one document go together, for its text and tables to be in the
// processor's caches; more of them than this are shared.
const groupMost = 256

// uncitedMost is the same of quotes that cite none, which have nothing in common and may take long.
const uncitedMost = 32

// job is one chunk on its way.
type job struct {
	quotes   []Quote
	chunk    Chunk
	turns    []int32 // the quotes, those that cite the same document together
	groups   []group
	next     atomic.Int32 // group to be taken
	hands    atomic.Int32 // how often it is in work, or waits there
	began    time.Time
	done     chan struct{} // one value once all is answered
	answered []bool
	cut      bool // interrupted: the chunk holds the results before the first quote that was not answered

	sealed []ledger.Sealed // the records of results; empty without a ledger

	mu     sync.Mutex // guards what is below
	blocks [][]byte   // what Encoded and sealed point into
	err    error      // of a result that the ledger cannot hold

	slots []int32 // scratch of plan
	count []int32
}

// group is some quotes that cite one document: turns[from:to].
type group struct {
	doc      int // -1: none, or one that is not there
	from, to int32
}

// plan orders the quotes of a chunk by the document that they cite, by counting, and cuts them into groups. The answers do not depend on it.
func (j *job) plan(p *pipeline) {
	n := len(j.quotes)
	j.turns = slices.Grow(j.turns[:0], n)[:n]
	j.slots = slices.Grow(j.slots[:0], n)[:n]
	j.answered = slices.Grow(j.answered[:0], n)[:n]
	j.chunk.Results = slices.Grow(j.chunk.Results[:0], n)[:n]
	j.chunk.Encoded = slices.Grow(j.chunk.Encoded[:0], n)[:n]
	if p.log != nil {
		j.sealed = slices.Grow(j.sealed[:0], n)[:n]
	}
	clear(j.answered)
	for i := range j.quotes {
		doc, ok := p.c.snap.Lookup(j.quotes[i].SourceID)
		if !ok {
			doc = -1
		}
		j.slots[i] = int32(doc)
	}
	if docs := p.c.snap.NumDocs(); n > docs/8 {
		j.countingSort(docs)
	} else { // a small batch need not count all documents
		for i := range j.turns {
			j.turns[i] = int32(i)
		}
		slices.SortFunc(j.turns, func(a, b int32) int {
			if d := j.slots[a] - j.slots[b]; d != 0 {
				return int(d)
			}
			return int(a - b)
		})
	}
	j.groups = j.groups[:0]
	for from := 0; from < n; {
		doc := j.slots[j.turns[from]]
		most := groupMost
		if doc < 0 {
			most = uncitedMost
		}
		to := from + 1
		for to < n && to-from < most && j.slots[j.turns[to]] == doc {
			to++
		}
		j.groups = append(j.groups, group{int(doc), int32(from), int32(to)})
		from = to
	}
	j.next.Store(0)
	j.cut = false
	j.began = time.Time{}
}

func (j *job) countingSort(docs int) {
	j.count = slices.Grow(j.count[:0], docs+1)[:docs+1]
	clear(j.count)
	for _, doc := range j.slots {
		j.count[doc+1]++
	}
	at := int32(0)
	for i, k := range j.count {
		j.count[i] = at
		at += k
	}
	for i, doc := range j.slots {
		j.turns[j.count[doc+1]] = int32(i)
		j.count[doc+1]++
	}
}

// worker answers quotes. It belongs to one goroutine.
type worker struct {
	p       *pipeline
	s       *searcher
	quotes  []*Quote // of the group in hand
	results []*Result
	ok      []bool
	block   []byte // what results are encoded into; nil: none of the job in hand
	usual   int    // the double of what a result takes in it

	recorder recorder
}

// verify shares in the work on chunks until there are no more.
func (p *pipeline) verify() {
	w := &worker{p: p, s: &searcher{c: p.c, o: p.o, cancel: p.cancel}}
	w.s.scan.Stop, w.s.matcher.Stop = w.s.stopped, w.s.stopped
	if p.log != nil {
		w.recorder.sealer = p.log.Sealer()
	}
	for j := range p.work {
		w.share(j)
		if j.hands.Add(-1) == 0 {
			p.finish(j) // after it the job may be another chunk
		}
	}
}

// share answers groups of a chunk until none is left to be taken.
func (w *worker) share(j *job) {
	for !w.p.cancel.Load() {
		k := int(j.next.Add(1)) - 1
		if k >= len(j.groups) {
			break
		}
		if k == 0 {
			j.began = time.Now()
		}
		g := j.groups[k]
		w.quotes, w.results, w.ok = w.quotes[:0], w.results[:0], w.ok[:0]
		turns := j.turns[g.from:g.to]
		for _, i := range turns {
			w.quotes, w.results, w.ok = append(w.quotes, &j.quotes[i]), append(w.results, &j.chunk.Results[i]), append(w.ok, false)
		}
		w.s.group(g.doc, w.quotes, w.results, w.ok)
		if w.p.o.Answered != nil {
			w.p.o.Answered(len(turns))
		}
		for k, i := range turns {
			if w.ok[k] {
				j.answered[i] = true
				if w.p.log != nil {
					w.record(j, int(i))
				}
				w.encode(j, int(i))
			}
		}
	}
	w.block = nil
}

// encode renders a result while it is in the processor's caches.
func (w *worker) encode(j *job, i int) {
	if w.p.sink == nil {
		return
	}
	w.reserve(j, w.usual+encodedSlack)
	room := w.block[len(w.block):cap(w.block)]
	out := w.p.sink.Encode(room[:0], &j.chunk.Results[i])
	if len(out) > 0 && (&out[0] != &room[0] || len(out)+encodedSlack > len(room)) { // it took more than there was
		w.reserve(j, len(out)+encodedSlack)
		out = append(w.block[len(w.block):], out...)
	}
	w.usual += (2*len(out) - w.usual) / 16
	end := len(w.block) + len(out) + encodedSlack
	w.block = w.block[:end]
	j.chunk.Encoded[i] = w.block[end-encodedSlack-len(out) : end-encodedSlack : end]
}

// reserve makes room for n bytes in the block.
func (w *worker) reserve(j *job, n int) {
	if len(w.block)+n <= cap(w.block) {
		return
	}
	w.block = w.p.blocks.get(n)
	j.mu.Lock()
	j.blocks = append(j.blocks, w.block)
	j.mu.Unlock()
}

// finish ends the work on a chunk: it is for the committer.
func (p *pipeline) finish(j *job) {
	if n := answeredFirst(j.answered); n < len(j.quotes) {
		j.cut = true
		j.chunk.Results, j.chunk.Encoded = j.chunk.Results[:n], j.chunk.Encoded[:n]
		j.sealed = j.sealed[:min(n, len(j.sealed))]
	} else if d := time.Since(j.began); d > 0 {
		room := int64(float64(n) * float64(chunkTime) / float64(d))
		most := min(4*p.room.Load(), int64(p.o.Chunk))
		if room < p.room.Load() || n >= int(p.room.Load()) { // a chunk that was not full says little
			p.room.Store(max(min(room, most), 1))
		}
	}
	j.done <- struct{}{}
}

// isDone takes the news that a job is done, if it is.
func (j *job) isDone() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// recycle makes a job ready for another chunk: answers begin with results that are zero.
func (p *pipeline) recycle(j *job) {
	clear(j.chunk.Results[:len(j.quotes)])
	clear(j.chunk.Encoded[:len(j.quotes)])
	clear(j.quotes)
	clear(j.sealed[:cap(j.sealed)])
	j.quotes, j.chunk.Encoded, j.sealed, j.err = j.quotes[:0], j.chunk.Encoded[:0], j.sealed[:0], nil
	p.blocks.put(j.blocks)
	clear(j.blocks)
	j.blocks = j.blocks[:0]
	p.free <- j
}

// Encoded results and sealed records lie in blocks of this size, each result with room behind it for what Sink.Write adds once the record has its index.
const (
	encodedBlock = 256 << 10
	encodedSlack = 48
)

// blockPool keeps the blocks of chunks that are written.
type blockPool struct {
	mu   sync.Mutex
	free [][]byte
}

// get returns an empty block with room for n bytes.
func (b *blockPool) get(n int) []byte {
	if n > encodedBlock {
		return make([]byte, 0, n)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if k := len(b.free); k > 0 {
		block := b.free[k-1]
		b.free = b.free[:k-1]
		return block
	}
	return make([]byte, 0, encodedBlock)
}

func (b *blockPool) put(blocks [][]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, block := range blocks {
		if cap(block) == encodedBlock {
			b.free = append(b.free, block[:0])
		}
	}
}
