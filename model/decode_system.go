package model

// This file decodes what recordings say about the machine and the session: group masks (group 0x00), system
// configuration (group 0x0B), and the records that merging adds (class SysConfig).

// decodeGroupMask decodes HeaderExtension 5 and the end of masks 0x20.
func decodeGroupMask(d *decoder) bool {
	p := newPayload(d.event)
	var masks [8]uint32
	for i := range masks {
		masks[i] = p.u32()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.groupMask.rowBuffers)
	rows := &d.groupMask.rows
	rows.Opcode[i] = d.event.Opcode
	for word, mask := range masks {
		rows.Masks[word][i] = mask
	}
	if d.event.Version >= 2 && p.has(4) {
		rows.KernelEventVersion.set(i, p.u32())
	}
	return true
}

// decodeProcessors decodes CPU 10.
func decodeProcessors(d *decoder) bool {
	p, version := newPayload(d.event), d.event.Version
	mhz, processors, memory, page, granularity := p.u32(), p.u32(), p.u32(), p.u32(), p.u32()
	computer := p.fixedWide(256)
	domainLength := 134
	if version < 2 {
		domainLength = 132
	}
	domain := p.fixedWide(domainLength)
	p.ptr() // HyperThreadingFlag
	var highest uint64
	var architecture uint16
	if version >= 3 {
		highest, architecture = p.ptr(), p.u16()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.system.rowBuffers)
	rows := &d.system.rows
	rows.MHz[i] = mhz
	rows.Processors[i] = processors
	rows.MemoryMB[i] = memory
	rows.PageSize[i] = page
	rows.AllocationGranularity[i] = granularity
	rows.ComputerName.setEncoded(i, wideText, computer)
	rows.DomainName.setEncoded(i, wideText, domain)
	if version >= 3 {
		rows.HighestUserAddress.set(i, highest)
		rows.Architecture.set(i, architecture)
	}
	return true
}

// decodeLogDisk decodes LogDisk 12, version 2: a partition with its drive letter.
func decodeLogDisk(d *decoder) bool {
	p := newPayload(d.event)
	p.take(16) // StartOffset, PartitionSize
	disk := p.u32()
	p.take(8) // Size, DriveType
	letter := p.fixedWide(4)
	p.take(4)
	partition := p.u32()
	p.take(28) // SectorsPerCluster, BytesPerSector, Pad, FreeClusters, TotalClusters
	fileSystem := p.fixedWide(16)
	if p.bad {
		return false
	}
	i := d.row(&d.volume.rowBuffers)
	rows := &d.volume.rows
	if len(letter) > 0 {
		rows.DOSPrefix.setText(i, decodeWide(letter)+`\`)
	}
	rows.DiskNumber.set(i, disk)
	rows.PartitionNumber.set(i, partition)
	rows.FileSystem.setEncoded(i, wideText, fileSystem)
	return true
}

// decodeService decodes Services 15, versions 2 and 3.
func decodeService(d *decoder) bool {
	p := newPayload(d.event)
	pid, state, tag := p.u32(), p.u32(), p.u32()
	name, display, process := p.wide(), p.wide(), p.wide()
	if p.bad {
		return false
	}
	i := d.row(&d.service.rowBuffers)
	rows := &d.service.rows
	rows.PID[i] = pid
	rows.State[i] = state
	rows.SubProcessTag[i] = tag
	rows.ServiceName.setEncoded(i, wideText, name)
	rows.DisplayName.setEncoded(i, wideText, display)
	rows.ProcessName.setEncoded(i, wideText, process)
	return true
}

// decodeSystemPaths decodes SystemPaths 33: SystemDirectory, then the Windows directory.
func decodeSystemPaths(d *decoder) bool {
	p := newPayload(d.event)
	p.wide()
	windows := p.wide()
	if windows == nil {
		return false
	}
	i := d.row(&d.volume.rowBuffers)
	d.volume.rows.WindowsDirectory.setEncoded(i, wideText, windows)
	return true
}

// decodeVolume decodes VolumeMapping 35, an NT prefix with its DOS prefix, and UnknownVolume 34, one that has none.
func decodeVolume(d *decoder) bool {
	p := newPayload(d.event)
	nt := p.wide()
	var dos []byte
	if d.event.Opcode == 35 {
		dos = p.wide()
	}
	if nt == nil {
		return false
	}
	i := d.row(&d.volume.rowBuffers)
	d.volume.rows.NTPrefix.setEncoded(i, wideText, nt)
	d.volume.rows.DOSPrefix.setEncoded(i, wideText, dos)
	return true
}
