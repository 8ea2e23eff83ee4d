package model

import "encoding/binary"

// This file decodes the events of the kernel about the memory of processes (groups 0x02 and 0x04): VirtualAlloc and
// VirtualFree, mapped views, hard faults.

// decodeVirtual decodes VirtualAlloc 98, VirtualFree 99 and the rundowns 128 and 129.
func decodeVirtual(d *decoder) bool {
	p := newPayload(d.event)
	var base, size uint64
	var pid, flags uint32
	if p.pointer == 8 && len(p.rest) >= 24 {
		// Nearly all payloads of nearly all captures that are worth the time.
		b := p.rest[:24]
		base, size = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		pid, flags = binary.LittleEndian.Uint32(b[16:]), binary.LittleEndian.Uint32(b[20:])
		p.rest = p.rest[24:]
	} else {
		base, size, pid, flags = p.ptr(), p.ptr(), p.u32(), p.u32()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.virtualAlloc.rowBuffers)
	rows := &d.virtualAlloc.rows
	rows.PID[i] = pid
	rows.BaseAddress[i] = base
	rows.RegionSize[i] = size
	rows.AllocFlags[i] = flags
	d.names.set(&rows.ProcessNames, i, pid)
	switch d.event.Opcode {
	case 98:
		rows.Op[i] = VirtualOpAlloc
		d.allocNames.set(i, flags)
		return true
	case 99:
		rows.Op[i] = VirtualOpFree
		d.freeNames.set(i, flags)
		return true
	case 128:
		rows.Op[i] = VirtualOpRundownStart
	default:
		rows.Op[i] = VirtualOpRundownEnd
	}
	d.regionNames.set(i, flags)
	if p.has(p.pointer) { // Sources disagree whether rundowns have it, so its length tells.
		rows.CommitSize.set(i, p.ptr())
	}
	return true
}

// decodeMapView decodes map 37, unmap 38 and the rundowns 39 and 40, versions 2 and 3.
func decodeMapView(d *decoder) bool {
	p := newPayload(d.event)
	base, key, misc, size := p.ptr(), p.ptr(), p.u64(), p.ptr()
	var offset uint64
	if d.event.Version >= 3 {
		offset = p.u64()
	}
	pid := p.u32()
	if p.bad {
		return false
	}
	i := d.row(&d.mapView.rowBuffers)
	rows := &d.mapView.rows
	rows.Op[i] = d.event.Opcode - 37 + MapOpMap
	rows.PID[i] = pid
	d.names.set(&rows.ProcessNames, i, pid)
	rows.ViewBase[i] = base
	rows.ViewSize[i] = size
	rows.FileKey[i] = key
	rows.MiscInfo[i] = misc
	if d.event.Version >= 3 {
		rows.Offset.set(i, offset)
	}
	rows.SectionType[i] = uint16(misc >> 52)
	d.sectionNames.set(i, uint32(misc>>52))
	rows.ProtectionIndex[i] = uint8(misc>>48) & 0xF
	return true
}

// decodeHardFault decodes HardFault 32, version 2.
func decodeHardFault(d *decoder) bool {
	p := newPayload(d.event)
	began, offset, address, key, tid, count := p.u64(), p.u64(), p.ptr(), p.ptr(), p.u32(), p.u32()
	if p.bad {
		return false
	}
	i := d.row(&d.hardFault.rowBuffers)
	rows := &d.hardFault.rows
	rows.InitialTicks[i] = int64(began)
	if int(d.event.Recording) < len(d.headers) && began != 0 {
		if duration, known := d.headers[d.event.Recording].Span(int64(began), d.event.Ticks); known {
			rows.DurationNS.set(i, int64(duration))
		}
	}
	rows.ReadOffset[i] = offset
	rows.VirtualAddress[i] = address
	rows.FileKey[i] = key
	rows.TID[i] = tid
	if pid, known := d.owners[tid]; known {
		rows.PID.set(i, pid)
		d.names.set(&rows.ProcessNames, i, pid)
	}
	rows.ByteCount[i] = count
	return true
}

// decodeFileName decodes Name 0, FileCreate 32, FileDelete 35 and FileRundown 36.
func decodeFileName(d *decoder) bool {
	p := newPayload(d.event)
	key, name := p.ptr(), p.wide()
	if p.bad {
		return false
	}
	i := d.row(&d.fileName.rowBuffers)
	rows := &d.fileName.rows
	switch d.event.Opcode {
	case 0:
		rows.Op[i] = FileOpName
	case 32:
		rows.Op[i] = FileOpCreate
	case 35:
		rows.Op[i] = FileOpDelete
	default:
		rows.Op[i] = FileOpRundown
	}
	rows.FileKey[i] = key
	rows.Name.setEncoded(i, wideText, name)
	return true
}
