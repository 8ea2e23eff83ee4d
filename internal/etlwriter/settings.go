package etlwriter

import "fmt"

// PointerSize is the width in bytes of pointers and of size_t in an event.
type PointerSize int

// The two widths.
const (
	Pointer32 PointerSize = 4
	Pointer64 PointerSize = 8
)

// Clock is the clock that stamps the events of a session (ReservedFlags of TRACE_LOGFILE_HEADER).
type Clock uint32

// The clocks a session can use.
const (
	PerformanceCounter Clock = 1 // ticks of Settings.Frequency
	SystemTime         Clock = 2 // FILETIME, 100 ns
	CPUCycle           Clock = 3 // ticks of Settings.CPUMHz million a second
)

// Bits of Settings.Mode (EVENT_TRACE_*_MODE of evntrace.h).
const (
	ModeSequential            = 0x1
	ModeCircular              = 0x2
	ModeBuffering             = 0x400
	ModeRelog                 = 0x10000
	ModeSystemLogger          = 0x2000000
	ModeCompressed            = 0x4000000
	ModeNoPerProcessorBuffers = 0x10000000
)

const (
	bufferHeaderSize = 72
	maxBufferSize    = 16 << 20
	maxEventSize     = 0xFFFF
	maxProcessors    = 2048
)

// Settings describe the machine and the session. Zero fields take the default named at each.
type Settings struct {
	OSBuild     uint32      // Windows build number; 19041
	Processors  int         // number of processors, at most 2048; 1
	PointerSize PointerSize // of the machine: kernel events, and the form of the logfile header; Pointer64
	// HeaderPointerSize is the form of the logfile header when it differs: a 32-bit program on 64-bit Windows writes
	// the 32-bit form. Zero means PointerSize.
	HeaderPointerSize PointerSize
	Clock             Clock  // PerformanceCounter
	Frequency         uint64 // ticks per second of the performance counter; 10,000,000
	CPUMHz            uint32 // 2400
	BufferSize        uint32 // bytes, a multiple of 1024, at most 16 MiB; 65536
	StartTime         uint64 // FILETIME of the header event; 2024-03-05 09:30:00 UTC
	StartTicks        int64  // raw stamp of the header event; for SystemTime always StartTime, otherwise 5e12
	BootTime          uint64 // FILETIME; StartTime less the ticks since boot
	SessionName       string // "NT Kernel Logger"
	LogFileName       string // empty is written as an empty string
	Mode              uint32 // EVENT_TRACE_*_MODE bits; ModeSequential
	LoggerID          uint16
	MaximumFileMB     uint32
	BiasMinutes       int32 // UTC = local time + bias
	EventsLost        uint32
	BuffersLost       uint32
	// CountDropped adds the buffers that arrangements take away to BuffersLost, as a session counts them that cannot
	// write a buffer. Without it only the sequence numbers show the loss.
	CountDropped bool
	// ByteProcessorIndex writes the processor as one byte followed by the alignment 8, as Windows 7 does, in place of
	// the 16-bit index with its flag.
	ByteProcessorIndex bool
	// NeverClosed leaves the counts and the end time of the header as a session leaves them that was not stopped: zero.
	NeverClosed bool
}

// TicksPerSecond is the rate of the session's clock.
func (s Settings) TicksPerSecond() uint64 {
	switch s.Clock {
	case SystemTime:
		return 10_000_000
	case CPUCycle:
		return uint64(s.CPUMHz) * 1_000_000
	}
	return s.Frequency
}

// Defaults gives the settings with every zero field set to its default.
func (s Settings) Defaults() Settings {
	setDefault(&s.OSBuild, 19041)
	setDefault(&s.Processors, 1)
	setDefault(&s.PointerSize, Pointer64)
	setDefault(&s.HeaderPointerSize, s.PointerSize)
	setDefault(&s.Clock, PerformanceCounter)
	setDefault(&s.Frequency, 10_000_000)
	setDefault(&s.CPUMHz, 2400)
	setDefault(&s.BufferSize, 65536)
	setDefault(&s.StartTime, 133541046000000000)
	setDefault(&s.StartTicks, 5_000_000_000_000)
	if s.Clock == SystemTime {
		s.StartTicks = int64(s.StartTime)
	}
	// The header's boot time is a plain FILETIME that readers must not compute with; a day before the start will do.
	setDefault(&s.BootTime, s.StartTime-864_000_000_000)
	setDefault(&s.SessionName, "NT Kernel Logger")
	setDefault(&s.Mode, ModeSequential)
	return s
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func (s Settings) validate() error {
	switch {
	case s.Processors < 1 || s.Processors > maxProcessors:
		return fmt.Errorf("etlwriter: %d processors, expected 1 to %d", s.Processors, maxProcessors)
	case s.ByteProcessorIndex && s.Processors > 256:
		return fmt.Errorf("etlwriter: %d processors do not fit a byte index", s.Processors)
	case s.BufferSize < 1024 || s.BufferSize%1024 != 0 || s.BufferSize > maxBufferSize:
		return fmt.Errorf("etlwriter: buffer size %d, expected a multiple of 1024 up to %d", s.BufferSize, maxBufferSize)
	case !validPointer(s.PointerSize) || !validPointer(s.HeaderPointerSize):
		return fmt.Errorf("etlwriter: pointer sizes %d and %d, expected 4 or 8", s.PointerSize, s.HeaderPointerSize)
	case s.Clock > CPUCycle:
		return fmt.Errorf("etlwriter: clock %d, expected 1 to 3", s.Clock)
	}
	return nil
}

func validPointer(p PointerSize) bool { return p == Pointer32 || p == Pointer64 }
