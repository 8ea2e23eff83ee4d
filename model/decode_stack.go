package model

import (
	"encoding/binary"

	"etledger/etl"
)

// This file decodes stacks: the stack walk records of the kernel (group 0x18, version 2), and the stacks that
// manifest events carry in their extended items.

// decodeDirectStack decodes Stack 32: the frames of an event.
func decodeDirectStack(d *decoder) bool {
	p := newPayload(d.event)
	ticks, pid, tid := p.u64(), p.u32(), p.u32()
	if p.bad {
		return false
	}
	i := d.stackRow(StackOpDirect, &p)
	d.stackOfEvent(i, int64(ticks), pid, tid)
	return true
}

// decodeKeyReference decodes StackKeyKernel 37 and StackKeyUser 38.
func decodeKeyReference(d *decoder) bool {
	p := newPayload(d.event)
	ticks, pid, tid, key := p.u64(), p.u32(), p.u32(), p.ptr()
	if p.bad {
		return false
	}
	i := d.stackRow(d.event.Opcode-37+StackOpKeyKernel, &payload{pointer: p.pointer})
	d.stackOfEvent(i, int64(ticks), pid, tid)
	d.stack.rows.Key.set(i, key)
	return true
}

// decodeKeyDefinition decodes StackKeyCreate 34, StackKeyDelete 35 and StackKeyRundown 36.
func decodeKeyDefinition(d *decoder) bool {
	p := newPayload(d.event)
	key := p.ptr()
	if p.bad {
		return false
	}
	i := d.stackRow(d.event.Opcode-34+StackOpKeyCreate, &p)
	d.stack.rows.Key.set(i, key)
	return true
}

// stackOfEvent says which event and thread the stack of row i belongs to.
func (d *decoder) stackOfEvent(i int, ticks int64, pid, tid uint32) {
	rows := &d.stack.rows
	rows.EventTicks.set(i, ticks)
	rows.PID.set(i, pid)
	rows.TID.set(i, tid)
}

// stackRow makes a stack row, and frame rows of the addresses, which the rest of the payload consists of.
func (d *decoder) stackRow(op uint8, frames *payload) int {
	i := d.row(&d.stack.rowBuffers)
	rows := &d.stack.rows
	rows.Op[i] = op
	count := len(frames.rest) / frames.pointer
	rows.FrameCount[i] = uint32(count)
	rows.FirstFrame[i] = d.frames
	d.frames += uint64(count)
	if d.frame.needed && count > 0 {
		d.frameRows(frames, count)
	}
	return i
}

// frameRows makes rows of the addresses of a stack.
func (d *decoder) frameRows(frames *payload, count int) {
	b, rows := &d.frame.rowBuffers, &d.frame.rows
	for b.n+count > b.room {
		d.makeRoom(b)
	}
	seq, depth, address := rows.Seq[b.n:b.n+count], rows.Depth[b.n:b.n+count], rows.Address[b.n:b.n+count]
	if frames.pointer == 8 {
		bytes := frames.take(8 * count)
		for i := range address {
			address[i] = binary.LittleEndian.Uint64(bytes[8*i:])
		}
	} else {
		for i := range address {
			address[i] = frames.ptr()
		}
	}
	for i := range seq {
		seq[i] = d.seq
		depth[i] = uint16(i)
	}
	b.n += count
	d.rows += count
}

// extendedStacks makes rows of the stacks that the decoder's event carries itself.
func (d *decoder) extendedStacks() {
	for kind, data := range d.event.Extended() {
		if kind == etl.ExtStackTrace32 || kind == etl.ExtStackTrace64 {
			d.extendedStack(kind, data)
		}
	}
}

// extendedStack makes rows of one extended item: a number that joins the parts of a stack, then addresses.
func (d *decoder) extendedStack(kind uint16, data []byte) {
	p := payload{rest: data, pointer: 4}
	if kind == etl.ExtStackTrace64 {
		p.pointer = 8
	}
	match := p.u64()
	if p.bad {
		return
	}
	d.bytes += len(data)
	i := d.stackRow(StackOpDirect, &p)
	d.stackOfEvent(i, d.event.Ticks, d.event.PID, d.event.TID)
	if match != 0 {
		d.stack.rows.MatchID.set(i, match)
	}
}
