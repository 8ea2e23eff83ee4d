package scenario

import (
	"time"

	"etledger/internal/etlwriter"
)

// Foreign commits memory in another process at an interval, as a debugger or an agent does. The other process never
// gives it back; the memory is on its account.
type Foreign struct {
	Target     string // image of the other process
	Every      time.Duration
	BlockBytes uint64
	Module     string
}

func (f Foreign) module() string { return f.Module }

func (f Foreign) begin(a *actor) {
	var step func()
	step = func() {
		for _, target := range a.process.machine.alive() {
			if target.program.Image == f.Target {
				target.commitBy(a.process, a.process.move(), f.BlockBytes, site{module: f.Module, function: "inject"})
				break
			}
		}
		a.after(f.Every, step)
	}
	a.after(f.Every, step)
}

// commitEarly lets the parent commit memory in the new process before the new process's start event, as process
// creation does for parameters and environment.
func (p *process) commitEarly(processor int) {
	if p.program.CommitEarly > 0 {
		p.commitBy(p.parent, processor, p.program.CommitEarly, site{function: "create process"})
	}
}

// commitBy reserves and commits memory in the process from another one. The event names the process that owns the
// memory; only its stack tells who acted.
func (p *process) commitBy(by *process, processor int, bytes uint64, s site) {
	size := roundUp(bytes, pageSize)
	base := p.space.take(size)
	if base == 0 {
		return
	}
	m := p.machine
	p.account.reserve(base, size)
	p.account.commit(base, size, p.moduleNamed("").name)
	p.regions = append(p.regions, block{base, size})
	p.truth.Allocations++
	p.truth.ByOtherProcessBytes += size
	event := m.perfinfo(processor, etlwriter.HookVirtualAlloc, 2, etlwriter.Virtual{Base: base, Size: size,
		PID:   p.truth.PID,
		Flags: etlwriter.MemReserve | etlwriter.MemCommit}.Encode(m.size))
	if m.options.Stacks != NoStacks && by != m.system {
		by.writeStack(processor, event, by.main(), by.kernelFrames("NtAllocateVirtualMemory"),
			by.userFrames(s, "NtAllocateVirtualMemory"))
	}
}
