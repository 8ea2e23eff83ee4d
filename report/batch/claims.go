package batch

import (
	"context"
	"sync"
)

// claims decide which of several inputs with one and the same content stands for it: the first in order, however fast the
// others were. Whoever knows its ID waits until all before it know theirs; finding that out is quick beside the analysis, and
// inputs are begun in order, so nobody waits for one that waits.
type claims struct {
	mu      sync.Mutex
	changed *sync.Cond
	known   []bool // whether an input has claimed its ID, or has none
	next    int    // all before it are known
	owners  map[string]int
}

func newClaims(inputs int) *claims {
	c := &claims{known: make([]bool, inputs), owners: make(map[string]int)}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// claim tells which input stands for an ID: the one that asks, or one before it. When the context ends, that is its error.
func (c *claims) claim(ctx context.Context, input int, id string) (owner int, err error) {
	stop := context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})
	defer stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.next < input && ctx.Err() == nil {
		c.changed.Wait()
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	owner, taken := c.owners[id]
	if !taken {
		owner = input
		c.owners[id] = input
	}
	c.settle(input)
	return owner, nil
}

// none tells that an input has no ID, or has claimed it.
func (c *claims) none(input int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(input)
}

func (c *claims) settle(input int) {
	c.known[input] = true
	for c.next < len(c.known) && c.known[c.next] {
		c.next++
	}
	c.changed.Broadcast()
}
