package scenario

import "etledger/internal/etlwriter"

// planMemoryInfo writes the memory snapshots at their interval.
func (m *machine) planMemoryInfo() {
	every := m.options.MemoryInfoEvery
	if every <= 0 {
		return
	}
	m.queue.plan(m.now+every, func() {
		m.writeMemoryInfo()
		m.planMemoryInfo()
	})
}

// writeMemoryInfo writes the system's page lists and every process's working set and commit, in pages.
func (m *machine) writeMemoryInfo() {
	const machinePages = 16384 << 20 / pageSize
	info := etlwriter.MemInfo{Zero: 1000, Free: 500, Modified: 20_000, PagedPool: 90_000, NonPagedPool: 70_000, Mdl: 4_000}
	var sets []etlwriter.WorkingSet
	for _, p := range m.alive() {
		c := p.counters(false)
		sets = append(sets, etlwriter.WorkingSet{ID: p.truth.PID, WorkingSet: c.WorkingSetSize / pageSize,
			Commit: c.PrivatePageCount / pageSize, VirtualSize: c.VirtualSize / pageSize,
			PrivateWorkingSet: c.PrivatePageCount / pageSize})
		info.Commit += c.PrivatePageCount / pageSize
	}
	info.Commit += info.PagedPool + info.NonPagedPool
	info.Standby[5] = machinePages - info.Commit - info.Modified
	if m.options.MemoryInfoManifest {
		m.manifestMemory(1, 1, info.EncodeManifest(1, m.size))
		m.manifestMemory(2, 2, etlwriter.EncodeWorkingSets(sets, 2, m.size))
		return
	}
	m.perfinfo(m.rundownProcessor(), etlwriter.HookMemInfo, 2, info.Encode(26, m.size))
	m.perfinfo(m.rundownProcessor(), etlwriter.HookMemInfoWS, 2, etlwriter.EncodeWorkingSets(sets, 2, m.size))
}

// manifestMemory writes an event of Microsoft-Windows-Kernel-Memory: 1 tells the page lists, 2 the working sets.
func (m *machine) manifestMemory(id uint16, version uint8, payload []byte) {
	const informational = 4
	by := m.system.main()
	m.write(m.rundownProcessor(), etlwriter.Manifest{Provider: etlwriter.GUIDKernelMemory, ID: id, Version: version,
		Level: informational, Task: id, Keyword: 0x20 << (id - 1), PID: by.PID, TID: by.TID, Payload: payload})
}
