package index

import (
	"sync"
	"sync/atomic"
)

// textCache keeps the texts that were used lately. A hit takes no lock; what goes is chosen by a clock.
type textCache struct {
	slots  []atomic.Pointer[cached]
	limit  int64
	stripe [64]sync.Mutex // held while a text is loaded, so that it is loaded once

	mu   sync.Mutex // guards what follows
	used int64      // bytes
	ring []int      // slots that hold a text
	hand int
}

type cached struct {
	text *Text
	size int64       // bytes; guarded by textCache.mu
	seen atomic.Bool // since the hand came by
}

func newTextCache(n int, limit int64) *textCache {
	return &textCache{slots: make([]atomic.Pointer[cached], n), limit: limit}
}

// peek returns the text in a slot when it is there: two loads, no lock, no allocation.
func (c *textCache) peek(slot int) *Text {
	if uint(slot) >= uint(len(c.slots)) {
		return nil
	}
	e := c.slots[slot].Load()
	if e == nil {
		return nil
	}
	if !e.seen.Load() {
		e.seen.Store(true)
	}
	return e.text
}

// get returns the text in a slot, and loads it when it is not there.
func (c *textCache) get(slot int, load func() (*Text, error)) (*Text, error) {
	mu := &c.stripe[slot%len(c.stripe)]
	mu.Lock()
	defer mu.Unlock()
	if e := c.slots[slot].Load(); e != nil {
		return e.text, nil
	}
	t, err := load()
	if err != nil {
		return nil, err
	}
	t.cache = c
	c.add(slot, t)
	return t, nil
}

func (c *textCache) add(slot int, t *Text) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := &cached{text: t, size: t.size()}
	e.seen.Store(true)
	c.slots[slot].Store(e)
	c.ring = append(c.ring, slot)
	c.used += e.size
	c.shrink()
}

// grow counts what a text has come to need beyond its size at the beginning.
func (c *textCache) grow(t *Text, by int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.slots[t.Doc].Load(); e != nil && e.text == t {
		e.size += by
		c.used += by
		c.shrink()
	}
}

// shrink lets texts go that were not used since the hand came by, until the limit is kept or one is left.
func (c *textCache) shrink() {
	for c.used > c.limit && len(c.ring) > 1 {
		c.hand %= len(c.ring)
		slot := c.ring[c.hand]
		e := c.slots[slot].Load()
		if e.seen.Swap(false) {
			c.hand++
			continue
		}
		c.slots[slot].Store(nil)
		c.used -= e.size
		last := len(c.ring) - 1
		c.ring[c.hand] = c.ring[last]
		c.ring = c.ring[:last]
	}
}
