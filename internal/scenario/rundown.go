package scenario

import (
	"time"

	"etledger/internal/etlwriter"
)

// kernelEventVersion is that of Windows 10 2004.
const kernelEventVersion = 80

// rundownProcessor is where the thread runs that starts and stops the session.
func (m *machine) rundownProcessor() int { return min(1, m.settings.Processors-1) }

// keywords are the kernel's group masks for what the scenario writes.
func (m *machine) keywords() [8]uint32 {
	const (
		process, thread, loader, counters = 0x1, 0x2, 0x4, 0x8
		fileName, hardFaults, vaMap       = 0x200, 0x2000, 0x8000
		pool, virtualAlloc                = 0x40, 0x8000 // of the second mask, as the following
		memoryInfo, memoryInfoWS          = 0x80000, 0x800000
	)
	masks := [8]uint32{process | thread | loader | counters, virtualAlloc}
	if m.options.NoCounters {
		masks[0] &^= counters
	}
	if m.options.MemoryInfoEvery > 0 && !m.options.MemoryInfoManifest {
		masks[1] |= memoryInfo | memoryInfoWS
	}
	if len(m.options.Pool) > 0 {
		masks[1] |= pool
	}
	for _, p := range m.options.Programs {
		for _, b := range p.Behaviours {
			switch b.(type) {
			case Views:
				masks[0] |= vaMap | fileName
			case Faults:
				masks[0] |= hardFaults | fileName
			}
		}
	}
	return m.options.Flaws.masks(masks)
}

// listed writes one record of a rundown, which takes its time.
func (m *machine) listed(hook etlwriter.Hook, version uint8, payload []byte) {
	m.perfinfo(m.rundownProcessor(), hook, version, payload)
	m.now += 4 * time.Microsecond
}

// listedByThread does the same with the header that names the session's thread.
func (m *machine) listedByThread(hook etlwriter.Hook, version uint8, payload []byte) {
	m.logged(m.rundownProcessor(), m.system.main(), hook, version, payload)
	m.now += 4 * time.Microsecond
}

// writeStart writes what a capture begins with: masks, the records of the merge, and the rundown.
func (m *machine) writeStart() {
	starter := m.system.main()
	masks := etlwriter.GroupMasks(m.keywords(), kernelEventVersion)
	m.session.WriteHeader(etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookHeaderExtension, Version: 2,
		PID: starter.PID, TID: starter.TID, Payload: masks})
	m.session.WriteHeader(etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookPartitionInfo, Version: 2,
		PID: starter.PID, TID: starter.TID, Payload: etlwriter.PartitionInfo()})
	m.listed(etlwriter.HookEndExtension, 2, etlwriter.GroupMasks([8]uint32{}, kernelEventVersion))
	m.listed(etlwriter.HookHeaderExtension, 2, masks)
	m.writePlaces()
	if m.options.Rundown&RundownAtStart != 0 {
		for _, p := range m.processes {
			m.listed(etlwriter.HookProcessDCStart, 4, p.payload(statusPending))
			m.listThreads(etlwriter.HookThreadDCStart, p)
			m.listImages(etlwriter.HookImageDCStart, p)
		}
	}
	m.listRegions(RundownAtStart, etlwriter.HookVirtualAllocDCStart)
	m.listed(etlwriter.HookRundownComplete, 2, nil)
	m.planMemoryInfo()
}

