package model

// This file decodes the process events of the kernel (group 0x03): start, end, rundowns, defunct, terminate,
// counters.

// lifecycleOp gives the kind of row for an opcode of the process, thread and image groups.
func lifecycleOp(opcode uint8) uint8 {
	switch opcode {
	case 0x02:
		return OpEnd
	case 0x03:
		return OpRundownStart
	case 0x04:
		return OpRundownEnd
	case 0x27:
		return OpDefunct
	}
	return OpStart
}

// processEvent is a process event of any version. Texts are nil when the event does not carry them.
type processEvent struct {
	key                          uint64 // PageDirectoryBase in version 1
	pid, parent, session, status uint32
	directoryTable               uint64
	flags                        uint32
	sid                          []byte
	name                         []byte // single-byte characters
	command, pack, application   []byte
	exitTime                     uint64
}

// parseProcess reads a process event by the layout of its version.
func parseProcess(p payload, version uint16, opcode uint8) (f processEvent, left payload) {
	if version == 0 {
		f.pid, f.parent = uint32(p.ptr()), uint32(p.ptr())
	} else {
		f.key = p.ptr()
		f.pid, f.parent, f.session, f.status = p.u32(), p.u32(), p.u32(), p.u32()
	}
	if version >= 3 {
		f.directoryTable = p.ptr()
	}
	if version >= 4 {
		f.flags = p.u32()
	}
	if len(p.rest) < 4 {
		p.bad = true
		return f, p
	}
	// The user is a TOKEN_USER structure of two pointers with the SID behind it, or four zero bytes when there is
	// none. Scrubbed recordings have zero pointers before a SID: those are told by whether all else then fits
	// exactly.
	full := p
	full.take(2 * p.pointer)
	withSID := f
	withSID.sid = full.sid()
	withSID.parseTexts(&full, version, opcode)
	if none := p.u32() == 0; !none || full.exact() {
		return withSID, full
	}
	f.parseTexts(&p, version, opcode)
	return f, p
}

// parseTexts reads what follows the user of the process.
func (f *processEvent) parseTexts(p *payload, version uint16, opcode uint8) {
	f.name = p.narrow()
	if version >= 2 {
		f.command = p.wide()
	}
	if version >= 4 {
		f.pack, f.application = p.wide(), p.wide()
	}
	if version >= 5 && opcode == 0x27 {
		f.exitTime = p.u64()
	}
}

// decodeProcess decodes start, end, rundowns and defunct.
//
// The pointer size of hand-made recordings is not to be trusted. So when the payload does not fit exactly with that
// of the event, but does with the other, and then has the name of an image, the other is taken. A payload that fits
// neither way is malformed when its name cannot be one.
func decodeProcess(d *decoder) bool {
	version, opcode := d.event.Version, d.event.Opcode
	p := newPayload(d.event)
	f, left := parseProcess(p, version, opcode)
	if !left.exact() {
		other, otherLeft := parseProcess(p.withOtherPointer(), version, opcode)
		if otherLeft.exact() && printable(other.name) {
			f, left = other, otherLeft
		}
	}
	if left.bad || !left.exact() && len(f.name) > 0 && !printable(f.name) {
		return false
	}
	i := d.row(&d.process.rowBuffers)
	rows := &d.process.rows
	rows.Op[i] = lifecycleOp(opcode)
	rows.PID[i] = f.pid
	rows.ParentPID.set(i, f.parent)
	if version >= 1 {
		rows.SessionID.set(i, f.session)
		rows.ExitStatus.set(i, f.status)
	}
	if version == 1 {
		rows.DirectoryTableBase.set(i, f.key)
	}
	if version >= 2 {
		rows.UniqueProcessKey.set(i, f.key)
	}
	if version >= 3 {
		rows.DirectoryTableBase.set(i, f.directoryTable)
	}
	if version >= 4 {
		rows.Flags.set(i, f.flags)
	}
	rows.SID.setEncoded(i, sidText, f.sid)
	rows.Name.setEncoded(i, narrowText, f.name)
	rows.CommandLine.setEncoded(i, wideText, f.command)
	rows.PackageFullName.setEncoded(i, wideText, f.pack)
	rows.ApplicationID.setEncoded(i, wideText, f.application)
	setTime(&rows.ExitTime, i, f.exitTime)
	d.names.process(rows.Op[i], f.pid, decodeNarrow(f.name), "")
	return true
}

// printable tells whether a text of single-byte characters could be a file name.
func printable(text []byte) bool {
	for _, c := range text {
		if c < 0x20 || c == 0x7F {
			return false
		}
	}
	return len(text) > 0
}

// decodeTerminate decodes the beginning of a process's end.
func decodeTerminate(d *decoder) bool {
	p := newPayload(d.event)
	pid := p.u32()
	if p.bad {
		return false
	}
	i := d.row(&d.process.rowBuffers)
	d.process.rows.Op[i] = OpTerminate
	d.process.rows.PID[i] = pid
	return true
}

// decodeProcessCounters decodes PerfCtr (at process end) and PerfCtrRundown (at the end of the capture), version 2.
func decodeProcessCounters(d *decoder) bool {
	p := newPayload(d.event)
	pid, faults, handles, _ := p.u32(), p.u32(), p.u32(), p.u32()
	var sizes [11]uint64
	for i := range sizes {
		sizes[i] = p.ptr()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.processCounters.rowBuffers)
	rows := &d.processCounters.rows
	rows.Op[i] = OpEnd
	if d.event.Opcode == 0x21 {
		rows.Op[i] = OpRundownEnd
	}
	rows.PID[i] = pid
	d.names.set(&rows.ProcessNames, i, pid)
	rows.PageFaultCount[i] = faults
	rows.HandleCount[i] = handles
	rows.PeakVirtualSize[i] = sizes[0]
	rows.PeakWorkingSetSize[i] = sizes[1]
	rows.PeakPagefileUsage[i] = sizes[2]
	rows.PeakPagedPool[i] = sizes[3]
	rows.PeakNonPagedPool[i] = sizes[4]
	rows.VirtualSize[i] = sizes[5]
	rows.WorkingSetSize[i] = sizes[6]
	rows.PagefileUsage[i] = sizes[7]
	rows.PagedPool[i] = sizes[8]
	rows.NonPagedPool[i] = sizes[9]
	rows.PrivatePageCount[i] = sizes[10]
	return true
}

// fileTimeOfUnix is 1970-01-01 as a FILETIME: 100 ns since 1601-01-01.
const fileTimeOfUnix = 116444736000000000

// setTime gives row i a FILETIME. Zero means none, and what nanoseconds since 1970 cannot hold is no time.
func setTime(column *Values[int64], i int, fileTime uint64) {
	since := int64(fileTime) - fileTimeOfUnix
	if fileTime == 0 || fileTime > 1<<63-1 || since > (1<<63-1)/100 || since < -(1<<63-1)/100 {
		return
	}
	column.set(i, since*100)
}
