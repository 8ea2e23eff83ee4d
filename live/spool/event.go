package spool

import (
	"encoding/binary"

	"etledger/etl"
)

// Event is one event as a session delivered it.
type Event struct {
	// Provider is the GUID of a manifest event's provider and of a classic event's class; zero for events of the kernel.
	Provider etl.GUID
	// UnixNano is the time in ns since 1970-01-01 UTC. A recording keeps it to 100 ns.
	UnixNano int64
	// Payload is what the provider logged, without extended items.
	Payload []byte
	Keyword uint64 // of manifest events
	// PID and TID are the logging process and thread. Events of the kernel may come without: see Anonymous.
	PID, TID uint32
	// ID, Task and Channel are those of a manifest event.
	ID, Task uint16
	// Processor is the index of the processor on which the event was logged.
	Processor uint16
	// Kind is KindEvent, KindClassic or KindKernel.
	Kind etl.Kind
	// Version is that of the payload's layout.
	Version uint8
	Channel uint8
	Level   uint8
	// Group and Opcode name an event of the kernel; Opcode is that of the others as well.
	Group, Opcode uint8
	// PointerSize is 4 or 8: the width of pointers in the payload.
	PointerSize uint8
	// Anonymous tells events of the kernel whose header has no process and thread.
	Anonymous bool
}

// Sizes and marks of event headers (format notes, 2.1, 2.3, 2.4, 2.5 and 2.7).
const (
	manifestHeaderSize = 80
	classicHeaderSize  = 48
	systemHeaderSize   = 32
	perfinfoHeaderSize = 16
	maxEventSize       = 0xFFFF // the size field has 16 bits

	markTrace      = 0xC0 // in the fourth byte
	markManifest32 = 0x12 // in the third, as the others; for pointers of 64 bits another
	markManifest64 = 0x13
	markClassic32  = 0x0A
	markClassic64  = 0x14
	markSystem32   = 0x01
	markSystem64   = 0x02
	markPerfinfo32 = 0x10
	markPerfinfo64 = 0x11
)

// size is the number of bytes that the event takes, without the padding behind it.
func (e *Event) size() int {
	switch {
	case e.Kind == etl.KindClassic:
		return classicHeaderSize + len(e.Payload)
	case e.Kind != etl.KindKernel:
		return manifestHeaderSize + len(e.Payload)
	case e.Anonymous:
		return perfinfoHeaderSize + len(e.Payload)
	}
	return systemHeaderSize + len(e.Payload)
}

// mark gives one of the marks by the width of pointers.
func (e *Event) mark(narrow, wide byte) byte {
	if e.PointerSize == 4 {
		return narrow
	}
	return wide
}

// encode appends the event as recordings hold it. What it does not have, such as processor times and activity, is zero.
func (e *Event) encode(b []byte) []byte {
	switch e.Kind {
	case etl.KindClassic:
		return e.encodeClassic(b)
	case etl.KindKernel:
		return e.encodeKernel(b)
	}
	return e.encodeManifest(b)
}

// encodeManifest gives EVENT_HEADER of evntcons.h and the payload.
func (e *Event) encodeManifest(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint16(b, uint16(e.size()))
	b = append(b, e.mark(markManifest32, markManifest64), markTrace)
	b = le.AppendUint32(b, 0) // Flags, EventProperty
	b = le.AppendUint32(b, e.TID)
	b = le.AppendUint32(b, e.PID)
	b = le.AppendUint64(b, filetime(e.UnixNano))
	b = append(b, e.Provider[:]...)
	b = le.AppendUint16(b, e.ID)
	b = append(b, e.Version, e.Channel, e.Level, e.Opcode)
	b = le.AppendUint16(b, e.Task)
	b = le.AppendUint64(b, e.Keyword)
	b = append(b, make([]byte, 24)...) // ProcessorTime, ActivityId
	return append(b, e.Payload...)
}

// encodeClassic gives EVENT_TRACE_HEADER of evntrace.h and the payload.
func (e *Event) encodeClassic(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint16(b, uint16(e.size()))
	b = append(b, e.mark(markClassic32, markClassic64), markTrace, e.Opcode, e.Level)
	b = le.AppendUint16(b, uint16(e.Version))
	b = le.AppendUint32(b, e.TID)
	b = le.AppendUint32(b, e.PID)
	b = le.AppendUint64(b, filetime(e.UnixNano))
	b = append(b, e.Provider[:]...)
	b = le.AppendUint64(b, 0) // KernelTime, UserTime
	return append(b, e.Payload...)
}

// encodeKernel gives SYSTEM_TRACE_HEADER, or PERFINFO_TRACE_HEADER for an anonymous event, and the payload.
func (e *Event) encodeKernel(b []byte) []byte {
	le := binary.LittleEndian
	mark := e.mark(markSystem32, markSystem64)
	if e.Anonymous {
		mark = e.mark(markPerfinfo32, markPerfinfo64)
	}
	b = append(b, e.Version, 0, mark, markTrace)
	b = le.AppendUint16(b, uint16(e.size()))
	b = append(b, e.Opcode, e.Group)
	if !e.Anonymous {
		b = le.AppendUint32(b, e.TID)
		b = le.AppendUint32(b, e.PID)
	}
	b = le.AppendUint64(b, filetime(e.UnixNano))
	if !e.Anonymous {
		b = le.AppendUint64(b, 0) // KernelTime, UserTime
	}
	return append(b, e.Payload...)
}
