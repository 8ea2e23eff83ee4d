package ledger

import "etledger/model"

// Parts of a stack that a record may have.
const (
	partKernel = 1
	partUser   = 2
)

// kernelFloor64 is where the kernel's half of a 64-bit address space begins.
const kernelFloor64 = 0xFFFF800000000000

// stackRow enters a stack record: it gives its stack to the event that it describes, or defines a key.
func (l *Ledger) stackRow(r *stackRow) {
	switch r.op {
	case model.StackOpKeyCreate, model.StackOpKeyDelete, model.StackOpKeyRundown:
		l.stacks.define(r.key, r.frames, r.op == model.StackOpKeyCreate)
		return
	}
	if !l.pending.linked {
		l.sync() // what the batch would have to keep of its events is small up to now
		l.pending.link(l.options.PendingStacks)
		l.batch.begin(l.batch, &l.pending, l.most)
	}
	l.makeRoom()
	parts := l.partsOf(r)
	e, number := l.pending.match(r, parts)
	if e == nil {
		l.coverage.StacksUnmatched++
		return
	}
	l.coverage.StacksMatched++
	if e.filled == 0 && e.is&isCommit != 0 {
		l.coverage.CommitsWithStack++
	}
	e.filled |= parts
	if e.thread == noNumber {
		e.thread = r.thread
	}
	if e.actor == noNumber {
		e.actor = r.process
		if e.is&isEntered != 0 {
			l.nameActor(l.processes[e.owner-1], e.actor, number, doNameLate)
		}
	}
	var part uint32
	if r.op == model.StackOpDirect {
		part = l.stacks.part(r.frames)
	} else {
		part = l.stacks.reference(r.key)
	}
	if parts&partKernel != 0 {
		e.kernel = part
	} else {
		e.user = part
	}
	l.attribute(e, number)
}

// attribute gives an allocation, and its record while that lives, the stack that has been found for it.
func (l *Ledger) attribute(e *pendingEvent, number uint64) {
	if e.is&isEntered == 0 || e.filled == 0 {
		return
	}
	e.site = l.stacks.site(e.kernel, e.user)
	l.batch.add(l.processes[e.owner-1]).put(doAttribute, 0, uint64(e.foreignActor()), 0, e.site, uint32(number))
}

// partsOf tells which parts of a stack a record has.
func (l *Ledger) partsOf(r *stackRow) (parts uint8) {
	switch r.op {
	case model.StackOpKeyKernel:
		return partKernel
	case model.StackOpKeyUser:
		return partUser
	}
	if len(r.frames) == 0 || l.isKernel(r.frames[0]) {
		parts |= partKernel
	}
	if len(r.frames) > 0 && !l.isKernel(r.frames[len(r.frames)-1]) {
		parts |= partUser
	}
	return parts
}

// isKernel tells a kernel address. On 32-bit systems the border is where the system configuration says, else at 2 GiB;
// that a system is one shows in its architecture, or in a kernel image below 4 GiB.
func (l *Ledger) isKernel(address uint64) bool {
	if address >= kernelFloor64 {
		return true
	}
	return l.kernelFloor32 != 0 && address >= l.kernelFloor32 && address < 1<<32
}
