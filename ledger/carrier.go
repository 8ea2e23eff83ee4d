package ledger

import (
	"sync"
	"sync/atomic"
)

// carrier carries batches out, one after the other. Whoever works on a batch takes the next lifetime that nobody has
// taken yet: goroutines that are started for the batch and end with it, and the caller when it has nothing else to do.
type carrier struct {
	outcomes  outcomes
	allocated allocatedSums
	helpers   int // goroutines that may be started for a batch
	few       int // batches of fewer segments are carried out by the caller alone

	batch   *batch // under way; nil when there is none
	taken   atomic.Int64
	left    atomic.Int64 // shares of the batch that are not done
	working sync.WaitGroup
}

// start begins to carry out a batch, which stays the carrier's until finish returns. No other one must be under way.
func (c *carrier) start(b *batch) {
	c.outcomes.prepare(b)
	c.batch = b
	c.taken.Store(0)
	c.left.Store(int64(len(b.shares)))
	if len(b.shares) == 0 {
		c.chargeAll()
	}
	if c.helpers == 0 || b.used < c.few {
		c.finish()
		return
	}
	for range min(c.helpers, len(b.shares)) {
		c.working.Go(c.work)
	}
}

// finish has the batch under way carried out to its end.
func (c *carrier) finish() {
	if c.batch == nil {
		return
	}
	c.work()
	c.working.Wait()
	c.batch = nil
}

// work carries out lifetimes of the batch until all are taken. Who does the last one charges the events that it has.
func (c *carrier) work() {
	shares := c.batch.shares
	for i := c.taken.Add(1) - 1; i < int64(len(shares)); i = c.taken.Add(1) - 1 {
		c.outcomes.play(&shares[i])
		if c.left.Add(-1) == 0 {
			c.chargeAll()
		}
	}
}

func (c *carrier) chargeAll() {
	for i := range c.batch.charges {
		c.charge(&c.batch.charges[i])
	}
}

// play carries out the operations of one lifetime.
func (o *outcomes) play(share *share) {
	a := share.account
	turn := int64(never)
	if a != nil {
		turn = a.turn
	}
	var last outcome // of the allocation before
	for s, n := share.first, share.first.n; s != nil; {
		operations, next := s.operations[:n], s.next
		if s = next; next != nil {
			n = next.n // asked for now, it is at hand when it is wanted
		}
		for i := range operations {
			op := &operations[i]
			if op.now >= turn && op.moves() {
				inside := a.turnTo(op.now)
				if turn = a.turn; !inside {
					last = outcome{event: op.event}
					continue
				}
			}
			switch op.kind() {
			case doAllocate:
				last = a.outcomeOf(a.allocate(op.now, op.lo, op.hi(), op.flags), op.event)
				o.note(&last)
			case doLate:
				last = outcome{pages: a.outcomeOf(a.allocate(op.now, op.lo, op.hi(), op.flags), 0).pages}
			case doFree:
				a.free(op.now, op.lo, op.hi(), op.flags)
			case doSeed:
				if turn != always { // else what is known of before is of no use any more
					a.seed(region{op.lo, op.hi(), op.flags, uint64(op.now)})
				}
			case doList:
				a.listed = append(a.listed, region{op.lo, op.hi(), op.flags, uint64(op.now)})
			case doSnapshot:
				share.process.memory.series.enter(a, op.now, op.lo)
			case doAttribute:
				what := &last // mostly
				if last.event != op.event || last.record == 0 {
					what = o.find(op.event)
				}
				a.attribute(what, op.flags, uint32(op.lo))
			case doName:
				a.nameActor(actor{uint32(op.lo), op.flags}, last.pages)
			case doNameLate:
				if what := o.find(op.event); !a.isBefore(what) {
					a.nameActor(actor{uint32(op.lo), op.flags}, what.pages)
				}
			}
		}
	}
}
