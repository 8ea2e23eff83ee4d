package etl

// Kind tells which family of event header an event was written with.
type Kind uint8

// The kinds of event headers. The three kernel headers (system, compact, perfinfo) name an event by group and
// opcode, the two classic ones (full, instance) by a class GUID and opcode, the manifest header by provider and id.
const (
	KindUnknown Kind = iota // a header this package does not know; counted and stepped over, never delivered
	KindKernel              // SYSTEM_TRACE_HEADER, compact and PERFINFO_TRACE_HEADER
	KindClassic             // EVENT_TRACE_HEADER and EVENT_INSTANCE_GUID_HEADER
	KindEvent               // EVENT_HEADER: manifest-based and TraceLogging events
	KindMessage             // MESSAGE_TRACE_HEADER: WPP software tracing
	KindError               // error headers
)

// String gives the name that reports use: kernel, classic, event, message, error or unknown.
func (k Kind) String() string {
	switch k {
	case KindKernel:
		return "kernel"
	case KindClassic:
		return "classic"
	case KindEvent:
		return "event"
	case KindMessage:
		return "message"
	case KindError:
		return "error"
	}
	return "unknown"
}

// Event is one record of a recording.
//
// Payload and the extended items are views into a buffer that is reused: they are valid until the iteration that
// delivered the event takes its next step. Clone gives an event that may be kept.
type Event struct {
	// Ticks is the raw time stamp, in units of the clock of the recording (Header.Clock).
	Ticks int64
	// UnixNano is the time in nanoseconds since 1970-01-01 UTC. It never decreases over one iteration of a
	// capture: an event whose own stamp contradicts its neighbours' (see Losses.EventsOutOfOrder) carries the
	// time of the event before it here, and its own stamp in Ticks. So do the header events of a circular recording that
	// has overwritten its beginning: they carry the time of the oldest event that is left, since nothing is known of the
	// time between.
	UnixNano int64
	// Payload is what follows the header and the extended items: exactly the bytes the provider logged.
	Payload []byte
	// Provider is the event class GUID of classic events and the provider GUID of manifest events; zero otherwise.
	Provider GUID
	// PID and TID are the logging process and thread, as far as the header has them: see HasThread.
	PID, TID uint32
	// Version is the version of the payload layout; for WPP messages, which have none, the option flags of the header.
	Version uint16
	// ID is the manifest event's id, or the WPP message number; 0 otherwise.
	ID uint16
	// Processor is the index of the processor whose buffer held the event.
	Processor uint16
	// Recording is the index of the recording in Capture.Recordings.
	Recording uint16
	// KindNumber names the kind of the event within one Scan: see Scan.KindOf.
	KindNumber uint16
	// Kind is the family of the header.
	Kind Kind
	// Group and Opcode name a kernel event (hook id = Group<<8 | Opcode); Opcode is that of classic and manifest
	// events as well.
	Group, Opcode uint8
	// PointerSize is 4 or 8: the width of pointers and of size_t in this event's payload. It comes from the event's
	// own header and differs between events of one recording.
	PointerSize uint8
	// HasThread tells whether the header carries PID and TID. PERFINFO headers, which most memory events use, and
	// messages without system information do not.
	HasThread bool
	// Buffer is the offset in the recording of the buffer that held the event, and Offset the event's offset in that
	// buffer's (decompressed) bytes, the buffer header counted.
	Buffer int64
	Offset uint32

	extended []byte
}

// Hook is the kernel's own name of an event, Group<<8 | Opcode; meaningful for KindKernel only.
func (e *Event) Hook() uint16 { return uint16(e.Group)<<8 | uint16(e.Opcode) }

// Clone returns a copy of the event that stays valid when the iteration goes on.
func (e *Event) Clone() Event {
	c := *e
	c.Payload = append([]byte(nil), e.Payload...)
	c.extended = append([]byte(nil), e.extended...)
	return c
}
