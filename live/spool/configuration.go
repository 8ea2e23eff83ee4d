package spool

import (
	"encoding/binary"
	"unicode/utf16"

	"etledger/etl"
)

// Layout of SystemConfig CPU in its version 2 with 64-bit pointers (format notes, 5.10).
const (
	configurationSize    = 808
	configurationVersion = 2
	groupSystem, opCPU   = 0x0B, 10

	computerNameAt    = 20
	computerNameUnits = 256
)

// Configuration gives the event with which the kernel's own sessions describe the machine: SystemConfig CPU. Sessions of manifest
// providers do not deliver it, so who writes their recordings puts it there. ok is false when the machine is not known so well.
func (m *Machine) Configuration(unixNano int64) (e Event, ok bool) {
	if m.MemoryMB == 0 {
		return e, false
	}
	p := make([]byte, configurationSize)
	for i, v := range []uint32{m.CPUMHz, m.Processors, m.MemoryMB, m.PageSize, m.Granularity} {
		binary.LittleEndian.PutUint32(p[4*i:], v)
	}
	name := utf16.Encode([]rune(m.ComputerName))
	for i, unit := range name[:min(len(name), computerNameUnits-1)] {
		binary.LittleEndian.PutUint16(p[computerNameAt+2*i:], unit)
	}
	return Event{Kind: etl.KindKernel, Group: groupSystem, Opcode: opCPU, Version: configurationVersion, PointerSize: 8,
		UnixNano: unixNano, Payload: p}, true
}
