package model

import "encoding/binary"

// imageEvent is an image event of any version.
type imageEvent struct {
	base, size          uint64
	pid                 uint32
	checksum, timeStamp uint32
	defaultBase         uint64
	name                []byte // UTF-16LE
}

// parseImage reads an image event by the layout of its version. In version 0 the process is not in the payload.
func parseImage(p payload, version uint16) (f imageEvent, left payload) {
	f.base = p.ptr()
	if version == 0 {
		f.size = uint64(p.u32())
	} else {
		f.size, f.pid = p.ptr(), p.u32()
	}
	if version >= 2 {
		f.checksum, f.timeStamp = p.u32(), p.u32()
		p.u32() // signature level and type, in version 3
		f.defaultBase = p.ptr()
		p.take(16)
	}
	f.name = p.wide()
	return f, p
}

// plausible tells whether the event looks as image events do: a base that can be an address, and whole pages.
func (f *imageEvent) plausible(pointer int) bool {
	high := int64(f.base) >> 47
	canonical := high == 0 || high == -1 || pointer == 4
	return canonical && f.base%pageSize == 0 && f.size%pageSize == 0 && f.size > 0 && f.size <= 1<<32
}

const pageSize = 4096

// decodeImage decodes image load, unload and rundowns of the kernel (group 0x14; load is hook 0x030A).
//
// The pointer size of hand-made recordings is not to be trusted. So when the payload does not fit exactly and
// plausibly with that of the event, but does with the other, and then has a name, the other is taken. A payload that
// fits neither way is malformed, unless it is plausible and only has something left over.
func decodeImage(d *decoder) bool {
	version := d.event.Version
	p := newPayload(d.event)
	f, left := parseImage(p, version)
	fits := left.exact() || !left.bad && f.plausible(left.pointer)
	if !left.exact() || !f.plausible(left.pointer) {
		other, otherLeft := parseImage(p.withOtherPointer(), version)
		if otherLeft.exact() && other.plausible(otherLeft.pointer) && len(other.name) > 0 {
			f, fits = other, true
		}
	}
	if version == 0 {
		f.pid = d.event.PID
	}
	if !fits || version == 0 && !d.event.HasThread {
		return false
	}
	i := d.imageRow(lifecycleOp(d.event.Opcode), &f)
	if version >= 2 {
		d.image.rows.Checksum.set(i, f.checksum)
		d.image.rows.TimeDateStamp.set(i, f.timeStamp)
		d.image.rows.DefaultBase.set(i, f.defaultBase)
	}
	return true
}

// imageRow makes a row of the fields that all versions have.
func (d *decoder) imageRow(op uint8, f *imageEvent) int {
	i := d.row(&d.image.rowBuffers)
	rows := &d.image.rows
	rows.Op[i] = op
	rows.PID[i] = f.pid
	rows.ImageBase[i] = f.base
	rows.ImageSize[i] = f.size
	rows.Name.setEncoded(i, wideText, f.name)
	if op != OpEnd {
		d.names.image(f.pid, f.name)
	}
	return i
}

// wideBase gives the part of a UTF-16LE path after its last backslash.
func wideBase(path []byte) []byte {
	for i := len(path) - 2; i >= 0; i -= 2 {
		if binary.LittleEndian.Uint16(path[i:]) == '\\' {
			return path[i+2:]
		}
	}
	return path
}
