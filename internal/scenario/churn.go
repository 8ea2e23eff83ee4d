package scenario

import (
	"math"
	"time"
)

// Churn takes memory and gives it back, each block after a lifetime of its own.
type Churn struct {
	BytesPerSecond float64
	BlockBytes     uint64        // mean size of one allocation; 128 KiB
	Lifetime       time.Duration // mean; 2 s
	HeavyTail      bool          // lifetimes of a Pareto distribution in place of an exponential one
	Module         string
	// Pieces is the share of blocks that are reserved first, committed in pieces and decommitted in part before the
	// release, 0 to 1.
	Pieces float64
}

func (c Churn) module() string { return c.Module }

func (c Churn) begin(a *actor) {
	if c.BlockBytes == 0 {
		c.BlockBytes = 128 << 10
	}
	if c.Lifetime == 0 {
		c.Lifetime = 2 * time.Second
	}
	run := &churning{Churn: c, actor: a, site: site{module: c.Module, function: "request"}}
	if !a.process.truth.BornInside {
		run.inherit()
	}
	a.after(run.pause(), run.step)
}

// churning is churn that runs.
type churning struct {
	Churn
	*actor
	site site
}

func (c *churning) pause() time.Duration {
	return c.exponential(time.Duration((float64(c.BlockBytes) + pageSize/2) / c.BytesPerSecond * float64(time.Second)))
}

// paretoShape gives a heavy tail with a mean but without a variance.
const paretoShape = 1.5

func (c *churning) lifetime() time.Duration {
	if !c.HeavyTail {
		return c.exponential(c.Lifetime)
	}
	least := float64(c.Lifetime) * (paretoShape - 1) / paretoShape
	return time.Duration(least * math.Pow(1-c.random.Float64(), -1/paretoShape))
}

// inherit gives a process that already ran what churn holds at any moment: its frees will be of memory that the
// capture never saw allocated.
func (c *churning) inherit() {
	count := int(c.BytesPerSecond * c.Lifetime.Seconds() / float64(c.BlockBytes))
	for range count {
		size := roundUp(uint64(c.around(float64(c.BlockBytes))), pageSize)
		base := c.process.space.take(size)
		if base == 0 {
			return
		}
		c.process.account.existed(base, size)
		c.process.regions = append(c.process.regions, block{base, size})
		c.after(c.lifetime(), func() { c.release(c.site, block{base, size}) })
	}
}

func (c *churning) step() {
	size := uint64(c.around(float64(c.BlockBytes)))
	if c.random.Float64() < c.Pieces {
		c.inPieces(size)
	} else {
		b := c.allocate(c.site, size)
		c.after(c.lifetime(), func() { c.release(c.site, b) })
	}
	c.after(c.pause(), c.step)
}

// inPieces reserves, commits the block in two pieces, decommits a part of it across their border, and releases.
func (c *churning) inPieces(size uint64) {
	size = roundUp(max(size, 4*pageSize), 4*pageSize)
	quarter := size / 4
	b := c.reserve(c.site, 2*size)
	if b.size == 0 {
		return
	}
	c.commit(c.site, b.base, 2*quarter)
	c.after(time.Millisecond, func() { c.commit(c.site, b.base+2*quarter, 2*quarter) })
	life := c.lifetime() + 2*time.Millisecond
	c.after(life, func() { c.decommit(c.site, b.base+quarter, 2*quarter) })
	c.after(life+time.Millisecond, func() { c.release(c.site, b) })
}
