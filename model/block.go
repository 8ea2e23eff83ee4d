package model

import (
	"encoding/binary"

	"etledger/etl"
)

// decodeBlock makes rows of a block of events, and hands over the chunks that are full. It returns false when no more are
// wanted.
func (d *decoder) decodeBlock(b *etl.Block, scan *etl.Scan, deliver func(*Chunk) bool) bool {
	for i := 0; i < len(b.Refs); {
		if n := d.virtualRun(b.Refs[i:]); n > 0 {
			i += n
		} else {
			d.decodeNumbered(b.Event(i), scan)
			i++
		}
		if d.full() && !d.deliver(deliver) {
			return false
		}
	}
	return true
}

// virtualPayload is the bytes of a VirtualAlloc payload with 64-bit pointers: base, size, process, flags.
const virtualPayload = 24

// virtualRun makes rows of the VirtualAlloc and VirtualFree events that a row of events begins with, and returns how many.
// These are the events that captures of memory consist of, so they are decoded column by column rather than one by one; what
// becomes of them is what decodeVirtual makes of each.
func (d *decoder) virtualRun(refs []etl.Ref) int {
	table := &d.virtualAlloc.rowBuffers
	n, most := 0, min(len(refs), d.maxRows-d.rows)
	for n < most && refs[n].Plain && len(refs[n].Payload) >= virtualPayload {
		k := d.kinds.numbered(refs[n].Kind)
		if k == nil || k.virtual == 0 {
			break
		}
		n++
	}
	if n == 0 {
		return 0
	}
	for table.n+n > table.room {
		d.makeRoom(table)
	}
	refs = refs[:n]
	from := table.n
	d.virtualCommon(refs, from)
	d.virtualColumns(refs, from)
	d.virtualNames(refs, from)
	table.n += n
	d.rows += n
	return n
}

// virtualCommon fills in the columns that all tables have, of rows from one on.
func (d *decoder) virtualCommon(refs []etl.Ref, from int) {
	c := d.virtualAlloc.common
	n := len(refs)
	seq, ticks, nano, processor := c.Seq[from:][:n], c.Ticks[from:][:n], c.UnixNano[from:][:n], c.Processor[from:][:n]
	for i := range refs {
		ref := &refs[i]
		seq[i] = d.handled + uint64(i)
		ticks[i] = ref.Ticks
		nano[i] = ref.UnixNano
		processor[i] = ref.Processor
		d.bytes += len(ref.Payload)
	}
	d.handled += uint64(n)
	if d.virtualAlloc.wanted {
		for range refs {
			d.order = append(d.order, TableVirtualAlloc)
		}
	}
}

// virtualColumns fills in what the payloads tell.
func (d *decoder) virtualColumns(refs []etl.Ref, from int) {
	rows := &d.virtualAlloc.rows
	n := len(refs)
	op, pid, base := rows.Op[from:][:n], rows.PID[from:][:n], rows.BaseAddress[from:][:n]
	size, flags := rows.RegionSize[from:][:n], rows.AllocFlags[from:][:n]
	for i := range refs {
		ref := &refs[i]
		p := ref.Payload[:virtualPayload]
		op[i] = d.kinds.byNumber[ref.Kind].virtual
		base[i] = binary.LittleEndian.Uint64(p)
		size[i] = binary.LittleEndian.Uint64(p[8:])
		pid[i] = binary.LittleEndian.Uint32(p[16:])
		flags[i] = binary.LittleEndian.Uint32(p[20:])
	}
}

// virtualNames fills in the names of the processes and of the flags.
func (d *decoder) virtualNames(refs []etl.Ref, from int) {
	rows := &d.virtualAlloc.rows
	to := from + len(refs)
	d.names.setRun(&rows.ProcessNames, rows.PID, from, to)
	if rows.AllocType.unwanted {
		return
	}
	index := rows.AllocType.room(from, to)
	ops, flags := rows.Op[from:to], rows.AllocFlags[from:to]
	named := true
	for i := range index {
		names := &d.freeNames
		if ops[i] == VirtualOpAlloc {
			names = &d.allocNames
		}
		if !names.any || names.last != flags[i] {
			names.find(flags[i])
		}
		if names.index < 0 {
			named = false
			continue
		}
		index[i] = uint32(names.index)
	}
	if named {
		setBits(rows.AllocType.valid, from, to)
		return
	}
	for i := from; i < to; i++ {
		if rows.Op[i] == VirtualOpAlloc {
			d.allocNames.set(i, rows.AllocFlags[i])
		} else {
			d.freeNames.set(i, rows.AllocFlags[i])
		}
	}
}

// virtualOpOf tells whether events of a kind are VirtualAlloc or VirtualFree, as the kernel's own headers name them.
func virtualOpOf(key KindKey) uint8 {
	switch {
	case key.Kind == etl.KindKernel && key.Hook() == 0x0262:
		return VirtualOpAlloc
	case key.Kind == etl.KindKernel && key.Hook() == 0x0263:
		return VirtualOpFree
	}
	return 0
}
