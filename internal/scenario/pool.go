package scenario

import (
	"time"

	"etledger/internal/etlwriter"
)

// PoolTag is the use that a driver makes of the kernel's pool under one tag.
type PoolTag struct {
	Tag            string // four characters
	Paged          bool
	BytesPerSecond float64
	BlockBytes     uint64        // mean; 4 KiB
	Lifetime       time.Duration // mean of an allocation; zero: it is never freed
	Driver         string        // kernel module that allocates, recorded in stacks; empty: allocations have no stacks
}

// PoolTruth is the truth about one pool tag over the capture.
type PoolTruth struct {
	Tag              string `json:"tag"`
	Paged            bool   `json:"paged"`
	Allocations      uint64 `json:"allocations"`
	Frees            uint64 `json:"frees"`
	AllocatedBytes   uint64 `json:"allocated_bytes"`
	FreedBytes       uint64 `json:"freed_bytes"`
	OutstandingBytes uint64 `json:"outstanding_bytes"`
	Leaks            bool   `json:"leaks"`
}

// pool types of the kernel, as allocations are marked with them.
const (
	nonPagedPoolNx = 0x200
	pagedPool      = 1
)

// beginPool lets the drivers begin.
func (m *machine) beginPool() {
	m.pool = make([]PoolTruth, len(m.options.Pool))
	for i, tag := range m.options.Pool {
		if tag.BlockBytes == 0 {
			tag.BlockBytes = 4 << 10
		}
		m.pool[i] = PoolTruth{Tag: tag.Tag, Paged: tag.Paged, Leaks: tag.Lifetime == 0}
		a := &actor{process: m.system, random: source(m.options.Seed, 10+uint64(i))}
		m.usePool(a, tag, &m.pool[i])
	}
}

// usePool allocates under a tag from now on.
func (m *machine) usePool(a *actor, tag PoolTag, truth *PoolTruth) {
	pause := time.Duration(float64(tag.BlockBytes) / tag.BytesPerSecond * float64(time.Second))
	var step func()
	step = func() {
		p := etlwriter.Pool{Type: nonPagedPoolNx, Tag: [4]byte([]byte(tag.Tag)),
			Bytes: uint64(a.around(float64(tag.BlockBytes))),
			Entry: m.nextPool}
		if tag.Paged {
			p.Type = pagedPool
		}
		m.nextPool += roundUp(p.Bytes+16, 16)
		truth.Allocations++
		truth.AllocatedBytes += p.Bytes
		truth.OutstandingBytes += p.Bytes
		processor := m.processor(a.random)
		event := m.perfinfo(processor, etlwriter.HookPoolAlloc, 2, p.Encode(m.size))
		if tag.Driver != "" {
			m.writePoolStack(processor, event, tag.Driver)
		}
		if tag.Lifetime > 0 {
			a.after(a.exponential(tag.Lifetime), func() {
				truth.Frees++
				truth.FreedBytes += p.Bytes
				truth.OutstandingBytes -= p.Bytes
				m.perfinfo(m.processor(a.random), etlwriter.HookPoolFree, 2, p.Encode(m.size))
			})
		}
		a.after(a.exponential(pause), step)
	}
	a.after(a.exponential(pause), step)
}

// writePoolStack records who allocated, in the style of the options. The allocation is made in a thread of the system, so
// there are frames of the kernel only.
func (m *machine) writePoolStack(processor int, event int64, driver string) {
	kernel := m.images.kernel[0]
	frames := []uint64{kernel.at("ExAllocatePoolWithTag")}
	for _, module := range m.images.kernel {
		if module.name == driver {
			frames = append(frames, module.at("allocate"), module.at("dispatch"))
		}
	}
	frames = append(frames, kernel.at("system thread"))
	thread := etlwriter.ThreadID{PID: 4, TID: 8}
	switch m.options.Stacks {
	case DirectStacks, SplitStacks:
		m.perfinfo(processor, etlwriter.HookStack, 2, etlwriter.Stack(event, thread, frames, m.size))
	case KeyedStacks:
		key := m.keys.key(m, processor, frames)
		m.perfinfo(processor, etlwriter.HookStackKeyKernel, 2, etlwriter.StackKey(event, thread, key, m.size))
	}
}
