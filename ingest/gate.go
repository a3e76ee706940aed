package ingest

import (
	"context"
	"sync"
)

// gate bounds the bytes of documents that wait for the Sink. The file whose turn it is may always have one document waiting, so that
// a document larger than the bound passes, and files that were read ahead cannot lock out the one that comes first.
type gate struct {
	mu   sync.Mutex
	cond sync.Cond
	max  int64
	used int64
	turn int // number of the file that the Sink takes from
}

func newGate(max int64) *gate {
	g := &gate{max: max}
	g.cond.L = &g.mu
	return g
}

// enter waits until n bytes of f may wait.
func (g *gate) enter(ctx context.Context, f *file, n int64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.open(f, n) {
		stop := context.AfterFunc(ctx, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.cond.Broadcast()
		})
		defer stop()
		for !g.open(f, n) {
			if err := ctx.Err(); err != nil {
				return err
			}
			g.cond.Wait()
		}
	}
	g.used += n
	f.waiting += n
	return nil
}

// open reports whether n more bytes of f may wait now.
func (g *gate) open(f *file, n int64) bool {
	return g.used+n <= g.max || f.number == g.turn && f.waiting == 0
}

// leave says that n bytes of f reached the Sink.
func (g *gate) leave(f *file, n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used -= n
	f.waiting -= n
	g.cond.Broadcast()
}

// next says that it is the turn of f.
func (g *gate) next(f *file) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turn = f.number
	g.cond.Broadcast()
}
