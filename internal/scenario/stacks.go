package scenario

import (
	"math/rand/v2"
	"slices"
	"time"

	"etledger/internal/etlwriter"
)

// site is a place in a program's code that asks for memory.
type site struct {
	module   string // of the code responsible
	function string
	heap     bool // through the C runtime and the heap, not by VirtualAlloc
}

// kernelFrames are the frames of the system call, innermost first.
func (p *process) kernelFrames(service string) []uint64 {
	kernel := p.machine.images.kernel[0]
	return []uint64{kernel.at(service), kernel.at("KiSystemServiceCopyEnd")}
}

// userFrames are the frames from the system call stub out to the start of the thread, innermost first: the plumbing of
// the system, then the module that asked, then the program.
func (p *process) userFrames(s site, stub string) []uint64 {
	ntdll, kernel32, base, runtime := p.modules[1], p.modules[2], p.modules[3], p.modules[4]
	frames := []uint64{ntdll.at(stub)}
	if s.heap {
		frames = append(frames, ntdll.at("RtlpFindAndCommitPages"), ntdll.at("RtlpAllocateHeapInternal"),
			runtime.at("malloc"))
	} else {
		frames = append(frames, base.at(stub))
	}
	owner := p.moduleNamed(s.module)
	frames = append(frames, owner.at(s.function), owner.at(s.function+" caller"))
	if owner != p.modules[0] {
		frames = append(frames, p.modules[0].at("worker"), p.modules[0].at("main"))
	}
	return append(frames, kernel32.at("BaseThreadInitThunk"), ntdll.at("RtlUserThreadStart"))
}

func (p *process) moduleNamed(name string) *module {
	for _, i := range p.modules {
		if i.name == name {
			return i
		}
	}
	return p.modules[0]
}

// writeStack records the stack of an event of the process, in the style of the options.
func (p *process) writeStack(processor int, event int64, thread etlwriter.ThreadID, kernel, user []uint64) {
	m := p.machine
	switch m.options.Stacks {
	case DirectStacks:
		m.perfinfo(processor, etlwriter.HookStack, 2, etlwriter.Stack(event, thread, slices.Concat(kernel, user), m.size))
	case SplitStacks:
		m.perfinfo(processor, etlwriter.HookStack, 2, etlwriter.Stack(event, thread, kernel, m.size))
		p.later(processor, func(processor int) {
			m.perfinfo(processor, etlwriter.HookStack, 2, etlwriter.Stack(event, thread, user, m.size))
		})
	case KeyedStacks:
		key := m.keys.key(m, processor, kernel)
		m.perfinfo(processor, etlwriter.HookStackKeyKernel, 2, etlwriter.StackKey(event, thread, key, m.size))
		p.later(processor, func(processor int) {
			key := m.keys.key(m, processor, user)
			m.perfinfo(processor, etlwriter.HookStackKeyUser, 2, etlwriter.StackKey(event, thread, key, m.size))
		})
	}
}

// later records the user part of a stack: when the thread returns to user mode, in one case of twenty on another
// processor.
func (p *process) later(processor int, record func(processor int)) {
	if p.random.Float64() < 0.05 {
		processor = p.random.IntN(p.machine.settings.Processors)
	}
	p.machine.queue.plan(p.machine.now+time.Duration(2+p.random.IntN(30))*time.Microsecond, func() { record(processor) })
}

// stackCache gives stacks keys, as a session with stack caching does. A stack that is thrown out is told then, and its
// key may serve another later; those still in the cache are told at the end.
type stackCache struct {
	random  *rand.Rand
	entries []cachedStack
	unused  []uint64 // keys of stacks that were thrown out
}

type cachedStack struct {
	key    uint64
	frames []uint64
}

func newStackCache(random *rand.Rand) *stackCache { return &stackCache{random: random} }

// key gives the key of the frames, and at times throws a stack out of the cache.
func (c *stackCache) key(m *machine, processor int, frames []uint64) uint64 {
	if len(c.entries) > 2 && c.random.Float64() < 0.02 {
		i := c.random.IntN(len(c.entries))
		c.tell(m, processor, etlwriter.HookStackKeyDelete, c.entries[i])
		c.unused = append(c.unused, c.entries[i].key)
		c.entries = slices.Delete(c.entries, i, i+1)
	}
	for _, e := range c.entries {
		if slices.Equal(e.frames, frames) {
			return e.key
		}
	}
	key := kernelAddress(m.size, c.random) + 0xA0
	if n := len(c.unused); n > 0 {
		key, c.unused = c.unused[n-1], c.unused[:n-1]
	}
	c.entries = append(c.entries, cachedStack{key, frames})
	return key
}

func (c *stackCache) tell(m *machine, processor int, hook etlwriter.Hook, e cachedStack) {
	m.perfinfo(processor, hook, 2, etlwriter.StackDefinition(e.key, e.frames, m.size))
}
