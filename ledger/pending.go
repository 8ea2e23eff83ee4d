package ledger

// pendingIndex finds the memory event that a stack record describes. Records come after their event, by its exact time
// stamp: mostly as the very next event, but the user-mode part of a stack only when the thread returns to user mode.
//
// It holds the latest events in a ring of fixed size. Events come in the order of their stamps, so a search goes back
// from the end; where stamps contradict one another, there are chains by hash of the stamp through the ring. An event
// that has left the ring finds no stack any more. The ring is small until the first stack record is met.
type pendingIndex struct {
	ring     []pendingEvent // a power of two
	linked   bool           // stack records have been met, so the ring has its full size
	latest   uint64         // number of the latest event, from 1
	oldest   uint64         // events before this one had left a smaller ring already
	disorder uint64         // number of the latest event that is stamped earlier than the one before it
	heads    []uint64       // of the chains, by hash: number of the latest event; nil while there are none
}

// pendingEvent is an allocation or a free that may still get a stack.
type pendingEvent struct {
	ticks     int64
	before    uint64 // number of the event before it in its chain
	birth     int64  // ns since 1970 UTC, of the pages that it committed
	owner     uint32 // index of the lifetime
	process   uint32 // number of the owner
	actor     uint32 // process that made the event, noNumber when not known
	thread    uint32 // that made the event, noNumber when not known
	kernel    uint32 // parts of the stack found, 0 for none
	user      uint32
	site      uint32 // of an allocation, once a part is found
	processor uint16
	filled    uint8 // the parts found, partKernel or partUser
	is        eventIs
}

// eventIs says what an event is, in bits: they share a byte, since there are very many events.
type eventIs uint8

const (
	isEntered eventIs = 1 << iota // an allocation that is not held back any more
	isCommit                      // an allocation that commits memory
)

// countCommit counts an allocation with these flags if it commits memory, and gives isCommit then. Resets only say that pages
// are not needed.
func (l *Ledger) countCommit(flags uint32) eventIs {
	if flags&memCommit == 0 || flags&(memReset|memResetUndo) != 0 {
		return 0
	}
	l.coverage.Commits++
	return isCommit
}

const fewPending = 1 << 8

func newPendingIndex() pendingIndex { return pendingIndex{ring: make([]pendingEvent, fewPending)} }

// link makes the ring one of full size.
func (x *pendingIndex) link(size int) {
	x.oldest = x.first()
	old := *x
	x.linked, x.ring = true, make([]pendingEvent, size)
	for number := x.oldest; number <= x.latest; number++ {
		*x.at(number) = *old.at(number)
	}
}

// first is the number of the oldest event in the ring.
func (x *pendingIndex) first() uint64 {
	first := max(x.oldest, 1)
	if size := uint64(len(x.ring)); x.latest >= size {
		first = max(first, x.latest+1-size)
	}
	return first
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

// push adds an event, which gets the number latest. All but its stamp is to be filled in.
func (x *pendingIndex) push(ticks int64) *pendingEvent {
	earlier := x.at(x.latest).ticks > ticks
	x.latest++
	e := x.at(x.latest)
	*e = pendingEvent{ticks: ticks}
	if earlier {
		x.disorder = x.latest
	}
	if x.heads != nil {
		x.chain(e, x.latest)
	}
	return e
}

// leaving gives the event whose place the next one takes, and its number; nil when there is none.
func (x *pendingIndex) leaving() (*pendingEvent, uint64) {
	number := x.latest + 1 - uint64(len(x.ring))
	if x.latest < uint64(len(x.ring)) {
		return nil, 0
	}
	return x.get(number), number
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
