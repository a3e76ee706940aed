package verify

import (
	"context"
	"errors"
	"io"
	"time"
)

// chunkBytes is after how many bytes of quotes a chunk is full, however few they are.
const chunkBytes = 32 << 20

// part is what a call of ReadChunk gave.
type part struct {
	quotes []Quote
	err    error
}

// intake cuts the input into chunks. Quotes are read in place, into the job that will hold them.
type intake struct {
	p       *pipeline
	j       *job // being filled, nil: none; its quotes from sent on wait to leave
	sent    int  // quotes of j that left in another job, since a read into j went on
	bytes   int  // of the quotes that wait
	reading bool // a read has the rest of j's room
}

// read cuts the input into chunks. A chunk leaves when it is full, at the end, or Options.Flush after its last quote came.
func (p *pipeline) read(ctx, gctx context.Context, src Source) error {
	defer close(p.work)
	defer close(p.order)
	ask, parts := make(chan part), make(chan part)
	go func() { // a read may wait for its input for ever; it is left behind when the batch ends early
		for {
			select {
			case x := <-ask:
				x.quotes, x.err = src.ReadChunk(x.quotes, cap(x.quotes))
				select {
				case parts <- x:
				case <-gctx.Done():
					return
				case <-ctx.Done():
					return
				}
			case <-gctx.Done():
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	in := &intake{p: p}
	timer := time.NewTimer(p.o.Flush)
	defer timer.Stop()
	for {
		if in.j == nil {
			var err error
			if in.j, err = p.take(gctx); err != nil {
				return err
			}
		}
		var asks chan part
		var room part
		if !in.reading {
			asks, room.quotes = ask, in.room()
		}
		select {
		case asks <- room:
			in.reading = true
		case x := <-parts:
			in.reading = false
			if err := in.add(gctx, x.quotes); err != nil {
				return err
			}
			if x.err != nil {
				// what was read before a fault of the input is answered all the same
				if !errors.Is(x.err, io.EOF) {
					p.readErr = x.err
				}
				return in.flush(gctx)
			}
			timer.Reset(p.o.Flush)
		case <-timer.C:
			if err := in.flush(gctx); err != nil {
				return err
			}
			timer.Reset(p.o.Flush)
		case <-ctx.Done():
			return in.flush(gctx)
		case <-gctx.Done():
			return gctx.Err()
		}
	}
}

// room is what the next read may fill: the chunk's rest, which a small batch does not make large.
func (in *intake) room() []Quote {
	j := in.j
	if in.sent > 0 {
		j.quotes = j.quotes[:copy(j.quotes, j.quotes[in.sent:])]
		in.sent = 0
	}
	size := int(in.p.room.Load())
	n := len(j.quotes)
	if n == cap(j.quotes) {
		grown := make([]Quote, n, max(min(max(2*n, 16), size), n+1))
		copy(grown, j.quotes)
		j.quotes = grown
	}
	return j.quotes[n:n:max(min(cap(j.quotes), size), n+1)]
}

// add takes what was read, most often into the room it was given, and sends what is full.
func (in *intake) add(ctx context.Context, quotes []Quote) error {
	for len(quotes) > 0 {
		if in.j == nil {
			var err error
			if in.j, err = in.p.take(ctx); err != nil {
				return err
			}
		}
		j := in.j
		n := len(j.quotes)
		room := max(int(in.p.room.Load()), 1) - (n - in.sent)
		take := min(len(quotes), max(room, 1))
		if n < cap(j.quotes) && &quotes[0] == &j.quotes[:n+1][n] {
			j.quotes = j.quotes[:n+take]
		} else {
			j.quotes = append(j.quotes, quotes[:take]...)
		}
		for i := range j.quotes[n:] {
			in.bytes += weight(&j.quotes[n+i])
		}
		rest := quotes[take:]
		if take >= room || in.bytes >= chunkBytes {
			if len(rest) > 0 { // they may stand in the job that leaves
				rest = append([]Quote(nil), rest...)
			}
			if err := in.flush(ctx); err != nil {
				return err
			}
		}
		quotes = rest
	}
	return nil
}

// weight is about how many bytes a quote holds on to.
func weight(q *Quote) int {
	return len(q.Text) + len(q.Extra) + len(q.Prefix) + len(q.Suffix) + len(q.Claim)
}

// flush sends the quotes that wait. While a read goes on in the job's room, they leave in another one.
func (in *intake) flush(ctx context.Context) error {
	j := in.j
	if j == nil || len(j.quotes) == in.sent {
		return nil
	}
	in.bytes = 0
	if !in.reading && in.sent == 0 {
		in.j = nil // the next one is taken when it is needed: until then there is one more for the others
		return in.p.send(ctx, j)
	}
	next, err := in.p.take(ctx)
	if err != nil {
		return err
	}
	next.quotes = append(next.quotes[:0], j.quotes[in.sent:]...)
	if in.sent = len(j.quotes); !in.reading {
		in.sent, j.quotes = 0, j.quotes[:0]
	}
	return in.p.send(ctx, next)
}

// take waits for a job that nobody needs any more.
func (p *pipeline) take(ctx context.Context) (*job, error) {
	select {
	case j := <-p.free:
		return j, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// send gives a chunk to the workers and to the committer. There is room for it in both: there are no more than jobsMost.
func (p *pipeline) send(ctx context.Context, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j.plan(p)
	hands := min(p.o.Workers, len(j.groups))
	j.hands.Store(int32(hands))
	p.order <- j
	for range hands {
		p.work <- j
	}
	return nil
}
