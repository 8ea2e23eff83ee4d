package weeks

import (
	"time"

	"etledger/internal/etlwriter"
)

const pageSize = 4096

// Recording gives the capture as a recording: process rundown, starts and ends, snapshots of the manifest provider
// Microsoft-Windows-Kernel-Memory, and the configuration of the machine.
func (c *Capture) Recording() ([]byte, error) {
	size := etlwriter.Pointer64
	s, err := etlwriter.NewSession(etlwriter.Settings{Processors: 1, BufferSize: 1 << 18, StartTime: filetime(c.Start), StartTicks: c.Ticks,
		BootTime: filetime(c.Boot), BiasMinutes: int32(c.Bias / time.Minute), SessionName: "etledger-watch", Frequency: Frequency})
	if err != nil {
		return nil, err
	}
	const informational = 4
	manifest := func(at time.Duration, id uint16, version uint8, payload []byte) {
		s.Write(0, c.ticks(at), etlwriter.Manifest{Provider: etlwriter.GUIDKernelMemory, ID: id, Version: version, Level: informational,
			Task: id, Keyword: 0x20 << (id - 1), PID: 4, TID: 8, Payload: payload})
	}
	for _, item := range c.Items {
		if e := item.Event; e != nil {
			hook := map[What]etlwriter.Hook{Runs: etlwriter.HookProcessDCStart, Starts: etlwriter.HookProcessStart, Ends: etlwriter.HookProcessEnd}[e.What]
			s.Write(0, c.ticks(e.At), etlwriter.Kernel{Form: etlwriter.System, Hook: hook, Version: 4, PID: 4, TID: 8,
				Payload: etlwriter.Process{Key: e.Key, PID: e.PID, ParentPID: 4, SessionID: 0, ImageName: e.Image, CommandLine: e.Command,
					User: etlwriter.TokenUser{SID: etlwriter.NewSID(5, 18), Pointer: e.Key + 0x4b0}}.Encode(4, size)})
			continue
		}
		info, sets := item.Snapshot.encode()
		manifest(item.Snapshot.At, 1, 1, info.EncodeManifest(1, size))
		manifest(item.Snapshot.At, 2, 2, etlwriter.EncodeWorkingSets(sets, 2, size))
	}
	s.Write(0, c.ticks(c.Length), etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookConfigCPU, Version: 3, PID: 4, TID: 8,
		Payload: etlwriter.CPU{MHz: 2400, Processors: 8, MemoryMB: uint32(c.Memory >> 20), PageSize: pageSize, AllocationGranularity: 1 << 16,
			ComputerName: c.Host, DomainName: "WORKGROUP", HighestUserAddress: 0x7ffffffeffff, Architecture: 9}.Encode(3, size)})
	return s.Finish()
}

// encode gives the payloads of a snapshot.
func (s *Snapshot) encode() (info etlwriter.MemInfo, sets []etlwriter.WorkingSet) {
	info = etlwriter.MemInfo{Zero: 1000, Free: 500, Modified: 20_000, PagedPool: s.Paged / pageSize, NonPagedPool: s.Nonpaged / pageSize,
		Mdl: s.Driver / pageSize, Commit: s.Commit / pageSize}
	if n := s.Available / pageSize; n > 1500 {
		info.Standby[5] = n - 1500
	}
	for _, p := range s.Processes {
		sets = append(sets, etlwriter.WorkingSet{ID: p.PID, WorkingSet: p.Set / pageSize, Commit: p.Commit / pageSize,
			VirtualSize: p.Virtual / pageSize, PrivateWorkingSet: p.Private / pageSize})
	}
	return info, sets
}

func (c *Capture) ticks(at time.Duration) int64 { return c.Ticks + int64(at/100) }

// filetime gives a moment as FILETIME: 100 ns since 1601.
func filetime(t time.Time) uint64 { return uint64(t.UnixNano()/100 + 116444736000000000) }
