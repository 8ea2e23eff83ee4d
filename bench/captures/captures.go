// Package captures makes large recordings for measurements, quickly and with little memory: a machine on which some
// processes allocate and free, one of them leaks, and, if asked for, other events and stacks come in between.
//
// Unlike those of internal/scenario these recordings have no truth beside them; they are made to be read fast or slow, not
// to be judged. The same Spec gives the same bytes.
package captures

import (
	"fmt"
	"io"
	"math/rand/v2"

	"etledger/internal/etlwriter"
)

// Spec says what a recording holds. Zero fields take the default named at each.
type Spec struct {
	Events     int     // of all kinds, rundowns apart; 1,000,000
	Processors int     // 4
	Processes  int     // that allocate; 20
	Ranges     int     // places that allocations of all processes take turns in, about half of them in use; 20,000
	Others     float64 // share of events that have no table: context switches, page faults, disk reads
	Stacks     bool    // a stack record after each VirtualAlloc event
	Kind       string  // what the other events are, in the place of VirtualAlloc: one of Kinds; empty for VirtualAlloc
	Compressed bool
	Seed       uint64
}

// Seconds is how long the machine is recorded, whatever the number of events.
const Seconds = 180

func (s Spec) withDefaults() Spec {
	for _, d := range []struct {
		field   *int
		without int
	}{{&s.Events, 1_000_000}, {&s.Processors, 4}, {&s.Processes, 20}, {&s.Ranges, 20_000}} {
		if *d.field == 0 {
			*d.field = d.without
		}
	}
	return s
}

const (
	frequency = 10_000_000
	firstPID  = 1000
	pageSize  = 4096
	leakOneIn = 64 // of the allocations of the process that leaks, so many are never freed
)

// Write writes the recording that s describes to w.
func Write(w io.WriteSeeker, s Spec) error {
	s = s.withDefaults()
	if _, known := kinds[s.Kind]; s.Kind != "" && !known {
		return fmt.Errorf("captures: no kind %q, there are %v", s.Kind, Kinds())
	}
	mode := uint32(etlwriter.ModeSequential)
	if s.Compressed {
		mode |= etlwriter.ModeCompressed
	}
	session, err := etlwriter.NewStream(etlwriter.Settings{Processors: s.Processors, Frequency: frequency, Mode: mode,
		BufferSize: 1 << 16}, w)
	if err != nil {
		return err
	}
	m := &machine{spec: s, session: session, random: rand.New(rand.NewPCG(s.Seed, 1)), now: session.Settings().StartTicks,
		slots: make([]slot, s.Ranges), reached: make([]uint64, s.Processes)}
	m.announce()
	m.run()
	return session.FinishStream()
}

// machine is the state of the recorded machine.
type machine struct {
	spec      Spec
	session   *etlwriter.Session
	random    *rand.Rand
	now       int64
	processor int
	slots     []slot
	reached   []uint64 // by process: end of the addresses that leaks have taken
}

// slot is a place that holds an allocation or none.
type slot struct{ pages uint32 }

func pid(process int) uint32 { return uint32(firstPID + 4*process) }

// announce writes the masks and the processes that are there when the recording begins.
func (m *machine) announce() {
	var masks [8]uint32
	masks[0] = 0x1 | 0x4 | 0x4000 // process, image load, VirtualAlloc
	m.session.WriteHeader(etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookHeaderExtension,
		PID: 4, TID: 8, Payload: etlwriter.GroupMasks(masks, 2)})
	for p := range m.spec.Processes {
		name := fmt.Sprintf("worker%02d.exe", p)
		m.session.Write(0, m.now, etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookProcessDCStart, Version: 4,
			PID: 4, TID: 8, Payload: etlwriter.Process{Key: 0xFFFF800000001000 + uint64(p)<<12, PID: pid(p), ParentPID: 4,
				ImageName: name, CommandLine: `C:\Program Files\Bench\` + name}.Encode(4, etlwriter.Pointer64)})
	}
}

// run writes the events. A processor keeps running for some of them, as real ones do.
func (m *machine) run() {
	step := float64(Seconds) * frequency / float64(m.spec.Events)
	start := m.now
	write := kinds[m.spec.Kind]
	for i := range m.spec.Events {
		m.now = start + int64(float64(i)*step)
		if m.random.Uint32()%8 == 0 {
			m.processor = m.random.IntN(m.spec.Processors)
		}
		if m.spec.Others > 0 && m.random.Float64() < m.spec.Others {
			m.other()
			continue
		}
		if write != nil {
			write(m, i)
			continue
		}
		m.allocateOrFree()
	}
}

// allocateOrFree frees the allocation of a random slot, or makes one if the slot has none.
func (m *machine) allocateOrFree() {
	i := m.random.IntN(len(m.slots))
	process := i % m.spec.Processes
	event := etlwriter.Virtual{PID: pid(process)}
	hook := etlwriter.HookVirtualAlloc
	switch s := &m.slots[i]; {
	case process == 0 && m.random.Uint32()%leakOneIn == 0:
		event.Base, event.Size = 0x7000_0000_0000+m.reached[process], 16*pageSize
		event.Flags = etlwriter.MemCommit | etlwriter.MemReserve
		m.reached[process] += event.Size
	case s.pages == 0:
		s.pages = 1 + m.random.Uint32()%32
		event.Base, event.Size = address(i), uint64(s.pages)*pageSize
		event.Flags = etlwriter.MemCommit | etlwriter.MemReserve
	default:
		hook = etlwriter.HookVirtualFree
		event.Base, event.Size = address(i), uint64(s.pages)*pageSize
		event.Flags = etlwriter.MemRelease
		s.pages = 0
	}
	m.session.Write(m.processor, m.now, etlwriter.Kernel{Hook: hook, Version: 2, Payload: event.Encode(etlwriter.Pointer64)})
	if m.spec.Stacks {
		m.stack(event.PID, uint64(i%97))
	}
}

// address is where the allocations of a slot lie, 128 KiB apart.
func address(i int) uint64 { return 0x100_0000_0000 + uint64(i)<<17 }

func (m *machine) stack(pid uint32, site uint64) {
	frames := make([]uint64, 24)
	for depth := range frames {
		frames[depth] = 0x7FF6_0000_0000 + uint64(depth)<<16 + site*64
	}
	m.session.Write(m.processor, m.now+1, etlwriter.Kernel{Hook: etlwriter.HookStack, Version: 2,
		Payload: etlwriter.Stack(m.now, etlwriter.ThreadID{PID: pid, TID: pid + 4}, frames, etlwriter.Pointer64)})
}

// Kernel events that have no table, with the sizes of their payloads on 64-bit Windows 10.
var others = [...]struct {
	hook    etlwriter.Hook
	version uint8
	size    int
}{
	{0x0524, 4, 24}, {0x0524, 4, 24}, {0x0532, 2, 24}, // CSwitch, ReadyThread
	{0x020A, 2, 16}, {0x020C, 2, 16}, // transition and demand-zero faults
	{0x0F2E, 2, 16}, // sampled profile
	{0x010A, 3, 56}, // disk read
}

func (m *machine) other() {
	o := &others[m.random.IntN(len(others))]
	m.session.Write(m.processor, m.now, etlwriter.Kernel{Hook: o.hook, Version: o.version, Payload: zeros[:o.size]})
}

var zeros [64]byte
