package recordings

import (
	"etledger/internal/etlwriter"
)

// The process and the addresses of the numbered files.
const (
	numberedPID  = 1000
	numberedBase = 0x1A0_0000_0000
	numberedStep = 0x10000
	startTicks   = 5_000_000_000_000
	bufferSize   = 1024
)

// numbered is a session that is being filled with numbered events.
type numbered struct {
	*etlwriter.Session
	perSecond int64
	start     int64
}

// begin starts a session with small buffers and tells of the process. Zero settings take their defaults.
func begin(s etlwriter.Settings) (*numbered, error) {
	if s.BufferSize == 0 {
		s.BufferSize = bufferSize
	}
	session, err := etlwriter.NewSession(s)
	if err != nil {
		return nil, err
	}
	s = session.Settings()
	n := &numbered{session, int64(s.TicksPerSecond()), s.StartTicks}
	p := etlwriter.Process{Key: 0xFFFF_A800_0000_3E80, PID: numberedPID, ParentPID: 4, SessionID: 1, ExitStatus: 0x103,
		ImageName: "a.exe", CommandLine: `C:\a.exe`, User: etlwriter.TokenUser{Pointer: 0xFFFF_A000_0000_1000,
			SID: etlwriter.NewSID(5, 18)}}
	session.Write(0, n.ticks(0)+1, etlwriter.Kernel{Hook: etlwriter.HookProcessDCStart, Version: 4,
		Payload: p.Encode(4, s.PointerSize)})
	return n, nil
}

// ticks is the stamp of the numbered event.
func (n *numbered) ticks(number int) int64 { return n.start + int64(number)*(n.perSecond/100) }

// write puts the numbered events from first to last into the processor's buffers.
func (n *numbered) write(processor, first, last int) {
	for number := first; number <= last; number++ {
		n.Write(processor, n.ticks(number), n.event(number))
	}
}

// event is the numbered event: a VirtualAlloc of 64 KiB.
func (n *numbered) event(number int) etlwriter.Kernel {
	base := uint64(numberedBase)
	if n.Settings().PointerSize == etlwriter.Pointer32 {
		base = 0x1000_0000
	}
	v := etlwriter.Virtual{Base: base + uint64(number)*numberedStep, Size: numberedStep, PID: numberedPID,
		Flags: etlwriter.MemReserve | etlwriter.MemCommit}
	return etlwriter.Kernel{Hook: etlwriter.HookVirtualAlloc, Version: 2, Payload: v.Encode(n.Settings().PointerSize)}
}

// recipe makes one file.
type recipe struct {
	name, about string
	settings    etlwriter.Settings
	fill        func(*numbered) // writes the content; nil writes the events 1 to 60 on processor 0
	arrange     []etlwriter.Arrangement
	damage      func([]byte) []byte // done to the finished file; nil: nothing
}

// cook makes the files of the recipes.
func cook(recipes []recipe) ([]File, error) {
	var files []File
	for _, r := range recipes {
		n, err := begin(r.settings)
		if err != nil {
			return nil, err
		}
		if r.fill == nil {
			n.write(0, 1, 60)
		} else {
			r.fill(n)
		}
		data, err := n.Finish(r.arrange...)
		if err != nil {
			return nil, err
		}
		if r.damage != nil {
			data = r.damage(data)
		}
		files = append(files, File{r.name, r.about, data})
	}
	return files, nil
}
