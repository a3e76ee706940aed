package unpack

import (
	"io"
	"sync/atomic"
)

// counter counts what is read from r. The zstd decoder reads in a goroutine of its own, hence the atomic.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
