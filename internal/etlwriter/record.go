package etlwriter

import "encoding/binary"

// Record is one event: a header of some kind and its payload. The types of this package that implement it are Kernel,
// Classic, Manifest, Message and Opaque.
type Record interface {
	// encode gives the whole record, stamped with raw ticks. size is that of the session, for records that name none.
	encode(ticks int64, size PointerSize) []byte
}

// Form is the header that a kernel event is written with.
type Form uint8

// The forms of kernel headers.
const (
	Perfinfo Form = iota // PERFINFO_TRACE_HEADER, 16 bytes: no thread, no process
	System               // SYSTEM_TRACE_HEADER, 32 bytes
	Compact              // COMPACT_HEADER, 24 bytes: as System without processor times
)

// Kernel is an event of the kernel logger.
type Kernel struct {
	Form        Form
	Hook        Hook
	Version     uint8       // of the payload's layout
	PointerSize PointerSize // zero: the session's
	PID, TID    uint32      // of the logging thread; not written by Perfinfo
	KernelTime  uint32      // System only
	UserTime    uint32      // System only
	// Counters are performance counter values that precede the payload, at most 7 of them.
	Counters []uint64
	// PEBS, when not nil, is the PEBS index that precedes the counters.
	PEBS    *uint64
	Payload []byte
}

// markers holds the header type bytes by form: for 32-bit and for 64-bit pointers.
var kernelMarkers = [...][2]uint8{Perfinfo: {0x10, 0x11}, System: {0x01, 0x02}, Compact: {0x03, 0x04}}

func (k Kernel) encode(ticks int64, size PointerSize) []byte {
	version := uint16(k.Version) | uint16(len(k.Counters)&7)<<8
	if k.PEBS != nil {
		version |= 0x8000
	}
	e := encoder{size: pick(k.PointerSize, size)}
	e.u16(version)
	e.u8(kernelMarkers[k.Form][wideIndex(e.size)], 0xC0)
	e.u16(0, uint16(k.Hook)) // the size is put in at the end
	if k.Form != Perfinfo {
		e.u32(k.TID, k.PID)
	}
	e.u64(uint64(ticks))
	if k.Form == System {
		e.u32(k.KernelTime, k.UserTime)
	}
	if k.PEBS != nil {
		e.u64(*k.PEBS)
	}
	e.u64(k.Counters[:len(k.Counters)&7]...)
	e.bytes(k.Payload)
	return sized(e.b, 4)
}

// Classic is an event of a classic provider: EVENT_TRACE_HEADER, or EVENT_INSTANCE_GUID_HEADER with an Instance.
type Classic struct {
	Class       GUID
	Opcode      uint8
	Level       uint8
	Version     uint16
	PointerSize PointerSize // zero: the session's
	PID, TID    uint32
	KernelTime  uint32
	UserTime    uint32
	Instance    *Instance
	Payload     []byte
}

// Instance tells which instance of an object a classic event is about.
type Instance struct {
	ID, ParentID uint32
	ParentClass  GUID
}

func (c Classic) encode(ticks int64, size PointerSize) []byte {
	e := encoder{size: pick(c.PointerSize, size)}
	e.u16(0)
	markers := [2]uint8{0x0A, 0x14}
	if c.Instance != nil {
		markers = [2]uint8{0x0B, 0x15}
	}
	e.u8(markers[wideIndex(e.size)], 0xC0, c.Opcode, c.Level)
	e.u16(c.Version)
	e.u32(c.TID, c.PID)
	e.u64(uint64(ticks))
	e.bytes(c.Class[:])
	e.u32(c.KernelTime, c.UserTime)
	if c.Instance != nil {
		e.u32(c.Instance.ID, c.Instance.ParentID)
		e.bytes(c.Instance.ParentClass[:])
	}
	e.bytes(c.Payload)
	return sized(e.b, 0)
}

// Manifest is an event of a manifest-based or TraceLogging provider: EVENT_HEADER.
type Manifest struct {
	Provider      GUID
	ID            uint16
	Version       uint8
	Channel       uint8
	Level         uint8
	Opcode        uint8
	Task          uint16
	Keyword       uint64
	Flags         uint16 // bit 0 is set when there are Items
	Property      uint16
	PointerSize   PointerSize // zero: the session's
	PID, TID      uint32
	ProcessorTime uint64
	Activity      GUID
	Items         []ExtendedItem
	Payload       []byte
}

