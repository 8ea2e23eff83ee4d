package model

import "etledger/etl"

// This file decodes the events of the manifest provider Microsoft-Windows-Kernel-Process, which any session can
// record.

var kernelProcess = etl.MustGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")

// decodeManifestStart decodes ProcessStart (id 1) and ProcessRundown (id 15), whose versions 0 to 3 are laid out like
// versions 2 to 5 of the former.
func decodeManifestStart(d *decoder) bool {
	version, op := d.event.Version, OpStart
	if d.event.ID == 15 {
		version, op = min(version, 3)+2, OpRundownStart
	}
	p := newPayload(d.event)
	pid := p.u32()
	if version >= 3 {
		p.u64() // ProcessSequenceNumber
	}
	created, parent := p.u64(), p.u32()
	if version >= 3 {
		p.u64() // ParentProcessSequenceNumber
	}
	session := p.u32()
	var flags uint32
	if version >= 1 {
		flags = p.u32()
	}
	if version >= 3 {
		p.take(8) // ProcessTokenElevationType, ProcessTokenIsElevated
		p.sid()   // MandatoryLabel, which is not the user
	}
	path := p.wide()
	var pack, application []byte
	if version >= 2 {
		p.take(8) // ImageChecksum, TimeDateStamp
		pack, application = p.wide(), p.wide()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.process.rowBuffers)
	rows := &d.process.rows
	rows.Op[i] = op
	rows.PID[i] = pid
	rows.ParentPID.set(i, parent)
	rows.SessionID.set(i, session)
	setTime(&rows.CreateTime, i, created)
	if version >= 1 {
		rows.Flags.set(i, flags)
	}
	rows.Exe.setEncoded(i, wideText, path)
	rows.Name.setEncoded(i, wideText, wideBase(path))
	rows.PackageFullName.setEncoded(i, wideText, pack)
	rows.ApplicationID.setEncoded(i, wideText, application)
	d.names.process(op, pid, decodeWide(wideBase(path)), decodeWide(path))
	return true
}

// decodeManifestStop decodes ProcessStop (id 2).
func decodeManifestStop(d *decoder) bool {
	p, version := newPayload(d.event), d.event.Version
	pid := p.u32()
	if version >= 2 {
		p.u64() // ProcessSequenceNumber
	}
	created, exited, status := p.u64(), p.u64(), p.u32()
	p.take(24) // TokenElevationType, HandleCount, CommitCharge, CommitPeak
	if version >= 1 {
		p.take(28) // CPUCycleCount, operation counts, transfer sizes, HardFaultCount
	}
	name := p.narrow()
	if p.bad {
		return false
	}
	i := d.row(&d.process.rowBuffers)
	rows := &d.process.rows
	rows.Op[i] = OpEnd
	rows.PID[i] = pid
	rows.ExitStatus.set(i, status)
	setTime(&rows.CreateTime, i, created)
	setTime(&rows.ExitTime, i, exited)
	rows.Name.setEncoded(i, narrowText, name)
	d.names.process(OpEnd, pid, "", "")
	return true
}

// decodeManifestThread decodes ThreadStart (id 3) and ThreadStop (id 4).
func decodeManifestThread(d *decoder) bool {
	p := newPayload(d.event)
	pid, tid := p.u32(), p.u32()
	var t threadAddresses
	t.parse(&p)
	t.teb = p.ptr()
	if d.event.Version >= 1 {
		t.tag = p.u32()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.thread.rowBuffers)
	rows := &d.thread.rows
	rows.Op[i] = OpStart
	if d.event.ID == 4 {
		rows.Op[i] = OpEnd
	}
	rows.PID[i] = pid
	rows.TID[i] = tid
	t.set(rows, i, true)
	rows.TebBase.set(i, t.teb)
	if d.event.Version >= 1 {
		rows.SubProcessTag.set(i, t.tag)
	}
	d.threadOwner(rows.Op[i], tid, pid)
	return true
}

// decodeManifestImage decodes ImageLoad (id 5) and ImageUnload (id 6).
func decodeManifestImage(d *decoder) bool {
	p := newPayload(d.event)
	f := imageEvent{base: p.ptr(), size: p.ptr(), pid: p.u32()}
	f.checksum, f.timeStamp, f.defaultBase, f.name = p.u32(), p.u32(), p.ptr(), p.wide()
	if p.bad {
		return false
	}
	op := OpStart
	if d.event.ID == 6 {
		op = OpEnd
	}
	i := d.imageRow(op, &f)
	d.image.rows.Checksum.set(i, f.checksum)
	d.image.rows.TimeDateStamp.set(i, f.timeStamp)
	d.image.rows.DefaultBase.set(i, f.defaultBase)
	return true
}
