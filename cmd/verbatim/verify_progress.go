package main

import (
	"io"
	"sync/atomic"
)

// progressOfInput is how far the inputs are read. Reading and answering go on at once.
type progressOfInput struct {
	size    int64 // of the files, in bytes
	endless bool  // one of the inputs is not a file: how much is to come is not known
	bytes   atomic.Int64
	records atomic.Int64
	all     atomic.Bool // everything is read
}

// total estimates how many records the inputs have: as many as those that were read, by their share of the bytes. -1 where that is not known.
func (p *progressOfInput) total() int {
	records, bytes := p.records.Load(), p.bytes.Load()
	switch {
	case p.all.Load():
		return int(records)
	case p.endless || bytes == 0 || bytes > p.size:
		return -1
	}
	return int(float64(records) * float64(p.size) / float64(bytes))
}

// countedReader counts the bytes that are read.
type countedReader struct {
	r     io.Reader
	bytes *atomic.Int64
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

// estimate shows how many quotes are answered, of about how many, and the time that the rest may take.
type estimate struct {
	bar  *progress
	in   *inputs
	done atomic.Int64
}

func (e *estimate) answered(n int) {
	done := int(e.done.Add(int64(n)))
	if total := e.in.known.total(); total >= done {
		e.bar.of(done, total)
	} else {
		e.bar.at(done)
	}
}
