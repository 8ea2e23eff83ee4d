package model

import "encoding/binary"

// decodeThread decodes thread start, end and rundowns of the kernel (group 0x05).
func decodeThread(d *decoder) bool {
	p, version := newPayload(d.event), d.event.Version
	op := lifecycleOp(d.event.Opcode)
	pid, tid := p.u32(), p.u32()
	if version == 0 {
		pid, tid = tid, pid
	}
	// Version 0, and the end in version 1, carry nothing else.
	var t threadAddresses
	whole := version >= 2 || version == 1 && op != OpEnd
	if whole {
		t.parse(&p)
		if version == 1 {
			p.u8() // WaitMode
		} else {
			t.teb, t.tag = p.ptr(), p.u32()
		}
	}
	var name []byte
	if version >= 3 {
		p.u32() // priorities and flags
		name = p.wide()
	}
	if p.bad {
		return false
	}
	i := d.row(&d.thread.rowBuffers)
	rows := &d.thread.rows
	rows.Op[i] = op
	rows.PID[i] = pid
	rows.TID[i] = tid
	if whole {
		t.set(rows, i, version < 3)
	}
	if version >= 2 {
		rows.TebBase.set(i, t.teb)
		rows.SubProcessTag.set(i, t.tag)
	}
	if len(name) > 0 {
		rows.Name.setEncoded(i, wideText, name)
	}
	d.threadOwner(op, tid, pid)
	return true
}

// threadAddresses are the addresses that thread events of the kernel and of Kernel-Process share.
type threadAddresses struct {
	stackBase, stackLimit, userStackBase, userStackLimit, start, win32Start uint64

	teb uint64
	tag uint32
}

func (t *threadAddresses) parse(p *payload) {
	if p.pointer == 8 && len(p.rest) >= 48 { // one check in place of six: rundowns have a row for each thread
		b := p.rest[:48]
		le := binary.LittleEndian
		t.stackBase, t.stackLimit = le.Uint64(b), le.Uint64(b[8:])
		t.userStackBase, t.userStackLimit = le.Uint64(b[16:]), le.Uint64(b[24:])
		t.start, t.win32Start = le.Uint64(b[32:]), le.Uint64(b[40:])
		p.rest = p.rest[48:]
		return
	}
	t.stackBase, t.stackLimit, t.userStackBase, t.userStackLimit = p.ptr(), p.ptr(), p.ptr(), p.ptr()
	t.start, t.win32Start = p.ptr(), p.ptr()
}

// set gives row i the addresses. Kernel events of version 3 have a processor mask in the place of the start address.
func (t *threadAddresses) set(rows *ThreadRows, i int, hasStart bool) {
	rows.StackBase.set(i, t.stackBase)
	rows.StackLimit.set(i, t.stackLimit)
	rows.UserStackBase.set(i, t.userStackBase)
	rows.UserStackLimit.set(i, t.userStackLimit)
	rows.Win32StartAddr.set(i, t.win32Start)
	if hasStart {
		rows.StartAddr.set(i, t.start)
	} else {
		rows.Affinity.set(i, t.start)
	}
}

// threadOwner notes what a thread row tells about the process of a thread.
func (d *decoder) threadOwner(op uint8, tid, pid uint32) {
	if op == OpEnd {
		delete(d.owners, tid)
		return
	}
	d.owners[tid] = pid
}