// ExtendedItem is EVENT_HEADER_EXTENDED_DATA_ITEM: data that rides between a manifest event's header and its payload.
type ExtendedItem struct {
	Type uint16
	Data []byte
}

func (m Manifest) encode(ticks int64, size PointerSize) []byte {
	e := encoder{size: pick(m.PointerSize, size)}
	flags := m.Flags
	if len(m.Items) > 0 {
		flags |= 1
	}
	e.u16(0)
	e.u8([2]uint8{0x12, 0x13}[wideIndex(e.size)], 0xC0)
	e.u16(flags, m.Property)
	e.u32(m.TID, m.PID)
	e.u64(uint64(ticks))
	e.bytes(m.Provider[:])
	e.u16(m.ID)
	e.u8(m.Version, m.Channel, m.Level, m.Opcode)
	e.u16(m.Task)
	e.u64(m.Keyword, m.ProcessorTime)
	e.bytes(m.Activity[:])
	for i, item := range m.Items {
		item.encode(&e, i < len(m.Items)-1)
	}
	e.bytes(m.Payload)
	return sized(e.b, 0)
}

// encode puts the item, filled up with zeros to a multiple of 8 bytes, as real files hold it.
func (x ExtendedItem) encode(e *encoder, more bool) {
	padded := (len(x.Data) + 7) &^ 7
	linkage := uint16(0)
	if more {
		linkage = 1
	}
	e.u16(uint16(8+padded), x.Type, linkage, uint16(len(x.Data)))
	e.bytes(x.Data)
	e.zeros(padded - len(x.Data))
}

// Message is an event of WPP software tracing: MESSAGE_TRACE_HEADER. Each optional field is written when its pointer
// is set, and the option flags follow from that.
type Message struct {
	Number      uint16
	Sequence    *uint32
	ComponentID *uint32 // goes before Class, which is left out when both are set
	Class       *GUID
	WithTime    bool // write the time stamp
	Thread      *ThreadID
	PointerSize PointerSize // zero: the session's
	Payload     []byte
}

// ThreadID names a thread and its process.
type ThreadID struct{ PID, TID uint32 }

func (m Message) encode(ticks int64, size PointerSize) []byte {
	e := encoder{size: pick(m.PointerSize, size)}
	options := [2]uint16{0x40, 0x80}[wideIndex(e.size)]
	e.u16(0)
	e.u8(0, 0x90)
	e.u16(m.Number, 0)
	if m.Sequence != nil {
		options |= 0x01
		e.u32(*m.Sequence)
	}
	switch {
	case m.ComponentID != nil:
		options |= 0x04
		e.u32(*m.ComponentID)
	case m.Class != nil:
		options |= 0x02
		e.bytes(m.Class[:])
	}
	if m.WithTime {
		options |= 0x08
		e.u64(uint64(ticks))
	}
	if m.Thread != nil {
		options |= 0x20
		e.u32(m.Thread.TID, m.Thread.PID)
	}
	e.bytes(m.Payload)
	binary.LittleEndian.PutUint16(e.b[6:], options)
	return sized(e.b, 0)
}

// Opaque is a record whose kind is given by its two marker bytes and whose content is not interpreted: error, timed and
// WNODE headers, the obsolete 32-bit-time form, and kinds that no reader knows. Its size stands at offset 0.
type Opaque struct {
	Type byte // offset 2: 0x0C timed, 0x0D error, 0x0E WNODE
	Flag byte // offset 3: 0xC0, 0xB0, ...
	Body []byte
}

func (o Opaque) encode(int64, PointerSize) []byte {
	return sized(append([]byte{0, 0, o.Type, o.Flag}, o.Body...), 0)
}

// sized puts the record's length into its size field. A record too long for the field is refused by Session.Write.
func sized(b []byte, offset int) []byte {
	binary.LittleEndian.PutUint16(b[offset:], uint16(len(b)))
	return b
}

func pick(own, session PointerSize) PointerSize {
	if own != 0 {
		return own
	}
	return session
}

func wideIndex(p PointerSize) int {
	if p == Pointer32 {
		return 0
	}
	return 1
}