// writePlaces writes the records by which NT paths become DOS paths.
func (m *machine) writePlaces() {
	processor := m.rundownProcessor()
	m.write(processor, etlwriter.SystemPaths(`C:\Windows\system32`, `C:\Windows\`))
	for _, mapping := range [][2]string{
		{volume, `C:\`}, {`\SystemRoot\`, `C:\Windows\`}, {`\??\`, ``}, {`\Device\Mup\`, `\\`},
	} {
		m.write(processor, etlwriter.VolumeMapping(mapping[0], mapping[1]))
	}
}

// writeEnd writes the rundown with which a session ends.
func (m *machine) writeEnd() {
	if m.options.Rundown&RundownAtEnd != 0 {
		for _, p := range m.alive() {
			m.listImages(etlwriter.HookImageDCEnd, p)
			m.listThreads(etlwriter.HookThreadDCEnd, p)
			m.listed(etlwriter.HookProcessDCEnd, 4, p.payload(statusPending))
		}
		m.listCounters()
		m.listViews()
		for _, e := range m.files.entries {
			m.listed(etlwriter.HookFileRundown, 2, etlwriter.FileName(e.key, e.path, m.size))
		}
		m.writeConfiguration()
	}
	m.listRegions(RundownAtEnd, etlwriter.HookVirtualAllocDCEnd)
	for _, e := range m.keys.entries {
		m.keys.tell(m, m.rundownProcessor(), etlwriter.HookStackKeyRundown, e)
	}
	m.listed(etlwriter.HookRundownComplete, 2, nil)
}

// alive gives the processes that run now.
func (m *machine) alive() []*process {
	var alive []*process
	for _, p := range m.processes {
		if !p.ended {
			alive = append(alive, p)
		}
	}
	return alive
}

func (m *machine) listThreads(hook etlwriter.Hook, p *process) {
	for _, t := range p.threads {
		m.listedByThread(hook, 3, p.threadPayload(t))
	}
}

func (m *machine) listImages(hook etlwriter.Hook, p *process) {
	pid := p.truth.PID
	if p == m.system {
		pid = 0 // the kernel's modules are listed under process 0
	}
	for _, i := range p.modules {
		m.tellBuild(m.rundownProcessor(), pid, i)
		m.listed(hook, 3, i.payload(m.size, pid))
	}
}

func (m *machine) listCounters() {
	if m.options.NoCounters {
		return
	}
	for _, p := range m.alive() {
		m.listed(etlwriter.HookProcessCountersAtEnd, 2, p.counters(false).Encode(m.size))
	}
}

func (m *machine) listViews() {
	for _, p := range m.alive() {
		for _, v := range p.views {
			m.listed(etlwriter.HookMapDCEnd, 3, v.Encode(3, m.size))
		}
	}
}

// listRegions lists the private regions of every process, each with the bytes committed in it.
func (m *machine) listRegions(when Rundown, hook etlwriter.Hook) {
	if m.options.VirtualRundown&when == 0 {
		return
	}
	for _, p := range m.alive() {
		for _, r := range p.regions {
			committed := p.account.committedIn(r.base, r.size)
			flags := uint32(etlwriter.MemReserve)
			if committed > 0 {
				flags |= etlwriter.MemCommit
			}
			m.listed(hook, 2, etlwriter.Virtual{Base: r.base, Size: r.size, PID: p.truth.PID, Flags: flags,
				CommitSize: &committed}.Encode(m.size))
		}
	}
}

// writeConfiguration writes the machine's processors and its disk.
func (m *machine) writeConfiguration() {
	cpu := etlwriter.CPU{MHz: m.settings.CPUMHz, Processors: uint32(m.settings.Processors), MemoryMB: 16384,
		PageSize:              pageSize,
		AllocationGranularity: granularity, ComputerName: m.options.ComputerName, DomainName: "WORKGROUP",
		HighestUserAddress: 0x7FFF_FFFE_FFFF, Architecture: 9, Level: 6, Revision: 0x9E0A, PaeEnabled: 1, NxEnabled: 1,
		MemorySpeed: 2667}
	if m.size == etlwriter.Pointer32 {
		cpu.HighestUserAddress, cpu.Architecture, cpu.MemoryMB = 0x7FFE_FFFF, 0, 4096
	}
	m.listedByThread(etlwriter.HookConfigCPU, 3, cpu.Encode(3, m.size))
	disk := etlwriter.LogicalDisk{StartOffset: 554_696_704, PartitionSize: 511_000_000_000, Size: 65536, DriveType: 3,
		DriveLetter: "C:", PartitionNumber: 3, SectorsPerCluster: 8, BytesPerSector: 512, FreeClusters: 61_000_000,
		TotalClusters: 124_755_859, FileSystem: "NTFS"}
	m.listedByThread(etlwriter.HookConfigLogDisk, 2, disk.Encode())
}
