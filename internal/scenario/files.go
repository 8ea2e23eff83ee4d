package scenario

import (
	"math/rand/v2"
	"strings"
	"time"

	"etledger/internal/etlwriter"
)

// Views maps views of sections and unmaps them, each after a lifetime of its own.
type Views struct {
	PerSecond float64
	Bytes     uint64        // mean size of a view; 1 MiB
	Lifetime  time.Duration // mean; 3 s
	File      string        // DOS path of the file mapped; empty maps sections of the page file
}

func (Views) module() string { return "" }

func (v Views) begin(a *actor) {
	if v.Bytes == 0 {
		v.Bytes = 1 << 20
	}
	if v.Lifetime == 0 {
		v.Lifetime = 3 * time.Second
	}
	pause := time.Duration(float64(time.Second) / v.PerSecond)
	key := a.process.machine.files.key(v.File)
	var step func()
	step = func() {
		size := roundUp(uint64(a.around(float64(v.Bytes))), pageSize)
		if base := a.process.space.take(size); base != 0 {
			m := etlwriter.MapView{Base: base, Size: size, FileKey: key, SectionType: etlwriter.SectionData, Protection: 1,
				PID: a.process.truth.PID}
			if v.File == "" {
				m.SectionType, m.Protection = etlwriter.SectionPagefile, 4
			}
			a.process.mapView(m)
			a.after(a.exponential(v.Lifetime), func() { a.process.unmapView(m) })
		}
		a.after(a.exponential(pause), step)
	}
	a.after(a.exponential(pause), step)
}

func (p *process) mapView(v etlwriter.MapView) {
	p.views = append(p.views, v)
	p.truth.Maps++
	p.truth.MappedBytes += v.Size
	p.machine.perfinfo(p.move(), etlwriter.HookMapFile, 3, v.Encode(3, p.machine.size))
}

func (p *process) unmapView(v etlwriter.MapView) {
	for i := range p.views {
		if p.views[i].Base == v.Base {
			p.views = append(p.views[:i], p.views[i+1:]...)
			break
		}
	}
	p.space.give(v.Base, v.Size)
	p.truth.Unmaps++
	p.truth.UnmappedBytes += v.Size
	p.machine.perfinfo(p.move(), etlwriter.HookUnmapFile, 3, v.Encode(3, p.machine.size))
}

// Faults reads pages from a file by hard page faults.
type Faults struct {
	PerSecond float64
	File      string        // DOS path
	StopAfter time.Duration // zero: never
}

func (Faults) module() string { return "" }

func (f Faults) begin(a *actor) {
	p, pause := a.process, time.Duration(float64(time.Second)/f.PerSecond)
	key := p.machine.files.key(f.File)
	var step func()
	step = func() {
		m := p.machine
		if f.StopAfter > 0 && m.now-a.born > f.StopAfter {
			return
		}
		bytes := uint32(pageSize * (1 + a.random.IntN(8)))
		offset := a.random.Uint64N(4096) * pageSize
		began := m.ticks - int64(m.settings.TicksPerSecond())/1000*int64(a.random.IntN(20))
		p.truth.HardFaults++
		p.truth.HardFaultBytes += uint64(bytes)
		m.perfinfo(p.move(), etlwriter.HookHardFault, 2, etlwriter.HardFault{InitialTime: uint64(max(began,
			m.settings.StartTicks)),
			ReadOffset: offset, VirtualAddress: p.modules[0].base + offset, FileKey: key, TID: p.anyThread().TID,
			ByteCount: bytes,
		}.Encode(m.size))
		a.after(a.exponential(pause), step)
	}
	a.after(a.exponential(pause), step)
}

// fileTable gives files the kernel addresses by which events name them.
type fileTable struct {
	size    etlwriter.PointerSize
	random  *rand.Rand
	entries []fileEntry
}

type fileEntry struct {
	key  uint64
	path string // NT path
}

// key gives the file's key. A section without file has the address of some object that no name belongs to.
func (f *fileTable) key(dosPath string) uint64 {
	if dosPath == "" {
		return kernelAddress(f.size, f.random) + 0x70
	}
	path := volume + strings.TrimPrefix(dosPath, `C:\`)
	for _, e := range f.entries {
		if e.path == path {
			return e.key
		}
	}
	e := fileEntry{kernelAddress(f.size, f.random) + 0x140, path}
	f.entries = append(f.entries, e)
	return e.key
}
