package scenario

import (
	"math/rand/v2"
	"time"

	"etledger/internal/etlwriter"
)

// Behaviour is one thing that a process does with its memory, over its whole life. The types of this package that
// implement it can be combined freely in one program.
type Behaviour interface {
	// begin plans the behaviour's first action.
	begin(*actor)
	// module names the library that the memory is asked for by; empty means the program's own image.
	module() string
}

// actor carries out one behaviour of one process.
type actor struct {
	process *process
	random  *rand.Rand
	born    time.Duration // when the behaviour began
}

// block is a reservation, or memory that a behaviour holds in one.
type block struct{ base, size uint64 }

// after plans an action, which is left out when the process has ended by then.
func (a *actor) after(delay time.Duration, do func()) {
	a.process.machine.queue.plan(a.process.machine.now+delay, func() {
		if !a.process.ended {
			do()
		}
	})
}

// allocate reserves and commits at once; it gives an empty block when the address space is full.
func (a *actor) allocate(s site, size uint64) block {
	size = roundUp(size, pageSize)
	base := a.process.space.take(size)
	if base == 0 {
		return block{}
	}
	a.process.allocation(base, size, etlwriter.MemReserve|etlwriter.MemCommit, s)
	return block{base, size}
}

// reserve reserves without commit; it gives an empty block when the address space is full.
func (a *actor) reserve(s site, size uint64) block {
	size = roundUp(size, pageSize)
	base := a.process.space.take(size)
	if base == 0 {
		return block{}
	}
	a.process.allocation(base, size, etlwriter.MemReserve, s)
	return block{base, size}
}

// commit commits a part of a reservation.
func (a *actor) commit(s site, base, size uint64) {
	a.process.allocation(base, roundUp(size, pageSize), etlwriter.MemCommit, s)
}

// decommit gives the commit of a part of a reservation back.
func (a *actor) decommit(s site, base, size uint64) {
	a.process.free(base, roundUp(size, pageSize), etlwriter.MemDecommit, s)
}

// release gives a whole reservation back.
func (a *actor) release(s site, b block) {
	if b.size > 0 {
		a.process.free(b.base, b.size, etlwriter.MemRelease, s)
	}
}

// around gives a random value between half and one and a half times the mean.
func (a *actor) around(mean float64) float64 { return mean * (0.5 + a.random.Float64()) }

// exponential gives a random delay of that mean, as between events that know nothing of one another.
func (a *actor) exponential(mean time.Duration) time.Duration {
	return time.Duration(a.random.ExpFloat64() * float64(mean))
}

// allocation carries out a VirtualAlloc of the process: books, event and stack.
func (p *process) allocation(base, size uint64, flags uint32, s site) {
	if flags&etlwriter.MemReserve != 0 {
		p.account.reserve(base, size)
		p.regions = append(p.regions, block{base, size})
	}
	if flags&etlwriter.MemCommit != 0 {
		p.account.commit(base, size, p.moduleNamed(s.module).name)
	}
	p.truth.Allocations++
	p.virtual(etlwriter.HookVirtualAlloc, base, size, flags, s, "NtAllocateVirtualMemory")
}

// free carries out a VirtualFree of the process.
func (p *process) free(base, size uint64, flags uint32, s site) {
	if flags&etlwriter.MemRelease != 0 {
		p.account.release(base, size)
		p.space.give(base, size)
		p.forget(base)
	} else {
		p.account.decommit(base, size)
	}
	p.truth.Frees++
	p.virtual(etlwriter.HookVirtualFree, base, size, flags, s, "NtFreeVirtualMemory")
}

func (p *process) forget(base uint64) {
	for i, r := range p.regions {
		if r.base == base {
			p.regions = append(p.regions[:i], p.regions[i+1:]...)
			return
		}
	}
}

// virtual writes the event and its stack. The stack of a free is not recorded: leak hunting enables allocations only.
func (p *process) virtual(hook etlwriter.Hook, base, size uint64, flags uint32, s site, service string) {
	m, processor := p.machine, p.move()
	event := m.perfinfo(processor, hook, 2,
		etlwriter.Virtual{Base: base, Size: size, PID: p.truth.PID, Flags: flags}.Encode(m.size))
	if hook == etlwriter.HookVirtualAlloc && m.options.Stacks != NoStacks {
		p.writeStack(processor, event, p.anyThread(), p.kernelFrames(service), p.userFrames(s, service))
	}
}
