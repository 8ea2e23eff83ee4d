package ledger

// pendingIndex finds the memory event that a stack record describes. Records come after their event, by its exact time
// stamp: mostly as the very next event, but the user-mode part of a stack only when the thread returns to user mode.
//
// It holds the latest events in a ring of fixed size, with chains by hash of the stamp through the ring. An event that
// has left the ring finds no stack any more. The ring is small until the first stack record is met.
type pendingIndex struct {
	ring   []pendingEvent // a power of two
	heads  []uint64       // by hash: number of the latest event
	latest uint64         // number of the latest event, from 1
	oldest uint64         // events before this one had left a smaller ring already
}

// pendingEvent is an allocation or a free that may still get a stack.
type pendingEvent struct {
	ticks      int64
	before     uint64 // number of the event before it in its chain
	pages      uint64 // that became committed
	birth      int64  // ns since 1970 UTC, of those pages
	record     uint32 // 0 when nothing became committed, or not yet
	generation uint32 // of the record
	owner      uint32 // index of the lifetime
	process    uint32 // number of the owner
	actor      uint32 // process that made the event, noNumber when not known
	thread     uint32 // that made the event, noNumber when not known
	kernel     uint32 // parts of the stack found, 0 for none
	user       uint32
	site       uint32 // of pages, once a part is found
	processor  uint16
	filled     uint8 // the parts found, partKernel or partUser
}

const (
	fewPending      = 1 << 8
	mostSteps       = 256 // along a chain
	chainMultiplier = 0x9E3779B97F4A7C15
)

func (x *pendingIndex) resize(size int) {
	old := *x
	x.ring = make([]pendingEvent, size)
	x.heads = make([]uint64, size)
	if old.latest > uint64(len(old.ring)) {
		x.oldest = old.latest - uint64(len(old.ring)) + 1
	}
	for number := max(x.oldest, 1); number <= old.latest; number++ {
		e := *old.at(number)
		x.chain(&e, number)
		*x.at(number) = e
	}
}

func (x *pendingIndex) at(number uint64) *pendingEvent {
	return &x.ring[number&uint64(len(x.ring)-1)]
}

// get gives an event that is still in the ring, nil when it is not.
func (x *pendingIndex) get(number uint64) *pendingEvent {
	if number == 0 || number < x.oldest || number+uint64(len(x.ring)) <= x.latest {
		return nil
	}
	return x.at(number)
}

// chain puts an event at the head of its chain.
func (x *pendingIndex) chain(e *pendingEvent, number uint64) {
	head := &x.heads[uint64(e.ticks)*chainMultiplier>>32&uint64(len(x.heads)-1)]
	e.before = *head
	*head = number
}

// push adds an event and gives its number.
func (x *pendingIndex) push(r *virtualRow, owner uint32) uint64 {
	if x.ring == nil {
		x.resize(fewPending)
	}
	x.latest++
	e := x.at(x.latest)
	*e = pendingEvent{
		ticks: r.ticks, owner: owner, process: r.process, actor: r.pid, thread: r.tid, processor: r.processor,
	}
	x.chain(e, x.latest)
	return x.latest
}

// leaving gives the event whose place the next one takes, nil when there is none.
func (x *pendingIndex) leaving() *pendingEvent {
	if x.ring == nil || x.latest < uint64(len(x.ring)) {
		return nil
	}
	return x.get(x.latest + 1 - uint64(len(x.ring)))
}

// actor gives the process that made an event, noNumber when it is not known.
func (x *pendingIndex) actor(number uint64) uint32 {
	if e := x.get(number); e != nil {
		return e.actor
	}
	return noNumber
}

// tellActor tells who made an event, unless that is known already. It gives what is known then.
func (x *pendingIndex) tellActor(number uint64, actor uint32) uint32 {
	e := x.get(number)
	if e == nil {
		return actor
	}
	if e.actor == noNumber {
		e.actor = actor
	}
	return e.actor
}

// foreignActor gives the process that made an event when that is another one than the owner of the memory, else 0.
func (e *pendingEvent) foreignActor() uint32 {
	if e.actor == noNumber || e.actor == e.process {
		return 0
	}
	return e.actor
}

// match finds the event that a stack record is about (rule 20), nil when there is none. parts tells which parts of a
// stack the record has.
func (x *pendingIndex) match(r *stackRow, parts uint8) (found *pendingEvent) {
	if x.ring == nil {
		return nil
	}
	best := 0
	number := x.heads[uint64(r.event)*chainMultiplier>>32&uint64(len(x.heads)-1)]
	for range mostSteps {
		e := x.get(number)
		if e == nil {
			break
		}
		if rank := e.fits(r, parts); rank > best {
			best, found = rank, e
		}
		number = e.before
	}
	return found
}

// fits ranks how well an event fits a stack record, 0 when it does not.
func (e *pendingEvent) fits(r *stackRow, parts uint8) int {
	if e.ticks != r.event || e.filled&parts != 0 {
		return 0
	}
	rank := 0
	switch {
	case e.thread == noNumber || r.thread == noNumber:
	case e.thread != r.thread:
		return 0
	default:
		rank += 4
	}
	if e.processor == r.processor {
		rank += 2
	}
	by := e.actor
	if by == noNumber {
		by = e.process
	}
	if by == r.process {
		rank++
	}
	return rank
}
